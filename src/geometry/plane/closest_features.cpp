#include "geometry/plane/closest_features.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scree {
namespace {

constexpr bool is_edge(std::uint32_t feature) { return feature & 1; }
constexpr std::uint32_t corner_of(std::uint32_t feature) { return feature / 2; }

// A polygon seen from the frame in which the walk takes place.
struct Seen {
  const Polygon& polygon;
  const Pose2* pose;  // null: the frame is its own

  Vec2 corner(std::uint32_t k) const {
    const Vec2& v = polygon.vertices[k];
    return pose ? *pose * v : v;
  }
  Vec2 own(const Vec2& x) const { return pose ? pose->back(x) : x; }
};

struct Segment {
  Vec2 p, q;
};
Segment segment_of(const Seen& s, std::uint32_t edge) {
  return {s.corner(corner_of(edge)), s.corner(s.polygon.next(corner_of(edge)))};
}

constexpr std::uint32_t none = 0xffffffffu;

// The nearest points of two features.
struct Nearest {
  Vec2 on_a = Vec2::Zero(), on_b = Vec2::Zero();
  // From a to b, of any length. Where one point is inside an edge it is across that edge, not the difference
  // of the points, which may be all rounding.
  Vec2 way = Vec2::Zero();
  std::uint32_t corner_a = none, corner_b = none;  // where a point is a corner
  bool cross = false;
};

struct OnSegment {
  Vec2 at;
  int end;  // 0 or 1, or -1 between the ends
};
OnSegment nearest_on(const Segment& s, const Vec2& x) {
  const Vec2 e = s.q - s.p;
  const double along = e.dot(x - s.p), length2 = e.squaredNorm();
  if (!(along > 0)) return {s.p, 0};
  if (!(along < length2)) return {s.q, 1};
  return {s.p + (along / length2) * e, -1};
}

// Across the edge, towards the side on which x is; its right, which is outside, if that cannot be told.
Vec2 across(const Segment& s, const Vec2& x) {
  const Vec2 e = s.q - s.p;
  const Vec2 right(e.y(), -e.x());
  return cross(e, x - s.p) > 0 ? Vec2(-right) : right;
}

std::uint32_t corner_at(const Seen& s, std::uint32_t edge, int end) {
  if (end < 0) return none;
  return end == 0 ? corner_of(edge) : s.polygon.next(corner_of(edge));
}

// Do the segments have a point in common? Where all four corners lie on one line, the nearest ends tell.
bool segments_cross(const Segment& s, const Segment& t) {
  const Vec2 e = s.q - s.p, f = t.q - t.p;
  const double tp = cross(e, t.p - s.p), tq = cross(e, t.q - s.p);
  const double sp = cross(f, s.p - t.p), sq = cross(f, s.q - t.p);
  return tp * tq <= 0 && sp * sq <= 0 && (tp != 0 || tq != 0 || sp != 0 || sq != 0);
}

Nearest corner_and_edge(const Seen& a, std::uint32_t corner, const Seen& b, std::uint32_t edge) {
  Nearest n;
  n.on_a = a.corner(corner);
  n.corner_a = corner;
  const Segment s = segment_of(b, edge);
  const OnSegment on = nearest_on(s, n.on_a);
  n.on_b = on.at;
  n.corner_b = corner_at(b, edge, on.end);
  n.way = on.end < 0 ? Vec2(-across(s, n.on_a)) : Vec2(n.on_b - n.on_a);
  return n;
}

Nearest turned_round(const Nearest& n) { return {n.on_b, n.on_a, -n.way, n.corner_b, n.corner_a, n.cross}; }

Nearest edge_and_edge(const Seen& a, std::uint32_t edge_a, const Seen& b, std::uint32_t edge_b) {
  const Segment s = segment_of(a, edge_a), t = segment_of(b, edge_b);
  if (segments_cross(s, t)) {
    const Vec2 e = s.q - s.p, f = t.q - t.p;
    const double sine = cross(e, f);
    const Vec2 x = sine == 0 ? nearest_on(s, t.p).at : Vec2(s.p + cross(t.p - s.p, f) / sine * e);
    return {x, x, Vec2::Zero(), none, none, true};
  }
  // The closest points of segments that do not cross include an end. Of two pairs that are equally far, but
  // for rounding, the one inside an edge knows the way better.
  constexpr double rounding = 8 * std::numeric_limits<double>::epsilon();
  Nearest best;
  double least = std::numeric_limits<double>::infinity();
  const auto offer = [&](const Nearest& n) {
    const bool corners = n.corner_a != none && n.corner_b != none;
    const double d = (n.on_b - n.on_a).squaredNorm() * (corners ? 1 + rounding : 1);
    if (!(d < least)) return;
    least = d;
    best = n;
  };
  const std::uint32_t k = corner_of(edge_a), m = corner_of(edge_b);
  offer(corner_and_edge(a, k, b, edge_b));
  offer(corner_and_edge(a, a.polygon.next(k), b, edge_b));
  offer(turned_round(corner_and_edge(b, m, a, edge_a)));
  offer(turned_round(corner_and_edge(b, b.polygon.next(m), a, edge_a)));
  return best;
}

Nearest nearest_points(const Seen& a, const Seen& b, const FeaturePair& f) {
  if (is_edge(f.a) && is_edge(f.b)) return edge_and_edge(a, f.a, b, f.b);
  if (is_edge(f.b)) return corner_and_edge(a, corner_of(f.a), b, f.b);
  if (is_edge(f.a)) return turned_round(corner_and_edge(b, corner_of(f.b), a, f.a));
  Nearest n;
  n.corner_a = corner_of(f.a);
  n.corner_b = corner_of(f.b);
  n.on_a = a.corner(n.corner_a);
  n.on_b = b.corner(n.corner_b);
  n.way = n.on_b - n.on_a;
  return n;
}

enum class Region { inside, violated, below };

// Is the other body's point x in the region of this feature? If not, moves to the feature across the boundary
// that is violated. A point at a corner is in its region if no edge there leads nearer; the edge it was found
// on has been asked already.
Region check_region(const Seen& s, std::uint32_t& feature, std::uint32_t corner, const Vec2& way,
                    const Vec2& x) {
  const Polygon& polygon = s.polygon;
  if (corner == none) {
    const Segment e = segment_of(s, feature);
    return cross(e.q - e.p, x - e.p) > 0 ? Region::below : Region::inside;
  }
  const std::uint32_t ahead = 2 * corner + 1, before = polygon.previous(corner);
  const Vec2 v = s.corner(corner);
  if (feature != ahead && way.dot(s.corner(polygon.next(corner)) - v) > 0) {
    feature = ahead;
    return Region::violated;
  }
  if (feature != 2 * before + 1 && way.dot(s.corner(before) - v) > 0) {
    feature = 2 * before + 1;
    return Region::violated;
  }
  return Region::inside;
}

// x is below an edge: either inside, or the walk is on the far side of the polygon. The edge through which
// the ray from the centre to x leaves tells; it is moved to.
bool is_inside(const Seen& s, std::uint32_t& feature, const Vec2& x) {
  const Vec2 point = s.own(x);
  const std::uint32_t k = edge_towards(s.polygon, point);
  feature = 2 * k + 1;
  const Vec2& v = s.polygon.vertices[k];
  return cross(s.polygon.vertices[s.polygon.next(k)] - v, point - v) >= 0;
}

// How far the walk may go before all are compared: farther than it ever has to, but for roundings that send
// it in a circle.
std::uint32_t longest_walk(const Polygon& a, const Polygon& b) { return 2 * (a.size() + b.size()) + 32; }

}  // namespace

FeaturePair facing_features(const Polygon& a, const Polygon& b, const Pose2& b_from_a) {
  return {2 * edge_towards(a, b_from_a.position) + 1, 2 * edge_towards(b, b_from_a.back(Vec2::Zero())) + 1};
}

ClosestFeatures find_closest_features(const Polygon& a, const Polygon& b, const Pose2& b_from_a,
                                      FeaturePair start) {
  const Seen seen_a{a, nullptr}, seen_b{b, &b_from_a};
  ClosestFeatures found{start};
  const std::uint32_t longest = longest_walk(a, b);
  for (;; ++found.walk) {
    if (found.walk > longest) break;
    FeaturePair& f = found.features;
    const Nearest n = nearest_points(seen_a, seen_b, f);
    found.on_a = n.on_a;
    found.on_b = n.on_b;
    if (n.cross) {
      found.overlap = true;
      return found;
    }
    const Region of_a = check_region(seen_a, f.a, n.corner_a, n.way, n.on_b);
    if (of_a == Region::violated) continue;
    if (of_a == Region::below) {
      if (!is_inside(seen_a, f.a, n.on_b)) continue;
      found.overlap = true;
      return found;
    }
    const Region of_b = check_region(seen_b, f.b, n.corner_b, -n.way, n.on_a);
    if (of_b == Region::violated) continue;
    if (of_b == Region::below) {
      if (!is_inside(seen_b, f.b, n.on_a)) continue;
      found.overlap = true;
      return found;
    }
    if (n.corner_a != none) f.a = 2 * n.corner_a;
    if (n.corner_b != none) f.b = 2 * n.corner_b;
    found.distance = (n.on_b - n.on_a).norm();
    found.overlap = found.distance == 0;
    return found;
  }
  const std::uint32_t walk = found.walk;
  found = compare_all_features(a, b, b_from_a);
  found.walk = walk;
  return found;
}

ClosestFeatures compare_all_features(const Polygon& a, const Polygon& b, const Pose2& b_from_a) {
  const Seen seen_a{a, nullptr}, seen_b{b, &b_from_a};
  ClosestFeatures best;
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t i = 0; i < a.size(); ++i)
    for (std::uint32_t k = 0; k < b.size(); ++k) {
      const FeaturePair f{2 * i + 1, 2 * k + 1};
      const Nearest points = nearest_points(seen_a, seen_b, f);
      const double d = (points.on_b - points.on_a).squaredNorm();
      if (!points.cross && !(d < least)) continue;
      least = d;
      best = {f, points.on_a, points.on_b, std::sqrt(d), points.cross};
      if (points.cross) return best;
    }
  // One inside the other?
  std::uint32_t edge = 0;
  const auto contains = [&](const Seen& s, const Vec2& x) { return is_inside(s, edge, x); };
  best.overlap = contains(seen_a, best.on_b) || contains(seen_b, best.on_a);
  if (best.overlap) best.distance = 0;
  return best;
}

}  // namespace scree
