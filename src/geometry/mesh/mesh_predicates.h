// On which side? Signs that are exact: a rounded determinant where its error bound allows (J. R. Shewchuk,
// Adaptive precision floating-point arithmetic and fast robust geometric predicates, 1997, the first stage),
// else the same determinant as an exact sum of exact products.
//
// Coordinates must be zero or between 2^-200 and 2^200: then no product leaves the range of a double.
#pragma once

#include "base/vector.h"

namespace scree {

// Sign of the determinant of a - d, b - d, c - d: +1 when a, b, c appear clockwise from d, -1
// counter-clockwise, 0 when the four lie in a plane.
int orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

// The same in the plane without axis `drop`: +1 when a, b, c turn to the left there.
int orientation_in_plane(const Vec3& a, const Vec3& b, const Vec3& c, int drop);

// Do the closed segment p q and the closed triangle a b c (with an area) have a point in common?
bool segment_meets_triangle(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace scree
