#include "geometry/overlap_ellipse.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/math.h"
#include "geometry/arc_sums.h"
#include "geometry/ellipse_crossings.h"

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

// Adds the arc of a from where b's boundary leaves it to where it enters again. Of an arc that is nothing, or
// all but nothing, angles cannot tell which: the point opposite can.
template <class InsideB>
void add_arc_of_a(const Frame& frame, const Vec2& from, const Vec2& to, const InsideB& inside_b,
                  ArcSums& sums) {
  constexpr double whole = 2 * math::pi, ambiguous = 1e-6;
  const double begin = frame.angle_of(from);
  double span = frame.angle_of(to) - begin;
  if (span < -ambiguous) span += whole;
  if (span < ambiguous || span > whole - ambiguous) {
    if (span > math::pi) span -= whole;
    const bool is_long = inside_b(frame.diameters.from_start(begin + 0.5 * span + math::pi));
    span = is_long ? std::min(span + whole, whole) : std::max(span, 0.0);
  }
  sums.add_arc_of_a(from, to, frame.diameters, begin, span);
}

bool finish(const TurnedEllipse& a, const Vec2& origin, const ArcSums& sums, PlaneOverlap& out) {
  if (!sums.finish(origin, out)) return false;
  out.centroid = a.turn(out.centroid);
  out.contact = a.turn(out.contact);
  return true;
}

bool whole_of_a(const TurnedEllipse& a, PlaneOverlap& out) {
  ArcSums sums;
  sums.add_whole(Vec2::Zero(), {Vec2(a.half_axes.x(), 0), Vec2(0, a.half_axes.y())});
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
  if (!holds_centre && height.at(0).height > 1e4 * height.noise()) return false;  // nearest, and outside

  const Crossings crossings = find_crossings(height);
  ArcSums sums;
  if (crossings.count == 0) {
    if (!crossings.inside) return holds_centre && whole_of_a(a, out);
    sums.add_whole(gap - of_b.p, of_b);
    return finish(a, frame.top(), sums, out);
  }
  const int first = crossings.enters_first ? 0 : 1;
  Vec2 enters[2], leaves[2];
  const int pieces = crossings.count / 2;
  for (int n = 0; n < pieces; ++n) {
    const double begin = crossings.angle[static_cast<std::size_t>(first + 2 * n)];
    const int last = first + 2 * n + 1;
    const bool wraps = last == crossings.count;
    const double end = crossings.angle[static_cast<std::size_t>(wraps ? 0 : last)];
    enters[n] = gap + of_b.from_start(begin);
    leaves[n] = gap + of_b.from_start(end);
    sums.add_arc_of_b(enters[n], leaves[n], of_b, begin, end - begin + (wraps ? 2 * math::pi : 0));
  }
  for (int n = 0; n < pieces; ++n) add_arc_of_a(frame, leaves[n], enters[(n + 1) % pieces], inside_b, sums);
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
struct Corners {
  const TurnedEllipse& a;
  const TurnedPolygon& b;
  Vec2 d;

  std::uint32_t count() const { return b.shape.size(); }
  Vec2 operator[](std::uint32_t k) const { return a.turn_back(d + b.turn(b.shape.vertices[k])); }
};

// The point of the polygon nearest to the origin, in the metric where a is a disc, or of its boundary if the
// origin is inside.
struct Nearest {
  Vec2 point = Vec2::Zero();
  bool holds_origin = true;
};

Nearest nearest_in_metric(const Corners& corners, const Vec2& unit) {
  Nearest out;
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

}  // namespace

bool find_overlap(const TurnedEllipse& a, const TurnedPolygon& b, const Vec2& d,
                  std::span<const std::uint8_t> hidden, PlaneOverlap& out) {
  if (const double reach = a.radius() + b.radius(); d.squaredNorm() > reach * reach * (1 + 1e-14))
    return false;
  const Corners corners{a, b, d};
  const Nearest nearest = nearest_in_metric(corners, a.half_axes.cwiseInverse());
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
  std::optional<Vec2> first_entry, last_exit;
  const auto enter = [&](const Vec2& at) {
    if (last_exit)
      add_arc_of_a(frame, *last_exit, at, inside_b, sums);
    else
      first_entry = at;
  };
  bool any = false;
  const auto height_of = [&](const Vec2& y) { return 2 * frame.e.dot(y) + y.squaredNorm(); };
  Vec2 p = corners[0] - frame.top();
  double height = height_of(frame.unit.cwiseProduct(p));
  for (std::uint32_t k = 0; k < corners.count(); ++k) {
    const Vec2 q = corners[b.shape.next(k)] - frame.top(), edge = q - p;
    const double next_height = height_of(frame.unit.cwiseProduct(q));
    const bool begins_in = height < 0, ends_in = next_height < 0;
    const bool is_hidden = k < hidden.size() && hidden[k] != 0;
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
      if (!begins_in) enter(from);
      sums.add_line_of_b(from, to, is_hidden);
      if (!ends_in) last_exit = to;
    }
    p = q;
    height = next_height;
  }
  if (!any) return nearest.holds_origin && whole_of_a(a, out);
  if (last_exit && first_entry) add_arc_of_a(frame, *last_exit, *first_entry, inside_b, sums);
  return finish(a, frame.top(), sums, out);
}

}  // namespace scree
