// Two spheres.
#pragma once

#include <cmath>

#include "base/vector.h"
#include "state/contacts.h"

namespace scree {

// d: centre of b minus centre of a. Coinciding centres have no direction: x is as good as any.
SCREE_HD inline bool touch_sphere_sphere(const Vec3& d, double radius_a, double radius_b, Touch& out) {
  const double reach = radius_a + radius_b;
  const double d2 = d.squaredNorm();
  if (d2 >= reach * reach) return false;
  const double distance = std::sqrt(d2);
  const double overlap = reach - distance;
  if (!(overlap > 0)) return false;
  out.normal = distance > 0 ? Vec3(d * (1 / distance)) : Vec3(1, 0, 0);
  out.overlap = overlap;
  out.radius = radius_a * radius_b / reach;
  out.arm_a = out.normal * (radius_a - 0.5 * overlap);
  out.arm_b = out.arm_a - d;
  return true;
}

}  // namespace scree
