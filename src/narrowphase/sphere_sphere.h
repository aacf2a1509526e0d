// Two spheres. In all of these d is the centre of b minus the centre of a.
#pragma once

#include <cmath>

#include "base/lanes.h"
#include "base/math.h"
#include "narrowphase/patch.h"
#include "state/contacts.h"

namespace scree {

// A few roundings short of the sum of the radii, so that the overlap computed from the root is above zero.
template <class N>
SCREE_HD SCREE_KERNEL Mask<N> spheres_touch(const Triple<N>& d, const N& radius_a, const N& radius_b) {
  const N reach = radius_a + radius_b;
  return inner(d, d) < (1 - 1e-15) * (reach * reach);
}

// Where two spheres touch, given that they do. Coinciding centres have no direction: x is as good as any.
template <class N>
SCREE_HD SCREE_KERNEL TouchOf<N> place_between_spheres(const Triple<N>& d, const N& radius_a,
                                                       const N& radius_b) {
  const N one = all_lanes<N>(1);
  const N reach = radius_a + radius_b;
  const N distance = root(inner(d, d));
  const Mask<N> apart = distance > 0;
  TouchOf<N> place;
  place.normal = select(apart, d * (1 / select(apart, distance, one)), Triple<N>{one, N{}, N{}});
  place.overlap = reach - distance;
  place.radius = radius_a * radius_b / reach;
  place.arm_a = place.normal * (radius_a - 0.5 * place.overlap);
  place.arm_b = place.arm_a - d;
  place.area = math::pi * place.radius * place.overlap;  // of contact, after Hertz
  place.share = one;
  return place;
}

inline bool touch_sphere_sphere(const Vec3& d, double radius_a, double radius_b, Touch& out) {
  if (!spheres_touch(triple(d), radius_a, radius_b)) return false;
  const TouchOf<double> place = place_between_spheres(triple(d), radius_a, radius_b);
  out = {vec3(place.normal), vec3(place.arm_a), vec3(place.arm_b), place.overlap, place.radius};
  out.area = place.area;
  return true;
}

// Volume of the lens that two spheres share, and area of the disc between its halves.
inline void add_lens(double distance, double radius_a, double radius_b, Touch& out) {
  const double least = std::min(radius_a, radius_b);
  if (distance <= std::abs(radius_a - radius_b)) {  // one inside the other
    out.volume = 4.0 / 3.0 * math::pi * least * least * least;
    out.area = 0;
    return;
  }
  const double overlap = radius_a + radius_b - distance;
  const double difference = radius_a - radius_b;
  out.volume = math::pi * overlap * overlap *
               (distance * distance + 2 * distance * (radius_a + radius_b) - 3 * difference * difference) /
               (12 * distance);
  const double chord2 = overlap * (distance + radius_a - radius_b) * (distance + radius_b - radius_a) *
                        (distance + radius_a + radius_b);
  out.area = math::pi * chord2 / (4 * distance * distance);
  shape_ball(out);
}

}  // namespace scree
