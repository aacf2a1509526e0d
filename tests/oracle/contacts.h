// Laying two bodies against each other in a chosen way.
#pragma once

#include <array>
#include <span>

#include "geometry/solid/overlap.h"
#include "oracle/bodies.h"

namespace scree::oracle {

enum class Feature { vertex, edge, face };

// A point of the surface and a direction in which nothing of the body is further out.
struct Support {
  Vec3 point;
  Vec3 outwards;  // unit
};
// A random point of a random feature of a body in its own frame. At a vertex or an edge the direction is a
// mean of those of the faces that meet there.
Support random_support(Rng& rng, const Polyhedron& body, Feature feature);

Quat turn(double angle, const Vec3& unit_axis);

struct Pose {
  double scale = 1;
  Quat orientation = Quat::Identity();
};

// The pose of b, and where its centre is from a's, such that the two supports meet: points together,
// directions opposite, b turned by a random angle about them, tilted by an angle about a random axis in the
// common plane, and then pushed into a by a depth.
struct Meeting {
  Pose b;
  Vec3 d;
};
Meeting meet(Rng& rng, const Support& on_a, const Pose& a, const Support& on_b, double scale_of_b,
             double tilt, double depth);

}  // namespace scree::oracle
