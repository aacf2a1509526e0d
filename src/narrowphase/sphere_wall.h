// A sphere and a flat wall: half-space or box (face, edge and corner). The sphere is a here; the
// dispatcher turns the result round where it is b.
//
// The effective radius is the sphere's own, on faces as on edges and corners: the wall counts as flat. The
// contact point is where the undeformed sphere ends, so a sphere rolls and spins with its full radius as the
// arm, as in the closed forms (with R - overlap/2 a soft sphere on a plane would turn a percent less than
// they say).
#pragma once

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "base/vector.h"
#include "narrowphase/patch.h"
#include "state/contacts.h"

namespace scree {

SCREE_HD inline void place_on_sphere(const Vec3& d, double radius, Touch& out) {
  out.radius = radius;
  out.arm_a = out.normal * radius;
  out.arm_b = out.arm_a - d;
  out.area = math::pi * radius * out.overlap;  // of contact, after Hertz
}

// Volume and base of the cap of this depth: exact on planes and wide faces; on an edge or a corner the face
// that the contact looks at is continued beyond it.
SCREE_HD inline void add_cap(double radius, Touch& out) {
  const double depth = std::min(out.overlap, 2 * radius);
  out.volume = math::pi / 3 * depth * depth * (3 * radius - depth);
  out.area = math::pi * depth * (2 * radius - depth);
  shape_ball(out);
}

// d: from the sphere's centre to a point of the plane; outward: the plane's unit normal.
SCREE_HD inline bool touch_sphere_half_space(const Vec3& d, double radius, const Vec3& outward, Touch& out) {
  const double height = -outward.dot(d);
  const double overlap = radius - height;
  if (!(overlap > 0)) return false;
  out.normal = -outward;
  out.overlap = overlap;
  place_on_sphere(d, radius, out);
  return true;
}

// d: from the sphere's centre to the box's; turn: the box's rotation matrix.
SCREE_HD inline bool touch_sphere_box(const Vec3& d, double radius, const Mat3& turn, const Vec3& half,
                                      Touch& out) {
  const Vec3 centre = turn.transpose() * (-d);  // of the sphere, in the box's frame
  const Vec3 nearest = centre.cwiseMax(-half).cwiseMin(half);
  const Vec3 away = centre - nearest;
  const double d2 = away.squaredNorm();
  if (d2 >= radius * radius) return false;
  if (d2 > 0) {
    const double distance = std::sqrt(d2);
    out.overlap = radius - distance;
    if (!(out.overlap > 0)) return false;
    out.normal = turn * (away * (-1 / distance));
  } else {  // the centre is inside: out through the nearest face (the first of equals)
    int axis = 0;
    Vec3 depth = half - centre.cwiseAbs();
    for (int k = 1; k < 3; ++k)
      if (depth[k] < depth[axis]) axis = k;
    out.overlap = radius + depth[axis];
    Vec3 outward = Vec3::Zero();
    outward[axis] = centre[axis] < 0 ? -1 : 1;
    out.normal = turn * (-outward);
  }
  place_on_sphere(d, radius, out);
  return true;
}

}  // namespace scree
