// Mean stress against packings whose stress is known.
#include <gtest/gtest.h>

#include <cmath>

#include "measure/stress.h"
#include "measure/tensor.h"
#include "unit/measure/states.h"

namespace scree {
namespace {

TEST(Tensor, PrincipalValuesFallAndTheirAxesBelongToThem) {
  Mat3 turn = Quat(Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized())).toRotationMatrix();
  const Mat3 given = turn * Vec3(5, -2, 1).asDiagonal() * turn.transpose();
  const Principal p = principal(given, 3);
  EXPECT_LE((p.values - Vec3(5, 1, -2)).norm(), 1e-13);
  EXPECT_LE((given * p.axes - p.axes * Mat3(p.values.asDiagonal())).norm(), 1e-13);
}

TEST(Tensor, InThePlaneTheMajorAxisHasTheAngleOfMohrsCircle) {
  for (const double angle : {-1.5, -0.4, 0.0, 0.3, 1.2}) {
    const Vec3 e(std::cos(angle), std::sin(angle), 0), f(-std::sin(angle), std::cos(angle), 0);
    const Mat3 given = 7 * e * e.transpose() + 3 * f * f.transpose();
    const Principal p = principal(given, 2);
    EXPECT_LE((p.values - Vec3(7, 3, 0)).norm(), 1e-14);
    EXPECT_NEAR(std::abs(p.axes.col(0).dot(e)), 1, 1e-14);
    EXPECT_NEAR(mean_part(given, 2), 5, 1e-14);
    EXPECT_NEAR(deviator(given, 2), 2, 1e-14);
  }
}

TEST(Tensor, TheDeviatorOfATriaxialTestIsTheDifferenceOfAxialAndLateral) {
  EXPECT_NEAR(deviator(Vec3(9, 2, 2).asDiagonal(), 3), 7, 1e-14);
  EXPECT_NEAR(mean_part(Vec3(9, 2, 2).asDiagonal(), 3), 13.0 / 3, 1e-14);
}

TEST(Zone, ALineCountsWithWhatOfItIsInside) {
  State s = empty_state(3);
  const Zone box = box_zone(s, {Vec3(0, 0, 0), Vec3(1, 2, 3)});
  EXPECT_DOUBLE_EQ(box.volume, 6);
  EXPECT_NEAR(box.share({-1, 1, 1}, {1, 1, 1}), 0.5, 1e-15);
  EXPECT_NEAR(box.share({-1, 1, 1}, {3, 1, 1}), 0.25, 1e-15);
  EXPECT_EQ(box.share({-1, 3, 1}, {3, 3, 1}), 0);
  EXPECT_TRUE(box.holds({0.5, 0.5, 0.5}));
  EXPECT_FALSE(box.holds({0.5, 0.5, 3.5}));
  const Zone ball = ball_zone(s, {1, 0, 0}, 2);
  EXPECT_NEAR(ball.share({1, 0, -4}, {1, 0, 4}), 0.5, 1e-15);
  EXPECT_NEAR(ball.volume, 32 * M_PI / 3, 1e-13);
  const Zone rod = cylinder_zone(s, {0, 0, 1}, {0, 0, 5}, 1, 2);
  EXPECT_NEAR(rod.share({0.5, 0, 0}, {0.5, 0, 4}), 0.5, 1e-15);
  EXPECT_NEAR(rod.share({-4, 0, 2}, {4, 0, 2}), 0.25, 1e-15);
  EXPECT_EQ(rod.share({-4, 0, 0}, {4, 0, 0}), 0);
  EXPECT_NEAR(rod.volume, 2 * M_PI, 1e-14);
}

TEST(Zone, InThePlaneHeightsDoNotCountAndTheLayerHasAThickness) {
  State s = empty_state(2);
  s.thickness = 0.25;
  EXPECT_DOUBLE_EQ(box_zone(s, {Vec3(0, 0, 5), Vec3(1, 2, 6)}).volume, 0.5);
  EXPECT_TRUE(box_zone(s, {Vec3(0, 0, 5), Vec3(1, 2, 6)}).holds({0.5, 0.5, 0}));
  EXPECT_NEAR(ball_zone(s, {0, 0, 3}, 2).volume, M_PI, 1e-14);
  EXPECT_TRUE(ball_zone(s, {0, 0, 3}, 2).holds({1.9, 0, 0}));
}

TEST(Zone, LinesThroughAPeriodicBoundaryAreSeenOnBothSides) {
  State s = empty_state(3);
  s.cell.periodic = {true, false, false};
  s.cell.length = {10, 1, 1};
  const Zone left = box_zone(s, {Vec3(0, 0, 0), Vec3(4, 1, 1)});
  const Zone right = box_zone(s, {Vec3(4, 0, 0), Vec3(10, 1, 1)});
  const Vec3 from(9, 0.5, 0.5), to(11, 0.5, 0.5);
  EXPECT_NEAR(left.share(from, to), 0.5, 1e-15);
  EXPECT_NEAR(right.share(from, to), 0.5, 1e-15);
}

TEST(Stress, OfATriangularLatticeIsSqrt3ForceOverSpacingAndThickness) {
  const double spacing = 0.2, force = 7;
  const State s = hexagonal(6, 6, spacing, 0.1001, force);
  EXPECT_EQ(s.contacts.size(), 3 * s.bodies.size());
  const Stress stress = mean_stress(s, whole_zone(s));
  const double pressure = std::sqrt(3.0) * force / (spacing * s.thickness);
  Mat3 expected = Mat3::Zero();
  expected(0, 0) = expected(1, 1) = pressure;
  EXPECT_LE((stress.contact - expected).norm(), 1e-12 * pressure);
  EXPECT_EQ(stress.kinetic.norm(), 0);
  EXPECT_NEAR(deviator(stress.contact, 2), 0, 1e-12 * pressure);
}

TEST(Stress, ZonesAddUpToTheirUnion) {
  const State s = hexagonal(6, 6, 0.2, 0.1001, 7);
  const Vec3 low = s.cell.origin, high = low + s.cell.length;
  Mat3 sum = Mat3::Zero();
  double volume = 0;
  for (const double x : {low.x(), low.x() + 0.4321})
    for (const double y : {low.y(), low.y() + 0.3333}) {
      const Zone zone = box_zone(s, {Vec3(x, y, 0), Vec3(x == low.x() ? low.x() + 0.4321 : high.x(),
                                                         y == low.y() ? low.y() + 0.3333 : high.y(), 1)});
      sum += zone.volume * mean_stress(s, zone).contact;
      volume += zone.volume;
    }
  const Zone all = whole_zone(s);
  EXPECT_NEAR(volume, all.volume, 1e-14);
  EXPECT_LE((sum - all.volume * mean_stress(s, all).contact).norm(), 1e-12);
}

// Blocks of side 1 and weight w on each other and on a floor: n - k of them rest on block k, and the force is
// the same all the way from one centre to the next.
void expect_stress_of_column(State s, const Vec3& up) {
  const int n = 5;
  const double w = 3;
  for (int k = 0; k < n; ++k) add(s, 0, (k + 0.5 - 1e-4 * (k + 1)) * up);
  add(s, 1, Vec3::Zero(), false);
  // The floor has the highest number: the force on it points down.
  press(s, {{0, 1}, {0, 5}, {1, 2}, {2, 3}, {3, 4}},
        {w * 4 * up, -w * 5 * up, w * 3 * up, w * 2 * up, w * 1 * up});
  const Vec3 wide = 2 * Vec3::Ones();
  for (int k = 0; k + 1 < n; ++k) {  // between the centres of two blocks
    Box box{-wide, wide};
    const int axis = up.y() > 0 ? 1 : 2;
    box.lower[axis] = k + 0.6;
    box.upper[axis] = k + 1.4;
    const Zone zone = box_zone(s, box);
    const double area = 16.0 / (s.dimension == 2 ? 4 / s.thickness : 1);
    const Stress stress = mean_stress(s, zone);
    EXPECT_NEAR(stress.contact(axis, axis), w * (n - 1 - k) / area, 1e-3 * w / area);
    EXPECT_EQ(stress.contacts, 1u);
    EXPECT_NEAR(stress.contact.norm(), stress.contact(axis, axis), 1e-12);
  }
  // At the floor the branch ends at the contact point: sum of all f l over the height of the column.
  const double length = s.dimension == 2 ? s.thickness : 1;
  const double whole = w * (5 * 0.5 + 4 + 3 + 2 + 1) / (4.9996 * length);
  const Principal p = principal(mean_stress(s, whole_zone(s)).contact, s.dimension);
  EXPECT_NEAR(p.values[0], whole, 1e-3 * whole);
  EXPECT_NEAR(std::abs(p.axes.col(0).dot(up)), 1, 1e-12);
}

TEST(Stress, OfAColumnOfBlocksIsTheWeightAbove) {
  State space = empty_state(3);
  space.shapes = {make_box("block", Vec3(0.5, 0.5, 0.5)), make_half_space("floor", {0, 0, 1})};
  expect_stress_of_column(space, Vec3::UnitZ());
  State plane = empty_state(2);
  plane.thickness = 0.3;
  const Vec2 corners[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  plane.shapes = {make_polygon_shape("block", *make_polygon(corners)), make_half_space("floor", {0, 1, 0})};
  expect_stress_of_column(plane, Vec3::UnitY());
}

TEST(Stress, FrictionOnAWallIsAShearStress) {
  State s = empty_state(3);
  s.shapes = {make_sphere("ball", 1), make_half_space("floor", {0, 0, 1})};
  add(s, 1, Vec3::Zero(), false);  // the wall is a: the force below acts on the ball
  add(s, 0, {0, 0, 0.99});
  press(s, {{0, 1}}, {Vec3(3, 0, 10)});
  const Zone zone = box_zone(s, {Vec3(-1, -1, -1), Vec3(1, 1, 2)});
  const Stress stress = mean_stress(s, zone);
  // The ball presses the wall down and pulls it along: f = (-3, 0, -10), l = (0, 0, -1): to where the sphere
  // ends.
  EXPECT_NEAR(stress.contact(2, 2), 10 * 1.0 / 12, 1e-14);
  EXPECT_NEAR(stress.contact(0, 2), 3 * 1.0 / 12, 1e-14);
  EXPECT_EQ(stress.contact(2, 0), 0);
}

TEST(Stress, KineticPartIsThatOfFluctuationsAlone) {
  State s = empty_state(3);
  s.shapes = {make_sphere("ball", 0.1)};
  add(s, 0, {0, 0, 0}, true, 2);
  add(s, 0, {1, 0, 0}, true, 2);
  const Vec3 drift(1e6, 0, 0), v(1, 2, 0);
  s.bodies.velocity[0] = drift + v;
  s.bodies.velocity[1] = drift - v;
  const Stress stress = mean_stress(s, box_zone(s, {Vec3(-1, -1, -1), Vec3(2, 1, 1)}));
  EXPECT_LE((stress.kinetic - 2 * 2 * v * v.transpose() / 12).norm(), 1e-9);
}

TEST(Stress, NoGrainsNoStressAndNoTrouble) {
  State s = empty_state(3);
  const Stress stress = mean_stress(s, whole_zone(s));
  EXPECT_EQ(stress.total().norm(), 0);
}

}  // namespace
}  // namespace scree
