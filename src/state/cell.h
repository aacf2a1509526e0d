// The periodic box. Each axis is periodic or not. Positions are kept inside [origin, origin + length)
// on periodic axes; Bodies::image counts the crossings.
//
// One image per pair: a cell must be longer than twice the reach of any two bodies that may touch
// (checked when the scene is built), so that the nearest image is the only one that can touch.
#pragma once

#include <array>
#include <cmath>

#include "base/lanes.h"
#include "state/box.h"

namespace scree {

// Relative room for the rounding of everything that decides whether boxes overlap through an image, several
// times over.
constexpr double image_rounding = 0x1p-47;

struct Cell {
  std::array<bool, 3> periodic{false, false, false};
  Vec3 origin = Vec3::Zero();
  Vec3 length = Vec3::Ones();

  bool operator==(const Cell& o) const {
    return periodic == o.periodic && origin == o.origin && length == o.length;
  }
  bool any() const { return periodic[0] || periodic[1] || periodic[2]; }

  // b - a, through the nearest image. The one canonical place where image shifts are applied.
  template <class N>
  SCREE_HD SCREE_KERNEL Triple<N> separation(const Triple<N>& a, const Triple<N>& b) const {
    Triple<N> d = b - a;
    if (any()) {
      if (periodic[0]) d.x = d.x - length[0] * nearest_integer(d.x / length[0]);
      if (periodic[1]) d.y = d.y - length[1] * nearest_integer(d.y / length[1]);
      if (periodic[2]) d.z = d.z - length[2] * nearest_integer(d.z / length[2]);
    }
    return d;
  }
  Vec3 separation(const Vec3& a, const Vec3& b) const { return vec3(separation(triple(a), triple(b))); }

  // Do two boxes overlap on this axis, through any image? (Both shorter than half the length.)
  bool overlap(const Box& a, const Box& b, int axis) const {
    if (!periodic[axis]) return overlap_on_axis(a, b, axis);
    const double centre_a = 0.5 * (a.lower[axis] + a.upper[axis]);
    const double centre_b = 0.5 * (b.lower[axis] + b.upper[axis]);
    const double reach = 0.5 * ((a.upper[axis] - a.lower[axis]) + (b.upper[axis] - b.lower[axis]));
    double d = centre_b - centre_a;
    d -= length[axis] * std::rint(d / length[axis]);
    return std::abs(d) <= reach;
  }
};

}  // namespace scree
