// Volume and area of surfaces.
#pragma once

#include <vector>

#include "geometry/solid/mass.h"
#include "geometry/tessellate.h"

namespace scree {

inline std::vector<Triangle> triangles_of(const SurfaceMesh& mesh) {
  std::vector<Triangle> triangles;
  std::uint32_t begin = 0;
  for (const std::uint32_t end : mesh.ends) {
    for (std::uint32_t c = begin + 2; c < end; ++c)
      triangles.push_back({mesh.corners[begin], mesh.corners[c - 1], mesh.corners[c]});
    begin = end;
  }
  return triangles;
}

// The volume is positive when all faces look outwards.
inline MassProperties mass_of(const SurfaceMesh& mesh) { return mass_of(mesh.points, triangles_of(mesh)); }

// Of a mesh in the plane: negative when it goes round clockwise.
inline double upward_area_of(const SurfaceMesh& mesh) {
  double two = 0;
  for (const auto& [a, b, c] : triangles_of(mesh))
    two += (mesh.points[b] - mesh.points[a]).cross(mesh.points[c] - mesh.points[a]).z();
  return two / 2;
}

}  // namespace scree
