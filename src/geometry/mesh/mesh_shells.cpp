#include "geometry/mesh/mesh_shells.h"

#include <algorithm>
#include <cmath>

#include "base/math.h"

namespace scree {
namespace {

// Solid angle of a triangle seen from p, over 4 pi (A. van Oosterom and J. Strackee, 1983). Summed over a
// closed surface it counts how often it goes around p.
double turns_around(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 u = a - p, v = b - p, w = c - p;
  const double x = u.norm(), y = v.norm(), z = w.norm();
  const double numerator = u.dot(v.cross(w));
  const double denominator = x * y * z + u.dot(v) * z + v.dot(w) * x + w.dot(u) * y;
  if (numerator == 0) return 0;  // in the plane of p; beside it, as p is not on the surface
  return math::atan2(numerator, denominator) / (2 * math::pi);
}

}  // namespace

std::vector<MeshShell> measure_shells(const Mesh& mesh, const MeshTopology& topology,
                                      const std::vector<std::uint32_t>& number) {
  std::vector<MeshShell> shells;
  const auto [low, high] = box_around(mesh.vertices);
  const Vec3 middle = 0.5 * (low + high);  // a near origin keeps the roundings small
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    if (number[i] == no_shell) continue;
    if (number[i] == shells.size()) {
      shells.emplace_back();
      shells.back().closed = true;
      shells.back().first_triangle = i;
    }
    const Triangle& t = mesh.triangles[i];
    const Vec3 a = mesh.vertices[t[0]] - middle, b = mesh.vertices[t[1]] - middle,
               c = mesh.vertices[t[2]] - middle;
    MeshShell& shell = shells[number[i]];
    ++shell.triangles;
    const Vec3 ab = b - a, ac = c - a;
    const Vec3 normal = ab.cross(ac);
    shell.volume += a.dot(normal) / 6;
    shell.area += normal.norm() / 2;
  }
  std::vector<std::uint32_t> there;  // shells at an edge
  for (const MeshEdge& edge : topology.edges()) {
    const EdgeUse* uses = topology.uses(edge);
    there.clear();
    for (std::uint32_t k = 0; k < edge.count; ++k) there.push_back(number[uses[k].triangle]);
    std::sort(there.begin(), there.end());
    for (std::size_t k = 0; k < there.size(); ++k) {
      const bool alone =
          (k == 0 || there[k - 1] != there[k]) && (k + 1 == there.size() || there[k + 1] != there[k]);
      if (alone) shells[there[k]].closed = false;
    }
  }
  return shells;
}

bool find_nesting(const Mesh& mesh, const std::vector<std::uint32_t>& number,
                  std::vector<MeshShell>& shells) {
  const std::size_t closed = static_cast<std::size_t>(
      std::count_if(shells.begin(), shells.end(), [](const MeshShell& s) { return s.closed; }));
  if (closed > most_nested_shells) return false;
  if (closed < 2) return true;
  std::vector<std::vector<std::uint32_t>> members(shells.size());
  std::vector<Vec3> low(shells.size()), high(shells.size());
  for (std::size_t i = 0; i < number.size(); ++i) {
    if (number[i] == no_shell || !shells[number[i]].closed) continue;
    const std::uint32_t s = number[i];
    for (const std::uint32_t v : mesh.triangles[i]) {
      const Vec3& p = mesh.vertices[v];
      const bool first = members[s].empty();
      low[s] = first ? p : Vec3(low[s].cwiseMin(p));
      high[s] = first ? p : Vec3(high[s].cwiseMax(p));
      if (first) members[s].push_back(static_cast<std::uint32_t>(i));
    }
    if (members[s].back() != i) members[s].push_back(static_cast<std::uint32_t>(i));
  }
  for (std::size_t inner = 0; inner < shells.size(); ++inner) {
    if (!shells[inner].closed) continue;
    const Vec3& p = mesh.vertices[mesh.triangles[members[inner].front()][0]];
    for (std::size_t outer = 0; outer < shells.size(); ++outer) {
      if (outer == inner || !shells[outer].closed) continue;
      if ((p.array() < low[outer].array()).any() || (p.array() > high[outer].array()).any()) continue;
      double turns = 0;
      for (const std::uint32_t i : members[outer]) {
        const Triangle& t = mesh.triangles[i];
        turns += turns_around(p, mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]);
      }
      shells[inner].inside_of += std::abs(turns) > 0.5;
    }
  }
  return true;
}

}  // namespace scree
