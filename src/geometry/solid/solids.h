// Corners of common solids, for geometry/hull/hull.h to make polyhedra of. All are about the origin; lengths
// are positive, counts as large as they say.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "base/errors.h"
#include "base/rng.h"
#include "base/vector.h"

namespace scree {

std::vector<Vec3> box_vertices(const Vec3& half_edges);

// A profile in the plane z = 0, moved from -length/2 to length/2. Profiles that are not convex become so with
// the hull.
std::vector<Vec3> prism_vertices(std::span<const std::array<double, 2>> profile, double length);

// Regular polygons about the z axis; three sides or more, the first corner on the x axis.
std::vector<Vec3> regular_prism_vertices(int sides, double circumradius, double length);
double circumradius_of(int sides, double apothem);  // from the distance of the sides from the axis

// Corners on the round surface.
std::vector<Vec3> cylinder_vertices(double radius, double length, int sides);
// Wide end at z = -length/2. One of the radii may be zero, the solid is a cone then.
std::vector<Vec3> cone_vertices(double radius, double top_radius, double length, int sides);

// Level 0 is an icosahedron scaled by the half-axes; each level cuts every triangle in four, with the new
// corners on the sphere before it is scaled: 10 * 4^level + 2 vertices. Jitter changes the spherical
// angles of every vertex (from the z axis, and about it) by up to that share of themselves, two draws each;
// without it nothing is drawn.
inline constexpr int most_ellipsoid_levels = 6;
std::vector<Vec3> ellipsoid_vertices(const Vec3& half_axes, int level, double jitter, Rng& rng);
std::vector<Vec3> ellipsoid_vertices(const Vec3& half_axes, int level);

// tetrahedron, cube, octahedron, dodecahedron, icosahedron
std::span<const std::string_view> regular_solids();
Expected<std::vector<Vec3>> regular_solid_vertices(std::string_view name, double circumradius);

// Random points on an ellipsoid with the half-axes 1, elongation, elongation * flatness along x, y, z (ratios
// of the intermediate to the longest and of the shortest to the intermediate axis, after Zingg). They keep
// their distance from each other, and their hull is not flat: the centre is well inside. Four or more.
std::vector<Vec3> random_grain_vertices(int count, double elongation, double flatness, Rng& rng);

}  // namespace scree
