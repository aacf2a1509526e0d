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

// What of one body takes part: corners in the layer, the faces and edges that meet there, and the far ends of
// these edges.
struct Side {
  // Corners by fours, in the common frame: as they were placed, or `moved`. Small solids show all of theirs.
  const FourCorners* corners = nullptr;
  int fours = 0;
  FourCorners moved[most_vertices / lane_count];

  int faces = 0;
  alignas(32) double plane[most_faces][4];  // normal and offset
  // Numbers in the shape. This list and that of edges have room for one more, which is written and not
  // counted.
  std::uint32_t face[most_faces + 1];

  int edges = 0;
  Polyhedron::ShortEdge edge[most_edges + 1];  // between corners and faces as they are numbered here

  // Heights over the planes of the other side, of all corners over the first, then over the second, ...
  alignas(32) double height[most_faces * most_vertices];
  // Bit f is set where a corner is above plane f.
  alignas(32) std::int64_t above[most_vertices];

  const double* heights_over(int f) const { return height + f * lane_count * fours; }

  // Scratch of gathering.
  std::vector<double> along;                      // all corners of the shape, measured across the layer
  std::uint64_t edges_by_bit = 0;                 // of a small solid
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

SCREE_KERNEL void put_plane(Side& side, int f, const Plane& plane, const Point& d) {
  const Vec3& n = plane.normal;
  Lanes record = load(n.data());
  record.set(3, plane.offset + n.dot(vec3(d)));  // rounded as by the cuts
  store(side.plane[f], record);
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
  std::uint64_t faces = 0, edges = 0;
  for (; in_layer; in_layer &= in_layer - 1) {
    const Polyhedron::Meeting& here = shape.meetings[static_cast<std::size_t>(std::countr_zero(in_layer))];
    faces |= here.faces;
    edges |= here.edges;
  }
  side.edges_by_bit = edges;
  if (std::popcount(faces) > most_faces) return false;
  int count = 0;
  for (; faces; faces &= faces - 1) {
    const int f = std::countr_zero(faces);
    side.short_place[f] = static_cast<std::uint8_t>(count);
    side.face[count] = static_cast<std::uint32_t>(f);
    put_plane(side, count++, body.planes[static_cast<std::size_t>(f)], d);
  }
  side.faces = count;
  side.fours = fours;
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
    side.edge[count] = {e.from, e.to, side.short_place[e.left], side.short_place[e.right]};
    count += (side.above[e.from] & side.above[e.to]) == 0;
  }
  side.edges = count;
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
  side.fours = (vertices + lane_count - 1) / lane_count;
  side.edges = edges;
  for (int n = vertices; n < lane_count * side.fours; ++n) side.vertex[n] = side.vertex[0];
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
  for (int n = 0; n < lane_count * side.fours; ++n) {
    const Vec3 v = body.vertices[side.vertex[n]];
    FourCorners& four = side.moved[n / lane_count];
    four.x[n % lane_count] = v.x() + d.x;
    four.y[n % lane_count] = v.y() + d.y;
    four.z[n % lane_count] = v.z() + d.z;
  }
  side.corners = side.moved;
  for (int f = 0; f < side.faces; ++f) put_plane(side, f, body.planes[side.face[f]], d);
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

// All heights, and which of them are above 0. Returns the size of the smallest.
SCREE_KERNEL double find_heights(Side& side, const Side& other) {
  const int fours = side.fours;
  Lanes lowest = all_lanes<Lanes>(1e300);
  for (int g = 0; g < fours; ++g) store_bits(side.above + lane_count * g, LaneMask{});
  double* height = side.height;
  for (int f = 0; f < other.faces; ++f) {
    const double* const plane = other.plane[f];
    const LaneMask bit = all_lanes(std::int64_t{1} << f);
    for (int g = 0; g < fours; ++g, height += lane_count) {
      const FourCorners& four = side.corners[g];
      const Lanes h = load(four.x) * plane[0] + load(four.y) * plane[1] + load(four.z) * plane[2] - plane[3];
      store(height, h);
      std::int64_t* const above = side.above + lane_count * g;
      store_bits(above, load_bits(above) | ((h > 0.0) & bit));
      lowest = lesser(magnitude(h), lowest);
    }
  }
  return smallest(lowest);
}

// A point as lanes are read from.
struct alignas(32) Corner {
  double x, y, z, unused;
};

// Pieces of up to four edges inside the other body.
struct FourPieces {
  Triple<Lanes> from, to;
  const double* left[lane_count];  // planes
  const double* right[lane_count];
  unsigned alive;  // which of the four there are
};
constexpr int most_pieces = most_edges / lane_count + 1;

// The contact line, as it comes together. Its sides lie on one face of each body; their direction is that of
// the boundary of the first body's patch. At a corner one side starts and another one ends.
struct ContactLine {
  int corners = 0;
  struct Place {
    std::uint16_t corner, start, end;  // which corner, and the sides: faces of both bodies
  };
  Place place[4 * most_edges];
  std::uint16_t starts[most_faces * most_faces];  // the corner where a side starts, while it comes together

  ContactLine() { std::ranges::fill(starts, no_corner); }
  SCREE_KERNEL static unsigned side(unsigned face_of_first, unsigned face_of_second) {
    return face_of_first * most_faces + face_of_second;
  }
};

}  // namespace

struct EdgeClipper::Memory {
  Side side[2];
  ContactLine line;
  FourPieces pieces[2][most_pieces];
  int fours[2];                                   // of pieces
  Corner corner[2 * 2 * lane_count * most_pieces];  // ends of pieces: all eight of each four
  // Sides of the contact line.
  const double* from[4 * most_edges + lane_count];
  const double* to[4 * most_edges + lane_count];
  const double* left[4 * most_edges + lane_count];  // planes
  const double* right[4 * most_edges + lane_count];
  Lanes longest2, least_rise;  // edges, and differences of heights between their ends
  bool grazes;                 // an edge missed the other body by less than can be told
};

namespace {

using Answer = EdgeClipper::Answer;

// Where four edges enter and leave the other body, as shares of their lengths, through which faces, and by
// how much their heights over these change.
struct FourCrossings {
  Lanes enters, leaves, fall, rise;
  LaneMask enter_face, leave_face;
};

// An edge enters through the last plane that it crosses downwards, and leaves through the first one upwards.
// Only planes that some end is above can be crossed.
SCREE_KERNEL FourCrossings cross(const Side& s, const Polyhedron::ShortEdge* edge, double size) {
  FourCrossings c{all_lanes<Lanes>(-1), all_lanes<Lanes>(2), all_lanes<Lanes>(size), all_lanes<Lanes>(size),
                  LaneMask{}, LaneMask{}};
  std::int64_t planes = 0;
  for (int lane = 0; lane < lane_count; ++lane)
    planes |= s.above[edge[lane].from] | s.above[edge[lane].to];
  const Lanes one = all_lanes<Lanes>(1);
  for (std::uint64_t left = static_cast<std::uint64_t>(planes); left; left &= left - 1) {
    const int f = std::countr_zero(left);
    const double* const h = s.heights_over(f);
    const Lanes a = lanes_of(h[edge[0].from], h[edge[1].from], h[edge[2].from], h[edge[3].from]);
    const Lanes b = lanes_of(h[edge[0].to], h[edge[1].to], h[edge[2].to], h[edge[3].to]);
    const LaneMask down = a > 0.0, up = b > 0.0;
    const Lanes drop = a - b;
    const Lanes t = a / select(down | up, drop, one);  // dead lanes must not divide by 0
    const LaneMask face = all_lanes(static_cast<std::int64_t>(f));
    const LaneMask later = down & (t > c.enters), sooner = up & (t < c.leaves);
    c.enters = select(later, t, c.enters);
    c.fall = select(later, drop, c.fall);
    c.enter_face = select(later, face, c.enter_face);
    c.leaves = select(sooner, t, c.leaves);
    c.rise = select(sooner, -drop, c.rise);
    c.leave_face = select(sooner, face, c.leave_face);
  }
  return c;
}

SCREE_KERNEL Triple<Lanes> positions(const FourCorners* corners, const std::uint8_t* v) {
  const FourCorners* const four[lane_count] = {corners + v[0] / 4, corners + v[1] / 4, corners + v[2] / 4,
                                               corners + v[3] / 4};
  const int at[lane_count] = {v[0] % 4, v[1] % 4, v[2] % 4, v[3] % 4};
  return {lanes_of(four[0]->x[at[0]], four[1]->x[at[1]], four[2]->x[at[2]], four[3]->x[at[3]]),
          lanes_of(four[0]->y[at[0]], four[1]->y[at[1]], four[2]->y[at[2]], four[3]->y[at[3]]),
          lanes_of(four[0]->z[at[0]], four[1]->z[at[1]], four[2]->z[at[2]], four[3]->z[at[3]])};
}

SCREE_KERNEL void put_corners(Corner* corner, const Triple<Lanes>& where) {
  const Lanes record[4] = {where.x, where.y, where.z, all_lanes<Lanes>(0)};
  store_records<4>(record, &corner->x);
}

// Pieces of the edges of side `which` inside the other body, and the corners of the contact line there. The
// boundary of the patch to the left of an edge goes on along the line where the edge leaves the other body,
// and comes from it where it enters; that to the right the other way round; and seen from the second body
// the line runs backwards.
SCREE_KERNEL void clip_edges(EdgeClipper::Memory& m, int which, double size) {
  const Side& s = m.side[which];
  ContactLine& line = m.line;
  m.fours[which] = 0;
  for (int n = 0; n < s.edges; n += lane_count) {
    const int count = s.edges - n < lane_count ? s.edges - n : lane_count;
    Polyhedron::ShortEdge edge[lane_count];
    std::uint8_t from[lane_count], to[lane_count];
    for (int lane = 0; lane < lane_count; ++lane) {
      edge[lane] = s.edge[lane < count ? n + lane : n];
      from[lane] = edge[lane].from;
      to[lane] = edge[lane].to;
    }
    const FourCrossings at = cross(s, edge, size);
    const LaneMask enters = at.enters > -0.5, leaves = at.leaves < all_lanes<Lanes>(1.5);
    const Lanes gap = at.enters - at.leaves;
    const LaneMask missed = enters & leaves & (gap > 0.0);
    m.grazes |= any(missed & (gap < all_lanes<Lanes>(grazing)));
    const unsigned alive = bits(~missed) & ((1u << count) - 1);
    if (alive == 0) continue;
    FourPieces& pieces = m.pieces[which][m.fours[which]];
    const Triple<Lanes> p = positions(s.corners, from), q = positions(s.corners, to), along = q - p;
    pieces.from = select(enters, p + along * at.enters, p);
    pieces.to = select(leaves, p + along * at.leaves, q);
    const int first_corner = 2 * lane_count * (which * most_pieces + m.fours[which]);
    put_corners(m.corner + first_corner, pieces.from);
    put_corners(m.corner + first_corner + lane_count, pieces.to);
    const LaneMask real = ~missed & lanes_below(count);
    pieces.to = select(real, pieces.to, pieces.from);
    pieces.alive = alive;
    for (int lane = 0; lane < lane_count; ++lane) {
      pieces.left[lane] = s.plane[edge[lane].left];
      pieces.right[lane] = s.plane[edge[lane].right];
    }
    const Lanes length2 = inner(along, along);
    m.longest2 = select(real, greater(length2, m.longest2), m.longest2);
    m.least_rise = select(real, lesser(at.fall, lesser(at.rise, m.least_rise)), m.least_rise);

    std::int64_t face[2 * lane_count];
    store_bits(face, at.enter_face);
    store_bits(face + lane_count, at.leave_face);
    for (unsigned left = (bits(enters) & alive) | (bits(leaves) & alive) << lane_count; left;
         left &= left - 1) {
      const int corner = std::countr_zero(left);
      const Polyhedron::ShortEdge e = edge[corner % lane_count];
      const bool to_left = (corner >= lane_count) != (which == 1);
      const unsigned starts = to_left ? e.left : e.right, ends = to_left ? e.right : e.left;
      const unsigned other = static_cast<unsigned>(face[corner]);
      const unsigned start = which == 0 ? ContactLine::side(starts, other) : ContactLine::side(other, starts);
      const unsigned end = which == 0 ? ContactLine::side(ends, other) : ContactLine::side(other, ends);
      const std::uint16_t number = static_cast<std::uint16_t>(first_corner + corner);
      line.place[line.corners++] = {number, static_cast<std::uint16_t>(start), static_cast<std::uint16_t>(end)};
      line.starts[start] = number;
    }
    ++m.fours[which];
  }
}

// Finds the start of every side from its end. False when the line does not close: a side has no start, or
// several ends. (Two starts of the same side leave another one without.)
SCREE_KERNEL bool close_line(EdgeClipper::Memory& m) {
  ContactLine& line = m.line;
  bool closed = line.corners > 0;
  for (int n = 0; n < line.corners; ++n) {
    const ContactLine::Place at = line.place[n];
    const std::uint16_t start = line.starts[at.end];
    line.starts[at.end] = no_corner;
    closed &= start != no_corner;
    m.from[n] = &m.corner[start == no_corner ? 0 : start].x;
    m.to[n] = &m.corner[at.corner].x;
    m.left[n] = m.side[0].plane[at.end / most_faces];
    m.right[n] = m.side[1].plane[at.end % most_faces];
  }
  if (!closed)
    for (int n = 0; n < line.corners; ++n) line.starts[line.place[n].start] = no_corner;
  return closed;
}

// Sums over stretches of the boundaries of patches, four at a time: pieces of edges, or sides of the contact
// line. One face is on the left, the other, seen from outside, on the right.
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
};

SCREE_KERNEL FourStretches add_four(const Triple<Lanes>& from, const Triple<Lanes>& to,
                                    const double* const* left, const double* const* right,
                                    const Triple<Lanes>& origin, PatchSums& sums) {
  Lanes l[4], r[4];
  load_records<4>(left, l);
  load_records<4>(right, r);
  const Triple<Lanes> n{l[0], l[1], l[2]}, m{r[0], r[1], r[2]};
  const Lanes offset = l[3] - inner(n, origin), offset_right = r[3] - inner(m, origin);
  FourStretches four;
  four.p = from - origin;
  four.q = to - origin;
  four.along = four.q - four.p;
  four.doubled = four.p.cross(four.along);  // p x q would round more where both are long
  four.left = 0.5 * inner(n, four.doubled);
  four.right = -0.5 * inner(m, four.doubled);
  const Lanes cone = offset * four.left, cone_right = offset_right * four.right;
  sums.volume3 = sums.volume3 + (cone + cone_right);
  sums.first_moment = sums.first_moment + ((four.p + four.q) * (cone + cone_right) +
                                           (n * (offset * cone) + m * (offset_right * cone_right)));
  return four;
}

// Everything is measured from a corner of the contact line, so that small overlaps have small numbers.
SCREE_KERNEL bool sum_up(EdgeClipper::Memory& m, OverlapSums& sums) {
  const ContactLine& line = m.line;
  const double* const middle = m.to[0];
  const Triple<Lanes> origin{all_lanes<Lanes>(middle[0]), all_lanes<Lanes>(middle[1]),
                             all_lanes<Lanes>(middle[2])};
  const Lanes zero = all_lanes<Lanes>(0);
  PatchSums all;
  Lanes patch[2] = {zero, zero};
  for (int which = 0; which < 2; ++which)
    for (int n = 0; n < m.fours[which]; ++n) {
      const FourPieces& pieces = m.pieces[which][n];
      const FourStretches four = add_four(pieces.from, pieces.to, pieces.left, pieces.right, origin, all);
      patch[which] = patch[which] + (four.left + four.right);
    }
  for (int n = line.corners; n % lane_count; ++n) {  // stretches of no length fill up the last four
    m.from[n] = m.to[n] = middle;
    m.left[n] = m.left[0];
    m.right[n] = m.right[0];
  }
  Triple<Lanes> area{zero, zero, zero}, moment = area;  // twice, and -6 times
  Lanes length = zero;
  for (int n = 0; n < line.corners; n += lane_count) {
    Lanes from[4], to[4];
    load_records<4>(m.from + n, from);
    load_records<4>(m.to + n, to);
    const FourStretches four = add_four({from[0], from[1], from[2]}, {to[0], to[1], to[2]}, m.left + n,
                                        m.right + n, origin, all);
    patch[0] = patch[0] + four.left;
    patch[1] = patch[1] + four.right;
    area = area + four.doubled;
    // of |x|^2 dx, 3 times
    moment = moment + four.along * (inner(four.p, four.p) + inner(four.p, four.q) + inner(four.q, four.q));
    length = length + root(inner(four.along, four.along));
  }
  const Lanes first = sums_of(all.volume3, all.first_moment.x, all.first_moment.y, all.first_moment.z);
  const Lanes second = sums_of(patch[0], area.x, area.y, area.z);
  const Lanes third = sums_of(patch[1], moment.x, moment.y, moment.z);
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

Vec3 point(const Triple<Lanes>& of, int lane) { return Vec3(of.x[lane], of.y[lane], of.z[lane]); }
Vec3 point(const double* of) { return Vec3(of[0], of[1], of[2]); }

Patch patch_on(const EdgeClipper::Memory& m, int which, int face, const Vec3& origin) {
  Patch patch;
  const double* const plane = m.side[which].plane[face];
  const auto add = [&](const Vec3& p, const Vec3& q, const double* left, const double* right) {
    if (left == plane) patch.add(p - origin, q - origin);
    if (right == plane) patch.add(q - origin, p - origin);
  };
  for (int n = 0; n < m.fours[which]; ++n) {
    const FourPieces& four = m.pieces[which][n];
    for (int lane = 0; lane < lane_count; ++lane)
      if (four.alive >> lane & 1)
        add(point(four.from, lane), point(four.to, lane), four.left[lane], four.right[lane]);
  }
  for (int n = 0; n < m.line.corners; ++n) add(point(m.from[n]), point(m.to[n]), m.left[n], m.right[n]);
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
  for (int f = 0; f < s.faces; ++f) {
    const auto same_face = [&](const CoveredFace& c) { return c.face == s.face[f]; };
    if (std::ranges::none_of(covered, same_face)) continue;
    const Patch patch = patch_on(m, which, f, origin);
    if (patch.count == 0) continue;
    const Vec3 middle = origin + patch.corners / patch.count - centre;
    if (std::ranges::none_of(covered, [&](const CoveredFace& c) { return same_face(c) && covers(c, middle); }))
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
  const Vec3 origin = point(m.to[0]);
  const Seams of_first = find_seams(m, 0, first.covered, Vec3::Zero(), origin);
  const Seams of_second = find_seams(m, 1, second.covered, d, origin);
  if (!of_first.any && !of_second.any) return;
  const double share = of_first.any && of_second.any ? 0.5 : 1;
  const Vec3 from_origin = sums.centroid - origin;
  const Vec3 moment = sums.moment + from_origin.cross(sums.area) + share * (of_second.moment - of_first.moment);
  sums.area += share * (of_second.area - of_first.area);
  sums.moment = moment - from_origin.cross(sums.area);
  sums.patch_first -= of_first.patch;
  sums.patch_second -= of_second.patch;
}

// At most the square of the largest ratio of an edge's length to the difference of its ends' heights.
double slope2_of(const EdgeClipper::Memory& m) {
  const double rise = smallest(m.least_rise);
  return std::max(1.0, largest(m.longest2) / (rise * rise + 1e-300));
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
    b.fours = b.edges = 0;
    put_plane(b, 0, *ask.half_space, {0, 0, 0});
  }
  const double nearest = std::min(find_heights(a, b), find_heights(b, a));
  if (!(nearest > in_plane * size)) return Answer::unsure;
  list_edges(a, *ask.first.shape);
  if (two) list_edges(b, *ask.second->shape);
  m.line.corners = 0;
  m.longest2 = all_lanes<Lanes>(0);
  m.least_rise = all_lanes<Lanes>(size);
  m.grazes = false;
  clip_edges(m, 0, size);
  clip_edges(m, 1, size);
  const bool closed = close_line(m);
  // An overlap has corners, and each of them is on an edge.
  if (m.fours[0] == 0 && m.fours[1] == 0) return m.grazes ? Answer::unsure : Answer::apart;
  if (m.fours[1] > 0 && ask.second->radius > huge * ask.first.radius) return Answer::unsure;
  return closed && sum_up(m, sums) ? Answer::found : Answer::unsure;
}

SCREE_WIDE Answer clip_wide(EdgeClipper::Memory& m, const Question& ask, OverlapSums& sums) {
  return clip_kernel(m, ask, sums);
}
Answer clip_plain(EdgeClipper::Memory& m, const Question& ask, OverlapSums& sums) {
  return clip_kernel(m, ask, sums);
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

Answer EdgeClipper::clip(const PlacedPolyhedron& first, const PlacedPolyhedron& second, const Vec3& d,
                         const Vec3& direction, bool plain) {
  const double length = direction.norm();
  if (!(length > 0)) return Answer::unsure;
  const Question ask{first, &second, triple(d), triple(direction / length), nullptr};
  const Answer found = answer(*memory_, ask, plain, sums);
  if (found == Answer::found) worst_slope2 = slope2_of(*memory_);
  return found;
}

Answer EdgeClipper::clip(const PlacedPolyhedron& first, const Plane& half_space, bool plain) {
  const Question ask{first, nullptr, {0, 0, 0}, triple(-half_space.normal), &half_space};
  const Answer found = answer(*memory_, ask, plain, sums);
  if (found == Answer::found) worst_slope2 = slope2_of(*memory_);
  return found;
}

}  // namespace scree
