#include "geometry/mesh/mesh_faults.h"

#include <fmt/format.h>

#include <algorithm>

namespace scree {
namespace {

std::string place(const Vec3& p) { return fmt::format("({:.6g}, {:.6g}, {:.6g})", p[0], p[1], p[2]); }

std::string along(const Mesh& mesh, const MeshEdge& edge) {
  return fmt::format("from {} to {}", place(mesh.vertices[edge.a]), place(mesh.vertices[edge.b]));
}

// The middle of what two triangles' boxes have in common: near enough to find the place.
Vec3 near_both(const Mesh& mesh, std::uint32_t a, std::uint32_t b) {
  Vec3 low[2], high[2];
  for (int side = 0; side < 2; ++side) {
    const Triangle& t = mesh.triangles[side == 0 ? a : b];
    const Vec3 &p = mesh.vertices[t[0]], &q = mesh.vertices[t[1]], &r = mesh.vertices[t[2]];
    low[side] = p.cwiseMin(q).cwiseMin(r);
    high[side] = p.cwiseMax(q).cwiseMax(r);
  }
  return 0.5 * (low[0].cwiseMax(low[1]) + high[0].cwiseMin(high[1]));
}

}  // namespace

std::string counted(std::size_t count, const char* one, const char* several) {
  return fmt::format("{} {}", count, count == 1 ? one : several);
}

MeshFault degenerate_fault(const Mesh& mesh, const std::vector<std::uint32_t>& triangles) {
  const std::uint32_t first = triangles.front();
  return {"degenerate", triangles.size(),
          fmt::format("{} without area, the first number {} at {}",
                      counted(triangles.size(), "triangle", "triangles"), first + 1,
                      place(mesh.vertices[mesh.triangles[first][0]]))};
}

MeshFault duplicate_fault(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& duplicates) {
  const auto [later, earlier] = duplicates.front();
  return {"duplicate", duplicates.size(),
          fmt::format("{} with the corners of an earlier one, the first number {} (as number {})",
                      counted(duplicates.size(), "triangle", "triangles"), later + 1, earlier + 1)};
}

MeshFault open_fault(const Mesh& mesh, const std::vector<const MeshEdge*>& edges, std::size_t holes) {
  return {"open", edges.size(),
          fmt::format("{} around {}, the first {}", counted(edges.size(), "open edge", "open edges"),
                      counted(holes, "hole", "holes"), along(mesh, *edges.front()))};
}

MeshFault crowded_fault(const Mesh& mesh, const std::vector<const MeshEdge*>& edges) {
  return {
      "non-manifold-edge", edges.size(),
      fmt::format("{} with more than two triangles, the first with {} {}",
                  counted(edges.size(), "edge", "edges"), edges.front()->count, along(mesh, *edges.front()))};
}

MeshFault pinched_fault(const Mesh& mesh, const std::vector<std::uint32_t>& vertices) {
  return {
      "non-manifold-vertex", vertices.size(),
      fmt::format("{} where parts of the surface touch in a point only, the first at {}",
                  counted(vertices.size(), "vertex", "vertices"), place(mesh.vertices[vertices.front()]))};
}

MeshFault winding_fault(const Mesh& mesh, const MeshTopology& topology,
                        const std::vector<const MeshEdge*>& edges) {
  const EdgeUse* uses = topology.uses(*edges.front());
  return {"winding", edges.size(),
          fmt::format("{} whose two triangles disagree about which side is outside, the first {} (triangles "
                      "{} and {})",
                      counted(edges.size(), "edge", "edges"), along(mesh, *edges.front()),
                      uses[0].triangle + 1, uses[1].triangle + 1)};
}

MeshFault crossing_fault(const Mesh& mesh, const MeshCrossings& crossings) {
  const MeshCrossings::Pair first = crossings.pairs.front();
  return {"crossing", crossings.pairs.size(),
          fmt::format("it runs through itself: {}{} of triangles cross or touch, the first {} and {} near {}",
                      crossings.complete ? "" : "at least ", counted(crossings.pairs.size(), "pair", "pairs"),
                      first.a + 1, first.b + 1, place(near_both(mesh, first.a, first.b)))};
}

void add_side_faults(MeshReport& report) {
  const auto add = [&](bool cavity, const char* kind, const char* one, const char* several, const char* why) {
    std::size_t count = 0, first = 0;
    for (std::size_t s = report.shells.size(); s-- > 0;) {
      if (!report.shells[s].wrong_side_out || (report.shells[s].inside_of % 2 == 1) != cavity) continue;
      ++count;
      first = s;
    }
    if (count == 0) return;
    const MeshShell& shell = report.shells[first];
    report.faults.push_back(
        {kind, count,
         fmt::format("{}: {}{} has a volume of {:.6g}{}", counted(count, one, several),
                     count == 1 ? "the one" : "the first",
                     fmt::format(" of triangle {}", shell.first_triangle + 1), shell.volume, why)});
  };
  add(false, "inside-out", "shell is inside out", "shells are inside out",
      "; corners run counter-clockwise seen from outside");
  add(true, "cavity", "shell lies inside another and faces outwards too",
      "shells lie inside another and face outwards too", "; the wall of a cavity faces into it");
}

}  // namespace scree
