#include <fmt/format.h>

#include <algorithm>

#include "geometry/mesh/mesh.h"
#include "geometry/mesh/mesh_crossings.h"
#include "geometry/mesh/mesh_faults.h"
#include "geometry/mesh/mesh_shells.h"
#include "geometry/mesh/mesh_topology.h"

namespace scree {
namespace {

void turn(Triangle& t) { std::swap(t[1], t[2]); }

// Removes the marked triangles.
void drop(Mesh& mesh, const std::vector<bool>& marked) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
    if (!marked[i]) mesh.triangles[kept++] = mesh.triangles[i];
  mesh.triangles.resize(kept);
}

void drop_unused_vertices(Mesh& mesh) {
  std::vector<bool> used(mesh.vertices.size());
  for (const Triangle& t : mesh.triangles)
    for (const std::uint32_t v : t) used[v] = true;
  std::vector<std::uint32_t> number(mesh.vertices.size());
  std::uint32_t kept = 0;
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    if (!used[v]) continue;
    mesh.vertices[kept] = mesh.vertices[v];
    number[v] = kept++;
  }
  mesh.vertices.resize(kept);
  for (Triangle& t : mesh.triangles)
    for (std::uint32_t& v : t) v = number[v];
}

std::size_t drop_collapsed(Mesh& mesh) {
  const std::size_t before = mesh.triangles.size();
  std::erase_if(mesh.triangles, collapsed);
  return before - mesh.triangles.size();
}

// The third corner of a triangle with this edge.
std::uint32_t opposite(const Triangle& t, const MeshEdge& edge) {
  for (const std::uint32_t v : t)
    if (v != edge.a && v != edge.b) return v;
  return t[0];
}

bool has_edge(const MeshTopology& topology, std::uint32_t a, std::uint32_t b) {
  const std::pair<std::uint32_t, std::uint32_t> wanted(std::min(a, b), std::max(a, b));
  const auto found =
      std::lower_bound(topology.edges().begin(), topology.edges().end(), wanted,
                       [](const MeshEdge& e, const auto& key) { return std::pair(e.a, e.b) < key; });
  return found != topology.edges().end() && std::pair(found->a, found->b) == wanted;
}

// A triangle whose three corners lie on a line cannot be left out: its long edge and its two short ones would
// be open. But its neighbour at the long edge can be cut in two at the middle corner, which replaces both.
//
// Fans of flat triangles lose one in a round: after so many rounds the rest stays, and is reported.
constexpr int most_rounds = 60;
std::size_t cut_flat_away(Mesh& mesh) {
  std::size_t done = 0;
  bool again = true;
  for (int round = 0; again && round < most_rounds; ++round) {
    again = false;
    const MeshTopology topology(mesh);
    std::vector<bool> busy(mesh.triangles.size());
    for (const MeshEdge& edge : topology.edges()) {
      if (edge.count != 2) continue;
      const EdgeUse* uses = topology.uses(edge);
      for (int k = 0; k < 2; ++k) {
        const std::uint32_t flat = uses[k].triangle, other = uses[1 - k].triangle;
        if (busy[flat] || busy[other] || uses[0].forward == uses[1].forward) continue;
        if (!is_flat(mesh, mesh.triangles[flat]) || is_flat(mesh, mesh.triangles[other])) continue;
        const std::uint32_t c = opposite(mesh.triangles[flat], edge);
        const std::uint32_t d = opposite(mesh.triangles[other], edge);
        const Vec3 &a = mesh.vertices[edge.a], &b = mesh.vertices[edge.b], &m = mesh.vertices[c];
        const bool between = (m - a).dot(b - a) > 0 && (m - b).dot(a - b) > 0;
        if (!between || c == d || has_edge(topology, c, d)) continue;
        // `other` runs along the edge from p to q.
        const std::uint32_t p = uses[1 - k].forward ? edge.a : edge.b,
                            q = uses[1 - k].forward ? edge.b : edge.a;
        mesh.triangles[other] = {p, c, d};
        mesh.triangles[flat] = {c, q, d};
        busy[flat] = busy[other] = true;
        ++done;
        again = true;
      }
    }
  }
  return done;
}

struct Dropped {
  std::size_t copies = 0;
  std::size_t walls = 0;  // pairs back to back
};

// Of triangles with the same corners one is kept if most face one way, and none if as many face the other
// way: a wall with the solid on both sides is inside of it.
Dropped drop_duplicates(Mesh& mesh) {
  Dropped out;
  std::vector<bool> marked(mesh.triangles.size());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs = duplicate_triangles(mesh);
  std::sort(pairs.begin(), pairs.end(), [](const auto& x, const auto& y) {
    return x.second != y.second ? x.second < y.second : x.first < y.first;
  });
  for (std::size_t i = 0; i < pairs.size();) {
    const std::uint32_t first = pairs[i].second;
    std::size_t end = i, same = 1, against = 0;
    for (; end < pairs.size() && pairs[end].second == first; ++end)
      ++(rises(mesh.triangles[pairs[end].first]) == rises(mesh.triangles[first]) ? same : against);
    for (; i < end; ++i) marked[pairs[i].first] = true;
    const std::size_t walls = std::min(same, against);
    out.walls += walls;
    out.copies += same + against - 2 * walls;
    if (same == against)
      marked[first] = true;
    else
      --out.copies;
    if (against > same) turn(mesh.triangles[first]);
  }
  drop(mesh, marked);
  return out;
}

// Turns triangles until neighbours agree, within each patch that hangs together by edges with two triangles.
// In a patch the fewer ones are turned. Counts the turned.
std::size_t agree(Mesh& mesh, const MeshTopology& topology) {
  const std::size_t count = mesh.triangles.size();
  struct Link {
    std::uint32_t from, to;
    bool against;  // they disagree
  };
  std::vector<Link> links;
  for (const MeshEdge& edge : topology.edges()) {
    if (edge.count != 2) continue;
    const EdgeUse* uses = topology.uses(edge);
    const bool against = uses[0].forward == uses[1].forward;
    links.push_back({uses[0].triangle, uses[1].triangle, against});
    links.push_back({uses[1].triangle, uses[0].triangle, against});
  }
  std::sort(links.begin(), links.end(),
            [](const Link& x, const Link& y) { return x.from != y.from ? x.from < y.from : x.to < y.to; });
  std::vector<std::size_t> start(count + 1, 0);
  for (const Link& link : links) ++start[link.from + 1];
  for (std::size_t i = 0; i < count; ++i) start[i + 1] += start[i];
  std::vector<char> seen(count), turned(count);
  std::vector<std::uint32_t> patch;
  std::size_t changes = 0;
  for (std::uint32_t seed = 0; seed < count; ++seed) {
    if (seen[seed]) continue;
    patch.assign(1, seed);
    seen[seed] = 1;
    std::size_t turns = 0;
    for (std::size_t k = 0; k < patch.size(); ++k) {
      for (std::size_t l = start[patch[k]]; l < start[patch[k] + 1]; ++l) {
        if (seen[links[l].to]) continue;
        seen[links[l].to] = 1;
        turned[links[l].to] = static_cast<char>(turned[patch[k]] ^ static_cast<char>(links[l].against));
        turns += static_cast<std::size_t>(turned[links[l].to]);
        patch.push_back(links[l].to);
      }
    }
    const bool most = 2 * turns > patch.size();
    changes += most ? patch.size() - turns : turns;
    for (const std::uint32_t i : patch)
      if ((turned[i] != 0) != most) turn(mesh.triangles[i]);
  }
  return changes;
}

struct Sides {
  std::size_t outwards = 0;
  std::size_t cavities = 0;
};

Sides face_outwards(Mesh& mesh) {
  Sides out;
  const MeshTopology topology(mesh);
  const std::vector<std::uint32_t> number = number_shells(mesh, topology, Through::manifold_edges);
  std::vector<MeshShell> shells = measure_shells(mesh, topology, number);
  const MeshCrossings crossings = find_crossings(mesh);
  if (crossings.pairs.empty() && crossings.complete) find_nesting(mesh, number, shells);
  for (MeshShell& shell : shells) {
    const bool cavity = shell.inside_of % 2 == 1;
    shell.wrong_side_out = shell.closed && (cavity ? shell.volume > 0 : shell.volume < 0);
    if (shell.wrong_side_out) ++(cavity ? out.cavities : out.outwards);
  }
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
    if (shells[number[i]].wrong_side_out) turn(mesh.triangles[i]);
  return out;
}

}  // namespace

Repaired repair(const Mesh& mesh) {
  Repaired out;
  if (!unusable_numbers(mesh).empty()) {
    out.mesh = mesh;
    return out;
  }
  Welded welded = weld(mesh);
  out.mesh = std::move(welded.mesh);
  const auto say = [&](std::size_t count, const char* one, const char* several, const char* what) {
    if (count > 0) out.done.push_back(fmt::format("{} {}", counted(count, one, several), what));
  };
  say(welded.exact_duplicates, "vertex", "vertices", "welded to another at the same point");
  say(welded.near_duplicates, "vertex", "vertices",
      fmt::format("welded to another within {:g} of the size", weld_tolerance).c_str());
  say(welded.unused_vertices, "vertex", "vertices", "without a triangle left out");
  say(drop_collapsed(out.mesh), "triangle", "triangles", "with two corners at one point left out");
  say(cut_flat_away(out.mesh), "triangle", "triangles", "with its corners on a line replaced");
  const Dropped dropped = drop_duplicates(out.mesh);
  say(dropped.copies, "triangle", "triangles", "with the corners of another left out");
  say(dropped.walls, "pair", "pairs", "of triangles back to back left out");
  say(agree(out.mesh, MeshTopology(out.mesh)), "triangle", "triangles",
      "turned to agree with the neighbours");
  const Sides sides = face_outwards(out.mesh);
  say(sides.outwards, "shell", "shells", "turned to face outwards");
  say(sides.cavities, "shell", "shells", "inside another turned to be a cavity");
  drop_unused_vertices(out.mesh);
  return out;
}

}  // namespace scree
