#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "geometry/hull/hull.h"
#include "geometry/mesh/mesh.h"
#include "geometry/mesh/mesh_crossings.h"
#include "geometry/mesh/mesh_faults.h"
#include "geometry/mesh/mesh_shells.h"
#include "geometry/mesh/mesh_topology.h"

namespace scree {
namespace {

// Surfaces that enclose less than this share of the cube of their size enclose nothing.
constexpr double least_volume_share = 1e-12;
// The hull may exceed a convex mesh by what float32 corners and the tolerance of the hull make of it.
constexpr double convex_tolerance = 1e-5;

// Every triangle that lies beyond an edge bends away from the first one's side, up to the tolerance of a
// hull.
bool bends_outwards(const Mesh& mesh, const MeshTopology& topology, double size) {
  for (const MeshEdge& edge : topology.edges()) {
    if (edge.count != 2) return false;
    const EdgeUse* uses = topology.uses(edge);
    const Triangle &t = mesh.triangles[uses[0].triangle], &u = mesh.triangles[uses[1].triangle];
    const Vec3& a = mesh.vertices[t[0]];
    const Vec3 ab = mesh.vertices[t[1]] - a, ac = mesh.vertices[t[2]] - a;
    const Vec3 normal = ab.cross(ac);
    const double length = normal.norm();
    if (length == 0) continue;
    for (const std::uint32_t v : u) {
      if (v == edge.a || v == edge.b) continue;
      const Vec3 beyond = mesh.vertices[v] - a;
      if (beyond.dot(normal) > hull_tolerance * size * length) return false;
    }
  }
  return true;
}

void look_at_triangles(const Mesh& mesh, MeshReport& report) {
  std::vector<std::uint32_t> degenerate;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
    if (collapsed(mesh.triangles[i]) || is_flat(mesh, mesh.triangles[i]))
      degenerate.push_back(static_cast<std::uint32_t>(i));
  report.degenerate = degenerate.size();
  if (!degenerate.empty()) report.faults.push_back(degenerate_fault(mesh, degenerate));
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> duplicates = duplicate_triangles(mesh);
  report.duplicates = duplicates.size();
  if (!duplicates.empty()) report.faults.push_back(duplicate_fault(duplicates));
}

void look_at_edges(const Mesh& mesh, const MeshTopology& topology, MeshReport& report) {
  std::vector<const MeshEdge*> open, crowded, conflicts;
  for (const MeshEdge& edge : topology.edges()) {
    const EdgeUse* uses = topology.uses(edge);
    if (edge.count == 1) open.push_back(&edge);
    if (edge.count > 2) crowded.push_back(&edge);
    if (edge.count == 2 && uses[0].forward == uses[1].forward) conflicts.push_back(&edge);
  }
  Groups around(mesh.vertices.size());
  for (const MeshEdge* edge : open) around.join(edge->a, edge->b);
  std::vector<std::uint32_t> rims;
  for (const MeshEdge* edge : open) rims.push_back(around.root(edge->a));
  std::sort(rims.begin(), rims.end());
  rims.erase(std::unique(rims.begin(), rims.end()), rims.end());

  const std::vector<std::uint32_t> pinched = non_manifold_vertices(mesh, topology);
  report.edges = topology.edges().size();
  report.open_edges = open.size();
  report.holes = rims.size();
  report.non_manifold_edges = crowded.size();
  report.winding_conflicts = conflicts.size();
  report.non_manifold_vertices = pinched.size();
  report.closed = open.empty() && report.edges > 0;
  report.manifold = report.closed && crowded.empty() && pinched.empty();
  // At a crowded edge nobody can say who agrees with whom.
  report.oriented = conflicts.empty() && crowded.empty();
  if (!open.empty()) report.faults.push_back(open_fault(mesh, open, rims.size()));
  if (!crowded.empty()) report.faults.push_back(crowded_fault(mesh, crowded));
  if (!pinched.empty()) report.faults.push_back(pinched_fault(mesh, pinched));
  if (!conflicts.empty()) report.faults.push_back(winding_fault(mesh, topology, conflicts));
}

void look_at_shells(const Mesh& mesh, const std::vector<std::uint32_t>& number, MeshReport& report) {
  if (!report.closed || !report.oriented) return;
  const bool clear = report.crossings == 0 && report.crossings_complete;
  if (clear && !find_nesting(mesh, number, report.shells)) {
    report.faults.push_back({"nesting-unknown", report.shells.size(),
                             fmt::format("{} separate shells are too many to find out which lies in which; "
                                         "at most {} are looked at",
                                         report.shells.size(), most_nested_shells)});
    return;
  }
  for (MeshShell& shell : report.shells)
    shell.wrong_side_out = shell.inside_of % 2 == 0 ? shell.volume < 0 : shell.volume > 0;
  add_side_faults(report);
}

void measure_solid(const Mesh& mesh, const MeshTopology& topology, double size, MeshReport& report) {
  const Expected<Polyhedron> hull = convex_hull(mesh.vertices);
  if (hull) {
    std::vector<Triangle> triangles;
    for (std::size_t f = 0; f < (*hull).faces(); ++f) {
      const std::span<const std::uint32_t> corners = (*hull).corners_of(f);
      for (std::size_t k = 2; k < corners.size(); ++k)
        triangles.push_back({corners[0], corners[k - 1], corners[k]});
    }
    report.hull_volume = mass_of((*hull).vertices, triangles).volume;
  } else {
    report.no_hull = hull.error();
  }
  if (!report.closed || !report.manifold || !report.oriented) return;
  report.genus = static_cast<std::int64_t>(report.shells.size()) - report.euler / 2;
  double volume = 0;
  for (const MeshShell& shell : report.shells) volume += shell.volume;
  report.volume = volume;
  if (std::abs(volume) <= least_volume_share * size * size * size) {
    report.faults.push_back({"flat", 1, fmt::format("it encloses no volume: {:.6g}", volume)});
    return;
  }
  const MassProperties mass = mass_of(mesh.vertices, mesh.triangles);
  report.volume = mass.volume;
  report.centroid = mass.centroid;
  if (volume < 0) return;  // inside out: a fault of its own
  report.moments = principal_axes(mass.inertia).moments;
  report.convex = report.shells.size() == 1 && report.genus == 0 && bends_outwards(mesh, topology, size) &&
                  (!report.hull_volume || *report.hull_volume - volume <= convex_tolerance * volume);
}

}  // namespace

std::string unusable_numbers(const Mesh& mesh) {
  if (mesh.triangles.empty()) return "it has no triangles; a solid needs at least four";
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
    for (const std::uint32_t v : mesh.triangles[i])
      if (v >= mesh.vertices.size())
        return fmt::format("triangle {} names vertex {}, but there are {}", i + 1,
                           static_cast<std::uint64_t>(v) + 1, mesh.vertices.size());
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
    for (int k = 0; k < 3; ++k)
      if (!std::isfinite(mesh.vertices[v][k]) || std::abs(mesh.vertices[v][k]) > largest_coordinate)
        return fmt::format("{} of vertex {} is {}; coordinates are finite numbers up to {:g}", "xyz"[k],
                           v + 1, mesh.vertices[v][k], largest_coordinate);
  std::vector<Vec3> used;
  used.reserve(mesh.vertices.size());
  std::vector<bool> is_used(mesh.vertices.size());
  for (const Triangle& t : mesh.triangles)
    for (const std::uint32_t v : t) is_used[v] = true;
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
    if (is_used[v]) used.push_back(mesh.vertices[v]);
  const auto [low, high] = box_around(used);
  const double size = (high - low).maxCoeff();
  if (size < least_mesh_size)
    return fmt::format(
        "it is too small: {:.3g} across, where at least {:g} is needed (lengths are metres; "
        "has a unit been lost?)",
        size, least_mesh_size);
  return "";
}

MeshReport inspect(const Mesh& mesh) {
  MeshReport report;
  report.triangles = mesh.triangles.size();
  report.raw_vertices = mesh.vertices.size();
  if (const std::string reason = unusable_numbers(mesh); !reason.empty()) {
    report.faults.push_back({"numbers", 1, reason});
    return report;
  }
  const Welded welded = weld(mesh);
  const Mesh& own = welded.mesh;
  report.vertices = own.vertices.size();
  report.exact_duplicates = welded.exact_duplicates;
  report.near_duplicates = welded.near_duplicates;
  report.unused_vertices = welded.unused_vertices;
  std::tie(report.low, report.high) = box_around(own.vertices);
  const double size = (report.high - report.low).maxCoeff();

  look_at_triangles(own, report);
  const MeshTopology topology(own);
  look_at_edges(own, topology, report);
  const std::vector<std::uint32_t> number = number_shells(own, topology, Through::every_edge);
  report.shells = measure_shells(own, topology, number);
  for (const MeshShell& shell : report.shells) report.area += shell.area;
  const auto drawn = static_cast<std::int64_t>(std::count_if(
      own.triangles.begin(), own.triangles.end(), [](const Triangle& t) { return !collapsed(t); }));
  report.euler = static_cast<std::int64_t>(report.vertices) - static_cast<std::int64_t>(report.edges) + drawn;

  const MeshCrossings crossings = find_crossings(own);
  report.crossings = crossings.pairs.size();
  report.crossings_complete = crossings.complete;
  if (!crossings.pairs.empty())
    report.faults.push_back(crossing_fault(own, crossings));
  else if (!crossings.complete)
    report.faults.push_back({"crossing-unknown", 0,
                             "whether it crosses itself is not known: too many of its triangles lie close "
                             "together to test every pair"});
  look_at_shells(own, number, report);
  measure_solid(own, topology, size, report);
  return report;
}

}  // namespace scree
