// What of one body takes part in an overlap, for overlap_by_edges.cpp: the corners in the layer that both
// bodies reach, the faces and edges that meet there, and the far ends of these edges; and the heights of
// these corners over the faces of the other body.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "base/lanes.h"
#include "base/registers.h"
#include "geometry/solid/placed.h"

namespace scree::edges {

using Point = Triple<double>;

inline constexpr int most_faces = 32, most_vertices = 64, most_edges = 96;
static_assert(most_vertices >= Polyhedron::most_bits && most_edges >= Polyhedron::most_bits);

// A corner in the common frame, and its heights over the planes of the other side.
struct alignas(32) CornerRow {
  double height[most_faces];
  double position[4];  // the last number is 0 for the first body and 1 for the second
};

struct Side {
  // Corners. Small solids have rows for all of theirs; which ones take part is told by bits.
  std::uint64_t vertices = 0;
  CornerRow row[most_vertices];
  std::uint32_t above[most_vertices];  // bit f where the height over plane f is above 0

  // Planes about the body's own centre. Small solids show all of theirs; which ones take part is told by the
  // list of their names.
  const Plane* planes = nullptr;
  int faces = 0;
  std::uint8_t name[most_faces];  // repeats of the last one fill up the last four

  // Those that take part, in the common frame, by columns for four at a time.
  alignas(32) double x[most_faces], y[most_faces], z[most_faces], offset[most_faces];

  int edges = 0;
  Polyhedron::ShortEdge edge[most_edges + 1];  // room for one more, which is written and not counted

  // Scratch of gathering.
  std::vector<double> along;       // all corners of the shape, measured across the layer
  std::size_t measured = 0;        // how many that are
  std::uint64_t edges_by_bit = 0;  // of a small solid
  // Of a large one:
  Plane own_planes[most_faces];
  std::uint32_t face[most_faces + 1], vertex[most_vertices + 1];  // numbers in the shape
  std::vector<std::uint8_t> place_of_face, place_of_vertex;       // here, or nobody

  // Number in the shape of the face with this name.
  std::uint32_t number_of(std::uint8_t face_name) const {
    return planes == own_planes ? face[face_name] : face_name;
  }
};

// For shapes too large to name everything by a bit; false when too much takes part.
bool gather_by_stars(Side& side, const PlacedSolid& body, double threshold, const Vec3& d, double which);

SCREE_KERNEL Lanes measure(const FourCorners& four, const Triple<Lanes>& direction) {
  return load(four.x) * direction.x + load(four.y) * direction.y + load(four.z) * direction.z;
}

// How far the body reaches.
SCREE_KERNEL double measure(Side& side, const PlacedSolid& body, const Point& direction) {
  const FourCorners* const four = body.vertices.data();
  const std::size_t fours = body.vertices.fours();
  if (side.along.size() < lane_count * fours) [[unlikely]]
    side.along.resize(lane_count * fours);
  side.measured = lane_count * fours;
  double* const along = side.along.data();
  const Triple<Lanes> all{all_lanes<Lanes>(direction.x), all_lanes<Lanes>(direction.y),
                          all_lanes<Lanes>(direction.z)};
  Lanes furthest = measure(four[0], all);
  store(along, furthest);
  for (std::size_t g = 1; g < fours; ++g) {
    const Lanes here = measure(four[g], all);
    store(along + lane_count * g, here);
    furthest = greater(here, furthest);
  }
  return largest(furthest);
}

// How many fours of planes the kernels below work on: the usual numbers, or room for all.
SCREE_KERNEL unsigned fours_of(const Side& side) {
  const unsigned fours = (static_cast<unsigned>(side.faces) + lane_count - 1) / lane_count;
  return fours <= 3 ? fours : most_faces / lane_count;
}

// All corners, moved by d with the body, one by one.
template <int which>
SCREE_KERNEL void turn_corners(Side& side, const Corners& corners, const Point& d) {
  const FourCorners* const four = corners.data();
  const std::size_t fours = corners.fours();
  for (std::size_t g = 0; g < fours; ++g) {
    Lanes x = load(four[g].x), y = load(four[g].y), z = load(four[g].z);
    if constexpr (which == 1) {
      x = x + all_lanes<Lanes>(d.x);
      y = y + all_lanes<Lanes>(d.y);
      z = z + all_lanes<Lanes>(d.z);
    }
    Lanes row[lane_count];
    transpose(x, y, z, all_lanes<Lanes>(which), row);
#pragma GCC unroll 4
    for (std::size_t k = 0; k < lane_count; ++k) store(side.row[lane_count * g + k].position, row[k]);
  }
}

// Which is the lowest of these bits.
SCREE_KERNEL std::size_t lowest_of(std::uint64_t bits) {
  return static_cast<unsigned>(std::countr_zero(bits));
}

// From the corners in the layer to their faces and edges, by bits. Nothing here depends on which corners
// these are: a processor cannot guess it.
template <class Registers>
SCREE_KERNEL bool gather_by_bits(Side& side, const PlacedSolid& body, double threshold) {
  const double* const along = side.along.data();
  const Polyhedron::Meeting* const meetings = body.shape->meetings.data();
  const Lanes from = all_lanes<Lanes>(threshold);
  LaneMask all = all_lanes(std::int64_t{0});
  const std::size_t corners = lane_count * body.vertices.fours();
  for (std::size_t v = 0; v < corners; v += lane_count) {
#pragma GCC unroll 4
    for (std::size_t k = 0; k < lane_count; ++k)
      all = all | (load_bits(meetings[v + k].bits) & (Registers::repeat(along + v + k) > from));
  }
  const auto met = [&](int kind) { return static_cast<std::uint64_t>(all.v[kind]); };
  side.vertices = met(Polyhedron::Meeting::vertices);
  side.edges_by_bit = met(Polyhedron::Meeting::edges);
  side.planes = body.planes.data();
  std::uint64_t faces = met(Polyhedron::Meeting::faces);
  side.faces = std::popcount(faces);
  if (side.faces == 0 || side.faces > most_faces) [[unlikely]]
    return false;
  const std::size_t end = lane_count * fours_of(side);
  const std::uint64_t last = std::bit_floor(faces);  // it is repeated
  for (std::size_t f = 0; f < end; f += lane_count) {
#pragma GCC unroll 4
    for (std::size_t k = 0; k < lane_count; ++k) {
      side.name[f + k] = static_cast<std::uint8_t>(lowest_of(faces));
      faces = (faces & (faces - 1)) | last;
    }
  }
  return true;
}

// The layer holds what reaches beyond the threshold. Only the second body is moved by d. False when too much
// takes part.
template <class Registers, int which>
SCREE_KERNEL bool gather(Side& side, const PlacedSolid& body, double threshold, const Point& d) {
  if (body.shape->meetings.empty()) [[unlikely]]
    return gather_by_stars(side, body, threshold, which == 0 ? Vec3(Vec3::Zero()) : vec3(d), which);
  turn_corners<which>(side, body.vertices, d);
  return gather_by_bits<Registers>(side, body, threshold);
}

// Planes by columns; those of the second body are moved by d.
template <int which>
SCREE_KERNEL void turn_planes(Side& side, const Point& d) {
  const std::size_t end = lane_count * fours_of(side);
  const Plane* const planes = side.planes;
  for (std::size_t f = 0; f < end; f += lane_count) {
    const std::uint8_t* const name = side.name + f;
    Lanes column[4];
    transpose(load(planes[name[0]].normal.data()), load(planes[name[1]].normal.data()),
              load(planes[name[2]].normal.data()), load(planes[name[3]].normal.data()), column);
    store(side.x + f, column[0]);
    store(side.y + f, column[1]);
    store(side.z + f, column[2]);
    if constexpr (which == 1)  // rounded as by the cuts
      column[3] = column[3] + (column[0] * d.x + (column[1] * d.y + column[2] * d.z));
    store(side.offset + f, column[3]);
  }
}

// Heights of the corners over the planes of the other side, and which of them are above 0. Returns the size
// of the smallest.
template <class Registers, int fours>
SCREE_KERNEL double find_heights(Side& side, const Side& other) {
  constexpr std::uint32_t all = fours == 8 ? 0xffffffffu : (1u << (lane_count * fours)) - 1;
  Lanes lowest = all_lanes<Lanes>(1e300);
  for (std::uint64_t left = side.vertices; left; left &= left - 1) {
    const std::size_t v = lowest_of(left);
    CornerRow& row = side.row[v];
    const Lanes x = Registers::repeat(row.position), y = Registers::repeat(row.position + 1),
                z = Registers::repeat(row.position + 2);
    std::uint32_t below = 0;
#pragma GCC unroll 8
    for (int g = 0; g < fours; ++g) {
      const int f = lane_count * g;
      const Lanes h =
          load(other.x + f) * x + load(other.y + f) * y + load(other.z + f) * z - load(other.offset + f);
      store(row.height + f, h);
      below |= Registers::signs(h) << f;
      lowest = lesser(magnitude(h), lowest);
    }
    side.above[v] = below ^ all;
  }
  return smallest(lowest);
}

template <class Registers>
SCREE_KERNEL double find_heights(Side& side, const Side& other) {
  switch (fours_of(other)) {
    case 1: return find_heights<Registers, 1>(side, other);
    case 2: return find_heights<Registers, 2>(side, other);
    case 3: return find_heights<Registers, 3>(side, other);
    default: return find_heights<Registers, most_faces / lane_count>(side, other);
  }
}

// Edges that no single plane keeps out. A processor cannot guess which ones: each is written behind the end
// of the list, and counted or not.
SCREE_KERNEL void list_edges(Side& side, const Polyhedron& shape) {
  std::size_t count = 0;
  const auto offer = [&](const Polyhedron::ShortEdge& e) __attribute__((always_inline)) {
    std::uint32_t word;  // at once: e may be the place behind the end itself
    __builtin_memcpy(&word, &e, sizeof word);
    const std::uint32_t kept_out = side.above[e.from] & side.above[e.to];
    __builtin_memcpy(&side.edge[count], &word, sizeof word);
    count += kept_out == 0;
  };
  if (shape.meetings.empty()) [[unlikely]] {
    for (int n = 0; n < side.edges; ++n) offer(side.edge[n]);
  } else {
    const Polyhedron::ShortEdge* const edges = shape.short_edges.data();
    for (std::uint64_t left = side.edges_by_bit; left; left &= left - 1) offer(edges[lowest_of(left)]);
  }
  side.edges = static_cast<int>(count);
}

}  // namespace scree::edges
