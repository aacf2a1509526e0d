#include "state/shapes.h"

#include <limits>

#include "base/math.h"

namespace scree {

const char* name_of(ShapeKind kind) {
  switch (kind) {
    case ShapeKind::sphere: return "sphere";
    case ShapeKind::box: return "box";
    case ShapeKind::half_space: return "half-space";
  }
  return "?";
}

Shape make_sphere(std::string name, double radius) {
  Shape s;
  s.name = std::move(name);
  s.kind = ShapeKind::sphere;
  s.radius = radius;
  s.equivalent_radius = radius;
  s.half_extents = Vec3::Constant(radius);
  s.volume = 4.0 / 3.0 * math::pi * radius * radius * radius;
  s.inertia = Vec3::Constant(0.4 * s.volume * radius * radius);
  return s;
}

Shape make_box(std::string name, const Vec3& h) {
  Shape s;
  s.name = std::move(name);
  s.kind = ShapeKind::box;
  s.half_extents = h;
  s.radius = h.norm();
  s.volume = 8.0 * h.x() * h.y() * h.z();
  s.equivalent_radius = math::cbrt(s.volume * 3 / (4 * math::pi));
  const Vec3 h2 = h.cwiseProduct(h);
  s.inertia = s.volume / 3.0 * Vec3(h2.y() + h2.z(), h2.z() + h2.x(), h2.x() + h2.y());
  return s;
}

Shape make_half_space(std::string name, const Vec3& normal) {
  Shape s;
  s.name = std::move(name);
  s.kind = ShapeKind::half_space;
  s.normal = normal.normalized();
  s.radius = std::numeric_limits<double>::infinity();
  s.equivalent_radius = s.radius;
  return s;
}

Box bounds(const Shape& shape, double scale, const Vec3& position, const Quat& orientation) {
  if (shape.kind == ShapeKind::sphere) {
    const Vec3 r = Vec3::Constant(shape.radius * scale);
    return {position - r, position + r};
  }
  const Mat3 turn = orientation.toRotationMatrix();
  const Vec3 h = turn.cwiseAbs() * (scale * shape.half_extents);
  return {position - h, position + h};
}

}  // namespace scree
