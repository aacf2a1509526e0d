#include "geometry/plane/overlap_polygon.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "geometry/solid/cut.h"

namespace scree {
namespace {

using math::DoubleDouble;

// Mean depth over the size, below which plain sums are not good enough; and below which no number of this
// size can tell the overlap from nothing.
constexpr double shallow = 1e-9, thinnest_area = 1e-17;

// The layer is thicker than the overlap by this share of the bodies' size: it holds all that rounding could
// put there.
constexpr double crossing_margin = 1e-10;

template <class N>
struct Two {
  N x, y;
  Two operator+(const Two& o) const { return {x + o.x, y + o.y}; }
  Two operator-(const Two& o) const { return {x - o.x, y - o.y}; }
  Two operator*(const N& f) const { return {x * f, y * f}; }
};
template <class N>
N outer(const Two<N>& a, const Two<N>& b) {
  return a.x * b.y - a.y * b.x;
}
template <class N>
N inner(const Two<N>& a, const Two<N>& b) {
  return a.x * b.x + a.y * b.y;
}
template <class N>
Two<N> two(const Vec2& v) {
  return {number<N>(v.x()), number<N>(v.y())};
}
template <class N>
Vec2 to_vec2(const Two<N>& v) {
  return Vec2(to_double(v.x), to_double(v.y));
}

// A corner of the polygon that is being cut, and whose boundary goes on from there: that of the body that is
// cut, or of the one that cuts.
template <class N>
struct Corner {
  Two<N> at;
  bool cutting = false;
  std::uint32_t edge = 0;  // of that body
};

template <class N>
using Ring = std::vector<Corner<N>>;

// Keeps what is to the left of the line from p to q.
template <class N>
void cut_by_line(const Ring<N>& ring, const Two<N>& p, const Two<N>& q, std::uint32_t edge,
                 std::vector<N>& height, Ring<N>& out) {
  const Two<N> along = q - p;
  const std::size_t n = ring.size();
  height.resize(n);
  bool any_out = false;
  for (std::size_t k = 0; k < n; ++k) {
    height[k] = outer(along, ring[k].at - p);
    any_out |= is_positive(-height[k]);
  }
  out.clear();
  if (!any_out) {
    out = ring;
    return;
  }
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t next = k + 1 == n ? 0 : k + 1;
    const bool in = !is_positive(-height[k]), next_in = !is_positive(-height[next]);
    if (in) out.push_back(ring[k]);
    if (in == next_in) continue;
    const N share = height[k] / (height[k] - height[next]);
    const Two<N> at = ring[k].at + (ring[next].at - ring[k].at) * share;
    // Where the boundary leaves, it goes on along the line.
    out.push_back({at, in || ring[k].cutting, in ? edge : ring[k].edge});
  }
}

struct Sums {
  double area = 0, moment = 0;
  Vec2 centroid = Vec2::Zero(), contact = Vec2::Zero();
  double patch[2] = {0, 0};  // of the body that is cut, and of the one that cuts
};

template <class N>
Sums sum_up(const Ring<N>& ring) {
  Sums sums;
  if (ring.size() < 3) return sums;
  const Two<N> origin = ring[0].at;
  const N zero = number<N>(0);
  N doubled = zero, along_squares = zero;
  Two<N> first{zero, zero}, along{zero, zero};
  Vec2 low = Vec2::Zero(), high = Vec2::Zero();
  for (std::size_t k = 0; k < ring.size(); ++k) {
    const Two<N> p = ring[k].at - origin, q = ring[k + 1 == ring.size() ? 0 : k + 1].at - origin;
    const N twice = outer(p, q - p);
    doubled = doubled + twice;
    first = first + (p + q) * twice;
    const double length = to_vec2(q - p).norm();
    sums.patch[ring[k].cutting] += length;
    const Vec2 x = to_vec2(p);
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
    if (ring[k].cutting) continue;
    along = along + (q - p);
    along_squares = along_squares + (inner(q, q) - inner(p, p));
  }
  sums.area = 0.5 * to_double(doubled);
  if (!(sums.area > 0)) return sums;
  // Of an area of a few roundings only its extent says where it is.
  const Vec2 from_origin = (to_vec2(first) / (6 * sums.area)).cwiseMax(low).cwiseMin(high);
  sums.centroid = to_vec2(origin) + from_origin;
  const Vec2 chord = to_vec2(along);
  sums.contact = Vec2(chord.y(), -chord.x());
  // x times the outward normal, along the boundary, is -x . dx.
  sums.moment = -0.5 * to_double(along_squares) -
                (from_origin.x() * sums.contact.y() - from_origin.y() * sums.contact.x());
  return sums;
}

// Consecutive corners of a body, and the number of the first.
struct Chain {
  std::vector<Vec2> at;
  std::uint32_t first = 0, of = 1;  // of how many there are in all

  std::uint32_t edge(std::size_t k) const {
    const auto number = first + static_cast<std::uint32_t>(k);
    return number < of ? number : number - of;
  }
};

template <class N>
struct Knife {
  Ring<N> ring, next;
  std::vector<N> height;

  // The polygon cut by all edges of a chain.
  Sums cut(const Chain& polygon, const Chain& chain) {
    ring.clear();
    for (std::size_t k = 0; k < polygon.at.size(); ++k)
      ring.push_back({two<N>(polygon.at[k]), false, polygon.edge(k)});
    for (std::size_t k = 0; k + 1 < chain.at.size() && !ring.empty(); ++k) {
      cut_by_line(ring, two<N>(chain.at[k]), two<N>(chain.at[k + 1]), chain.edge(k), height, next);
      ring.swap(next);
    }
    return sum_up(ring);
  }
};

// Takes what lies along covered stretches of one body's edges out of the sums. The body's origin is at d.
template <class N>
void leave_out(const Ring<N>& ring, const TurnedPolygon& body, const Vec2& d, bool cutting, Sums& sums) {
  const double sign = cutting ? 1 : -1;
  const double whole = sums.patch[cutting];
  for (const CoveredEdge& covered : body.shape.covered) {
    const Vec2 begin = body.turn(body.shape.vertices[covered.edge]) + d;
    const Vec2 along = body.turn(body.shape.vertices[body.shape.next(covered.edge)]) + d - begin;
    const auto share = [&](const Two<N>& x) { return along.dot(to_vec2(x) - begin) / along.squaredNorm(); };
    for (std::size_t k = 0; k < ring.size(); ++k) {
      if (ring[k].cutting != cutting || ring[k].edge != covered.edge) continue;
      const double low = std::max(share(ring[k].at), covered.from);
      const double high = std::min(share(ring[k + 1 == ring.size() ? 0 : k + 1].at), covered.to);
      if (!(high > low)) continue;
      const Vec2 p = begin + low * along - sums.centroid, q = begin + high * along - sums.centroid;
      sums.contact += sign * Vec2(q.y() - p.y(), p.x() - q.x());
      sums.moment -= sign * 0.5 * (q.squaredNorm() - p.squaredNorm());
      sums.patch[cutting] -= (q - p).norm();
    }
  }
  // All of it covered: something must remain to divide by.
  if (!(sums.patch[cutting] > 1e-9 * whole)) sums.patch[cutting] = 1e-9 * whole;
}

}  // namespace

struct PlaneOverlapWork::Memory {
  Chain polygon, chain;  // what is cut, and what cuts, anticlockwise
  Knife<double> plain;
  Knife<DoubleDouble> fine;
};

PlaneOverlapWork::PlaneOverlapWork() : memory_(std::make_unique<Memory>()) {}
PlaneOverlapWork::~PlaneOverlapWork() = default;

namespace {

// The corners beyond `least` along a direction, and one more at both ends, at d. All of them, with the first
// once more at the end if it is to be closed, where there is no other.
void gather_chain(const TurnedPolygon& body, const Vec2& direction, std::uint32_t top, double least,
                  const Vec2& d, bool closed, Chain& out) {
  const Polygon& shape = body.shape;
  const Vec2 own = body.scale * body.turn_back(direction);
  const auto beyond = [&](std::uint32_t k) { return own.dot(shape.vertices[k]) > least; };
  std::uint32_t first = top, count = 1;
  while (count < shape.size() && beyond(first)) {
    first = shape.previous(first);
    ++count;
  }
  std::uint32_t last = top;
  while (count < shape.size() && beyond(last)) {
    last = shape.next(last);
    ++count;
  }
  if (count == shape.size()) first = 0;  // whichever of two equally far corners was the top
  out.at.clear();
  out.first = first;
  out.of = shape.size();
  for (std::uint32_t k = first, n = 0; n < count; k = shape.next(k), ++n)
    out.at.push_back(body.turn(shape.vertices[k]) + d);
  // Every corner is in it: the edge from the last to the first takes part as well.
  if (closed && count == shape.size()) out.at.push_back(out.at.front());
}

double reach(const TurnedPolygon& body, const Vec2& direction, std::uint32_t& top) {
  const Vec2 own = body.scale * body.turn_back(direction);
  top = furthest_corner(body.shape, own, std::min(body.near, body.shape.size() - 1));
  return own.dot(body.shape.vertices[top]);
}

bool is_thick(const Sums& sums, double size) {
  return sums.area > thinnest_area * size * std::max(sums.patch[0], sums.patch[1]);
}

// Sums in plain numbers where they are good enough; false when there is no overlap. `cutting` may be missing:
// a half-plane.
bool cut_well(const TurnedPolygon& cut, const TurnedPolygon* cutting, const Vec2& to_cutting,
              PlaneOverlapWork& work, Sums& sums) {
  PlaneOverlapWork::Memory& m = work.memory();
  const auto without_covered = [&](const auto& ring) {
    if (!is_thick(sums, cut.radius())) return false;
    if (!cut.shape.covered.empty()) leave_out(ring, cut, Vec2::Zero(), false, sums);
    if (cutting != nullptr && !cutting->shape.covered.empty())
      leave_out(ring, *cutting, to_cutting, true, sums);
    return true;
  };
  sums = m.plain.cut(m.polygon, m.chain);
  const double patch = std::max(sums.patch[0], sums.patch[1]);
  if (m.plain.ring.size() < 3 || sums.area > shallow * cut.radius() * patch)
    return without_covered(m.plain.ring);
  ++work.refined;
  sums = m.fine.cut(m.polygon, m.chain);
  return without_covered(m.fine.ring);
}

}  // namespace

bool find_overlap(const TurnedPolygon& a, const TurnedPolygon& b, const Vec2& d, const Vec2& direction,
                  PlaneOverlapWork& work, PlaneOverlap& out) {
  if (direction.isZero()) return find_overlap(a, b, d, Vec2::UnitX(), work, out);
  ++work.asked;
  PlaneOverlapWork::Memory& m = work.memory();
  // The smaller one is cut: its coordinates round less.
  const bool about_a = a.radius() <= b.radius();
  const TurnedPolygon &cut = about_a ? a : b, &cutting = about_a ? b : a;
  const Vec2 to_cutting = about_a ? d : Vec2(-d), way = about_a ? direction : Vec2(-direction);
  std::uint32_t top_of_cut, top_of_cutting;
  const double end = reach(cut, way, top_of_cut);
  const double distance = way.dot(to_cutting);
  const double begin = distance - reach(cutting, -way, top_of_cutting);
  work.top_a = about_a ? top_of_cut : top_of_cutting;
  work.top_b = about_a ? top_of_cutting : top_of_cut;
  const double rounding = crossing_margin * (a.radius() + b.radius()) * way.norm();
  if (end < begin - rounding) return false;
  gather_chain(cut, way, top_of_cut, begin - rounding, Vec2::Zero(), false, m.polygon);
  gather_chain(cutting, -way, top_of_cutting, distance - end - rounding, to_cutting, true, m.chain);
  Sums sums;
  if (!cut_well(cut, &cutting, to_cutting, work, sums)) return false;
  out.area = sums.area;
  out.centroid = about_a ? sums.centroid : Vec2(sums.centroid + d);
  out.contact = about_a ? sums.contact : Vec2(-sums.contact);
  out.moment = about_a ? sums.moment : -sums.moment;
  out.patch_a = sums.patch[about_a ? 0 : 1];
  out.patch_b = sums.patch[about_a ? 1 : 0];
  return true;
}

bool find_overlap(const TurnedPolygon& a, const Vec2& point, const Vec2& outward, PlaneOverlapWork& work,
                  PlaneOverlap& out) {
  ++work.asked;
  PlaneOverlapWork::Memory& m = work.memory();
  std::uint32_t top;
  const double end = reach(a, -outward, top);
  work.top_a = top;
  const double begin = -outward.dot(point);
  const double rounding = crossing_margin * a.radius();
  if (end < begin - rounding) return false;
  gather_chain(a, -outward, top, begin - rounding, Vec2::Zero(), false, m.polygon);
  const Vec2 along(-outward.y(), outward.x());  // the solid is to its left
  // A line through the foot of the centre: nearer than a point far away, so it rounds less.
  const Vec2 foot = outward.dot(point) * outward;
  m.chain.at = {foot, foot + a.radius() * along};
  Sums sums;
  if (!cut_well(a, nullptr, foot, work, sums)) return false;
  out = {sums.area, sums.centroid, sums.contact, sums.moment, sums.patch[0], sums.patch[1]};
  return true;
}

}  // namespace scree
