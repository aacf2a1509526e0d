// Servos: the force is held, the way there is that of a piston with a mass.
#include "drive/servo.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/states.h"

namespace scree {
namespace {

constexpr double mass = 2, force = 10, top_speed = 0.5;

State with_servo(int bodies) {
  State s;
  s.clock.dt = 1e-4;
  s.shapes = {make_half_space("wall", {0, 0, -1})};
  s.groups = {"piston"};
  use_material(s, {}, PairLaw{});
  for (int n = 0; n < bodies; ++n)
    add_body(s, {.drive = Drive{.kind = DriveKind::servo,
                                .axis = -Vec3::UnitZ(),
                                .force = force,
                                .top_speed = top_speed,
                                .mass = mass}});
  return s;
}

// Nothing resists: v = c (1 - exp(-F t / (M c))).
TEST(Servo, WithoutResistanceReachesItsSpeed) {
  State s = with_servo(1);
  for (int n = 0; n < 1000; ++n) steer_servos(s);
  const double rate = force / (mass * top_speed);
  EXPECT_NEAR(s.drives[0].speed, top_speed * (1 - std::exp(-rate * 0.1)), 1e-3 * top_speed);
  for (int n = 0; n < 100000; ++n) steer_servos(s);
  EXPECT_NEAR(s.drives[0].speed, top_speed, 1e-9);
}

// A spring resists: the wall stops where it presses with the force asked for.
TEST(Servo, AgainstASpringTheForceIsHeld) {
  for (const double stiffness : {50.0, 1e3, 1e5}) {
    State s = with_servo(1);
    for (int n = 0; n < 400000; ++n) {
      s.bodies.force[0] = Vec3(0, 0, stiffness * std::max(0.0, s.drives[0].travel));
      steer_servos(s);
    }
    EXPECT_NEAR(stiffness * s.drives[0].travel, force, 1e-9 * force);
    EXPECT_NEAR(s.drives[0].speed, 0, 1e-9);
  }
}

TEST(Servo, PiecesOfAWallMoveAsOne) {
  State s = with_servo(3);
  s.bodies.force[1] = Vec3(0, 0, 4);
  s.bodies.force[2] = Vec3(7, 0, 5);
  steer_servos(s);
  const double drag = force / top_speed, dt = s.clock.dt;
  for (const Drive& d : s.drives) {
    EXPECT_DOUBLE_EQ(d.speed, dt * (force - 9) / mass / (1 + dt * drag / mass));
    EXPECT_EQ(d.travel, s.drives[0].travel);
  }
}

TEST(Servo, TheAreaIsThatBetweenTheWallsBeside) {
  State s = with_servo(1);
  s.dimension = 2;
  s.thickness = 0.3;
  s.groups = {"piston", "left", "right"};
  s.shapes.push_back(make_half_space("left", {1, 0, 0}));
  s.shapes.push_back(
      make_polygon_shape("right", *make_polygon(std::vector<Vec2>{{0, 0}, {1, 0}, {1, 5}, {0, 5}})));
  add_body(s, at_rest({.shape = 1, .position = {-0.2, 0, 0}, .group = 1}));
  add_body(s,
           at_rest({.shape = 2, .position = {0.9, 0, 0}, .orientation = s.shapes[2].given_axes, .group = 2}));
  EXPECT_NEAR(gap_between(s, 1, 2), 0.6, 1e-12);  // the box is 1 wide: its left side is at 0.4
  EXPECT_NEAR(gap_between(s, 2, 1), 0.6, 1e-12);
  s.drives[0].force = 0;
  s.drives[0].stress = 100;
  s.drives[0].sides = {1, 2, -1, -1};
  steer_servos(s);
  const double asked = 100 * 0.6 * 0.3, dt = s.clock.dt;
  EXPECT_NEAR(s.drives[0].speed, dt * asked / mass / (1 + dt * asked / top_speed / mass), 1e-15);
}

// Walls whose boxes are wider than they are: the quick box about the centroid would make the gap too small.
TEST(Servo, TheGapIsThatOfTheSurfaces) {
  State s;
  s.dimension = 2;
  s.groups = {"left", "right"};
  const Polygon wedge = *make_polygon(std::vector<Vec2>{{0, 0}, {1, 0}, {1, 3}});
  s.shapes = {make_polygon_shape("left", wedge), make_polygon_shape("right", wedge)};
  use_material(s, {}, PairLaw{});
  for (std::uint32_t k : {0u, 1u})
    add_body(s, at_rest({.shape = k,
                         .position = s.shapes[k].given_centroid + Vec3(k == 0 ? 0 : 1.5, 0, 0),
                         .orientation = s.shapes[k].given_axes,
                         .group = k}));
  EXPECT_NEAR(gap_between(s, 0, 1), 0.5, 1e-12);
}

}  // namespace
}  // namespace scree
