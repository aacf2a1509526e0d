#include "geometry/plane/ellipse_crossings.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/math.h"

namespace scree {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

// The search goes by the tangent v of a quarter of the angle t: sine and cosine need no more than a division,
// and -1 to 1 is all the way round. Derivatives are those by t. How t moves while v does:
double angle_step(double v, double dv) { return 4 * dv / (1 + v * v); }
double tangent_step(double v, double dt) {
  const double w = 0.25 * dt;
  if (std::abs(w) > 0.5) return dt;  // farther than a step should go: bisection is next
  const double tangent = w * (1 + w * w * (1.0 / 3.0 + w * w * (2.0 / 15.0)));
  return tangent * (1 + v * v) / (1 - v * tangent);
}

// Pieces narrower than this are taken as monotone. Where a height and its first two derivatives vanish
// together (curves that osculate) it changes by less than a rounding there.
constexpr double narrowest = 1e-4;

struct Search {
  const HeightOverCircle& f;
  std::array<double, 8> root{};
  int count = 0;

  void add(double t) {
    if (count < static_cast<int>(root.size())) root[static_cast<std::size_t>(count)] = t;
    ++count;
  }

  static bool inside(const HeightOverCircle::Value& v) { return v.height < 0; }

  // The root between two angles on different sides of the circle. Steps go to the root of the parabola that
  // touches f: beside a shallow minimum it is there at once, where Newton's method would halve its way.
  double close_in(double low, double high, double t, bool rises) const {
    for (int n = 0; n < 100; ++n) {
      const HeightOverCircle::Value v = f.at(t);
      if (v.height == 0) return t;
      ((v.height < 0) == rises ? low : high) = t;
      const double under = v.slope * v.slope - 2 * v.height * v.bend;
      double next = low - 1;
      if (under >= 0) {
        const double at_root = rises ? std::sqrt(under) : -std::sqrt(under);
        if (const double sum = v.slope + at_root; v.slope * at_root > 0)
          next = t + tangent_step(t, -2 * v.height / sum);
        else if (v.bend != 0)
          next = t + tangent_step(t, (at_root - v.slope) / v.bend);
      }
      if (std::abs(next - t) <= 2 * eps * std::abs(t)) return t;
      if (!(next > low && next < high)) next = 0.5 * (low + high);
      if (!(next > low && next < high)) return next;
      t = next;
    }
    return t;
  }

  // The root of the slope between two angles where it has different signs.
  double find_extremum(double low, double high, bool rises) const {
    double t = 0.5 * (low + high);
    for (int n = 0; n < 100; ++n) {
      const HeightOverCircle::Value v = f.at(t);
      if (v.slope == 0) return t;
      ((v.slope < 0) == rises ? low : high) = t;
      double next = v.bend != 0 ? t + tangent_step(t, -v.slope / v.bend) : low - 1;
      if (std::abs(next - t) <= 1e-9 * std::abs(t)) return t;  // the height does not feel it
      if (!(next > low && next < high)) next = 0.5 * (low + high);
      if (!(next > low && next < high)) return next;
      t = next;
    }
    return t;
  }

  // All roots between two angles, with the values there.
  void look(double low, double high, const HeightOverCircle::Value& at_low,
            const HeightOverCircle::Value& at_high) {
    const double middle = 0.5 * (low + high);
    const double innermost = low < 0 && high > 0 ? 0 : start(low, high);
    const double half = angle_step(innermost, 0.5 * (high - low));  // t goes no farther from the middle
    const HeightOverCircle::Value m = f.at(middle);
    const double bend_change = f.third() * half;
    const double slope_change = (std::abs(m.bend) + 0.5 * bend_change) * half;
    const double height_change =
        (std::abs(m.slope) + (0.5 * std::abs(m.bend) + bend_change / 6) * half) * half;
    const bool changes = inside(at_low) != inside(at_high);
    if (std::abs(m.height) > height_change && !changes) return;
    if (std::abs(m.slope) > slope_change || half < narrowest) {
      if (changes) add(close_in(low, high, start(low, high), inside(at_low)));
      return;
    }
    if (std::abs(m.bend) > bend_change) {  // convex or concave
      if (changes) return add(close_in(low, high, start(low, high), inside(at_low)));
      const bool convex = m.bend > 0;
      if (convex == inside(at_low) || (at_low.slope < 0) == (at_high.slope < 0)) return;
      const double turn = find_extremum(low, high, convex);
      if (inside(f.at(turn)) == inside(at_low)) return;
      add(close_in(low, turn, turn, inside(at_low)));
      add(close_in(turn, high, turn, !inside(at_low)));
      return;
    }
    look(low, middle, at_low, m);
    look(middle, high, m, at_high);
  }

  // False if that is not enough.
  bool look_below_tangent(const HeightOverCircle::Value& at_zero) {
    const auto [low, high, bounded] = f.below_tangent();
    if (!bounded) return false;
    const HeightOverCircle::Value at_low = f.at(low), at_high = f.at(high);
    if (inside(at_low) || inside(at_high)) return false;
    if (low < 0 && high > 0) {
      look(low, 0, at_low, at_zero);
      look(0, high, at_zero, at_high);
    } else {
      look(low, high, at_low, at_high);
    }
    return true;
  }

  // Returns whether the first crossing, if any, goes inside.
  bool look_everywhere(const HeightOverCircle::Value& at_zero) {
    constexpr int pieces = 8;
    const HeightOverCircle::Value first = f.at(-1);
    HeightOverCircle::Value at_low = first;
    double low = -1;
    for (int n = 1; n <= pieces; ++n) {
      const double high = 2.0 * n / pieces - 1;
      const HeightOverCircle::Value at_high = n == pieces ? first : n == pieces / 2 ? at_zero : f.at(high);
      look(low, high, at_low, at_high);
      low = high;
      at_low = at_high;
    }
    return !inside(first);
  }

  // The end that is nearer to 0, where contacts are.
  static double start(double low, double high) { return std::abs(low) < std::abs(high) ? low : high; }
};

// Height over the tangent at e: start + h (1 - cos t) + g sin t, which has the sign of
// (start + 2 h) u^2 + 2 g u + start with u = tan(t / 2).
HeightOverCircle::Range range_below(double start, double h, double g) {
  const double square = start + 2 * h, under = g * g - start * square;
  if (!(square > 0) || !(under >= 0)) return {};
  const auto quarter = [](double u) { return u / (1 + std::sqrt(1 + u * u)); };
  const double middle = -g / square, half = std::sqrt(under) / square;
  const double beyond = 1e-3 * half + 1e-8 * (1 + std::abs(middle));  // of what rounding can do
  if (!(std::abs(middle) + half < 1e6)) return {};
  return {quarter(middle - half - beyond), quarter(middle + half + beyond), true};
}

}  // namespace

HeightOverCircle::HeightOverCircle(const Vec2& e, const Vec2& w, const Vec2& p, const Vec2& q)
    : below_tangent_(range_below(e.dot(w), -e.dot(p), e.dot(q))), e_(e), w_(w), p_(p), q_(q) {
  // Amplitudes of the waves of one period and of two.
  const Vec2 centre = e + w - p;
  const double once = 2 * Vec2(centre.dot(p), centre.dot(q)).norm();
  const double pp = p.squaredNorm(), qq = q.squaredNorm();
  const double twice = Vec2(0.5 * (pp - qq), p.dot(q)).norm();
  third_ = once + 8 * twice;
  variation_ = 2 * (once + twice);
  noise_ = 256 * eps * (1 + centre.squaredNorm() + pp + qq);
}

// Of points first, then of heights: where the ellipse is large and the circle's far side is near, this rounds
// as the points do, not as their squares.
HeightOverCircle::Value HeightOverCircle::at(double v) const {
  const double scale = 1 / (1 + v * v);
  const double half_sine = 2 * v * scale, half_cosine = (1 - v) * (1 + v) * scale;
  const double s = 2 * half_sine * half_cosine, k = 2 * half_sine * half_sine, c = 1 - k;
  const Vec2 y = w_ + s * q_ - k * p_, z = e_ + y, along = c * q_ - s * p_, inwards = c * p_ + s * q_;
  return {2 * e_.dot(y) + y.squaredNorm(), 2 * z.dot(along), 2 * (along.squaredNorm() - z.dot(inwards))};
}

EllipseCrossings find_crossings(const HeightOverCircle& f) {
  EllipseCrossings out;
  const HeightOverCircle::Value start = f.at(0);
  out.inside = start.height < 0;
  if (f.variation() <= f.noise()) return out;  // the circle itself, or one about the same centre
  Search search{f};
  out.enters_first = true;
  if (!search.look_below_tangent(start)) {
    search.count = 0;
    out.enters_first = search.look_everywhere(start);
  }
  // More than there can be: the curves are one but for roundings.
  if (search.count > 4) return out;
  out.count = search.count;
  for (std::size_t n = 0; n < static_cast<std::size_t>(search.count); ++n)
    out.angle[n] = 4 * math::atan(search.root[n]);
  return out;
}

}  // namespace scree
