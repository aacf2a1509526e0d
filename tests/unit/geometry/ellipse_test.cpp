#include "geometry/plane/ellipse.h"

#include <gtest/gtest.h>

#include "base/math.h"
#include "geometry/plane/circle_segment.h"
#include "plane_shapes.h"

namespace scree {
namespace {

double log_uniform(Rng& rng, double a, double b) { return a * std::pow(b / a, rng.uniform()); }

// The nearest point is that of many, and the way to it is along the normal.
TEST(Ellipse, TheNearestPointIsNearerThanAllOthers) {
  Rng rng(1);
  for (int n = 0; n < 20000; ++n) {
    const Vec2 axes(log_uniform(rng, 0.01, 1), log_uniform(rng, 0.01, 1));
    Vec2 x = log_uniform(rng, 1e-6, 10) * unit(rng.uniform(0, 7));
    if (n % 5 == 0) x.x() = 0;
    if (n % 7 == 0) x.y() = 0;
    if (n % 11 == 0) x.y() = log_uniform(rng, 1e-300, 1e-10);
    const Vec2 u = nearest_on_ellipse(axes, x);
    ASSERT_NEAR(u.norm(), 1, 1e-15) << n;
    const Vec2 way = x - axes.cwiseProduct(u);
    const double size = std::max(axes.maxCoeff(), x.norm());
    EXPECT_NEAR(cross(way, u.cwiseQuotient(axes)) / u.cwiseQuotient(axes).norm(), 0, 1e-14 * size) << n;
    for (int k = 0; k < 200; ++k)
      EXPECT_LE(way.norm(), (x - axes.cwiseProduct(unit(k * M_PI / 100))).norm() + 1e-14 * size) << n;
    const TurnedEllipse body{axes, std::cos(1.0), std::sin(1.0)};
    const bool inside = x.cwiseQuotient(axes).squaredNorm() < 1;
    EXPECT_NEAR(distance_to(body, body.turn(x)), inside ? -way.norm() : way.norm(), 1e-14 * size) << n;
  }
  EXPECT_EQ(distance_to(TurnedEllipse{Vec2(2, 2), 1, 0}, Vec2(0, 0)), -2);
  EXPECT_NEAR(distance_to(TurnedEllipse{Vec2(1, 3), 1, 0}, Vec2(0, 0)), -1, 1e-15);
}

TEST(Ellipse, ReachAndCurvatureAreThoseOfItsPoints) {
  Rng rng(2);
  for (int n = 0; n < 1000; ++n) {
    const double angle = rng.uniform(0, 7), t = rng.uniform(0, 7), h = 1e-4;
    const TurnedEllipse body{Vec2(rng.uniform(0.5, 1), rng.uniform(0.5, 1)), std::cos(angle),
                             std::sin(angle)};
    const Vec2 normal = unit(t);
    EXPECT_NEAR(body.furthest(normal).dot(normal), body.reach(normal), 1e-15);
    // ds / d(angle of the normal)
    const double along = (body.furthest(unit(t + h)) - body.furthest(unit(t - h))).norm() / (2 * h);
    EXPECT_NEAR(body.curvature_radius(normal), along, 1e-6);
  }
}

// Series and closed form, in long numbers.
TEST(CircleSegment, AreaAndMomentKeepTheirDigits) {
  for (double half = 1e-8; half < M_PI; half *= 1.03) {
    // By the series about 0 that long numbers sum up to their last digit.
    long double area = 0, moment = 0, power = half;
    const long double t = half;
    long double factorial = 1, three = 3, two = 2;
    for (int n = 1; n < 120; n += 2) {
      const long double sign = n % 4 == 1 ? 1 : -1;
      if (n > 1) area -= sign * two * power / factorial / 2;  // t - sin(2t)/2
      moment += sign * (0.75L + three / 12 - n) * power / factorial;
      power *= t * t;
      factorial *= (n + 1.0L) * (n + 2);
      three *= 9;
      two *= 4;
    }
    EXPECT_NEAR(static_cast<double>(segment_area(half) / area), 1, 2e-14) << half;
    EXPECT_NEAR(static_cast<double>(segment_moment(half) / moment), 1, 1e-13) << half;
  }
  EXPECT_NEAR(segment_area(M_PI), M_PI, 1e-15);
  EXPECT_NEAR(segment_moment(M_PI), M_PI, 1e-15);
  EXPECT_EQ(segment_moment(0), 0);
}

}  // namespace
}  // namespace scree
