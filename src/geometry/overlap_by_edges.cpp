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

// Planes that fill up the last four: everything is below.
constexpr double far_above = 1e300;

// What of one body takes part: corners in the layer, the faces and edges that meet there, and the far ends of
// these edges.
struct Side {
  int faces = 0, vertices = 0, edges = 0;
  // Numbers in the shape. These three lists have room for one more, which is written and not counted.
  std::uint32_t face[most_faces + 1];
  alignas(32) double x[most_faces], y[most_faces], z[most_faces], offset[most_faces];  // planes
  std::uint32_t vertex[most_vertices + 1];
  Point position[most_vertices];
  // Heights over the planes of the other side, and bit k where that over plane k is above 0.
  alignas(32) double height[most_vertices][most_faces];
  std::uint32_t above[most_vertices];
  Polyhedron::ShortEdge edge[most_edges + 1];  // places of its ends and faces in this side
  alignas(32) double plane[most_faces][4];     // normal and offset: the same planes, side by side
  std::vector<std::uint8_t> place_of_face, place_of_vertex;  // of the shape's, or nobody
  std::vector<double> along;  // all vertices of the shape, measured across the layer
};

// How far the body reaches.
SCREE_KERNEL double measure(Side& side, const PlacedSolid& body, const Point& direction) {
  const std::size_t count = body.vertices.size();
  if (side.along.size() < count) side.along.resize(count);
  double* const along = side.along.data();
  double furthest = -std::numeric_limits<double>::infinity();
  for (std::size_t v = 0; v < count; ++v) {
    along[v] = inner(direction, triple(body.vertices[v]));
    furthest = along[v] > furthest ? along[v] : furthest;
  }
  return furthest;
}

// Four numbers written at once: a processor waits where it reads more than was written last.
SCREE_KERNEL void put_four(double* to, double a, double b, double c, double d) {
  const Lanes all = lanes_of(a, b, c, d);
  __builtin_memcpy(to, &all.v, sizeof all.v);
}

SCREE_KERNEL void put_plane(Side& side, int f, const Plane& plane, const Point& d) {
  const Vec3& n = plane.normal;
  put_four(side.plane[f], n.x(), n.y(), n.z(), plane.offset + n.dot(vec3(d)));  // rounded as by the cuts
}

// For four at a time. The last ones are filled up with planes that everything is below.
SCREE_KERNEL void turn_planes(Side& side) {
  for (int f = side.faces; f % lane_count; ++f) put_four(side.plane[f], 0, 0, 0, far_above);
  for (int f = 0; f < side.faces; f += lane_count) {
    const double* const four[lane_count] = {side.plane[f], side.plane[f + 1], side.plane[f + 2],
                                            side.plane[f + 3]};
    Lanes v[4];
    load_records<4>(four, v);
    __builtin_memcpy(side.x + f, &v[0].v, sizeof v[0].v);
    __builtin_memcpy(side.y + f, &v[1].v, sizeof v[1].v);
    __builtin_memcpy(side.z + f, &v[2].v, sizeof v[2].v);
    __builtin_memcpy(side.offset + f, &v[3].v, sizeof v[3].v);
  }
}

// From the corners in the layer to their faces, edges and neighbours, by bits.
SCREE_KERNEL bool gather_by_bits(Side& side, const Polyhedron& shape, double threshold) {
  Polyhedron::Meeting all;
  const double* const along = side.along.data();
  const Polyhedron::Meeting* const meetings = shape.meetings.data();
  std::uint64_t in_layer = 0;
  for (std::size_t v = 0; v < shape.vertices.size(); ++v)
    in_layer |= static_cast<std::uint64_t>(along[v] > threshold) << v;
  for (; in_layer; in_layer &= in_layer - 1) {
    const Polyhedron::Meeting& here = meetings[std::countr_zero(in_layer)];
    all.vertices |= here.vertices;
    all.faces |= here.faces;
    all.edges |= here.edges;
  }
  if (std::popcount(all.faces) > most_faces) return false;
  std::uint8_t place_of_face[Polyhedron::most_bits], place_of_vertex[Polyhedron::most_bits];
  int faces = 0, vertices = 0, edges = 0;
  for (std::uint64_t left = all.faces; left; left &= left - 1) {
    const int f = std::countr_zero(left);
    place_of_face[f] = static_cast<std::uint8_t>(faces);
    side.face[faces++] = static_cast<std::uint32_t>(f);
  }
  for (std::uint64_t left = all.vertices; left; left &= left - 1) {
    const int v = std::countr_zero(left);
    place_of_vertex[v] = static_cast<std::uint8_t>(vertices);
    side.vertex[vertices++] = static_cast<std::uint32_t>(v);
  }
  const Polyhedron::ShortEdge* const short_edges = shape.short_edges.data();
  for (std::uint64_t left = all.edges; left; left &= left - 1) {
    const Polyhedron::ShortEdge e = short_edges[std::countr_zero(left)];
    side.edge[edges++] = {place_of_vertex[e.from], place_of_vertex[e.to], place_of_face[e.left],
                          place_of_face[e.right]};
  }
  side.faces = faces;
  side.vertices = vertices;
  side.edges = edges;
  return true;
}

// The same for any size. What is already there is written once more behind the end of its list, and not
// counted: a processor cannot guess which is which.
bool gather_stars(Side& side, const Polyhedron& shape) {
  int faces = 0, vertices = side.vertices, edges = 0;
  const int in_layer = side.vertices;
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
    const std::uint32_t begin = shape.star_start[side.vertex[n]], end = shape.star_start[side.vertex[n] + 1];
    const int more = static_cast<int>(end - begin);
    fits = faces + more <= most_faces && vertices + more <= most_vertices && edges + more <= most_edges;
    if (!fits) break;
    for (std::uint32_t s = begin; s < end; ++s) {
      const auto [to, left, right] = shape.star[s];
      const std::uint8_t on_left = place(side.place_of_face[left], side.face, faces, left);
      const std::uint8_t on_right = place(side.place_of_face[right], side.face, faces, right);
      const std::uint8_t far = place(side.place_of_vertex[to], side.vertex, vertices, to);
      side.edge[edges] = {static_cast<std::uint8_t>(n), far, on_left, on_right};
      edges += far > n;  // else it came from its other end
    }
  }
  side.faces = faces;
  side.vertices = vertices;
  side.edges = edges;
  for (int n = 0; n < vertices; ++n) side.place_of_vertex[side.vertex[n]] = nobody;
  for (int f = 0; f < faces; ++f) side.place_of_face[side.face[f]] = nobody;
  return fits;
}

bool gather_by_stars(Side& side, const Polyhedron& shape, double threshold) {
  const std::size_t all_faces = shape.planes.size(), all_vertices = shape.vertices.size();
  if (side.place_of_face.size() < all_faces) side.place_of_face.resize(all_faces, nobody);
  if (side.place_of_vertex.size() < all_vertices) side.place_of_vertex.resize(all_vertices, nobody);
  int in_layer = 0;
  for (std::uint32_t v = 0; v < all_vertices; ++v) {
    if (!(side.along[v] > threshold)) continue;
    if (in_layer == most_vertices) return false;
    side.vertex[in_layer++] = v;
  }
  side.vertices = in_layer;
  for (int n = 0; n < in_layer; ++n) side.place_of_vertex[side.vertex[n]] = static_cast<std::uint8_t>(n);
  return gather_stars(side, shape);
}

// The layer holds what reaches beyond the threshold. False when too much takes part.
SCREE_KERNEL bool gather(Side& side, const PlacedSolid& body, const Point& d, double threshold) {
  const Polyhedron& shape = *body.shape;
  if (!(shape.meetings.empty() ? gather_by_stars(side, shape, threshold)
                               : gather_by_bits(side, shape, threshold)))
    return false;
  const Vec3* const vertices = body.vertices.data();
  const Plane* const planes = body.planes.data();
  for (int n = 0; n < side.vertices; ++n) side.position[n] = triple(vertices[side.vertex[n]]) + d;
  for (int f = 0; f < side.faces; ++f) put_plane(side, f, planes[side.face[f]], d);
  turn_planes(side);
  return true;
}

// All heights, and which of them are above 0. Returns the size of the smallest.
SCREE_KERNEL double find_heights(Side& side, const Side& other) {
  Lanes lowest = all_lanes<Lanes>(far_above);
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

// A point as lanes are read from.
struct alignas(32) Corner {
  double x, y, z, unused;
  SCREE_KERNEL void put(const Point& p) { put_four(&x, p.x, p.y, p.z, 0); }
};

// Part of the boundary of patches: a piece of an edge inside the other body, or a side of the contact line.
// One face is on its left, the other, seen from outside, on its right.
struct Stretches {
  const double* from[4 * most_edges + lane_count];
  const double* to[4 * most_edges + lane_count];
  const double* left[4 * most_edges + lane_count];  // planes
  const double* right[4 * most_edges + lane_count];
  int count = 0;

  SCREE_KERNEL void add(const Corner& p, const Corner& q, const double* on_left, const double* on_right) {
    from[count] = &p.x;
    to[count] = &q.x;
    left[count] = on_left;
    right[count++] = on_right;
  }
  // Fills the last four up with stretches of no length.
  SCREE_KERNEL void pad(const Corner& origin) {
    for (int n = count; n % lane_count; ++n) {
      from[n] = to[n] = &origin.x;
      left[n] = left[0];
      right[n] = right[0];
    }
  }
};

// The contact line, as it comes together. Its sides lie on one face of each body; their direction is that of
// the boundary of the first body's patch.
struct ContactLine {
  int faces_of_second = 0;
  int corners = 0;
  Corner corner[4 * most_edges];
  // For every two faces; one more, into which nothing is written in earnest.
  std::uint16_t start[most_faces * most_faces + 1], end[most_faces * most_faces + 1];
  int sides = 0;
  struct Place {
    std::uint16_t slot;
    std::uint8_t first, second;
  };
  Place side[4 * most_edges];  // those that have a start
  bool sound = true;           // no two corners start or end the same side

  SCREE_KERNEL void clear(int first, int second) {
    faces_of_second = second;
    corners = sides = 0;
    sound = true;
    for (int s = 0; s < first * second; ++s) start[s] = end[s] = no_corner;
  }

  // A corner where one side starts and another ends, if `real`: which is as good as random.
  SCREE_KERNEL void add(bool real, const Point& where, int start_first, int start_second, int end_first,
                        int end_second) {
    constexpr int aside = most_faces * most_faces;
    const int s = real ? start_first * faces_of_second + start_second : aside;
    const int e = real ? end_first * faces_of_second + end_second : aside;
    corner[corners].put(where);
    sound &= !real || (start[s] == no_corner && end[e] == no_corner);
    start[s] = end[e] = static_cast<std::uint16_t>(corners);
    side[sides] = {static_cast<std::uint16_t>(s), static_cast<std::uint8_t>(start_first),
                   static_cast<std::uint8_t>(start_second)};
    corners += real;
    sides += real;
  }

  // Every side that starts ends, and no other does: there are as many starts as ends.
  SCREE_KERNEL bool closed() const {
    bool all = sound && sides > 0;
    for (int n = 0; n < sides; ++n) all &= end[side[n].slot] != no_corner;
    return all;
  }
};

}  // namespace

struct EdgeClipper::Memory {
  Side side[2];
  ContactLine line;
  Stretches pieces[2], sides;
  Corner end[2][2 * most_edges];  // of pieces
  std::uint32_t with_patch[2];    // faces, by bit
  double longest2, least_rise;    // edges, and differences of heights between their ends
};

namespace {

using Answer = EdgeClipper::Answer;

SCREE_KERNEL double largest(const Lanes& v) {
  const double a = v[0] > v[1] ? v[0] : v[1], b = v[2] > v[3] ? v[2] : v[3];
  return a > b ? a : b;
}
SCREE_KERNEL double sum(const Lanes& v) { return (v[0] + v[1]) + (v[2] + v[3]); }
SCREE_KERNEL Point sum(const Triple<Lanes>& v) { return {sum(v.x), sum(v.y), sum(v.z)}; }

// Where an edge enters and leaves the other body, as shares of its length, and through which faces.
struct Crossing {
  double enters, leaves;
  int enter_face, leave_face;
};

// Of four faces at a time: heights at the ends of the edge say where it crosses the plane. It enters through
// the last plane that it crosses downwards, and leaves through the first one upwards.
SCREE_KERNEL Crossing cross(const double* from, const double* to, int faces) {
  Lanes in[most_faces / lane_count], out[most_faces / lane_count];
  Lanes last = all_lanes<Lanes>(-1), first = all_lanes<Lanes>(-2);
  const Lanes one = all_lanes<Lanes>(1), never_in = last, never_out = first;
  for (int f = 0, g = 0; f < faces; f += lane_count, ++g) {
    const Lanes a = load(from + f), b = load(to + f);
    const LaneMask down = a > 0.0, up = b > 0.0;
    const Lanes fall = select(down, a - b, select(up, a - b, one));  // dead lanes must not divide by 0
    const Lanes t = a / fall;
    in[g] = select(down, t, never_in);
    out[g] = select(up, -t, never_out);
    last = select(in[g] > last, in[g], last);
    first = select(out[g] > first, out[g], first);
  }
  Crossing c{largest(last), -largest(first), 0, 0};
  const Lanes at_in = all_lanes<Lanes>(c.enters), at_out = all_lanes<Lanes>(-c.leaves);
  std::uint32_t enter = 0, leave = 0;
  for (int f = 0, g = 0; f < faces; f += lane_count, ++g) {
    enter |= bits(LaneMask{in[g].v == at_in.v}) << f;
    leave |= bits(LaneMask{out[g].v == at_out.v}) << f;
  }
  c.enter_face = std::countr_zero(enter);
  c.leave_face = std::countr_zero(leave);
  return c;
}

// Pieces of the edges of side `which` inside the other body, and the corners of the contact line there. The
// boundary of the patch to the left of an edge goes on along the line where the edge leaves the other body,
// and comes from it where it enters; that to the right the other way round; and seen from the second body
// the line runs backwards.
SCREE_KERNEL void clip_edges(EdgeClipper::Memory& m, int which) {
  const Side& s = m.side[which];
  const int faces = m.side[1 - which].faces;
  std::uint8_t inside[most_edges + 1];  // edges that no single plane keeps out
  int count = 0;
  for (int e = 0; e < s.edges; ++e) {
    inside[count] = static_cast<std::uint8_t>(e);
    count += (s.above[s.edge[e].from] & s.above[s.edge[e].to]) == 0;
  }
  Stretches& pieces = m.pieces[which];
  Corner* end = m.end[which];
  pieces.count = 0;
  std::uint32_t with_patch = 0;
  double longest2 = m.longest2, least_rise = m.least_rise;
  for (int n = 0; n < count; ++n) {
    const Polyhedron::ShortEdge edge = s.edge[inside[n]];
    const bool enters = s.above[edge.from] != 0, leaves = s.above[edge.to] != 0;
    const double* const from = s.height[edge.from];
    const double* const to = s.height[edge.to];
    const Crossing at = cross(from, to, faces);
    if (enters && leaves && at.enters > at.leaves) continue;
    const Point p = s.position[edge.from], q = s.position[edge.to], along = q - p;
    const Point in = select(enters, p + along * at.enters, p);
    const Point out = select(leaves, p + along * at.leaves, q);
    end[0].put(in);
    end[1].put(out);
    pieces.add(end[0], end[1], s.plane[edge.left], s.plane[edge.right]);
    end += 2;
    with_patch |= 1u << edge.left | 1u << edge.right;
    const int f = at.enter_face & (most_faces - 1), g = at.leave_face & (most_faces - 1);
    if (which == 0) {
      m.line.add(enters, in, edge.right, f, edge.left, f);
      m.line.add(leaves, out, edge.left, g, edge.right, g);
    } else {
      m.line.add(enters, in, f, edge.left, f, edge.right);
      m.line.add(leaves, out, g, edge.right, g, edge.left);
    }
    const double length2 = inner(along, along);
    longest2 = length2 > longest2 ? length2 : longest2;
    const double fall = enters ? from[f] - to[f] : least_rise, rise = leaves ? to[g] - from[g] : least_rise;
    least_rise = fall < least_rise ? fall : least_rise;
    least_rise = rise < least_rise ? rise : least_rise;
  }
  m.longest2 = longest2;
  m.least_rise = least_rise;
  m.with_patch[which] = with_patch;
}

// Sums over stretches, four at a time.
//
// With the foot o n of a face's plane as the common corner of triangles, the area of its patch is the sum of
// n . (p x q) / 2, and the cone over it from the origin has the volume o / 3 times that, and as its first
// moment o / 4 times the integral of x.
struct PatchSums {
  Lanes volume3 = all_lanes<Lanes>(0);
  Triple<Lanes> first_moment{volume3, volume3, volume3};  // 12 times
  Lanes patch_left = volume3, patch_right = volume3;
};

// Four stretches, from the origin.
struct FourStretches {
  Triple<Lanes> p, q, along, doubled;
};

SCREE_KERNEL FourStretches add_four(const Stretches& stretches, int at, const Point& origin,
                                    PatchSums& sums) {
  Lanes from[4], to[4], l[4], r[4];
  load_records<4>(stretches.from + at, from);
  load_records<4>(stretches.to + at, to);
  load_records<4>(stretches.left + at, l);
  load_records<4>(stretches.right + at, r);
  FourStretches four;
  four.p = {from[0] - origin.x, from[1] - origin.y, from[2] - origin.z};
  four.q = {to[0] - origin.x, to[1] - origin.y, to[2] - origin.z};
  l[3] = l[3] - (l[0] * origin.x + l[1] * origin.y + l[2] * origin.z);
  r[3] = r[3] - (r[0] * origin.x + r[1] * origin.y + r[2] * origin.z);
  four.along = four.q - four.p;
  four.doubled = four.p.cross(four.along);  // p x q would round more where both are long
  const Triple<Lanes> n{l[0], l[1], l[2]}, m{r[0], r[1], r[2]};
  const Lanes area = 0.5 * inner(n, four.doubled), area_right = -0.5 * inner(m, four.doubled);
  const Lanes cone = l[3] * area, cone_right = r[3] * area_right;
  sums.patch_left = sums.patch_left + area;
  sums.patch_right = sums.patch_right + area_right;
  sums.volume3 = sums.volume3 + (cone + cone_right);
  sums.first_moment = sums.first_moment + ((four.p + four.q) * (cone + cone_right) +
                                           (n * (l[3] * cone) + m * (r[3] * cone_right)));
  return four;
}

// Everything is measured from a corner of the contact line, so that small overlaps have small numbers.
SCREE_KERNEL bool sum_up(EdgeClipper::Memory& m, OverlapSums& sums) {
  const ContactLine& line = m.line;
  const Corner& middle = line.corner[0];
  const Point origin{middle.x, middle.y, middle.z};
  m.sides.count = 0;
  for (int n = 0; n < line.sides; ++n) {
    const ContactLine::Place at = line.side[n];
    m.sides.add(line.corner[line.start[at.slot]], line.corner[line.end[at.slot]], m.side[0].plane[at.first],
                m.side[1].plane[at.second]);
  }
  PatchSums of_first, of_second, of_line;
  m.pieces[0].pad(middle);
  m.pieces[1].pad(middle);
  m.sides.pad(middle);
  for (int n = 0; n < m.pieces[0].count; n += lane_count) add_four(m.pieces[0], n, origin, of_first);
  for (int n = 0; n < m.pieces[1].count; n += lane_count) add_four(m.pieces[1], n, origin, of_second);
  Triple<Lanes> area{}, moment{};  // twice, and -6 times
  Lanes length{};
  for (int n = 0; n < line.sides; n += lane_count) {
    const FourStretches four = add_four(m.sides, n, origin, of_line);
    area = area + four.doubled;
    // of |x|^2 dx, 3 times
    moment = moment + four.along * (inner(four.p, four.p) + inner(four.p, four.q) + inner(four.q, four.q));
    length = length + root(inner(four.along, four.along));
  }
  sums.volume = sum(of_first.volume3 + of_second.volume3 + of_line.volume3) / 3;
  if (!(sums.volume > 0)) return false;
  sums.patch_first = sum(of_first.patch_left + of_first.patch_right + of_line.patch_left);
  sums.patch_second = sum(of_second.patch_left + of_second.patch_right + of_line.patch_right);
  const Point centroid =
      sum(of_first.first_moment + of_second.first_moment + of_line.first_moment) * (1 / (12 * sums.volume));
  const Point area_vector = sum(area) * 0.5;
  // By Stokes' theorem the integral of x x n over a patch is that of -|x|^2/2 dx along its boundary.
  sums.moment = vec3(sum(moment) * (-1.0 / 6) - centroid.cross(area_vector));
  sums.area = vec3(area_vector);
  sums.centroid = vec3(origin + centroid);
  sums.contact_line = sum(length);
  return true;
}

// Does a face of which others cover a part bound the overlap?
bool bounded_by_seam(const EdgeClipper::Memory& m, int which, std::span<const CoveredFace> covered) {
  if (covered.empty()) return false;
  std::uint32_t with_patch = m.with_patch[which];
  for (int n = 0; n < m.line.sides; ++n)
    with_patch |= 1u << (which == 0 ? m.line.side[n].first : m.line.side[n].second);
  return std::ranges::any_of(covered, [&](const CoveredFace& c) {
    for (int f = 0; f < m.side[which].faces; ++f)
      if (m.side[which].face[f] == c.face) return (with_patch >> f & 1) != 0;
    return false;
  });
}

// At most the square of the largest ratio of an edge's length to the difference of its ends' heights.
double slope2_of(const EdgeClipper::Memory& m) {
  return std::max(1.0, m.longest2 / (m.least_rise * m.least_rise + 1e-300));
}

// What is asked for: two bodies, or one and a half-space.
struct Question {
  const PlacedPolyhedron& first;
  const PlacedPolyhedron* second;
  Point d;
  Point direction;  // of length 1
  const Plane* half_space;
};

SCREE_KERNEL Answer clip_kernel(EdgeClipper::Memory& m, const Question& ask, OverlapSums& sums) {
  Side &a = m.side[0], &b = m.side[1];
  const bool two = ask.second != nullptr;
  const double size = ask.first.radius + (two ? ask.second->radius : 0.0), rounding = margin * size;
  const double distance = inner(ask.direction, ask.d);
  const double end = measure(a, ask.first, ask.direction);
  const double begin = two ? distance - measure(b, *ask.second, -ask.direction) : -ask.half_space->offset;
  if (end < begin - rounding) return Answer::apart;
  if (!gather(a, ask.first, {0, 0, 0}, begin - rounding)) return Answer::unsure;
  if (two) {
    if (!gather(b, *ask.second, ask.d, distance - end - rounding)) return Answer::unsure;
  } else {
    b.faces = 1;
    b.vertices = b.edges = 0;
    put_plane(b, 0, *ask.half_space, {0, 0, 0});
    turn_planes(b);
  }
  const double nearest = std::min(find_heights(a, b), find_heights(b, a));
  if (!(nearest > in_plane * size)) return Answer::unsure;
  m.line.clear(a.faces, b.faces);
  m.longest2 = 0;
  m.least_rise = size;
  clip_edges(m, 0);
  clip_edges(m, 1);
  if (m.pieces[1].count > 0 && ask.second->radius > huge * ask.first.radius) return Answer::unsure;
  return m.line.closed() && sum_up(m, sums) ? Answer::found : Answer::unsure;
}

SCREE_WIDE Answer clip_wide(EdgeClipper::Memory& m, const Question& ask, OverlapSums& sums) {
  return clip_kernel(m, ask, sums);
}
Answer clip_plain(EdgeClipper::Memory& m, const Question& ask, OverlapSums& sums) {
  return clip_kernel(m, ask, sums);
}

Answer answer(EdgeClipper::Memory& m, const Question& ask, bool plain, OverlapSums& sums) {
  const Answer found = has_wide_registers() && !plain ? clip_wide(m, ask, sums) : clip_plain(m, ask, sums);
  if (found != Answer::found) return found;
  const bool seam =
      bounded_by_seam(m, 0, ask.first.covered) || (ask.second && bounded_by_seam(m, 1, ask.second->covered));
  return seam ? Answer::unsure : Answer::found;
}

}  // namespace

EdgeClipper::EdgeClipper() : memory_(std::make_unique<Memory>()) {}
EdgeClipper::~EdgeClipper() = default;

Answer EdgeClipper::clip(const PlacedPolyhedron& first, const PlacedPolyhedron& second, const Vec3& d,
                         const Vec3& direction) {
  const double length = direction.norm();
  if (!(length > 0)) return Answer::unsure;
  const Question ask{first, &second, triple(d), triple(direction / length), nullptr};
  const Answer found = answer(*memory_, ask, plain, sums);
  worst_slope2 = slope2_of(*memory_);
  return found;
}

Answer EdgeClipper::clip(const PlacedPolyhedron& first, const Plane& half_space) {
  const Question ask{first, nullptr, {0, 0, 0}, triple(-half_space.normal), &half_space};
  const Answer found = answer(*memory_, ask, plain, sums);
  worst_slope2 = slope2_of(*memory_);
  return found;
}

}  // namespace scree
