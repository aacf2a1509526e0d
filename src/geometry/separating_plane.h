// Planes between two polyhedra: the cheap way to say that they do not touch.
#pragma once

#include "geometry/placed.h"

namespace scree {

// What was found between two bodies, from the cheapest to the dearest.
enum class Parting {
  none,        // nobody knows
  spheres,     // the spheres about them do not reach each other
  last_plane,  // the plane that was given
  projection,  // a plane across the line of centres
  reflection   // one found from that by reflection
};

// Looks for a plane between a and b, whose centre is at d from that of a: across `direction` if it is not
// zero (the plane that parted them last time), across the line of centres, then across directions found by
// reflection (Chung and Wang 1996): the two corners that reach furthest over the plane are taken for a mirror
// image of each other. Unless the answer is `none`, the bodies are apart by more than any rounding,
// and unless it is `spheres`, `direction` has the plane's normal. Leaving this out changes no result.
Parting find_separating_plane(const PlacedSolid& a, const PlacedSolid& b, const Vec3& d, Vec3& direction,
                              bool plain = false);

}  // namespace scree
