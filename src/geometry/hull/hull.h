// Convex hulls as polyhedra.
#pragma once

#include <span>

#include "base/errors.h"
#include "geometry/solid/polyhedron.h"

namespace scree {

// Points nearer to each other, or to a common plane, than this share of the size become one vertex or one
// face.
inline constexpr double hull_tolerance = 1e-6;
// Finer ones leave edges so short that roundings decide about their direction.
inline constexpr double least_hull_tolerance = 1e-8;
// A hull must be at least this share of its length thick.
inline constexpr double least_thickness = 1e-4;

// The hull of points, in their own coordinates. Vertices are in the order of their points; faces begin with
// their lowest vertex and are in the order of their vertices. Where faces of four and more corners had to be
// made flat, vertices are a little off their points; faces stay within twice the tolerance of them.
//
// Tolerances below the least are taken for the least. Fails, with the reason, for fewer than four points,
// numbers that are not finite, and hulls that are flat, thinner than 1:10,000, or of a size outside of
// 1e-12 m to 1e12 m.
Expected<Polyhedron> convex_hull(std::span<const Vec3> points, double tolerance = hull_tolerance);

}  // namespace scree
