#include "geometry/mesh/mesh_topology.h"

#include <algorithm>
#include <numeric>

namespace scree {

Groups::Groups(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0u); }

std::uint32_t Groups::root(std::uint32_t member) {
  while (parent_[member] != member) {
    parent_[member] = parent_[parent_[member]];
    member = parent_[member];
  }
  return member;
}

void Groups::join(std::uint32_t a, std::uint32_t b) {
  const std::uint32_t x = root(a), y = root(b);
  parent_[std::max(x, y)] = std::min(x, y);
}

MeshTopology::MeshTopology(const Mesh& mesh) {
  struct Use {
    std::uint64_t key;
    std::uint32_t triangle;
    bool forward;
  };
  std::vector<Use> all;
  all.reserve(3 * mesh.triangles.size());
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const Triangle& t = mesh.triangles[i];
    if (collapsed(t)) continue;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = t[k], b = t[(k + 1) % 3];
      const std::uint64_t key = (static_cast<std::uint64_t>(std::min(a, b)) << 32) | std::max(a, b);
      all.push_back({key, static_cast<std::uint32_t>(i), a < b});
    }
  }
  std::sort(all.begin(), all.end(), [](const Use& x, const Use& y) {
    return x.key != y.key ? x.key < y.key : x.triangle < y.triangle;
  });
  uses_.reserve(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == 0 || all[i].key != all[i - 1].key)
      edges_.push_back({static_cast<std::uint32_t>(all[i].key >> 32),
                        static_cast<std::uint32_t>(all[i].key & 0xffffffffu), i, 0});
    ++edges_.back().count;
    uses_.push_back({all[i].triangle, all[i].forward});
  }
}

std::vector<std::uint32_t> number_shells(const Mesh& mesh, const MeshTopology& topology, Through through) {
  Groups groups(mesh.triangles.size());
  for (const MeshEdge& edge : topology.edges()) {
    if (through == Through::manifold_edges && edge.count != 2) continue;
    const EdgeUse* uses = topology.uses(edge);
    for (std::uint32_t k = 1; k < edge.count; ++k) groups.join(uses[0].triangle, uses[k].triangle);
  }
  std::vector<std::uint32_t> number(mesh.triangles.size(), no_shell);
  std::uint32_t shells = 0;
  for (std::size_t i = 0; i < number.size(); ++i) {
    if (collapsed(mesh.triangles[i])) continue;
    const std::uint32_t root = groups.root(static_cast<std::uint32_t>(i));
    number[i] = root == i ? shells++ : number[root];
  }
  return number;
}

std::vector<std::uint32_t> non_manifold_vertices(const Mesh& mesh, const MeshTopology& topology) {
  // The corners at a vertex, joined where their triangles share an edge there, are its fans.
  Groups corners(3 * mesh.triangles.size());
  const auto corner = [&](std::uint32_t triangle, std::uint32_t vertex) {
    const Triangle& t = mesh.triangles[triangle];
    return 3 * triangle + (t[0] == vertex ? 0u : t[1] == vertex ? 1u : 2u);
  };
  for (const MeshEdge& edge : topology.edges()) {
    const EdgeUse* uses = topology.uses(edge);
    for (std::uint32_t k = 1; k < edge.count; ++k) {
      corners.join(corner(uses[0].triangle, edge.a), corner(uses[k].triangle, edge.a));
      corners.join(corner(uses[0].triangle, edge.b), corner(uses[k].triangle, edge.b));
    }
  }
  constexpr std::uint32_t none = 0xffffffffu;
  std::vector<std::uint32_t> fan(mesh.vertices.size(), none);
  std::vector<bool> broken(mesh.vertices.size());
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    if (collapsed(mesh.triangles[i])) continue;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t v = mesh.triangles[i][k];
      const std::uint32_t root = corners.root(static_cast<std::uint32_t>(3 * i + k));
      if (fan[v] == none) fan[v] = root;
      if (fan[v] != root) broken[v] = true;
    }
  }
  std::vector<std::uint32_t> found;
  for (std::size_t v = 0; v < broken.size(); ++v)
    if (broken[v]) found.push_back(static_cast<std::uint32_t>(v));
  return found;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> duplicate_triangles(const Mesh& mesh) {
  struct Sorted {
    Triangle corners;
    std::uint32_t triangle;
  };
  std::vector<Sorted> all;
  all.reserve(mesh.triangles.size());
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    Triangle t = mesh.triangles[i];
    if (collapsed(t)) continue;
    std::sort(t.begin(), t.end());
    all.push_back({t, static_cast<std::uint32_t>(i)});
  }
  std::sort(all.begin(), all.end(), [](const Sorted& x, const Sorted& y) {
    return x.corners != y.corners ? x.corners < y.corners : x.triangle < y.triangle;
  });
  std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
  std::size_t first = 0;
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (all[i].corners == all[first].corners)
      found.emplace_back(all[i].triangle, all[first].triangle);
    else
      first = i;
  }
  std::sort(found.begin(), found.end());
  return found;
}

bool is_flat(const Mesh& mesh, const Triangle& t) {
  const Vec3 ab = mesh.vertices[t[1]] - mesh.vertices[t[0]];
  const Vec3 bc = mesh.vertices[t[2]] - mesh.vertices[t[1]];
  const Vec3 ca = mesh.vertices[t[0]] - mesh.vertices[t[2]];
  const double longest = std::max({ab.squaredNorm(), bc.squaredNorm(), ca.squaredNorm()});
  // Some roundings of the coordinates; a sliver of float32 numbers is much thicker.
  return ab.cross(bc).norm() <= 1e-14 * longest;
}

std::pair<Vec3, Vec3> box_around(const std::vector<Vec3>& points) {
  if (points.empty()) return {Vec3::Zero(), Vec3::Zero()};
  Vec3 low = points.front(), high = points.front();
  for (const Vec3& p : points) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  return {low, high};
}

bool rises(const Triangle& t) {
  const std::size_t lowest = static_cast<std::size_t>(std::min_element(t.begin(), t.end()) - t.begin());
  return t[(lowest + 1) % 3] < t[(lowest + 2) % 3];
}

}  // namespace scree
