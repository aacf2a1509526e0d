// Surfaces made with a known slope, and rates of flows that are known.
#include <gtest/gtest.h>

#include <cmath>

#include "measure/flow.h"
#include "measure/line_fit.h"
#include "measure/repose.h"
#include "unit/measure/states.h"

namespace scree {
namespace {

constexpr double degree = M_PI / 180;

TEST(Line, RobustFitIsNotTurnedByAFewPointsFarOff) {
  std::vector<Vec2> points;
  for (int n = 0; n < 40; ++n) points.emplace_back(0.1 * n, 3 - 0.5 * 0.1 * n);
  EXPECT_NEAR(fit_robust_line(points)->slope, -0.5, 1e-14);
  points[3].y() += 5;
  points[20].y() += 2;
  points[38].y() += 7;
  EXPECT_GT(std::abs(fit_line(points)->slope + 0.5), 0.02);
  EXPECT_NEAR(fit_robust_line(points)->slope, -0.5, 1e-6);
}

TEST(Line, PointsThatHaveNoneGiveNone) {
  EXPECT_FALSE(fit_line({}));
  const std::vector<Vec2> one{{1, 2}}, upright{{1, 2}, {1, 3}, {1, 4}};
  EXPECT_FALSE(fit_line(one));
  EXPECT_FALSE(fit_robust_line(upright));
}

// A heap in the plane from small grains, its flanks with these angles.
State heap(double left, double right, ShapeIndex shape = 0) {
  State s = empty_state(2);
  s.gravity = {0, -9.81, 0};
  const Vec2 square[] = {{0, 0}, {2e-3, 0}, {2e-3, 2e-3}, {0, 2e-3}};
  s.shapes = {make_disc("coin", 1e-3), make_polygon_shape("tile", *make_polygon(square))};
  const double top = 0.3;
  for (double h = 1e-3; h < top; h += 0.5e-3) {
    add(s, shape, {-(top - h) / std::tan(left), h, 0});
    add(s, shape, {(top - h) / std::tan(right), h, 0});
  }
  return s;
}

TEST(Repose, OfAHeapOfDiscsIsThatOfItsFlanks) {
  const Expected<Repose> repose = angle_of_repose(heap(31 * degree, 24 * degree));
  ASSERT_TRUE(repose) << repose.error();
  ASSERT_EQ(repose.value().flanks.size(), 2u);
  EXPECT_NEAR(repose.value().flanks[0].angle, 31 * degree, 0.1 * degree);
  EXPECT_NEAR(repose.value().flanks[1].angle, 24 * degree, 0.1 * degree);
  EXPECT_NEAR(repose.value().angle(), 27.5 * degree, 0.1 * degree);
  EXPECT_NEAR(repose.value().spread(), 3.5 * degree, 0.1 * degree);
  EXPECT_NEAR(repose.value().height, 0.3, 2e-3);
}

TEST(Repose, OfAHeapOfTilesIsThatOfItsFlanks) {
  const Expected<Repose> repose = angle_of_repose(heap(40 * degree, 40 * degree, 1));
  ASSERT_TRUE(repose) << repose.error();
  for (const Flank& flank : repose.value().flanks) EXPECT_NEAR(flank.angle, 40 * degree, 0.1 * degree);
}

TEST(Repose, WhereGravityPointsIsDown) {
  State s = heap(35 * degree, 20 * degree);
  const Quat turn(Eigen::AngleAxisd(2.0, Vec3::UnitZ()));
  s.gravity = turn * s.gravity;
  for (Vec3& x : s.bodies.position) x = turn * x;
  const Expected<Repose> repose = angle_of_repose(s);
  ASSERT_TRUE(repose) << repose.error();
  EXPECT_NEAR(repose.value().flanks[0].angle, 35 * degree, 0.1 * degree);
  EXPECT_NEAR(repose.value().flanks[1].angle, 20 * degree, 0.1 * degree);
}

TEST(Repose, GrainsThatRolledAwayAndGrainsInFlightDoNotCount) {
  State s = heap(30 * degree, 30 * degree);
  const auto resting = static_cast<BodyIndex>(s.bodies.size());
  for (int n = 0; n < 50; ++n) add(s, 0, {0.6 + 0.01 * n, 1e-3, 0});
  std::vector<Pair> pairs;
  for (BodyIndex i = 0; i + 1 < s.bodies.size(); ++i) pairs.push_back({i, i + 1});
  s.contacts.assign(pairs);
  add(s, 0, {0.2, 5, 0});
  const Expected<Repose> repose = angle_of_repose(s);
  ASSERT_TRUE(repose) << repose.error();
  EXPECT_NEAR(repose.value().height, 0.3, 2e-3);
  for (const Flank& flank : repose.value().flanks) EXPECT_NEAR(flank.angle, 30 * degree, 0.1 * degree);
  EXPECT_GT(resting, 0u);
}

TEST(Repose, InSpaceAConeIsLookedAtFromAllSides) {
  State s = empty_state(3);
  s.gravity = {0, 0, -9.81};
  s.shapes = {make_sphere("ball", 2e-3)};
  const double angle = 28 * degree, top = 0.1;
  for (double h = 2e-3; h < top; h += 1e-3) {
    const double radius = (top - h) / std::tan(angle);
    const int around = 8 + static_cast<int>(2 * M_PI * radius / 4e-3);
    for (int n = 0; n < around; ++n)
      add(s, 0, {radius * std::cos(2 * M_PI * n / around) + 3, radius * std::sin(2 * M_PI * n / around), h});
  }
  const Expected<Repose> repose = angle_of_repose(s);
  ASSERT_TRUE(repose) << repose.error();
  EXPECT_EQ(repose.value().flanks.size(), 8u);
  EXPECT_NEAR(repose.value().angle(), angle, 0.2 * degree);
  EXPECT_LE(repose.value().spread(), 0.5 * degree);
}

TEST(Repose, WhatIsNoHeapIsSaidToBeNone) {
  State s = empty_state(2);
  s.shapes = {make_disc("coin", 1)};
  EXPECT_FALSE(angle_of_repose(s));
  for (int n = 0; n < 20; ++n) add(s, 0, {2.0 * n, 1, 0});
  const Expected<Repose> flat = angle_of_repose(s);
  EXPECT_FALSE(flat);
  EXPECT_NE(flat.error().find("three diameters"), std::string::npos);
  State space = empty_state(3);
  EXPECT_FALSE(angle_of_repose(space));
  EXPECT_FALSE(slope_of_surface(space));
  EXPECT_FALSE(slope_of_surface(space, Vec3(0, 0, 1)));
}

TEST(Slope, OfTheMiddleOfASurfaceWhateverItsEndsDo) {
  State s = empty_state(2);
  s.gravity = {0, -1, 0};
  s.shapes = {make_disc("coin", 1e-3)};
  for (double x = -0.2; x < 0.2; x += 0.7e-3) {
    const double bend = std::abs(x) > 0.12 ? std::abs(x) - 0.12 : 0;
    add(s, 0, {x, std::tan(33 * degree) * x + 3 * bend, 0});
  }
  const Expected<Slope> slope = slope_of_surface(s);
  ASSERT_TRUE(slope) << slope.error();
  EXPECT_NEAR(slope.value().angle, 33 * degree, 0.1 * degree);
}

TEST(Slope, InSpaceAlongTheDirectionGiven) {
  State s = empty_state(3);
  s.gravity = {0, 0, -1};
  s.shapes = {make_box("block", Vec3(1e-3, 1e-3, 1e-3))};
  for (double x = -0.1; x < 0.1; x += 1e-3)
    for (double y = -0.01; y < 0.01; y += 2e-3) add(s, 0, {y, x, -std::tan(21 * degree) * x});
  const Expected<Slope> slope = slope_of_surface(s, Vec3(0, 7, 3));
  ASSERT_TRUE(slope) << slope.error();
  EXPECT_NEAR(slope.value().angle, -21 * degree, 0.1 * degree);
}

TEST(Flow, RateOfTheSteadyPart) {
  std::vector<double> times, amounts;
  for (int n = 0; n <= 100; ++n) {
    times.push_back(0.1 * n);
    amounts.push_back(n < 10 ? 0.02 * n * n : n < 90 ? 2 + 4 * 0.1 * (n - 10) : 34 + 0.1 * (n - 90));
  }
  const Expected<FlowRate> flow = steady_rate(times, amounts);
  ASSERT_TRUE(flow) << flow.error();
  EXPECT_NEAR(flow.value().rate, 4, 1e-12);
  EXPECT_NEAR(flow.value().amount, 35, 1e-12);
  EXPECT_GE(flow.value().from, 1);
  EXPECT_LE(flow.value().to, 9);
}

TEST(Flow, NothingAndTooLittleAreNoRate) {
  EXPECT_FALSE(steady_rate({}, {}));
  const std::vector<double> times{0, 1, 2}, none{0, 0, 0}, sudden{0, 0, 5};
  EXPECT_FALSE(steady_rate(times, none));
  EXPECT_FALSE(steady_rate(times, sudden));
}

}  // namespace
}  // namespace scree
