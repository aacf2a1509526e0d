// Pieces of edges inside the other body, and the contact line between their ends, for overlap_by_edges.cpp.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "geometry/solid/edges_side.h"

namespace scree::edges {

// An edge that enters and leaves the other body at the same place, to this share of its length, may by
// another sum have missed it.
inline constexpr double grazing = 1e-9;

// A point as lanes are read from; the last number says whose edge it is on (CornerRow).
struct alignas(32) Corner {
  double x[4];
};

// Pieces of edges inside the other body, those of the first body first. Their ends are corners 2 n and
// 2 n + 1. Pieces of no length fill up the last four.
struct Pieces {
  static constexpr int most = 2 * most_edges + lane_count;
  int of_first, count;
  Polyhedron::ShortEdge edge[most];
  Corner corner[2 * most + 1] = {};  // the last one is nobody's
  double rise[2 * most];  // at corners of the contact line: by how much the ends of the edge differ in height
};

// The contact line, as it comes together. A side of it lies on one face of each body, and they name it; its
// direction is that of the boundary of the first body's patch. At a corner one side starts and another one
// ends.
struct ContactLine {
  static constexpr int most = 2 * Pieces::most;
  static constexpr unsigned names = Polyhedron::most_bits;  // of faces
  // The first of four; they count as sides on the first faces of both bodies, of which the second may have
  // one.
  static constexpr unsigned no_side = names * names;
  // Corners are kept as the distance from the first one in bytes: so they are read at once.
  static constexpr std::uint16_t no_corner = 2 * Pieces::most * sizeof(Corner);

  int corners = 0;
  std::uint16_t ends[most];                    // the side that ends at a corner
  std::uint16_t corner[most];                  // where that is
  std::uint16_t from[most];                    // and where it started
  std::uint16_t starts[no_side + lane_count];  // the corner where a side starts

  ContactLine() { forget(); }
  void forget() { std::ranges::fill(starts, no_corner); }

  static SCREE_KERNEL unsigned first_face(unsigned side) { return side % names; }
  static SCREE_KERNEL unsigned second_face(unsigned side) { return side / names % names; }

  // If it is `real`, which is as good as random.
  SCREE_KERNEL void add(bool real, unsigned at, unsigned starting, unsigned ending) {
    ends[corners] = static_cast<std::uint16_t>(ending);
    corner[corners] = static_cast<std::uint16_t>(at);
    starts[real ? starting : no_side] = static_cast<std::uint16_t>(at);
    corners += real;
  }

  // Fills up the last four with sides of no length.
  SCREE_KERNEL void pad() {
    for (unsigned k = 0; k < lane_count - 1; ++k) {
      ends[corners + k] = static_cast<std::uint16_t>(no_side + k);
      starts[no_side + k] = corner[corners + k] = corner[0];
    }
  }

  // Where the side that ends at corner n started: no_corner if it did not start, or has several ends. (Two
  // starts of the same side leave another one without.)
  SCREE_KERNEL unsigned find_start(int n) {
    const std::uint16_t start = starts[ends[n]];
    starts[ends[n]] = no_corner;
    from[n] = start;
    return start;
  }
};
static_assert(sizeof(Corner) * 2 * Pieces::most < 0xffff);

struct Clipped {
  double least_rise;    // difference of heights between the ends of an edge, over a plane that it crosses
  bool grazes = false;  // an edge missed the other body by less than can be told
};

// Where an edge enters and leaves the other body, about, as shares of its length: in the last bits stands
// through which of the faces. Below 0 and above 1 where it does not.
struct Crossing {
  double enters, leaves;

  static constexpr std::uint64_t face_bits = most_faces - 1;
  static SCREE_KERNEL unsigned face(double share) { return std::bit_cast<std::uint64_t>(share) & face_bits; }
};

// Of four faces at a time: heights at the ends of the edge say where it crosses the plane. It enters through
// the last plane that it crosses downwards, and leaves through the first one upwards.
template <class Registers, int fours>
SCREE_KERNEL Crossing cross(const CornerRow& from, const CornerRow& to) {
  const Lanes never_in = all_lanes<Lanes>(-1), never_out = all_lanes<Lanes>(2);
  Lanes last = never_in, first = never_out;
#pragma GCC unroll 8
  for (int g = 0; g < fours; ++g) {
    const Lanes a = load(from.height + lane_count * g), b = load(to.height + lane_count * g);
    const Lanes size = magnitude(a);
    const Lanes share = size / (size + magnitude(b));  // never 0 / 0, also where nothing crosses
    LaneMask::Vector named;
    __builtin_memcpy(&named, &share.v, sizeof named);
    named = (named & ~static_cast<std::int64_t>(Crossing::face_bits)) |
            (LaneMask::Vector{0, 1, 2, 3} + std::int64_t{lane_count} * g);
    Lanes t;
    __builtin_memcpy(&t.v, &named, sizeof named);
    last = greater(Registers::where_negative(a, never_in, t), last);
    first = lesser(Registers::where_negative(b, never_out, t), first);
  }
  return {largest(last), smallest(first)};
}

// Pieces of the edges of side `which` inside the other body, and the corners of the contact line there. The
// boundary of the patch to the left of an edge goes on along the line where the edge leaves the other body,
// and comes from it where it enters; that to the right the other way round; and seen from the second body
// the line runs backwards.
template <class Registers, int which, int fours>
SCREE_KERNEL Clipped clip_edges(const Side& side, const Side& other, double size, Pieces& pieces,
                                ContactLine& line) {
  Clipped result{size};
  std::size_t count = static_cast<std::size_t>(pieces.count);
  const unsigned own_place = which == 0 ? 1 : ContactLine::names;
  const unsigned other_place = which == 0 ? ContactLine::names : 1;
  for (int n = 0; n < side.edges; ++n) {
    const Polyhedron::ShortEdge e = side.edge[n];
    const CornerRow &from = side.row[e.from], &to = side.row[e.to];
    const Crossing at = cross<Registers, fours>(from, to);
    if (at.enters > at.leaves) {
      result.grazes |= at.enters - at.leaves < grazing;
      continue;
    }
    const unsigned f = Crossing::face(at.enters), g = Crossing::face(at.leaves);
    const double fall = std::abs(from.height[f]) + std::abs(to.height[f]);
    const double rise = std::abs(from.height[g]) + std::abs(to.height[g]);
    // Shares of the edge outside, at both ends: 0 where it begins or ends inside, because there it is below.
    const bool enters = at.enters >= 0, leaves = at.leaves < 2;
    const double before = (from.height[f] > 0 ? from.height[f] : 0) / fall;
    const double behind = (to.height[g] > 0 ? to.height[g] : 0) / rise;
    const Lanes p = load(from.position), q = load(to.position), along = q - p;
    store(pieces.corner[2 * count].x, p + along * before);
    store(pieces.corner[2 * count + 1].x, q - along * behind);
    pieces.rise[2 * count] = fall;
    pieces.rise[2 * count + 1] = rise;
    pieces.edge[count] = e;
    const unsigned on_left = own_place * (which == 0 ? e.left : e.right);
    const unsigned on_right = own_place * (which == 0 ? e.right : e.left);
    const unsigned in = other_place * other.name[f], out = other_place * other.name[g];
    const unsigned number = static_cast<unsigned>(2 * sizeof(Corner) * count);
    line.add(enters, number, on_right + in, on_left + in);
    line.add(leaves, number + sizeof(Corner), on_left + out, on_right + out);
    const double least_fall = enters ? fall : size, least_rise = leaves ? rise : size;
    result.least_rise = least_fall < result.least_rise ? least_fall : result.least_rise;
    result.least_rise = least_rise < result.least_rise ? least_rise : result.least_rise;
    ++count;
  }
  pieces.count = static_cast<int>(count);
  return result;
}

template <class Registers, int which>
SCREE_KERNEL Clipped clip_edges(const Side& side, const Side& other, double size, Pieces& pieces,
                                ContactLine& line) {
  switch (fours_of(other)) {
    case 1: return clip_edges<Registers, which, 1>(side, other, size, pieces, line);
    case 2: return clip_edges<Registers, which, 2>(side, other, size, pieces, line);
    case 3: return clip_edges<Registers, which, 3>(side, other, size, pieces, line);
    default: return clip_edges<Registers, which, most_faces / lane_count>(side, other, size, pieces, line);
  }
}

}  // namespace scree::edges
