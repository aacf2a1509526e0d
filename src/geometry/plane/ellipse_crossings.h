// Where an ellipse crosses the unit circle.
//
// The height of its points over the circle, |z|^2 - 1, is a trigonometric polynomial of degree 2 in the
// ellipse's angle, so it has up to four roots. Nobody writes down the polynomial of degree 4 whose
// coefficients would lose them: heights are sums of terms that are small where the two curves are near, seen
// from a point of each, and roots are shut in by bounds of the derivatives and then closed in upon.
#pragma once

#include <array>

#include "base/vector.h"

namespace scree {

// The ellipse is e + w + (cos t - 1) p + sin t q, with e on the unit circle, the vector w from there to the
// ellipse's point at t = 0, and conjugate half diameters p and q.
class HeightOverCircle {
 public:
  HeightOverCircle(const Vec2& e, const Vec2& w, const Vec2& p, const Vec2& q);

  struct Value {
    double height, slope, bend;  // and its first two derivatives
  };
  Value at(double v) const;  // v = tan(t / 4)

  // Between these v, if `bounded`, lies all of the ellipse that is below the circle's tangent at e, and a
  // little more: nothing else can be in the disc. Of shallow contacts that is a short arc.
  struct Range {
    double low = -1, high = 1;
    bool bounded = false;
  };
  const Range& below_tangent() const { return below_tangent_; }

  double third() const { return third_; }          // no third derivative is larger
  double noise() const { return noise_; }          // what rounding may make of heights far from t = 0
  double variation() const { return variation_; }  // no two heights differ by more

 private:
  Range below_tangent_;
  Vec2 e_, w_, p_, q_;
  double third_, noise_, variation_;
};

// Angles in [-pi, pi], in ascending order, where the ellipse enters and leaves the disc by turns.
struct EllipseCrossings {
  std::array<double, 4> angle{};
  int count = 0;  // 0, 2 or 4
  bool enters_first = false;
  bool inside = false;  // without crossings: whether all of the ellipse is in the disc
};

EllipseCrossings find_crossings(const HeightOverCircle& f);

}  // namespace scree
