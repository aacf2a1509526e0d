// Meshes for the tests.
#pragma once

#include <algorithm>

#include "base/math.h"
#include "geometry/mesh/mesh.h"

namespace scree {

inline Mesh cube(const Vec3& centre = Vec3::Zero(), double edge = 1) {
  Mesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.vertices.push_back(centre + 0.5 * edge * Vec3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1));
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {1, 3, 5}, {3, 7, 5}, {0, 4, 2}, {2, 4, 6}};
  return mesh;
}

inline Mesh turned(Mesh mesh) {
  for (Triangle& t : mesh.triangles) std::swap(t[1], t[2]);
  return mesh;
}

// Every triangle with corners of its own, as in an STL file.
inline Mesh separate(const Mesh& mesh) {
  Mesh out;
  for (const Triangle& t : mesh.triangles) {
    const auto first = static_cast<std::uint32_t>(out.vertices.size());
    for (const std::uint32_t v : t) out.vertices.push_back(mesh.vertices[v]);
    out.triangles.push_back({first, first + 1, first + 2});
  }
  return out;
}

inline void append(Mesh& mesh, const Mesh& other) {
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), other.vertices.begin(), other.vertices.end());
  for (const Triangle& t : other.triangles)
    mesh.triangles.push_back({first + t[0], first + t[1], first + t[2]});
}

// n x m quadrilaterals around a ring about the z axis, m of them around its tube.
inline Mesh ring(std::uint32_t n, std::uint32_t m, double radius, double tube) {
  Mesh mesh;
  for (std::uint32_t i = 0; i < n; ++i)
    for (std::uint32_t j = 0; j < m; ++j) {
      const math::SinCos a = math::sincos(2 * math::pi * i / n), b = math::sincos(2 * math::pi * j / m);
      mesh.vertices.emplace_back((radius + tube * b.cos) * a.cos, (radius + tube * b.cos) * a.sin,
                                 tube * b.sin);
      const auto at = [&](std::uint32_t k, std::uint32_t l) { return (k % n) * m + l % m; };
      mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  return mesh;
}

inline Mesh moebius(std::uint32_t n) {
  Mesh mesh;
  for (std::uint32_t i = 0; i < n; ++i) {
    const math::SinCos a = math::sincos(2 * math::pi * i / n), h = math::sincos(math::pi * i / n);
    for (const double w : {-0.3, 0.3})
      mesh.vertices.emplace_back((1 + w * h.cos) * a.cos, (1 + w * h.cos) * a.sin, w * h.sin);
    const std::uint32_t p = 2 * i, q = p + 1, last = i + 1 == n;
    const std::uint32_t r = last ? 1 : p + 2, s = last ? 0 : p + 3;
    mesh.triangles.push_back({p, r, q});
    mesh.triangles.push_back({q, r, s});
  }
  return mesh;
}

}  // namespace scree
