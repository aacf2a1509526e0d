// Where a mesh runs through itself.
#pragma once

#include "geometry/mesh/mesh.h"

namespace scree {

struct MeshCrossings {
  struct Pair {
    std::uint32_t a, b;  // triangles, a < b
  };
  std::vector<Pair> pairs;  // by a, then b
  bool complete = true;     // false: one of the limits in mesh.h was reached
};

// Pairs of triangles with common points beyond their common corners and edges; touching counts. The mesh
// must be welded, and its numbers usable. Triangles without area and pairs with the same three corners are
// left out: they have reports of their own.
MeshCrossings find_crossings(const Mesh& mesh);

// The same, every pair against every other: the plain twin.
MeshCrossings find_crossings_plainly(const Mesh& mesh);

}  // namespace scree
