// The shells of a mesh: their volumes, and which lies inside which.
#pragma once

#include "geometry/mesh/mesh.h"
#include "geometry/mesh/mesh_topology.h"

namespace scree {

// `number` as number_shells gives it. A shell is closed when each of its edges has two of its triangles or
// more.
std::vector<MeshShell> measure_shells(const Mesh& mesh, const MeshTopology& topology,
                                      const std::vector<std::uint32_t>& number);

// Fills in `inside_of`, for closed shells that do not cross. False: there are too many.
bool find_nesting(const Mesh& mesh, const std::vector<std::uint32_t>& number, std::vector<MeshShell>& shells);

}  // namespace scree
