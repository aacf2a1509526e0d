#include "geometry/plane/polygon.h"

#include <algorithm>
#include <cmath>

#include "base/double_double.h"

namespace scree {
namespace {

using math::DoubleDouble;

// A corner whose two sides make so small an angle is none.
constexpr double straight = 1e-9;

// The sine of the turn from a b to b c times their lengths, without the roundings of a difference of
// products.
double turn_at(const Vec2& a, const Vec2& b, const Vec2& c) {
  const DoubleDouble ux = math::two_sum(b.x(), -a.x()), uy = math::two_sum(b.y(), -a.y());
  const DoubleDouble vx = math::two_sum(c.x(), -b.x()), vy = math::two_sum(c.y(), -b.y());
  return (ux * vy - uy * vx).high;
}

Expected<Polygon> failure(std::string why) { return Expected<Polygon>::failure(std::move(why)); }

void measure_radius(Polygon& polygon) {
  double square = 0;
  for (const Vec2& v : polygon.vertices) square = std::max(square, v.squaredNorm());
  polygon.radius = std::sqrt(square) * (1 + 1e-15);
}

double doubled_area(std::span<const Vec2> corners) {
  double sum = 0;
  for (std::size_t k = 1; k + 1 < corners.size(); ++k)
    sum += cross(corners[k] - corners[0], corners[k + 1] - corners[0]);
  return sum;
}

}  // namespace

Expected<Polygon> polygon_around(std::span<const Vec2> points) {
  std::vector<Vec2> sorted;
  for (const Vec2& p : points) {
    if (!p.allFinite()) return failure("a corner is not a finite number");
    sorted.push_back(p);
  }
  std::ranges::sort(sorted, [](const Vec2& a, const Vec2& b) {
    return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y());
  });
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  if (sorted.size() < 3) return failure("it needs at least three different corners");
  // Lower chain, then upper chain (Andrew 1979).
  std::vector<Vec2> hull;
  const auto add = [&](const Vec2& p, std::size_t least) {
    while (hull.size() >= least && turn_at(hull[hull.size() - 2], hull.back(), p) <= 0) hull.pop_back();
    hull.push_back(p);
  };
  for (const Vec2& p : sorted) add(p, 2);
  const std::size_t lower = hull.size() + 1;
  for (std::size_t k = sorted.size() - 1; k-- > 0;) add(sorted[k], lower);
  hull.pop_back();
  // What is left may still be nearly straight at a corner: the flattest goes first.
  for (;;) {
    if (hull.size() < 3) return failure("its corners lie on one line");
    std::size_t flattest = hull.size();
    double least = straight;
    for (std::size_t k = 0; k < hull.size(); ++k) {
      const Vec2 &a = hull[(k + hull.size() - 1) % hull.size()], &b = hull[k],
                 &c = hull[(k + 1) % hull.size()];
      const double sine = turn_at(a, b, c) / ((b - a).norm() * (c - b).norm());
      if (sine > least || (b - a).dot(c - b) < 0) continue;  // a sharp tip is a corner
      least = sine;
      flattest = k;
    }
    if (flattest == hull.size()) break;
    hull.erase(hull.begin() + static_cast<std::ptrdiff_t>(flattest));
  }
  Polygon polygon{hull};
  const double size2 = (hull[0] - hull[1]).squaredNorm() + (hull[0] - hull[2]).squaredNorm();
  if (!(doubled_area(hull) > 1e-12 * size2)) return failure("its corners lie on one line");
  measure_radius(polygon);
  return polygon;
}

Expected<Polygon> make_polygon(std::span<const Vec2> corners) {
  const Expected<Polygon> hull = polygon_around(corners);
  if (!hull) return hull;
  // The corners must stand in the order in which the hull has them, and those it left out on its sides.
  std::vector<Vec2> order(corners.begin(), corners.end());
  if (doubled_area(order) < 0) std::ranges::reverse(order);
  const double near = 1e-8 * (*hull).radius;
  double turned = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const Vec2 &a = order[k], &b = order[(k + 1) % order.size()], &c = order[(k + 2) % order.size()];
    const Vec2 u = b - a, v = c - b;
    if (u.norm() <= near || v.norm() <= near) continue;
    const double angle = std::atan2(cross(u, v), u.dot(v));
    if (angle < -1e-6) return failure("it has a dent: its corners must go round a convex figure once");
    turned += angle;
  }
  if (turned > 7) return failure("its corners go round more than once");
  return hull;
}

AreaProperties area_of(const Polygon& polygon) {
  const auto& v = polygon.vertices;
  AreaProperties sum;
  Vec2 moment = Vec2::Zero();
  const Vec2 origin = v[0];
  double xx = 0, xy = 0, yy = 0;
  for (std::size_t k = 1; k + 1 < v.size(); ++k) {
    const Vec2 p = v[k] - origin, q = v[k + 1] - origin;
    const double twice = cross(p, q);
    sum.area += 0.5 * twice;
    moment += twice / 6 * (p + q);
    xx += twice / 12 * (p.x() * p.x() + p.x() * q.x() + q.x() * q.x());
    yy += twice / 12 * (p.y() * p.y() + p.y() * q.y() + q.y() * q.y());
    xy += twice / 24 * (2 * p.x() * p.y() + p.x() * q.y() + q.x() * p.y() + 2 * q.x() * q.y());
  }
  const Vec2 c = moment / sum.area;
  sum.centroid = origin + c;
  sum.xx = xx - sum.area * c.x() * c.x();
  sum.yy = yy - sum.area * c.y() * c.y();
  sum.xy = xy - sum.area * c.x() * c.y();
  return sum;
}

Polygon moved(const Polygon& polygon, const Vec2& shift, double cosine, double sine) {
  Polygon result;
  const Pose2 turn{Vec2::Zero(), cosine, sine};
  for (const Vec2& v : polygon.vertices) result.vertices.push_back(turn.turn(v + shift));
  measure_radius(result);
  return result;
}

std::uint32_t edge_towards(const Polygon& polygon, const Vec2& point) {
  const auto& v = polygon.vertices;
  // Corners in the half turn to the left of the first come before the others. The edge sought begins at the
  // last corner that is not to the left of the point.
  const bool ahead = cross(v[0], point) >= 0;
  std::uint32_t low = 0, high = polygon.size();
  while (high - low > 1) {
    const std::uint32_t middle = (low + high) / 2;
    const bool in_first_half = cross(v[0], v[middle]) > 0;
    const bool passed =
        ahead ? in_first_half && cross(v[middle], point) >= 0 : in_first_half || cross(v[middle], point) >= 0;
    (passed ? low : high) = middle;
  }
  return low;
}

std::uint32_t furthest_corner(const Polygon& polygon, const Vec2& direction, std::uint32_t start) {
  const auto& v = polygon.vertices;
  std::uint32_t best = start;
  double height = direction.dot(v[best]);
  const auto climb = [&](auto step) {
    bool moved = false;
    for (std::uint32_t left = polygon.size(); left > 0; --left) {
      const std::uint32_t n = step(best);
      const double h = direction.dot(v[n]);
      if (!(h > height)) break;
      best = n;
      height = h;
      moved = true;
    }
    return moved;
  };
  if (!climb([&](std::uint32_t k) { return polygon.next(k); }))
    climb([&](std::uint32_t k) { return polygon.previous(k); });
  return best;
}

}  // namespace scree
