#include "geometry/plane/overlap_ellipse.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/math.h"
#include "geometry/plane/arc_sums.h"
#include "geometry/plane/ellipse_crossings.h"

namespace scree {
namespace {

Vec2 left_of(const Vec2& v) { return Vec2(-v.y(), v.x()); }

// The ellipse a, along its own axes, seen from its point where b comes deepest. Multiplied by `unit`, points
// see it as a unit disc about -e.
struct Frame {
  Vec2 half_axes, unit;
  Vec2 e;                   // that point, seen from the centre, of the unit disc
  HalfDiameters diameters;  // of the ellipse, from there on

  // `towards`: any vector in the metric of the disc.
  Frame(const TurnedEllipse& a, const Vec2& towards)
      : half_axes(a.half_axes),
        unit(a.half_axes.cwiseInverse()),
        e(towards.squaredNorm() > 1e-200 ? Vec2(towards.normalized()) : Vec2(Vec2::UnitX())),
        diameters{half_axes.cwiseProduct(e), half_axes.cwiseProduct(left_of(e))} {}

  Vec2 top() const { return diameters.p; }
  double angle_of(const Vec2& point) const {
    const Vec2 y = unit.cwiseProduct(point);
    return math::atan2(cross(e, y), 1 + e.dot(y));
  }
};

// The arcs of a between where b's boundary leaves it and enters again. All crossings, in the order in which b
// passes them, go once around a. Steps between them that come out a little below 0 are roundings, or the
// whole way round but for that: which, the sum of all steps tells, and if they are all small the point
// opposite.
class ArcsOfA {
 public:
  ArcsOfA(const Frame& frame, ArcSums& sums) : frame_(frame), sums_(sums) {}

  void enter(const Vec2& at) {
    const double angle = frame_.angle_of(at);
    if (outside_) {
      first_ = at;
      first_angle_ = angle;
      outside_ = false;
    } else {
      add(at, angle);
    }
    last_angle_ = angle;
  }
  void leave(const Vec2& at) {
    const double angle = frame_.angle_of(at);
    if (outside_) {  // it began inside
      begins_inside_ = true;
      first_angle_ = angle;
      outside_ = false;
    } else {
      way_round_ += step(angle - last_angle_);
    }
    last_ = at;
    last_angle_ = angle;
  }
  // After all of them. False if the steps contradict each other: the boundaries are one but for roundings.
  template <class InsideB>
  bool close(const InsideB& inside_b) {
    if (begins_inside_)
      way_round_ += step(first_angle_ - last_angle_);
    else
      add(first_, first_angle_);
    const double turns = way_round_ / whole;
    if (turns < -0.5 || turns > 1.5) return false;
    const bool is_long = turns < 0.5 && inside_b(frame_.diameters.from_start(last_angle_ + math::pi));
    if (held_.span < 0)
      sums_.add_arc_of_a(held_.from, held_.to, frame_.diameters, held_.begin,
                         is_long ? whole + held_.span : 0);
    else if (is_long)
      sums_.add_whole_of_a(-frame_.top(), frame_.diameters);
    return true;
  }

 private:
  static constexpr double whole = 2 * math::pi, ambiguous = 1e-3;
  struct Arc {
    Vec2 from = Vec2::Zero(), to = Vec2::Zero();
    double begin = 0, span = 0;
  };

  static double step(double angle) {
    if (angle > whole - ambiguous) return angle - whole;
    return angle < -ambiguous ? angle + whole : angle;
  }
  void add(const Vec2& to, double angle) {
    Arc arc{last_, to, last_angle_, step(angle - last_angle_)};
    way_round_ += arc.span;
    if (arc.span < held_.span) std::swap(arc, held_);  // the one that is long, if any
    if (arc.from != arc.to || arc.span > 0)
      sums_.add_arc_of_a(arc.from, arc.to, frame_.diameters, arc.begin, std::max(0.0, arc.span));
  }

  const Frame& frame_;
  ArcSums& sums_;
  bool outside_ = true, begins_inside_ = false;
  Vec2 first_ = Vec2::Zero(), last_ = Vec2::Zero();
  double first_angle_ = 0, last_angle_ = 0, way_round_ = 0;
  Arc held_;
};

bool finish(const TurnedEllipse& a, const Vec2& origin, const ArcSums& sums, PlaneOverlap& out) {
  if (!sums.finish(origin, out)) return false;
  out.centroid = a.turn(out.centroid);
  out.contact = a.turn(out.contact);
  return true;
}

bool whole_of_a(const TurnedEllipse& a, PlaneOverlap& out) {
  ArcSums sums;
  sums.add_whole_of_a(Vec2::Zero(), {Vec2(a.half_axes.x(), 0), Vec2(0, a.half_axes.y())});
  return finish(a, Vec2::Zero(), sums, out);
}

bool apart_along_centres(const TurnedEllipse& a, const TurnedEllipse& b, const Vec2& d) {
  const double distance = d.norm();
  if (!(distance > 0)) return false;
  const Vec2 n = d / distance;
  return a.reach(n) + b.reach(n) < distance * (1 - 1e-14);
}

// b's half diameters that begin in the point nearest to a's centre, in the metric where a is a disc. Its
// principal axes there: those of U and V as columns.
HalfDiameters facing(const HalfDiameters& axes, const Vec2& d, const Vec2& unit) {
  const Vec2 u = unit.cwiseProduct(axes.p), v = unit.cwiseProduct(axes.q), centre = unit.cwiseProduct(d);
  const math::SinCos turn =
      math::sincos(0.5 * math::atan2(2 * u.dot(v), (u.norm() - v.norm()) * (u.norm() + v.norm())));
  const Vec2 longest = turn.cos * u + turn.sin * v;
  const double length = longest.norm();
  const Vec2 along = longest / length;
  const Vec2 nearest = nearest_on_ellipse(Vec2(length, cross(u, v) / length),
                                          Vec2(-along.dot(centre), -left_of(along).dot(centre)));
  const double cosine = nearest.x() * turn.cos - nearest.y() * turn.sin;
  const double sine = nearest.x() * turn.sin + nearest.y() * turn.cos;
  return {cosine * axes.p + sine * axes.q, cosine * axes.q - sine * axes.p};
}

}  // namespace

bool find_overlap(const TurnedEllipse& a, const TurnedEllipse& b, const Vec2& d, PlaneOverlap& out) {
  if (apart_along_centres(a, b, d)) return false;
  const Vec2 to_b = a.turn_back(d);
  const Vec2 axis(a.cosine * b.cosine + a.sine * b.sine, a.cosine * b.sine - a.sine * b.cosine);
  const HalfDiameters of_b =
      facing({b.half_axes.x() * axis, b.half_axes.y() * left_of(axis)}, to_b, a.half_axes.cwiseInverse());
  const Frame frame(a, a.half_axes.cwiseInverse().cwiseProduct(to_b + of_b.p));
  const Vec2 gap = to_b - frame.top() + of_b.p;
  const auto inside_b = [&](const Vec2& point) {
    const Vec2 from_b = a.turn(point + of_b.p - gap);
    return b.turn_back(from_b).cwiseQuotient(b.half_axes).squaredNorm() < 1;
  };
  const HeightOverCircle height(frame.e, frame.unit.cwiseProduct(gap), frame.unit.cwiseProduct(of_b.p),
                                frame.unit.cwiseProduct(of_b.q));
  const bool holds_centre = inside_b(-frame.top());
  if (!holds_centre && height.at(0).height > 1e3 * height.noise()) return false;  // nearest, and outside

  const EllipseCrossings crossings = find_crossings(height);
  ArcSums sums;
  if (crossings.count == 0) {
    if (!crossings.inside) return holds_centre && whole_of_a(a, out);
    sums.add_whole_of_b(gap - of_b.p, of_b);
    return finish(a, frame.top(), sums, out);
  }
  ArcsOfA arcs(frame, sums);
  for (int n = crossings.enters_first ? 0 : 1; n < crossings.count; n += 2) {
    const bool wraps = n + 1 == crossings.count;
    const double begin = crossings.angle[static_cast<std::size_t>(n)];
    const double end = crossings.angle[static_cast<std::size_t>(wraps ? 0 : n + 1)];
    const Vec2 from = gap + of_b.from_start(begin), to = gap + of_b.from_start(end);
    arcs.enter(from);
    sums.add_arc_of_b(from, to, of_b, begin, end - begin + (wraps ? 2 * math::pi : 0));
    arcs.leave(to);
  }
  if (!arcs.close(inside_b)) return whole_of_a(a, out);
  return finish(a, frame.top(), sums, out);
}

bool find_overlap(const TurnedEllipse& a, const Vec2& point, const Vec2& outward, PlaneOverlap& out) {
  const Vec2 down = -a.turn_back(outward);
  const Vec2 reaching = a.half_axes.cwiseProduct(down);
  const double reach = reaching.norm(), depth = reach + outward.dot(point);
  if (!(depth > 0)) return false;
  if (depth >= 2 * reach) return whole_of_a(a, out);
  const Frame frame(a, reaching);
  const double half = 2 * math::asin(std::sqrt(depth / (2 * reach)));
  const Vec2 right = frame.diameters.from_start(-half), left = frame.diameters.from_start(half);
  ArcSums sums;
  sums.add_arc_of_a(right, left, frame.diameters, -half, 2 * half);
  sums.add_line_of_b(left, right, false);
  return finish(a, frame.top(), sums, out);
}

namespace {

// The corners of a polygon, along a's axes, from a's centre.
struct EllipseFrameCorners {
  const TurnedEllipse& a;
  const TurnedPolygon& b;
  Vec2 d;

  std::uint32_t count() const { return b.shape.size(); }
  Vec2 operator[](std::uint32_t k) const { return a.turn_back(d + b.turn(b.shape.vertices[k])); }
};

// The point of the polygon nearest to the origin, in the metric where a is a disc, or of its boundary if the
// origin is inside.
struct NearestPoint {
  Vec2 point = Vec2::Zero();
  bool holds_origin = true;
};

NearestPoint nearest_in_metric(const EllipseFrameCorners& corners, const Vec2& unit) {
  NearestPoint out;
  double least = std::numeric_limits<double>::infinity();
  Vec2 p = unit.cwiseProduct(corners[corners.count() - 1]);
  for (std::uint32_t k = 0; k < corners.count(); ++k) {
    const Vec2 q = unit.cwiseProduct(corners[k]), edge = q - p;
    if (cross(edge, p) > 0) out.holds_origin = false;
    const double share = std::clamp(-p.dot(edge) / edge.squaredNorm(), 0.0, 1.0);
    const Vec2 x = p + share * edge;
    if (const double square = x.squaredNorm(); square < least) {
      least = square;
      out.point = x;
    }
    p = q;
  }
  return out;
}

// Where the line from p along the unit vector t goes through the unit disc about -e: the lengths along it of
// both crossings, if any. Seen from p near the circle, small lengths keep their digits.
struct Chord {
  double begin = 0, end = 0;
  bool crosses = false;
};

Chord chord_of(const Vec2& e, const Vec2& p, double height_of_p, const Vec2& t) {
  const Vec2 normal = left_of(t);
  // How deep the line goes into the disc, seen from its right.
  const double depth = cross(p, t) + 0.5 * (normal - e).squaredNorm();
  Chord chord;
  chord.crosses = depth > 0 && depth < 2;
  const double half = std::sqrt(std::max(0.0, depth * (2 - depth)));
  const double middle = -t.dot(e + p);
  // The product of the two is the height of p; the larger one does not cancel.
  const double larger = middle < 0 ? middle - half : middle + half;
  const double smaller = half > 0 ? height_of_p / larger : larger;
  chord.begin = std::min(larger, smaller);
  chord.end = std::max(larger, smaller);
  return chord;
}

// A piece of edge k, which begins at p, with what is covered of it apart.
void add_edge(const Polygon& shape, std::uint32_t k, const Vec2& p, const Vec2& edge, const Vec2& from,
              const Vec2& to, ArcSums& sums) {
  Vec2 done = from;
  for (const CoveredEdge& covered : shape.covered) {  // in the order of their stretches
    if (covered.edge != k) continue;
    const auto share = [&](const Vec2& x) { return edge.dot(x - p) / edge.squaredNorm(); };
    const double begin = std::max(covered.from, share(done)), end = std::min(covered.to, share(to));
    if (!(begin < end)) continue;
    const Vec2 first = begin > share(done) ? Vec2(p + begin * edge) : done;
    const Vec2 last = end < share(to) ? Vec2(p + end * edge) : to;
    sums.add_line_of_b(done, first, false);
    sums.add_line_of_b(first, last, true);
    done = last;
  }
  sums.add_line_of_b(done, to, false);
}

}  // namespace

bool find_overlap(const TurnedEllipse& a, const TurnedPolygon& b, const Vec2& d, PlaneOverlap& out) {
  if (const double reach = a.radius() + b.radius(); d.squaredNorm() > reach * reach * (1 + 1e-14))
    return false;
  const EllipseFrameCorners corners{a, b, d};
  const NearestPoint nearest = nearest_in_metric(corners, a.half_axes.cwiseInverse());
  if (!nearest.holds_origin && nearest.point.squaredNorm() > 1 + 1e-9) return false;
  const Frame frame(a, nearest.point);
  const auto inside_b = [&](const Vec2& point) {
    for (std::uint32_t k = 0; k < corners.count(); ++k) {
      const Vec2 p = corners[k] - frame.top();
      if (cross(corners[b.shape.next(k)] - frame.top() - p, point - p) < 0) return false;
    }
    return true;
  };
  ArcSums sums;
  ArcsOfA arcs(frame, sums);
  bool any = false, crosses = false;
  const auto height_of = [&](const Vec2& y) { return 2 * frame.e.dot(y) + y.squaredNorm(); };
  Vec2 p = corners[0] - frame.top();
  double height = height_of(frame.unit.cwiseProduct(p));
  for (std::uint32_t k = 0; k < corners.count(); ++k) {
    const Vec2 q = corners[b.shape.next(k)] - frame.top(), edge = q - p;
    const double next_height = height_of(frame.unit.cwiseProduct(q));
    const bool begins_in = height < 0, ends_in = next_height < 0;
    Vec2 from = p, to = q;
    bool has_piece = true;
    if (!begins_in || !ends_in) {
      const Vec2 mapped = frame.unit.cwiseProduct(edge);
      const double length = mapped.norm();
      const Chord chord = chord_of(frame.e, frame.unit.cwiseProduct(p), height, mapped / length);
      const double begin = std::clamp(chord.begin, 0.0, length), end = std::clamp(chord.end, 0.0, length);
      if (!begins_in && !ends_in) has_piece = chord.crosses && begin < end;
      if (!begins_in) from = p + begin / length * edge;
      if (!ends_in) to = p + end / length * edge;
    }
    if (has_piece) {
      any = true;
      crosses |= !begins_in || !ends_in;
      if (!begins_in) arcs.enter(from);
      add_edge(b.shape, k, p, edge, from, to, sums);
      if (!ends_in) arcs.leave(to);
    }
    p = q;
    height = next_height;
  }
  if (!any) return nearest.holds_origin && whole_of_a(a, out);
  if (crosses && !arcs.close(inside_b)) return whole_of_a(a, out);
  return finish(a, frame.top(), sums, out);
}

}  // namespace scree
