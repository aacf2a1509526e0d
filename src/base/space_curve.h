// A curve that fills space (Morton 1966): points near each other along it are near each other in space, and
// mostly the other way round. Bodies stored in its order find their neighbours in the cache.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/vector.h"

namespace scree {

inline constexpr double cells_on_axis = 2097152;

// Place of a point along the curve through cells of this size, so many of them on each axis from the lowest
// corner on; points outside count for the last cell.
inline std::uint64_t place_on_curve(const Vec3& point, const Vec3& lowest, double cell) {
  std::uint64_t place = 0;
  for (int k = 0; k < 3; ++k) {
    const double steps = std::clamp((point[k] - lowest[k]) / cell, 0.0, cells_on_axis - 1);
    std::uint64_t bits = static_cast<std::uint64_t>(steps);  // 21 of them, spread to every third place
    bits = (bits | bits << 32) & 0x001f00000000ffff;
    bits = (bits | bits << 16) & 0x001f0000ff0000ff;
    bits = (bits | bits << 8) & 0x100f00f00f00f00f;
    bits = (bits | bits << 4) & 0x10c30c30c30c30c3;
    bits = (bits | bits << 2) & 0x1249249249249249;
    place |= bits << k;
  }
  return place;
}

}  // namespace scree
