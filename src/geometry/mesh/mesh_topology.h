// Who is whose neighbour in a mesh of triangles.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "geometry/mesh/mesh.h"

namespace scree {

// Disjoint sets of numbers (union-find); the root of a set is its lowest member.
class Groups {
 public:
  explicit Groups(std::size_t count);
  std::uint32_t root(std::uint32_t member);
  void join(std::uint32_t a, std::uint32_t b);

 private:
  std::vector<std::uint32_t> parent_;
};

struct MeshEdge {
  std::uint32_t a, b;   // vertices, a < b
  std::uint64_t first;  // its uses: [first, first + count) of MeshTopology::uses
  std::uint32_t count;
};

struct EdgeUse {
  std::uint32_t triangle;
  bool forward;  // the triangle runs along it from a to b
};

// Two corners at the same vertex: such a triangle has no edges of its own and no neighbours.
inline bool collapsed(const Triangle& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; }

class MeshTopology {
 public:
  explicit MeshTopology(const Mesh& mesh);

  const std::vector<MeshEdge>& edges() const { return edges_; }  // by a, then b
  const EdgeUse* uses(const MeshEdge& edge) const { return uses_.data() + edge.first; }

 private:
  std::vector<MeshEdge> edges_;
  std::vector<EdgeUse> uses_;
};

// Number of each triangle's shell, in the order of their first triangles; collapsed ones have `no_shell`.
// `through` says which edges hold triangles together.
inline constexpr std::uint32_t no_shell = 0xffffffffu;
enum class Through { every_edge, manifold_edges };
std::vector<std::uint32_t> number_shells(const Mesh& mesh, const MeshTopology& topology, Through through);

// Vertices around which the triangles form more than one fan.
std::vector<std::uint32_t> non_manifold_vertices(const Mesh& mesh, const MeshTopology& topology);

// Triangles with the corners of an earlier one: (later, earlier).
std::vector<std::pair<std::uint32_t, std::uint32_t>> duplicate_triangles(const Mesh& mesh);

// Three different corners on a line.
bool is_flat(const Mesh& mesh, const Triangle& t);

std::pair<Vec3, Vec3> box_around(const std::vector<Vec3>& points);

// The even permutation of the corners that starts with the lowest, and whether the other two rise then:
// triangles with the same corners have the same direction if these agree.
bool rises(const Triangle& t);

}  // namespace scree
