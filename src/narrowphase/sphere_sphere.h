// Two spheres. In all of these d is the centre of b minus the centre of a.
#pragma once

#include "base/lanes.h"
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
  return place;
}

inline bool touch_sphere_sphere(const Vec3& d, double radius_a, double radius_b, Touch& out) {
  if (!spheres_touch(triple(d), radius_a, radius_b)) return false;
  const TouchOf<double> place = place_between_spheres(triple(d), radius_a, radius_b);
  out = {vec3(place.normal), vec3(place.arm_a), vec3(place.arm_b), place.overlap, place.radius};
  return true;
}

}  // namespace scree
