// The part of space that a mean is taken over. In the plane it is as high as the layer is thick, and z does
// not count.
#pragma once

#include <functional>
#include <optional>

#include "state/box.h"
#include "state/state.h"

namespace scree {

struct Zone {
  double volume = 0;
  // How much of a straight line lies inside, 0 to 1, seen through all images of a periodic box. A line
  // without length is a point: 1 or 0.
  std::function<double(const Vec3& from, const Vec3& to)> share;
  std::optional<Box> box;  // where it is one with edges along the axes

  bool holds(const Vec3& point) const { return share(point, point) > 0; }
};

// The box around the free bodies, from end to end of them; none: empty, at the origin.
Box box_of_grains(const State& state);

// Everything: along periodic axes the whole cell, along the others from end to end of the free bodies.
Zone whole_zone(const State& state);

Zone box_zone(const State& state, const Box& box);
Zone ball_zone(const State& state, const Vec3& centre, double radius);  // in the plane a disc
Zone cylinder_zone(const State& state, const Vec3& base, const Vec3& axis, double radius, double length);

}  // namespace scree
