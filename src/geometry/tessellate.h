// Surfaces of shapes as flat polygons, for files and pictures.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "geometry/plane/polygon.h"
#include "geometry/solid/polyhedron.h"

namespace scree {

struct SurfaceMesh {
  std::vector<Vec3> points;
  // Of one polygon after the other, counter-clockwise seen from outside (in the plane: from above).
  std::vector<std::uint32_t> corners;
  std::vector<std::uint32_t> ends;  // of the polygons in that list
};

// An icosahedron with each face cut into four: round enough to look at, small enough for many thousands of
// bodies.
inline constexpr int sphere_points = 42;
inline constexpr int sphere_triangles = 80;
// Discs and ellipses.
inline constexpr int disc_points = 32;

// Of radius 1. There is one of each, for all who stretch it to their size.
std::shared_ptr<const SurfaceMesh> unit_sphere_mesh();
std::shared_ptr<const SurfaceMesh> unit_disc_mesh();

// All faces of all parts.
SurfaceMesh tessellate(std::span<const std::shared_ptr<const Polyhedron>> parts);
// Each figure in its place, at z = 0. Points are in the order of the corners.
SurfaceMesh tessellate(std::span<const std::shared_ptr<const Polygon>> figures);

// A square of the plane through `point`, as near to `middle` as the plane comes; counter-clockwise seen from
// where the normal points. Planes have no end, so they have no mesh of their own.
std::array<Vec3, 4> square_of_plane(const Vec3& point, const Vec3& normal, const Vec3& middle,
                                    double half_size);

}  // namespace scree
