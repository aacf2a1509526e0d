// The surface of a body, from that of its shape.
#pragma once

#include "state/shapes.h"

namespace scree {

// Visits the points of a shape's surface in order, as vectors from the body's position. Shapes without a
// surface of their own (half-spaces) have none.
template <class Visit>
void for_each_surface_point(const Shape& shape, double scale, const Quat& orientation, const Visit& visit) {
  if (!shape.surface) return;
  const Vec3 stretch = scale * shape.surface_stretch;
  if (shape.kind == ShapeKind::sphere) {  // many points, stretched alike: a matrix is quicker
    const Mat3 turn = stretch.x() * orientation.toRotationMatrix();
    for (const Vec3& p : shape.surface->points) visit(Vec3(turn * p));
  } else {
    for (const Vec3& p : shape.surface->points) visit(Vec3(orientation * stretch.cwiseProduct(p)));
  }
}

}  // namespace scree
