// The shortest turn from one unit vector to another that is not its opposite. Eigen's own brings in a
// singular value decomposition, which takes the compiler seconds.
#pragma once

#include "base/vector.h"

namespace scree {

inline Quat shortest_turn(const Vec3& from, const Vec3& to) {
  const Vec3 across = from.cross(to);
  return Quat(1 + from.dot(to), across.x(), across.y(), across.z()).normalized();
}

}  // namespace scree
