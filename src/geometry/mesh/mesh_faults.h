// The sentences in which a mesh's faults are told: how many, and where the first one is.
#pragma once

#include <utility>
#include <vector>

#include "geometry/mesh/mesh.h"
#include "geometry/mesh/mesh_crossings.h"
#include "geometry/mesh/mesh_topology.h"

namespace scree {

MeshFault degenerate_fault(const Mesh& mesh, const std::vector<std::uint32_t>& triangles);
MeshFault duplicate_fault(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& duplicates);
MeshFault open_fault(const Mesh& mesh, const std::vector<const MeshEdge*>& edges, std::size_t holes);
MeshFault crowded_fault(const Mesh& mesh, const std::vector<const MeshEdge*>& edges);
MeshFault pinched_fault(const Mesh& mesh, const std::vector<std::uint32_t>& vertices);
MeshFault winding_fault(const Mesh& mesh, const MeshTopology& topology,
                        const std::vector<const MeshEdge*>& edges);
MeshFault crossing_fault(const Mesh& mesh, const MeshCrossings& crossings);
void add_side_faults(MeshReport& report);  // shells that are inside out, cavities that face outwards

// "1 edge", "3 edges".
std::string counted(std::size_t count, const char* one, const char* several);

}  // namespace scree
