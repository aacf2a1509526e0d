// Two convex polyhedra, or one and a half-space: contact from the overlap polyhedron.
#pragma once

#include "geometry/solid/overlap.h"
#include "state/contacts.h"

namespace scree {

// d: from the centre of a to that of b; radius: effective radius of the pair, 1/(1/r_a + 1/r_b) of the
// volume-equivalent ones.
//
// The contact point is the centroid of the overlap, the normal its area vector. Where that vanishes, when one
// body is wholly inside the other, the line of centres takes its place, and x where there is none. `guess`:
// about where the normal will point.
bool touch_polyhedra(const PlacedPolyhedron& a, const PlacedPolyhedron& b, const Vec3& d, const Vec3& guess,
                     double radius, OverlapWork& work, Touch& out);

// d: from the centre of a to a point of the plane; outward: unit normal out of the half-space.
bool touch_polyhedron_half_space(const PlacedPolyhedron& a, const Vec3& d, const Vec3& outward, double radius,
                                 OverlapWork& work, Touch& out);

}  // namespace scree
