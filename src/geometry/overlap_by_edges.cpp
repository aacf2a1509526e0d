#include "geometry/overlap_by_edges.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "base/lanes.h"
#include "base/processor.h"
#include "geometry/shared_faces.h"

namespace scree {
namespace {

using Point = Triple<double>;

constexpr int most_faces = 32, most_vertices = 64, most_edges = 96;
static_assert(most_vertices >= Polyhedron::most_bits && most_edges >= Polyhedron::most_bits);
constexpr std::uint8_t nobody = 0xff;
constexpr std::uint16_t no_corner = 0xffff;

// A corner that lies in a plane of the other body, to this share of their size, may be found above it and, by
// another sum, below it: faces in one plane would count twice.
constexpr double in_plane = 1e-12;

// An edge that enters and leaves the other body at the same place, to this share of its length, may by
// another sum have missed it.
constexpr double grazing = 1e-9;

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
  // Corners by fours, in the common frame: as they were placed, or `moved`. Small solids show all of theirs;
  // which ones take part is told by bits.
  const FourCorners* corners = nullptr;
  std::uint64_t vertices = 0;
  FourCorners moved[most_vertices / lane_count];

  int faces = 0;
  alignas(32) double plane[most_faces][4];                                             // normal and offset
  alignas(32) double x[most_faces], y[most_faces], z[most_faces], offset[most_faces];  // the same by columns
  // Numbers in the shape. This list and that of edges have room for one more, which is written and not
  // counted.
  std::uint32_t face[most_faces + 1];

  int edges = 0;
  Polyhedron::ShortEdge edge[most_edges + 1];  // between corners and faces as they are numbered here

  // Heights over the planes of the other side, and bit f where that over plane f is above 0.
  alignas(32) double height[most_vertices][most_faces];
  std::uint32_t above[most_vertices];

  // Scratch of gathering.
  std::vector<double> along;                        // all corners of the shape, measured across the layer
  std::uint64_t edges_by_bit = 0;                   // of a small solid
  std::uint8_t short_place[Polyhedron::most_bits];  // of its faces, here
  std::vector<std::uint8_t> place_of_face, place_of_vertex;  // of a large one: here, or nobody
  std::uint32_t vertex[most_vertices + 1];
};

SCREE_KERNEL Lanes measure(const FourCorners& four, const Point& direction) {
  return load(four.x) * direction.x + load(four.y) * direction.y + load(four.z) * direction.z;
}

// How far the body reaches.
SCREE_KERNEL double measure(Side& side, const PlacedSolid& body, const Point& direction) {
  const FourCorners* const four = body.vertices.data();
  const std::size_t fours = body.vertices.fours();
  if (side.along.size() < lane_count * fours) side.along.resize(lane_count * fours);
  double* const along = side.along.data();
  Lanes furthest = measure(four[0], direction);
  store(along, furthest);
  for (std::size_t g = 1; g < fours; ++g) {
    const Lanes here = measure(four[g], direction);
    store(along + lane_count * g, here);
    furthest = greater(here, furthest);
  }
  return largest(furthest);
}

SCREE_KERNEL void put_plane(Side& side, int f, const Plane& plane) {
  store(side.plane[f], load(plane.normal.data()));
}
SCREE_KERNEL void put_plane(Side& side, int f, const Plane& plane, const Point& d) {
  const Vec3& n = plane.normal;
  Lanes record = load(n.data());
  record.set(3, plane.offset + n.dot(vec3(d)));  // rounded as by the cuts
  store(side.plane[f], record);
}

// Planes by columns, for four at a time. The last ones are filled up with planes that everything is below.
SCREE_KERNEL void turn_planes(Side& side) {
  const int usual = 3 * lane_count;  // beyond these there is one kernel for all (find_heights)
  const int end = side.faces > usual ? most_faces : (side.faces + lane_count - 1) / lane_count * lane_count;
  for (int f = side.faces; f < end; ++f) store(side.plane[f], lanes_of(0, 0, 0, far_above));
  for (int f = 0; f < end; f += lane_count) {
    Lanes column[4];
    transpose(load(side.plane[f]), load(side.plane[f + 1]), load(side.plane[f + 2]), load(side.plane[f + 3]),
              column);
    store(side.x + f, column[0]);
    store(side.y + f, column[1]);
    store(side.z + f, column[2]);
    store(side.offset + f, column[3]);
  }
}

// From the corners in the layer to their faces and edges, by bits.
SCREE_KERNEL bool gather_by_bits(Side& side, const PlacedSolid& body, const Point& d, bool at_origin,
                                 double threshold) {
  const Polyhedron& shape = *body.shape;
  const int fours = static_cast<int>(body.vertices.fours());
  std::uint64_t in_layer = 0;
  for (int g = 0; g < fours; ++g) {
    const unsigned here = bits(load(side.along.data() + lane_count * g) > all_lanes<Lanes>(threshold));
    in_layer |= static_cast<std::uint64_t>(here) << (lane_count * g);
  }
  in_layer &= ~std::uint64_t{0} >> (64 - body.vertices.size());  // not those that fill up the last four
  std::uint64_t vertices = 0, faces = 0, edges = 0;
  for (; in_layer; in_layer &= in_layer - 1) {
    const Polyhedron::Meeting& here = shape.meetings[static_cast<std::size_t>(std::countr_zero(in_layer))];
    vertices |= here.vertices;
    faces |= here.faces;
    edges |= here.edges;
  }
  side.vertices = vertices;
  side.edges_by_bit = edges;
  if (std::popcount(faces) > most_faces) return false;
  int count = 0;
  for (; faces; faces &= faces - 1) {
    const int f = std::countr_zero(faces);
    side.short_place[f] = static_cast<std::uint8_t>(count);
    side.face[count] = static_cast<std::uint32_t>(f);
    if (at_origin)
      put_plane(side, count++, body.planes[static_cast<std::size_t>(f)]);
    else
      put_plane(side, count++, body.planes[static_cast<std::size_t>(f)], d);
  }
  side.faces = count;
  turn_planes(side);
  side.corners = body.vertices.data();
  if (at_origin) return true;
  for (int g = 0; g < fours; ++g) {
    const FourCorners& from = body.vertices.data()[g];
    store(side.moved[g].x, load(from.x) + all_lanes<Lanes>(d.x));
    store(side.moved[g].y, load(from.y) + all_lanes<Lanes>(d.y));
    store(side.moved[g].z, load(from.z) + all_lanes<Lanes>(d.z));
  }
  side.corners = side.moved;
  return true;
}

// Edges that no single plane keeps out.
SCREE_KERNEL void list_edges_by_bits(Side& side, const Polyhedron& shape) {
  int count = 0;
  const Polyhedron::ShortEdge* const edges = shape.short_edges.data();
  for (std::uint64_t left = side.edges_by_bit; left; left &= left - 1) {
    const Polyhedron::ShortEdge e = edges[std::countr_zero(left)];
    side.edge[count] = e;
    count += (side.above[e.from] & side.above[e.to]) == 0;
  }
  side.edges = count;
  for (int n = 0; n < count; ++n) {
    Polyhedron::ShortEdge& e = side.edge[n];
    e.left = side.short_place[e.left];
    e.right = side.short_place[e.right];
  }
}

// The same for any size. What is already there is written once more behind the end of its list, and not
// counted: a processor cannot guess which is which.
bool gather_stars(Side& side, const Polyhedron& shape, int in_layer) {
  int faces = 0, vertices = in_layer, edges = 0;
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
  side.vertices = ~std::uint64_t{0} >> (64 - vertices);
  side.edges = edges;
  for (int n = 0; n < vertices; ++n) side.place_of_vertex[side.vertex[n]] = nobody;
  for (int f = 0; f < faces; ++f) side.place_of_face[side.face[f]] = nobody;
  return fits;
}

bool gather_by_stars(Side& side, const PlacedSolid& body, const Point& d, double threshold) {
  const Polyhedron& shape = *body.shape;
  const std::size_t all_faces = shape.planes.size(), all_vertices = shape.vertices.size();
  if (side.place_of_face.size() < all_faces) side.place_of_face.resize(all_faces, nobody);
  if (side.place_of_vertex.size() < all_vertices) side.place_of_vertex.resize(all_vertices, nobody);
  int in_layer = 0;
  for (std::uint32_t v = 0; v < all_vertices; ++v) {
    if (!(side.along[v] > threshold)) continue;
    if (in_layer == most_vertices) return false;
    side.vertex[in_layer++] = v;
  }
  for (int n = 0; n < in_layer; ++n) side.place_of_vertex[side.vertex[n]] = static_cast<std::uint8_t>(n);
  if (!gather_stars(side, shape, in_layer)) return false;
  for (int n = 0; n < std::popcount(side.vertices); ++n) {
    const Vec3 v = body.vertices[side.vertex[n]];
    FourCorners& four = side.moved[n / lane_count];
    four.x[n % lane_count] = v.x() + d.x;
    four.y[n % lane_count] = v.y() + d.y;
    four.z[n % lane_count] = v.z() + d.z;
  }
  side.corners = side.moved;
  for (int f = 0; f < side.faces; ++f) put_plane(side, f, body.planes[side.face[f]], d);
  turn_planes(side);
  return true;
}

void sift_edges(Side& side) {
  int count = 0;
  for (int n = 0; n < side.edges; ++n) {
    const Polyhedron::ShortEdge e = side.edge[n];
    side.edge[count] = e;
    count += (side.above[e.from] & side.above[e.to]) == 0;
  }
  side.edges = count;
}

// The layer holds what reaches beyond the threshold. False when too much takes part.
SCREE_KERNEL bool gather(Side& side, const PlacedSolid& body, const Point& d, bool at_origin,
                         double threshold) {
  return body.shape->meetings.empty() ? gather_by_stars(side, body, d, threshold)
                                      : gather_by_bits(side, body, d, at_origin, threshold);
}

SCREE_KERNEL void list_edges(Side& side, const Polyhedron& shape) {
  if (shape.meetings.empty())
    sift_edges(side);
  else
    list_edges_by_bits(side, shape);
}

// Coordinates of a corner: y and z follow x by fours.
SCREE_KERNEL const double* position(const FourCorners* corners, unsigned v) {
  return corners->x + v + 2 * (v & ~3u);
}

// Heights of all corners over the planes, four at a time, and which of them are above 0. Returns the size of
// the smallest.
template <int fours>
SCREE_KERNEL double find_heights(Side& side, const Side& other) {
  Lanes lowest = all_lanes<Lanes>(far_above);
  const FourCorners* const corners = side.corners;
  for (std::uint64_t left = side.vertices; left; left &= left - 1) {
    const unsigned v = static_cast<unsigned>(std::countr_zero(left));
    const double* const p = position(corners, v);
    const Lanes x = all_lanes<Lanes>(p[0]), y = all_lanes<Lanes>(p[4]), z = all_lanes<Lanes>(p[8]);
    std::uint32_t above = 0;
#pragma GCC unroll 8
    for (int g = 0; g < fours; ++g) {
      const int f = lane_count * g;
      const Lanes h =
          load(other.x + f) * x + load(other.y + f) * y + load(other.z + f) * z - load(other.offset + f);
      store(&side.height[v][f], h);
      above |= bits(h > 0.0) << f;
      lowest = lesser(magnitude(h), lowest);
    }
    side.above[v] = above;
  }
  return smallest(lowest);
}

SCREE_KERNEL double find_heights(Side& side, const Side& other) {
  switch ((other.faces + lane_count - 1) / lane_count) {  // the usual ones, and room for all
    case 1: return find_heights<1>(side, other);
    case 2: return find_heights<2>(side, other);
    case 3: return find_heights<3>(side, other);
    default: break;
  }
  return find_heights<most_faces / lane_count>(side, other);
}

// A point as lanes are read from.
struct alignas(32) Corner {
  double x, y, z;
  double of_first;  // 1 for ends of pieces of the first body's edges, 0 for the second's
};

// Part of the boundary of patches: a piece of an edge inside the other body, or a side of the contact line.
// One face is on its left, the other, seen from outside, on its right.
struct Stretches {
  static constexpr int most = 4 * most_edges + lane_count;
  int count = 0;
  const double *from[most], *to[most];     // corners
  const double *left[most], *right[most];  // planes

  SCREE_KERNEL void add(const double* p, const double* q, const double* on_left, const double* on_right) {
    from[count] = p;
    to[count] = q;
    left[count] = on_left;
    right[count++] = on_right;
  }
  // Fills the last four up with stretches of no length.
  SCREE_KERNEL void pad(const double* origin, const double* plane) {
    for (int n = count; n % lane_count; ++n) {
      from[n] = to[n] = origin;
      left[n] = right[n] = plane;
    }
  }
};

// The contact line, as it comes together. Its sides lie on one face of each body; their direction is that of
// the boundary of the first body's patch. At a corner one side starts and another one ends.
struct ContactLine {
  int corners = 0;
  struct Place {
    std::uint16_t corner, start, end;  // which corner, and the sides: faces of both bodies
  };
  Place place[4 * most_edges + 1];
  // The corner where a side starts, while it comes together; one more, into which nothing is written in
  // earnest.
  std::uint16_t starts[most_faces * most_faces + 1];

  ContactLine() { std::ranges::fill(starts, no_corner); }

  // A corner on an edge of body `which`, if it is `real`: which is as good as random. The side on the body's
  // face `starting` starts there, that on `ending` ends; both are on the face `other` of the other body.
  SCREE_KERNEL void add(bool real, int corner, int which, unsigned starting, unsigned ending,
                        unsigned other) {
    constexpr unsigned aside = most_faces * most_faces;
    const int own_place = which == 0 ? most_faces : 1, other_place = which == 0 ? 1 : most_faces;
    const unsigned start = starting * own_place + other * other_place;
    place[corners] = {static_cast<std::uint16_t>(corner), static_cast<std::uint16_t>(start),
                      static_cast<std::uint16_t>(ending * own_place + other * other_place)};
    starts[real ? start : aside] = static_cast<std::uint16_t>(corner);
    corners += real;
  }
};

}  // namespace

struct EdgeClipper::Memory {
  Side side[2];
  Corner corner[4 * most_edges];  // ends of pieces
  Stretches pieces, sides;
  ContactLine line;
  double least_rise[2];  // difference of heights between the ends of an edge, over a plane that it crosses
  bool grazes;           // an edge missed the other body by less than can be told
};

namespace {

using Answer = EdgeClipper::Answer;

// Where an edge enters and leaves the other body, as shares of its length, and through which faces.
struct Crossing {
  double enters, leaves;
  int enter_face, leave_face;
};

// Of four faces at a time: heights at the ends of the edge say where it crosses the plane. It enters through
// the last plane that it crosses downwards, and leaves through the first one upwards.
template <int fours>
SCREE_KERNEL Crossing cross(const double* from, const double* to) {
  Lanes in[fours], out[fours];
  Lanes last = all_lanes<Lanes>(-1), first = all_lanes<Lanes>(-2);
  const Lanes one = all_lanes<Lanes>(1), never_in = last, never_out = first;
#pragma GCC unroll 8
  for (int g = 0; g < fours; ++g) {
    const Lanes a = load(from + lane_count * g), b = load(to + lane_count * g);
    const LaneMask down = a > 0.0, up = b > 0.0;
    const Lanes t = a / select(down | up, a - b, one);  // dead lanes must not divide by 0
    in[g] = select(down, t, never_in);
    out[g] = select(up, -t, never_out);
    last = greater(in[g], last);
    first = greater(out[g], first);
  }
  Crossing c{largest(last), -largest(first), 0, 0};
  const Lanes at_in = all_lanes<Lanes>(c.enters), at_out = all_lanes<Lanes>(-c.leaves);
  std::uint32_t enter = 0, leave = 0;
#pragma GCC unroll 8
  for (int g = 0; g < fours; ++g) {
    enter |= bits(LaneMask{in[g].v == at_in.v}) << lane_count * g;
    leave |= bits(LaneMask{out[g].v == at_out.v}) << lane_count * g;
  }
  c.enter_face = std::countr_zero(enter);
  c.leave_face = std::countr_zero(leave);
  return c;
}

// Pieces of the edges of side `which` inside the other body, and the corners of the contact line there. The
// boundary of the patch to the left of an edge goes on along the line where the edge leaves the other body,
// and comes from it where it enters; that to the right the other way round; and seen from the second body
// the line runs backwards.
template <int fours>
SCREE_KERNEL void clip_edges(EdgeClipper::Memory& m, int which, double size) {
  const Side& s = m.side[which];
  ContactLine& line = m.line;
  double least_rise = size;
  for (int n = 0; n < s.edges; ++n) {
    const Polyhedron::ShortEdge e = s.edge[n];
    const bool enters = s.above[e.from] != 0, leaves = s.above[e.to] != 0;
    const double* const from = s.height[e.from];
    const double* const to = s.height[e.to];
    const Crossing at = cross<fours>(from, to);
    if (enters && leaves && at.enters > at.leaves) {
      m.grazes |= at.enters - at.leaves < grazing;
      continue;
    }
    const double* const a = position(s.corners, e.from);
    const double* const b = position(s.corners, e.to);
    const double own = 1 - which;
    const Lanes p = lanes_of(a[0], a[4], a[8], own), q = lanes_of(b[0], b[4], b[8], own), along = q - p;
    const int number = 2 * m.pieces.count;
    store(&m.corner[number].x, enters ? p + along * at.enters : p);
    store(&m.corner[number + 1].x, leaves ? p + along * at.leaves : q);
    m.pieces.add(&m.corner[number].x, &m.corner[number + 1].x, s.plane[e.left], s.plane[e.right]);
    const int f = at.enter_face & (most_faces - 1), g = at.leave_face & (most_faces - 1);
    const unsigned on_left = which == 0 ? e.left : e.right, on_right = which == 0 ? e.right : e.left;
    line.add(enters, number, which, on_right, on_left, static_cast<unsigned>(f));
    line.add(leaves, number + 1, which, on_left, on_right, static_cast<unsigned>(g));
    const double fall = enters ? from[f] - to[f] : least_rise, rise = leaves ? to[g] - from[g] : least_rise;
    least_rise = fall < least_rise ? fall : least_rise;
    least_rise = rise < least_rise ? rise : least_rise;
  }
  m.least_rise[which] = least_rise;
}

SCREE_KERNEL void clip_edges(EdgeClipper::Memory& m, int which, double size) {
  switch ((m.side[1 - which].faces + lane_count - 1) / lane_count) {
    case 1: return clip_edges<1>(m, which, size);
    case 2: return clip_edges<2>(m, which, size);
    case 3: return clip_edges<3>(m, which, size);
    default: return clip_edges<most_faces / lane_count>(m, which, size);
  }
}

// Finds the start of every side from its end. False when the line does not close: a side has no start, or
// several ends. (Two starts of the same side leave another one without.)
SCREE_KERNEL bool close_line(EdgeClipper::Memory& m) {
  ContactLine& line = m.line;
  m.sides.count = 0;
  bool closed = line.corners > 0;
  for (int n = 0; n < line.corners; ++n) {
    const ContactLine::Place at = line.place[n];
    const std::uint16_t start = line.starts[at.end];
    line.starts[at.end] = no_corner;
    closed &= start != no_corner;
    m.sides.add(&m.corner[start == no_corner ? 0 : start].x, &m.corner[at.corner].x,
                m.side[0].plane[at.end / most_faces], m.side[1].plane[at.end % most_faces]);
  }
  if (!closed)
    for (int n = 0; n < line.corners; ++n) line.starts[line.place[n].start] = no_corner;
  return closed;
}

// Sums over stretches, four at a time.
//
// With the foot o n of a face's plane as the common corner of triangles, the area of its patch is the sum of
// n . (p x q) / 2, and the cone over it from the origin has the volume o / 3 times that, and as its first
// moment o / 4 times the integral of x.
struct PatchSums {
  Lanes volume3 = all_lanes<Lanes>(0);
  Triple<Lanes> first_moment{volume3, volume3, volume3};  // 12 times
};

// Four stretches from the origin, and the areas of the triangles over them.
struct FourStretches {
  Triple<Lanes> p, q, along, doubled;
  Lanes left, right;
  Lanes of_first;
};

SCREE_KERNEL FourStretches add_four(const Stretches& stretches, int at, const Triple<Lanes>& origin,
                                    PatchSums& sums) {
  Lanes from[4], to[4], l[4], r[4];
  load_records<4>(stretches.from + at, from);
  load_records<4>(stretches.to + at, to);
  load_records<4>(stretches.left + at, l);
  load_records<4>(stretches.right + at, r);
  const Triple<Lanes> n{l[0], l[1], l[2]}, m{r[0], r[1], r[2]};
  const Lanes offset = l[3] - inner(n, origin), offset_right = r[3] - inner(m, origin);
  FourStretches four;
  four.p = Triple<Lanes>{from[0], from[1], from[2]} - origin;
  four.q = Triple<Lanes>{to[0], to[1], to[2]} - origin;
  four.along = four.q - four.p;
  four.doubled = four.p.cross(four.along);  // p x q would round more where both are long
  four.left = 0.5 * inner(n, four.doubled);
  four.right = -0.5 * inner(m, four.doubled);
  four.of_first = from[3];
  const Lanes cone = offset * four.left, cone_right = offset_right * four.right;
  sums.volume3 = sums.volume3 + (cone + cone_right);
  sums.first_moment = sums.first_moment + ((four.p + four.q) * (cone + cone_right) +
                                           (n * (offset * cone) + m * (offset_right * cone_right)));
  return four;
}

// Everything is measured from a corner of the contact line, so that small overlaps have small numbers.
SCREE_KERNEL bool sum_up(EdgeClipper::Memory& m, OverlapSums& sums) {
  const double* const middle = m.sides.to[0];
  const Triple<Lanes> origin{all_lanes<Lanes>(middle[0]), all_lanes<Lanes>(middle[1]),
                             all_lanes<Lanes>(middle[2])};
  const Lanes zero = all_lanes<Lanes>(0);
  m.pieces.pad(middle, m.side[0].plane[0]);
  m.sides.pad(middle, m.side[0].plane[0]);
  PatchSums all;
  Lanes patch_first = zero, patch_second = zero;
  for (int n = 0; n < m.pieces.count; n += lane_count) {
    const FourStretches four = add_four(m.pieces, n, origin, all);
    const Lanes both = four.left + four.right, of_first = four.of_first * both;
    patch_first = patch_first + of_first;
    patch_second = patch_second + (both - of_first);
  }
  Triple<Lanes> area{zero, zero, zero}, moment = area;  // twice, and -6 times
  Lanes length = zero;
  for (int n = 0; n < m.sides.count; n += lane_count) {
    const FourStretches four = add_four(m.sides, n, origin, all);
    patch_first = patch_first + four.left;
    patch_second = patch_second + four.right;
    area = area + four.doubled;
    // of |x|^2 dx, 3 times
    moment = moment + four.along * (inner(four.p, four.p) + inner(four.p, four.q) + inner(four.q, four.q));
    length = length + root(inner(four.along, four.along));
  }
  const Lanes first = sums_of(all.volume3, all.first_moment.x, all.first_moment.y, all.first_moment.z);
  const Lanes second = sums_of(patch_first, area.x, area.y, area.z);
  const Lanes third = sums_of(patch_second, moment.x, moment.y, moment.z);
  sums.volume = first[0] / 3;
  if (!(sums.volume > 0)) return false;
  sums.patch_first = second[0];
  sums.patch_second = third[0];
  const Point centroid = Point{first[1], first[2], first[3]} * (1 / (12 * sums.volume));
  const Point area_vector = Point{second[1], second[2], second[3]} * 0.5;
  // By Stokes' theorem the integral of x x n over a patch is that of -|x|^2/2 dx along its boundary.
  sums.moment = vec3(Point{third[1], third[2], third[3]} * (-1.0 / 6) - centroid.cross(area_vector));
  sums.area = vec3(area_vector);
  sums.centroid = vec3(Point{middle[0], middle[1], middle[2]} + centroid);
  sums.contact_line = (length[0] + length[1]) + (length[2] + length[3]);
  return true;
}

// A patch on one face, from the stretches that bound it.
struct Patch {
  Vec3 area = Vec3::Zero(), moment = Vec3::Zero();  // about the origin
  Vec3 corners = Vec3::Zero();                      // their sum
  int count = 0;

  // To its left.
  void add(const Vec3& p, const Vec3& q) {
    area += 0.5 * p.cross(Vec3(q - p));
    moment -= (p.dot(p) + p.dot(q) + q.dot(q)) / 6 * (q - p);
    corners += p;
    ++count;
  }
};

Patch patch_on(const EdgeClipper::Memory& m, int which, int face, const Vec3& origin) {
  Patch patch;
  const double* const plane = m.side[which].plane[face];
  for (const Stretches* stretches : {&m.pieces, &m.sides})
    for (int n = 0; n < stretches->count; ++n) {
      const Vec3 p = Eigen::Map<const Vec3>(stretches->from[n]) - origin;
      const Vec3 q = Eigen::Map<const Vec3>(stretches->to[n]) - origin;
      if (stretches->left[n] == plane) patch.add(p, q);
      if (stretches->right[n] == plane) patch.add(q, p);
    }
  return patch;
}

// The patches of one body that its neighbours cover: they are no surface. Their areas are summed up.
struct Seams {
  Vec3 area = Vec3::Zero(), moment = Vec3::Zero();
  double patch = 0;
  bool any = false;
};

Seams find_seams(const EdgeClipper::Memory& m, int which, std::span<const CoveredFace> covered,
                 const Vec3& centre, const Vec3& origin) {
  Seams seams;
  const Side& s = m.side[which];
  std::uint32_t taking_part = 0;  // of the covered faces
  for (const CoveredFace& c : covered)
    for (int f = 0; f < s.faces; ++f) taking_part |= static_cast<std::uint32_t>(c.face == s.face[f]) << f;
  for (; taking_part; taking_part &= taking_part - 1) {
    const int f = std::countr_zero(taking_part);
    const auto same_face = [&](const CoveredFace& c) { return c.face == s.face[f]; };
    const Patch patch = patch_on(m, which, f, origin);
    if (patch.count == 0) continue;
    const Vec3 middle = origin + patch.corners / patch.count - centre;
    if (std::ranges::none_of(covered,
                             [&](const CoveredFace& c) { return same_face(c) && covers(c, middle); }))
      continue;
    seams.any = true;
    seams.area += patch.area;
    seams.moment += patch.moment;
    seams.patch += patch.area.norm();
  }
  return seams;
}

// As the cuts do it: a side without seams says nothing of where they are, so the other one decides.
void leave_out_seams(const EdgeClipper::Memory& m, const PlacedPolyhedron& first,
                     const PlacedPolyhedron& second, const Vec3& d, OverlapSums& sums) {
  const Vec3 origin = Eigen::Map<const Vec3>(m.sides.to[0]);
  const Seams of_first = find_seams(m, 0, first.covered, Vec3::Zero(), origin);
  const Seams of_second = find_seams(m, 1, second.covered, d, origin);
  if (!of_first.any && !of_second.any) return;
  const double share = of_first.any && of_second.any ? 0.5 : 1;
  const Vec3 from_origin = sums.centroid - origin;
  const Vec3 moment =
      sums.moment + from_origin.cross(sums.area) + share * (of_second.moment - of_first.moment);
  sums.area += share * (of_second.area - of_first.area);
  sums.moment = moment - from_origin.cross(sums.area);
  sums.patch_first -= of_first.patch;
  sums.patch_second -= of_second.patch;
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
  if (end < begin - rounding) return Answer::no_layer;
  if (!gather(a, ask.first, {0, 0, 0}, true, begin - rounding)) return Answer::unsure;
  if (two) {
    if (!gather(b, *ask.second, ask.d, false, distance - end - rounding)) return Answer::unsure;
  } else {
    b.faces = 1;
    b.vertices = 0;
    b.edges = 0;
    put_plane(b, 0, *ask.half_space);
    turn_planes(b);
  }
  const double nearest = std::min(find_heights(a, b), find_heights(b, a));
  if (!(nearest > in_plane * size)) return Answer::unsure;
  list_edges(a, *ask.first.shape);
  if (two) list_edges(b, *ask.second->shape);
  m.line.corners = m.pieces.count = 0;
  m.grazes = false;
  clip_edges(m, 0, size);
  const int of_first = m.pieces.count;
  clip_edges(m, 1, size);
  const bool closed = close_line(m);
  // An overlap has corners, and each of them is on an edge.
  if (m.pieces.count == 0) return m.grazes ? Answer::unsure : Answer::apart;
  if (m.pieces.count > of_first && ask.second->radius > huge * ask.first.radius) return Answer::unsure;
  return closed && sum_up(m, sums) ? Answer::found : Answer::unsure;
}

SCREE_WIDE Answer clip_wide(EdgeClipper::Memory& m, const Question& ask, OverlapSums& sums) {
  return clip_kernel(m, ask, sums);
}
Answer clip_plain(EdgeClipper::Memory& m, const Question& ask, OverlapSums& sums) {
  return clip_kernel(m, ask, sums);
}

// At most the square of the largest ratio of an edge's length to the difference of its ends' heights.
double slope2_of(const EdgeClipper::Memory& m, const Question& ask) {
  const auto slope = [&](int which, double radius) { return 2 * radius / (m.least_rise[which] + 1e-300); };
  const double worst =
      std::max({1.0, slope(0, ask.first.radius), ask.second ? slope(1, ask.second->radius) : 1.0});
  return worst * worst;
}

Answer answer(EdgeClipper::Memory& m, const Question& ask, bool plain, OverlapSums& sums) {
  const Answer found = has_wide_registers() && !plain ? clip_wide(m, ask, sums) : clip_plain(m, ask, sums);
  const bool seams = !ask.first.covered.empty() || (ask.second && !ask.second->covered.empty());
  if (found == Answer::found && seams)
    leave_out_seams(m, ask.first, ask.second ? *ask.second : PlacedPolyhedron{}, vec3(ask.d), sums);
  return found;
}

}  // namespace

EdgeClipper::EdgeClipper() : memory_(std::make_unique<Memory>()) {}
EdgeClipper::~EdgeClipper() = default;

// Counted in the kernels above: products, sums, comparisons and choices, without moving numbers about.
double EdgeClipper::operations() const {
  const auto fours = [](int count) { return static_cast<double>((count + lane_count - 1) / lane_count); };
  double sum = 0;
  for (int which = 0; which < 2; ++which) {
    const Side &side = memory_->side[which], &other = memory_->side[1 - which];
    sum += 6 * fours(static_cast<int>(side.along.size()));                              // measuring
    sum += 8 * static_cast<double>(std::popcount(side.vertices)) * fours(other.faces);  // heights
    sum += side.edges * (11 * fours(other.faces) + 20);                                 // crossings
  }
  return sum + 95 * fours(memory_->pieces.count) + 115 * fours(memory_->sides.count);  // sums
}

Answer EdgeClipper::clip(const PlacedPolyhedron& first, const PlacedPolyhedron& second, const Vec3& d,
                         const Vec3& direction, bool plain) {
  const double length = direction.norm();
  if (!(length > 0)) return Answer::unsure;
  const Question ask{first, &second, triple(d), triple(direction / length), nullptr};
  const Answer found = answer(*memory_, ask, plain, sums);
  if (found == Answer::found) worst_slope2 = slope2_of(*memory_, ask);
  return found;
}

Answer EdgeClipper::clip(const PlacedPolyhedron& first, const Plane& half_space, bool plain) {
  const Question ask{first, nullptr, {0, 0, 0}, triple(-half_space.normal), &half_space};
  const Answer found = answer(*memory_, ask, plain, sums);
  if (found == Answer::found) worst_slope2 = slope2_of(*memory_, ask);
  return found;
}

}  // namespace scree
