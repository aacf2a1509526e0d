// Planes between two polyhedra: the cheap way to say that they do not touch.
#pragma once

#include "geometry/solid/placed.h"

namespace scree {

// What was found between two bodies, from the cheapest to the dearest.
enum class Parting {
  none,        // nobody knows
  spheres,     // the spheres about them do not reach each other
  last_plane,  // the plane that was given
  projection,  // a plane across the line of centres
  reflection   // one found by reflection
};

// Looks for a plane between a and b, whose centre is at d from that of a: across `direction` (where the last
// search ended) or, if that is zero, across the line of centres; then across directions found from there by
// reflection (Chung and Wang 1996): the two corners that reach furthest over the plane are taken for a mirror
// image of each other. Unless the answer is `none`, the bodies are apart by more than any rounding.
// Unless it is `spheres`, `direction` becomes the plane's normal, or where to go on next time: of bodies that
// are apart by a hair, few stay without a plane for long. Leaving this out changes no result.
Parting find_separating_plane(const PlacedSolid& a, const PlacedSolid& b, const Vec3& d, Vec3& direction,
                              bool plain = false);

}  // namespace scree
