// Shapes are immutable and shared between bodies; a body adds a scale. Local frame: centroid and
// principal axes.
#pragma once

#include <string>
#include <vector>

#include "base/vector.h"
#include "state/box.h"

namespace scree {

enum class ShapeKind : std::uint8_t { sphere, box, half_space };

const char* name_of(ShapeKind kind);

struct Shape {
  std::string name;
  ShapeKind kind = ShapeKind::sphere;
  double radius = 0;                 // sphere: its radius; box: of the bounding sphere; half-space: infinite
  Vec3 half_extents = Vec3::Zero();  // box
  Vec3 normal = Vec3::UnitZ();       // half-space: local, unit, points out of the solid
  double equivalent_radius = 0;      // of the sphere of equal volume; half-space: infinite
  double volume = 0;                 // at scale 1; 0 for half-spaces
  Vec3 inertia = Vec3::Zero();       // principal moments at scale 1 and density 1
};

Shape make_sphere(std::string name, double radius);
Shape make_box(std::string name, const Vec3& half_extents);
Shape make_half_space(std::string name, const Vec3& normal);

inline bool bounded(const Shape& shape) { return shape.kind != ShapeKind::half_space; }

// The box around a scaled, placed, bounded shape.
Box bounds(const Shape& shape, double scale, const Vec3& position, const Quat& orientation);

}  // namespace scree
