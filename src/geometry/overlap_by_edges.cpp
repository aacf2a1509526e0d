#include "geometry/overlap_by_edges.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "base/lanes.h"
#include "base/processor.h"

namespace scree {
namespace {

using Point = Triple<double>;

constexpr int most_faces = 32, most_vertices = 64, most_edges = 96;
constexpr std::uint8_t nobody = 0xff;
constexpr std::uint16_t no_corner = 0xffff;

// A corner that lies in a plane of the other body, to this share of their size, may be found above it and, by
// another sum, below it: faces in one plane would count twice.
constexpr double in_plane = 1e-12;

// Edges of a body so much larger than the other one round too much.
constexpr double huge = 64;

// The layer is thicker than the overlap by this share of the bodies' size, so that it holds all that
// rounding could put there.
constexpr double margin = 1e-10;

// What of one body takes part: corners in the layer, the faces and edges that meet there, and the far ends of
// these edges.
struct Side {
  int faces = 0, vertices = 0, edges = 0;
  std::uint32_t face[most_faces];                                                      // numbers in the shape
  alignas(32) double x[most_faces], y[most_faces], z[most_faces], offset[most_faces];  // planes
  std::uint32_t vertex[most_vertices];
  Point position[most_vertices];
  // Heights over the planes of the other side, and bit k where that over plane k is above 0.
  alignas(32) double height[most_vertices][most_faces];
  std::uint32_t above[most_vertices];
  struct Edge {
    std::uint8_t from, to, left, right;  // places of its ends and faces in this side
  };
  Edge edge[most_edges];
  std::vector<std::uint8_t> place_of_face, place_of_vertex;  // of the shape's, or nobody
  std::vector<double> along;  // all vertices of the shape, measured across the layer

  Point normal(int f) const { return {x[f], y[f], z[f]}; }
  double measure(const PlacedSolid& body, const Vec3& direction);
  bool gather(const PlacedSolid& body, const Vec3& d, double threshold);
  bool gather_stars(const Polyhedron& shape);
  void put_plane(int f, const Plane& plane, const Vec3& d);
  void pad_planes();
  void be_half_space(const Plane& plane);
};

// How far the body reaches.
double Side::measure(const PlacedSolid& body, const Vec3& direction) {
  const std::size_t count = body.vertices.size();
  if (along.size() < count) along.resize(count);
  double furthest = -std::numeric_limits<double>::infinity();
  for (std::size_t v = 0; v < count; ++v) {
    along[v] = direction.dot(body.vertices[v]);
    furthest = std::max(furthest, along[v]);
  }
  return furthest;
}

// From the corners in the layer to their faces, edges and neighbours. What is already there is written once
// more behind the end of its list, and not counted: a processor cannot guess which is which. (Numbers are
// kept in registers: bytes that are written may be anything, as far as the compiler knows.)
bool Side::gather_stars(const Polyhedron& shape) {
  int face_count = 0, vertex_count = vertices, edge_count = 0;
  const int in_layer = vertices;
  const std::uint32_t* const star_start = shape.star_start.data();
  const Polyhedron::StarEdge* const star = shape.star.data();
  std::uint8_t* const of_face = place_of_face.data();
  std::uint8_t* const of_vertex = place_of_vertex.data();
  const auto place = [](std::uint8_t& known, std::uint32_t* list, int& count, std::uint32_t number) {
    list[count] = number;
    const std::uint8_t before = known;
    const bool is_new = before == nobody;
    const std::uint8_t here = is_new ? static_cast<std::uint8_t>(count) : before;
    known = here;
    count += is_new;
    return here;
  };
  bool fits = true;
  for (int n = 0; n < in_layer; ++n) {
    const std::uint32_t begin = star_start[vertex[n]], end = star_start[vertex[n] + 1];
    const int more = static_cast<int>(end - begin);
    fits = face_count + more <= most_faces && vertex_count + more <= most_vertices &&
           edge_count + more <= most_edges;
    if (!fits) break;
    for (std::uint32_t s = begin; s < end; ++s) {
      const auto [to, left, right] = star[s];
      const std::uint8_t on_left = place(of_face[left], face, face_count, left);
      const std::uint8_t on_right = place(of_face[right], face, face_count, right);
      const std::uint8_t far = place(of_vertex[to], vertex, vertex_count, to);
      edge[edge_count] = {static_cast<std::uint8_t>(n), far, on_left, on_right};
      edge_count += far > n;  // else it came from its other end
    }
  }
  faces = face_count;
  vertices = vertex_count;
  edges = edge_count;
  return fits;
}

void Side::put_plane(int f, const Plane& plane, const Vec3& d) {
  x[f] = plane.normal.x();
  y[f] = plane.normal.y();
  z[f] = plane.normal.z();
  offset[f] = plane.offset + plane.normal.dot(d);
}

void Side::pad_planes() {
  for (int f = faces; f % lane_count; ++f) {  // planes that everything is below
    x[f] = y[f] = z[f] = 0;
    offset[f] = std::numeric_limits<double>::infinity();
  }
}

void Side::be_half_space(const Plane& plane) {
  faces = 1;
  vertices = edges = 0;
  put_plane(0, plane, Vec3::Zero());
  pad_planes();
}

// The layer holds what reaches beyond the threshold. False when too much takes part.
bool Side::gather(const PlacedSolid& body, const Vec3& d, double threshold) {
  const std::size_t all_faces = body.planes.size(), all_vertices = body.vertices.size();
  if (place_of_face.size() < all_faces) place_of_face.resize(all_faces, nobody);
  if (place_of_vertex.size() < all_vertices) place_of_vertex.resize(all_vertices, nobody);
  faces = edges = 0;
  int in_layer = 0;
  for (std::uint32_t v = 0; v < all_vertices; ++v) {
    if (in_layer == most_vertices) return false;
    vertex[in_layer] = v;
    in_layer += along[v] > threshold;
  }
  vertices = in_layer;
  for (int n = 0; n < in_layer; ++n) place_of_vertex[vertex[n]] = static_cast<std::uint8_t>(n);
  const bool fits = gather_stars(*body.shape);
  for (int n = 0; n < vertices; ++n) place_of_vertex[vertex[n]] = nobody;
  for (int f = 0; f < faces; ++f) place_of_face[face[f]] = nobody;
  for (int n = 0; n < vertices; ++n) position[n] = triple(body.vertices[vertex[n]] + d);
  for (int f = 0; f < faces; ++f) put_plane(f, body.planes[face[f]], d);
  pad_planes();
  return fits;
}

SCREE_KERNEL double find_heights_kernel(Side& side, const Side& other) {
  Lanes lowest = all_lanes<Lanes>(std::numeric_limits<double>::infinity());
  for (int v = 0; v < side.vertices; ++v) {
    const Point p = side.position[v];
    std::uint32_t above = 0;
    for (int f = 0; f < other.faces; f += lane_count) {
      const Lanes h = load(other.x + f) * p.x + load(other.y + f) * p.y + load(other.z + f) * p.z -
                      load(other.offset + f);
      __builtin_memcpy(&side.height[v][f], &h.v, sizeof h.v);
      above |= bits(h > 0.0) << f;
      const Lanes size = magnitude(h);
      lowest = select(size < lowest, size, lowest);
    }
    side.above[v] = above;
  }
  return std::min(std::min(lowest[0], lowest[1]), std::min(lowest[2], lowest[3]));
}
SCREE_WIDE double find_heights_wide(Side& side, const Side& other) {
  return find_heights_kernel(side, other);
}

// All heights, and which of them are above 0. Returns the one nearest to 0.
double find_heights(Side& side, const Side& other) {
  return has_wide_registers() ? find_heights_wide(side, other) : find_heights_kernel(side, other);
}

// A piece of an edge inside the other body, with the faces on both sides of it.
struct Piece {
  Point from, to;
  std::uint8_t left, right;
};

// The contact line, as it comes together. Its sides lie on one face of each body; their direction is that of
// the boundary of the first body's patch.
struct ContactLine {
  int corners = 0;
  Point corner[4 * most_edges];
  std::uint16_t start[most_faces * most_faces], end[most_faces * most_faces];  // for every two faces
  int sides = 0, ends = 0;
  std::uint16_t side[4 * most_edges];  // those that have a start
  bool sound = true;                   // no two corners start or end the same side

  void clear(int faces_of_first) {
    corners = sides = ends = 0;
    sound = true;
    std::fill_n(start, faces_of_first * most_faces, no_corner);
    std::fill_n(end, faces_of_first * most_faces, no_corner);
  }
  void start_at(int first, int second, std::uint16_t c) {
    const int s = first * most_faces + second;
    sound &= start[s] == no_corner;
    start[s] = c;
    side[sides++] = static_cast<std::uint16_t>(s);
  }
  void end_at(int first, int second, std::uint16_t c) {
    const int s = first * most_faces + second;
    sound &= end[s] == no_corner;
    end[s] = c;
    ++ends;
  }
  // Every side that starts ends.
  bool closed() const {
    if (!sound || sides != ends || sides == 0) return false;
    return std::all_of(side, side + sides, [&](std::uint16_t s) { return end[s] != no_corner; });
  }
};

}  // namespace

struct EdgeClipper::Memory {
  Side side[2];
  ContactLine line;
  int pieces[2];
  Piece piece[2][most_edges];
  std::uint32_t with_patch[2];  // faces, by bit
  double worst_slope2;

  void clip_edges(int which);
  void meet(int which, const Side::Edge& edge, int face, bool leaves, const Point& where);
  bool sum(OverlapSums& sums);  // false: there is nothing
  bool bounded_by_seam(int which, std::span<const CoveredFace> covered) const;
};

// An edge of side `which` goes through a face of the other: corner of the contact line. The boundary of the
// patch to the left of the edge goes on there along the line, or comes from it; that to the right the other
// way round; and seen from the second body the line runs backwards.
void EdgeClipper::Memory::meet(int which, const Side::Edge& edge, int face, bool leaves, const Point& where) {
  const std::uint16_t c = static_cast<std::uint16_t>(line.corners);
  line.corner[line.corners++] = where;
  if (which == 0) {
    line.start_at(leaves ? edge.left : edge.right, face, c);
    line.end_at(leaves ? edge.right : edge.left, face, c);
  } else {
    line.start_at(face, leaves ? edge.right : edge.left, c);
    line.end_at(face, leaves ? edge.left : edge.right, c);
  }
}

void EdgeClipper::Memory::clip_edges(int which) {
  const Side& s = side[which];
  pieces[which] = 0;
  for (int e = 0; e < s.edges; ++e) {
    const Side::Edge& edge = s.edge[e];
    const std::uint32_t above_from = s.above[edge.from], above_to = s.above[edge.to];
    if (above_from & above_to) continue;
    const double* const from = s.height[edge.from];
    const double* const to = s.height[edge.to];
    double enters = 0, leaves = 2;
    int enter_face = 0, leave_face = 0;
    for (std::uint32_t left = above_from; left; left &= left - 1) {
      const int f = std::countr_zero(left);
      const double t = from[f] / (from[f] - to[f]);
      enter_face = t > enters ? f : enter_face;
      enters = t > enters ? t : enters;
    }
    for (std::uint32_t left = above_to; left; left &= left - 1) {
      const int f = std::countr_zero(left);
      const double t = from[f] / (from[f] - to[f]);
      leave_face = t < leaves ? f : leave_face;
      leaves = t < leaves ? t : leaves;
    }
    if (enters > leaves) continue;
    const Point p = s.position[edge.from], along = s.position[edge.to] - p;
    const double length2 = inner(along, along);
    Piece& out = piece[which][pieces[which]++];
    out = {p, s.position[edge.to], edge.left, edge.right};
    const auto note_slope = [&](int f) {
      const double rise = from[f] - to[f], slope2 = length2 / (rise * rise + 1e-300);
      if (slope2 > worst_slope2) worst_slope2 = slope2;
    };
    if (above_from) {
      out.from = p + along * enters;
      meet(which, edge, enter_face, false, out.from);
      note_slope(enter_face);
    }
    if (above_to) {
      out.to = p + along * leaves;
      meet(which, edge, leave_face, true, out.to);
      note_slope(leave_face);
    }
  }
}

namespace {

// Sums over the stretches that bound the patches of both bodies, each stretch with the two faces it bounds.
//
// With the foot o n of a face's plane as the common corner of triangles, the area of its patch is the sum of
// n . (p x q) / 2, and the cone over it from the origin has the volume o / 3 times that, and as its first
// moment o / 4 times the integral of x.
struct PatchSums {
  double volume3 = 0;
  Point first_moment{0, 0, 0};  // 12 times
  double patch[2] = {0, 0};
  std::uint32_t faces[2] = {0, 0};  // that have a patch

  void add(const Side& side, const double* foot, int which, int f, const Point& doubled, const Point& ends) {
    const Point n = side.normal(f);
    const double area = 0.5 * inner(n, doubled), cone = foot[f] * area;
    patch[which] += area;
    volume3 += cone;
    first_moment = first_moment + ends * cone + n * (foot[f] * cone);
    faces[which] |= 1u << f;
  }
};

}  // namespace

// Everything is measured from a corner of the contact line, so that small overlaps have small numbers.
bool EdgeClipper::Memory::sum(OverlapSums& sums) {
  const Point origin = line.corner[0];
  double foot[2][most_faces];
  for (int k = 0; k < 2; ++k)
    for (int f = 0; f < side[k].faces; ++f) foot[k][f] = side[k].offset[f] - inner(side[k].normal(f), origin);
  PatchSums patches;
  for (int k = 0; k < 2; ++k)
    for (int n = 0; n < pieces[k]; ++n) {
      const Piece& in = piece[k][n];
      const Point p = in.from - origin, along = in.to - in.from;
      const Point doubled = p.cross(along), ends = p + p + along;
      patches.add(side[k], foot[k], k, in.left, doubled, ends);
      patches.add(side[k], foot[k], k, in.right, -doubled, ends);
    }
  Point area{0, 0, 0}, moment{0, 0, 0};  // twice, and -6 times
  sums.contact_line = 0;
  for (int n = 0; n < line.sides; ++n) {
    const int s = line.side[n];
    const int f = s / most_faces, g = s % most_faces;
    const Point p = line.corner[line.start[s]] - origin, q = line.corner[line.end[s]] - origin;
    const Point along = q - p;
    const Point doubled = p.cross(along), ends = p + q;  // p x q would round more where both are long
    patches.add(side[0], foot[0], 0, f, doubled, ends);
    patches.add(side[1], foot[1], 1, g, -doubled, ends);
    area = area + doubled;
    moment = moment + along * (inner(p, p) + inner(p, q) + inner(q, q));  // of |x|^2 dx, 3 times
    sums.contact_line += std::sqrt(inner(along, along));
  }
  sums.volume = patches.volume3 / 3;
  if (!(sums.volume > 0)) return false;
  sums.patch_first = patches.patch[0];
  sums.patch_second = patches.patch[1];
  const Vec3 centroid = vec3(patches.first_moment) / (12 * sums.volume);
  sums.area = vec3(area) / 2;
  // By Stokes' theorem the integral of x x n over a patch is that of -|x|^2/2 dx along its boundary.
  sums.moment = vec3(moment) / -6 - centroid.cross(sums.area);
  sums.centroid = vec3(origin) + centroid;
  with_patch[0] = patches.faces[0];
  with_patch[1] = patches.faces[1];
  return true;
}

EdgeClipper::EdgeClipper() : memory_(std::make_unique<Memory>()) {}
EdgeClipper::~EdgeClipper() = default;

// Does a face of which others cover a part bound the overlap?
bool EdgeClipper::Memory::bounded_by_seam(int which, std::span<const CoveredFace> covered) const {
  for (const CoveredFace& c : covered)
    for (int f = 0; f < side[which].faces; ++f)
      if (side[which].face[f] == c.face && (with_patch[which] >> f & 1)) return true;
  return false;
}

EdgeClipper::Answer EdgeClipper::finish(double size, bool second_is_huge,
                                        std::span<const CoveredFace> of_first,
                                        std::span<const CoveredFace> of_second) {
  Memory& m = *memory_;
  const double nearest = std::min(find_heights(m.side[0], m.side[1]), find_heights(m.side[1], m.side[0]));
  if (!(nearest > in_plane * size)) return Answer::unsure;
  m.line.clear(m.side[0].faces);
  m.worst_slope2 = 1;
  m.clip_edges(0);
  m.clip_edges(1);
  if (m.pieces[1] > 0 && second_is_huge) return Answer::unsure;
  if (!m.line.closed() || !m.sum(sums)) return Answer::unsure;
  worst_slope2 = m.worst_slope2;
  return m.bounded_by_seam(0, of_first) || m.bounded_by_seam(1, of_second) ? Answer::unsure : Answer::found;
}

EdgeClipper::Answer EdgeClipper::clip(const PlacedPolyhedron& first, const PlacedPolyhedron& second,
                                      const Vec3& d, const Vec3& direction) {
  const double across = direction.norm();
  if (!(across > 0)) return Answer::unsure;
  const Vec3 n = direction / across;
  Side *const a = &memory_->side[0], *const b = &memory_->side[1];
  const double end = a->measure(first, n), begin = n.dot(d) - b->measure(second, -n);
  const double rounding = margin * (first.radius + second.radius);
  if (end < begin - rounding) return Answer::apart;
  if (!a->gather(first, Vec3::Zero(), begin - rounding) || !b->gather(second, d, n.dot(d) - end - rounding))
    return Answer::unsure;
  return finish(first.radius + second.radius, second.radius > huge * first.radius, first.covered,
                second.covered);
}

EdgeClipper::Answer EdgeClipper::clip(const PlacedPolyhedron& first, const Plane& half_space) {
  Side *const a = &memory_->side[0], *const b = &memory_->side[1];
  const double end = a->measure(first, -half_space.normal), begin = -half_space.offset;
  const double rounding = margin * first.radius;
  if (end < begin - rounding) return Answer::apart;
  if (!a->gather(first, Vec3::Zero(), begin - rounding)) return Answer::unsure;
  b->be_half_space(half_space);
  return finish(first.radius, false, first.covered, {});
}

}  // namespace scree
