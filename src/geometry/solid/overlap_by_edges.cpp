#include "geometry/solid/overlap_by_edges.h"

#include <algorithm>
#include <cmath>

#include "base/lanes.h"
#include "base/processor.h"
#include "base/registers.h"
#include "geometry/solid/edges_clip.h"
#include "geometry/solid/edges_seams.h"
#include "geometry/solid/edges_side.h"
#include "geometry/solid/edges_sums.h"

namespace scree {

struct EdgeClipper::Memory {
  edges::Side side[2];
  edges::Pieces pieces;
  edges::ContactLine line;
  double least_rise[2];
  double rounds;  // how much more the corners of the second body round, which is the larger one
};

namespace {

using namespace edges;
using Answer = EdgeClipper::Answer;

// A corner that lies in a plane of the other body, to this share of their size, may be found above it and, by
// another sum, below it: faces in one plane would count twice.
constexpr double in_plane = 1e-12;

// Edges of a body so much larger than the other one round too much.
constexpr double huge = 64;

// The layer is thicker than the overlap by this share of the bodies' size, so that it holds all that
// rounding could put there.
constexpr double relative_margin = 1e-10;

// What is asked for: two bodies, or one and a half-space.
struct Question {
  const PlacedPolyhedron& first;
  const PlacedPolyhedron* second;
  Point d;
  Point direction;
  const Plane* half_space;
};

// The half-space is all that there is of the second body.
SCREE_KERNEL void put_half_space(Side& side, const Plane& plane) {
  side.planes = &plane;
  side.faces = 1;
  for (int k = 0; k < lane_count; ++k) side.name[k] = 0;
  side.vertices = 0;
  side.edges = 0;
}

template <class Registers>
SCREE_KERNEL Answer clip_kernel(EdgeClipper::Memory& m, const Question& ask, OverlapSums& sums) {
  Side &a = m.side[0], &b = m.side[1];
  m.pieces.count = m.line.corners = 0;
  const bool two = ask.second != nullptr;
  const double size = ask.first.radius + (two ? ask.second->radius : 0.0);
  const double rounding = relative_margin * size * std::sqrt(inner(ask.direction, ask.direction));
  const double distance = inner(ask.direction, ask.d);
  const double end = measure(a, ask.first, ask.direction);
  const double begin = two ? distance - measure(b, *ask.second, -ask.direction) : -ask.half_space->offset;
  if (end < begin - rounding) return Answer::no_layer;
  if (!gather<Registers, 0>(a, ask.first, begin - rounding, ask.d)) return Answer::unsure;
  if (!two)
    put_half_space(b, *ask.half_space);
  else if (!gather<Registers, 1>(b, *ask.second, distance - end - rounding, ask.d))
    return Answer::unsure;
  turn_planes<0>(a, ask.d);
  turn_planes<1>(b, ask.d);
  const double of_a = find_heights<Registers>(a, b), of_b = find_heights<Registers>(b, a);
  if (!(std::min(of_a, of_b) > in_plane * size)) return Answer::unsure;
  list_edges(a, *ask.first.shape);
  if (two) list_edges(b, *ask.second->shape);
  const Clipped first = clip_edges<Registers, 0>(a, b, size, m.pieces, m.line);
  m.pieces.of_first = m.pieces.count;
  const Clipped second = clip_edges<Registers, 1>(b, a, size, m.pieces, m.line);
  m.least_rise[0] = first.least_rise;
  m.least_rise[1] = second.least_rise;
  // An overlap has corners, and each of them is on an edge.
  if (m.pieces.count == 0) return first.grazes || second.grazes ? Answer::unsure : Answer::apart;
  const bool too_long = m.pieces.count > m.pieces.of_first && ask.second->radius > huge * ask.first.radius;
  if (m.line.corners == 0 || too_long) {
    m.line.forget();
    return Answer::unsure;
  }
  return sum_up(m.side, m.pieces, m.line, sums) ? Answer::found : Answer::unsure;
}

SCREE_WIDE Answer clip_wide(EdgeClipper::Memory& m, const Question& ask, OverlapSums& sums) {
  return clip_kernel<WideRegisters>(m, ask, sums);
}
Answer clip_plain(EdgeClipper::Memory& m, const Question& ask, OverlapSums& sums) {
  return clip_kernel<PlainRegisters>(m, ask, sums);
}

// At most the largest ratio of an edge's length to the difference of its ends' heights; in roundings of the
// first body's size.
double worst_slope(const EdgeClipper::Memory& m, const Question& ask) {
  const auto slope = [&](int which, double radius) { return 2 * radius / (m.least_rise[which] + 1e-300); };
  return std::max(
      {1.0, slope(0, ask.first.radius), ask.second ? m.rounds * slope(1, ask.second->radius) : 1.0});
}

Answer answer(EdgeClipper::Memory& m, const Question& ask, bool plain, OverlapSums& sums) {
  m.rounds = ask.second ? std::max(1.0, ask.second->radius / ask.first.radius) : 1.0;
  const Answer found = has_wide_registers() && !plain ? clip_wide(m, ask, sums) : clip_plain(m, ask, sums);
  const bool seams = !ask.first.covered.empty() || (ask.second && !ask.second->covered.empty());
  if (found == Answer::found && seams)
    leave_out_seams(m.side, m.pieces, m.line, ask.first.covered,
                    ask.second ? ask.second->covered : std::span<const CoveredFace>{}, vec3(ask.d), sums);
  return found;
}

}  // namespace

EdgeClipper::EdgeClipper() : memory_(std::make_unique<Memory>()) {}
EdgeClipper::~EdgeClipper() = default;

// Counted in the kernels: products, sums, comparisons and choices, without moving numbers about.
double EdgeClipper::operations() const {
  const auto fours = [](int count) { return static_cast<double>((count + lane_count - 1) / lane_count); };
  const Memory& m = *memory_;
  double sum = 70 * fours(m.pieces.count) + 95 * fours(m.line.corners);  // sums
  for (int which = 0; which < 2; ++which) {
    const Side &side = m.side[which], &other = m.side[1 - which];
    sum += 6 * fours(static_cast<int>(side.measured));                                  // measuring
    sum += 8 * static_cast<double>(std::popcount(side.vertices)) * fours(other.faces);  // heights
    sum += side.edges * (11 * fours(other.faces) + 20);                                 // crossings
  }
  return sum;
}

// A corner that is off by e moves the area vector by e/2 times the sides that meet there, at most.
double EdgeClipper::blur() const {
  const Memory& m = *memory_;
  const auto position = [](const double* row) -> Vec3 { return Eigen::Map<const Vec3>(row); };
  const auto slope = [&](std::size_t corner) {
    const std::size_t piece = corner / 2;
    const Polyhedron::ShortEdge e = m.pieces.edge[piece];
    const bool first = piece < static_cast<std::size_t>(m.pieces.of_first);
    const Side& side = m.side[first ? 0 : 1];
    const double length = (position(side.row[e.to].position) - position(side.row[e.from].position)).norm();
    return (first ? 1.0 : m.rounds) * std::max(1.0, length / m.pieces.rise[corner]);
  };
  double sum = 0;
  for (int n = 0; n < m.line.corners; ++n) {
    const std::size_t from = m.line.from[n] / sizeof(Corner), to = m.line.corner[n] / sizeof(Corner);
    const double length = (position(m.pieces.corner[to].x) - position(m.pieces.corner[from].x)).norm();
    sum += 0.5 * length * (slope(from) + slope(to));
  }
  return sum;
}

Answer EdgeClipper::clip(const PlacedPolyhedron& first, const PlacedPolyhedron& second, const Vec3& d,
                         const Vec3& direction, bool plain) {
  if (!(direction.squaredNorm() > 0)) return Answer::unsure;
  const Question ask{first, &second, triple(d), triple(direction), nullptr};
  const Answer found = answer(*memory_, ask, plain, sums);
  if (found == Answer::found) coarse_blur = worst_slope(*memory_, ask) * sums.contact_line;
  return found;
}

Answer EdgeClipper::clip(const PlacedPolyhedron& first, const Plane& half_space, bool plain) {
  const Question ask{first, nullptr, {0, 0, 0}, triple(-half_space.normal), &half_space};
  const Answer found = answer(*memory_, ask, plain, sums);
  if (found == Answer::found) coarse_blur = worst_slope(*memory_, ask) * sums.contact_line;
  return found;
}

}  // namespace scree
