// What is asked of one shape where it is. A new kind adds its row to kind_operations.cpp.
#pragma once

#include "narrowphase/placed_shape.h"

namespace scree {

struct KindOperations {
  // Is a point, seen from the body's centre, inside this part?
  bool (*contains)(const PlacedShape& body, const Vec3& point);
  // The point of a bounded part that reaches furthest, from the body's centre.
  Vec3 (*furthest)(const PlacedShape& body, const Vec3& direction);
  // Distance of a point, seen from the body's centre, from this part: below 0 inside.
  double (*distance)(const PlacedShape& body, const Vec3& point);
};

const KindOperations& operations_of(ShapeKind kind);

}  // namespace scree
