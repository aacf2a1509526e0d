// Convex polyhedra: corners, faces as polygons with their planes, and the half-edges between them.
//
// A polyhedron is at once the hull of its vertices and the intersection of its planes: both agree to a few
// roundings (geometry/hull/hull.h sees to that), so that an algorithm may use either.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/vector.h"
#include "geometry/solid/mass.h"

namespace scree {

// Kernels read it as four doubles.
struct alignas(32) Plane {
  Vec3 normal;        // unit, points out of the solid
  double offset = 0;  // the solid is where normal . x <= offset
};
static_assert(sizeof(Plane) == 4 * sizeof(double));

struct Polyhedron {
  std::vector<Vec3> vertices;
  std::vector<Plane> planes;  // one per face
  // Corners of face f: corners[face_start[f] .. face_start[f + 1]], counter-clockwise seen from outside.
  std::vector<std::uint32_t> face_start;
  std::vector<std::uint32_t> corners;
  // Half-edges h and h ^ 1 run along the same edge in opposite directions, each with its face on the left.
  struct HalfEdge {
    std::uint32_t origin;  // vertex
    std::uint32_t next;    // half-edge of the same face that goes on from here
    std::uint32_t face;
  };
  std::vector<HalfEdge> half_edges;
  // Edges that leave vertex v: star[star_start[v] .. star_start[v + 1]].
  struct StarEdge {
    std::uint32_t to, left, right;  // vertex and faces
  };
  std::vector<std::uint32_t> star_start;
  std::vector<StarEdge> star;
  // The same for solids small enough to name everything by a bit: who meets at a vertex, itself included.
  static constexpr std::size_t most_bits = 64;
  struct alignas(32) Meeting {
    enum Kind { vertices, faces, edges };
    std::int64_t bits[4] = {};  // of each kind; kernels read them at once
    void add(Kind kind, std::uint32_t number) {
      bits[kind] |= static_cast<std::int64_t>(std::uint64_t{1} << number);
    }
  };
  struct ShortEdge {
    std::uint8_t from, to, left, right;
  };
  std::vector<Meeting> meetings;       // per vertex, and nothing for some more; empty for larger solids
  std::vector<ShortEdge> short_edges;  // likewise

  std::size_t faces() const { return planes.size(); }
  std::size_t edges() const { return half_edges.size() / 2; }
  std::span<const std::uint32_t> corners_of(std::size_t face) const {
    return {corners.data() + face_start[face], face_start[face + 1] - face_start[face]};
  }
};

// How far vertices and planes may disagree, and what counts as convex: eight roundings of the longest side
// of the box about it, or of its distance from the origin where that is larger.
double rounding_of(const Polyhedron& polyhedron);

// Half-edges from faces, in the order of their (lower, higher) vertices; the even one runs from the lower
// to the higher. False, and no half-edges, when the faces do not close.
bool link_half_edges(Polyhedron& polyhedron);

// What is wrong with it as a convex polyhedron, or nothing: edges and counts (V - E + F = 2), unit normals
// that point outwards, vertices on the planes of their faces and behind all others. Looks at every vertex
// against every plane.
std::string check_polyhedron(const Polyhedron& polyhedron);

MassProperties mass_of(const Polyhedron& polyhedron);

// Every vertex v becomes rotation (v + shift_before); planes are fitted again. When the vertices come from
// far away (shift_before is large) their old roundings are polished off, too.
Polyhedron transformed(const Polyhedron& polyhedron, const Mat3& rotation, const Vec3& shift_before);

// A polyhedron in its own frame: origin in the centroid, axes along the principal axes.
struct PrincipalForm {
  Polyhedron polyhedron;
  MassProperties mass;  // in its own frame: centroid zero and inertia diagonal, moments rising
  Vec3 centroid;        // of the given polyhedron: given point = axes (own point) + centroid
  Mat3 axes;
};
PrincipalForm principal_form(const Polyhedron& polyhedron);

}  // namespace scree
