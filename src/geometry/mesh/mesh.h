// Surfaces made of triangles, as mesh files hold them: what is wrong with one as the boundary of a solid, and
// what can be put right without guessing. docs/meshes.md explains the words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/vector.h"
#include "geometry/solid/mass.h"

namespace scree {

struct Mesh {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
};

// Smaller than an atom, or larger than the solar system: somebody has lost a unit. Between these limits no
// moment of inertia (a fifth power of a length) leaves the range of a double.
inline constexpr double least_mesh_size = 1e-12;
inline constexpr double largest_coordinate = 1e15;
// Vertices nearer to each other than this share of the size (the diagonal of the box) may become one.
inline constexpr double weld_tolerance = 1e-6;
// More shells than this are not looked at for which lies in which, more crossings are not counted, and more
// pairs of triangles with overlapping boxes are not tested (beside thirty for each triangle, twice what a
// usual surface has).
inline constexpr std::size_t most_nested_shells = 1000;
inline constexpr std::size_t most_crossings = 1000;
inline constexpr std::size_t most_crossing_tests = 20'000'000;

// One reason why a mesh is no sound solid. The kind is for programs:
//   numbers, degenerate, duplicate, open, non-manifold-edge, non-manifold-vertex, winding, crossing,
//   crossing-unknown, inside-out, cavity, nesting-unknown, flat
struct MeshFault {
  std::string kind;
  std::size_t count = 0;
  std::string text;  // a whole sentence for people, with the first place
};

// A connected part of the surface: triangles that hang together by edges.
struct MeshShell {
  std::size_t triangles = 0;
  std::size_t first_triangle = 0;
  bool closed = false;  // every edge has two triangles or, where shells touch, more
  double volume = 0;    // signed; of an open shell it means nothing
  double area = 0;
  std::size_t inside_of = 0;  // how many closed shells lie around this one
  bool wrong_side_out = false;
};

struct MeshReport {
  std::size_t triangles = 0;
  std::size_t raw_vertices = 0;
  std::size_t vertices = 0;  // used, after welding
  std::size_t exact_duplicates = 0;
  std::size_t near_duplicates = 0;  // welded within weld_tolerance, because edges were open without
  std::size_t unused_vertices = 0;
  std::size_t degenerate = 0;  // triangles without an area
  std::size_t duplicates = 0;  // triangles with the corners of an earlier one
  std::size_t edges = 0;
  std::size_t open_edges = 0;
  std::size_t holes = 0;  // groups of open edges that hang together
  std::size_t non_manifold_edges = 0;
  std::size_t non_manifold_vertices = 0;
  std::size_t winding_conflicts = 0;  // edges that both neighbours run along in the same direction
  std::size_t crossings = 0;          // pairs of triangles that cross or touch away from common corners
  bool crossings_complete = true;     // false: the search was given up, there may be more
  std::vector<MeshShell> shells;
  std::int64_t euler = 0;             // vertices - edges + triangles
  std::optional<std::int64_t> genus;  // of all shells together; of a closed manifold surface only

  bool closed = false;         // no open edge
  bool manifold = false;       // and at most two triangles at an edge, one fan of triangles around a vertex
  bool oriented = false;       // neighbours agree about which side is outside
  std::optional<bool> convex;  // of a closed surface

  Vec3 low = Vec3::Zero(), high = Vec3::Zero();  // corners of the box around it
  double area = 0;
  // Of a closed, manifold, oriented surface:
  std::optional<double> volume;
  std::optional<Vec3> centroid;
  std::optional<Vec3> moments;  // principal, about the centroid, at density 1, rising
  std::optional<double> hull_volume;
  std::string no_hull;  // why there is none

  std::vector<MeshFault> faults;
  bool sound() const { return faults.empty(); }
};

MeshReport inspect(const Mesh& mesh);

// Why the numbers of a mesh cannot be worked with at all (no triangles, not finite, too small, an index that
// names no vertex); empty when they can.
std::string unusable_numbers(const Mesh& mesh);

// The same triangles on vertices that are different points: exact duplicates become one; where edges are
// open then, and fewer are with near duplicates welded too, those as well. Unused vertices are dropped,
// triangles keep their numbers.
struct Welded {
  Mesh mesh;
  std::size_t exact_duplicates = 0;
  std::size_t near_duplicates = 0;
  std::size_t unused_vertices = 0;
};
Welded weld(const Mesh& mesh);

// Welds; drops triangles without area and duplicates (of a pair back to back, both); turns triangles until
// neighbours agree, and shells until they face outwards, cavities inwards. Holes and crossings stay.
struct Repaired {
  Mesh mesh;
  std::vector<std::string> done;  // one sentence per kind of change; empty: nothing was to do
};
Repaired repair(const Mesh& mesh);

}  // namespace scree
