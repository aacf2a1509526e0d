// Corners of common solids, for geometry/hull/hull.h to make polyhedra of. All are about the origin; lengths
// are positive, counts as large as they say.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/enum_words.h"
#include "base/rng.h"
#include "base/vector.h"

namespace scree {

std::vector<Vec3> box_vertices(const Vec3& half_edges);

// A profile in the plane z = 0, moved from -length/2 to length/2. Profiles that are not convex become so with
// the hull.
std::vector<Vec3> prism_vertices(std::span<const std::array<double, 2>> profile, double length);

// Corners on the round surface; three sides or more, the first corner on the x axis.
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

enum class RegularSolid : std::uint8_t { tetrahedron, cube, octahedron, dodecahedron, icosahedron };
constexpr auto words_of(RegularSolid) {
  using enum RegularSolid;
  return std::to_array<EnumWord<RegularSolid>>({{tetrahedron, "tetrahedron"},
                                                {cube, "cube"},
                                                {octahedron, "octahedron"},
                                                {dodecahedron, "dodecahedron"},
                                                {icosahedron, "icosahedron"}});
}
std::vector<Vec3> regular_solid_vertices(RegularSolid solid, double circumradius);

// Random points on an ellipsoid with the half-axes 1, elongation, elongation * flatness along x, y, z (ratios
// of the intermediate to the longest and of the shortest to the intermediate axis, after Zingg). They keep
// their distance from each other, and their hull is not flat: the centre is well inside. Four or more.
std::vector<Vec3> random_grain_vertices(int count, double elongation, double flatness, Rng& rng);

}  // namespace scree
