#include <algorithm>
#include <cmath>
#include <numeric>

#include "geometry/mesh/mesh.h"
#include "geometry/mesh/mesh_topology.h"

namespace scree {
namespace {

using Numbers = std::vector<std::uint32_t>;

// For each vertex the first one at exactly the same point (0 and -0 are the same).
Numbers first_at_same_point(const std::vector<Vec3>& vertices) {
  Numbers order(vertices.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    const Vec3 &p = vertices[a], &q = vertices[b];
    for (int k = 0; k < 3; ++k)
      if (p[k] != q[k]) return p[k] < q[k];
    return a < b;
  };
  std::sort(order.begin(), order.end(), before);
  Numbers first(vertices.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool same = i > 0 && vertices[order[i]] == vertices[order[i - 1]];
    first[order[i]] = same ? first[order[i - 1]] : order[i];
  }
  return first;
}

// For each vertex the first one of its cluster: vertices in the same cell of a grid as fine as the tolerance
// are one, and so are neighbouring cells whose first vertices are near. Pairs are never looked at within a
// cell, so the time stays n log n however the points are heaped.
Numbers first_nearby(const std::vector<Vec3>& vertices, const Vec3& low, double tolerance) {
  struct Cell {
    std::uint64_t key;
    std::uint32_t vertex;
  };
  constexpr int bits = 21;  // 1 / weld_tolerance = 10^6 cells along an axis, and one for the margin
  const auto key_of = [](std::uint64_t x, std::uint64_t y, std::uint64_t z) {
    return (x << (2 * bits)) | (y << bits) | z;
  };
  std::vector<Cell> cells(vertices.size());
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Vec3 at = (vertices[i] - low) / tolerance;
    cells[i] = {key_of(static_cast<std::uint64_t>(at[0]) + 1, static_cast<std::uint64_t>(at[1]) + 1,
                       static_cast<std::uint64_t>(at[2]) + 1),
                static_cast<std::uint32_t>(i)};
  }
  const auto before = [](const Cell& a, const Cell& b) {
    return a.key != b.key ? a.key < b.key : a.vertex < b.vertex;
  };
  std::sort(cells.begin(), cells.end(), before);
  Groups clusters(vertices.size());
  std::vector<Cell> occupied;
  for (const Cell& cell : cells) {
    if (occupied.empty() || occupied.back().key != cell.key)
      occupied.push_back(cell);
    else
      clusters.join(occupied.back().vertex, cell.vertex);
  }
  for (const Cell& cell : occupied) {
    for (int n = 14; n < 27; ++n) {  // the thirteen neighbours after this one in the order of keys
      const std::uint64_t offset = key_of(static_cast<std::uint64_t>(n / 9), 0, 0) +
                                   key_of(0, static_cast<std::uint64_t>(n / 3 % 3), 0) +
                                   key_of(0, 0, static_cast<std::uint64_t>(n % 3));
      const std::uint64_t key = cell.key + offset - key_of(1, 1, 1);
      const auto found = std::lower_bound(occupied.begin(), occupied.end(), Cell{key, 0}, before);
      if (found == occupied.end() || found->key != key) continue;
      if ((vertices[found->vertex] - vertices[cell.vertex]).norm() <= tolerance)
        clusters.join(cell.vertex, found->vertex);
    }
  }
  Numbers first(vertices.size());
  for (std::size_t i = 0; i < first.size(); ++i) first[i] = clusters.root(static_cast<std::uint32_t>(i));
  return first;
}

struct Compact {
  Mesh mesh;
  std::size_t merged = 0;  // vertices in use that became another one
};

// Moves every corner to the first vertex of its kind and leaves out what nobody uses.
Compact compact(const Mesh& mesh, const Numbers& first) {
  constexpr std::uint32_t none = 0xffffffffu;
  Compact out;
  Numbers number(mesh.vertices.size(), none);
  std::vector<bool> used(mesh.vertices.size());
  for (const Triangle& t : mesh.triangles)
    for (const std::uint32_t v : t) used[v] = true;
  // In the order of the file, so that a mesh without duplicates comes out as it went in.
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    if (!used[v]) continue;
    std::uint32_t& n = number[first[v]];
    if (n != none) {
      ++out.merged;
      continue;
    }
    n = static_cast<std::uint32_t>(out.mesh.vertices.size());
    out.mesh.vertices.push_back(mesh.vertices[first[v]]);
  }
  out.mesh.triangles.reserve(mesh.triangles.size());
  for (const Triangle& t : mesh.triangles)
    out.mesh.triangles.push_back({number[first[t[0]]], number[first[t[1]]], number[first[t[2]]]});
  return out;
}

std::size_t open_edges(const Mesh& mesh) {
  const MeshTopology topology(mesh);
  std::size_t open = 0;
  for (const MeshEdge& edge : topology.edges()) open += edge.count == 1;
  return open;
}

}  // namespace

Welded weld(const Mesh& mesh) {
  Welded out;
  std::vector<bool> used(mesh.vertices.size());
  for (const Triangle& t : mesh.triangles)
    for (const std::uint32_t v : t) used[v] = true;
  out.unused_vertices = static_cast<std::size_t>(std::count(used.begin(), used.end(), false));
  Compact exact = compact(mesh, first_at_same_point(mesh.vertices));
  out.exact_duplicates = exact.merged;
  out.mesh = std::move(exact.mesh);
  const std::size_t open = open_edges(out.mesh);
  if (open == 0) return out;
  const auto [low, high] = box_around(out.mesh.vertices);
  const double tolerance = weld_tolerance * (high - low).norm();
  if (!(tolerance > 0)) return out;
  Compact near = compact(out.mesh, first_nearby(out.mesh.vertices, low, tolerance));
  if (near.merged == 0 || open_edges(near.mesh) >= open) return out;
  out.near_duplicates = near.merged;
  out.mesh = std::move(near.mesh);
  return out;
}

}  // namespace scree
