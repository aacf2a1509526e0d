// All columns of a body follow from a few plain values.
#include "state/add_body.h"

#include <gtest/gtest.h>

#include <numbers>

#include "support/states.h"

namespace scree {
namespace {

State with_shapes(int dimension) {
  State s;
  s.dimension = dimension;
  s.thickness = 0.1;
  s.gravity = {0, 0, -10};
  s.shapes = {dimension == 2 ? make_disc("disc", 1) : make_sphere("ball", 1),
              make_half_space("floor", {0, 1, 0})};
  use_material(s, {.density = 3}, PairLaw{});
  s.next_id = 7;
  return s;
}

TEST(AddBody, MassAndInertiaFollowFromShapeScaleAndMaterial) {
  State s = with_shapes(3);
  const BodyIndex i = add_body(s, {.scale = 2, .position = {1, 2, 3}, .velocity = {4, 0, 0}, .group = 5});
  const Bodies& b = s.bodies;
  const double mass = 3 * 4.0 / 3 * std::numbers::pi * 8;
  EXPECT_EQ(b.id[i], 7u);
  EXPECT_EQ(s.next_id, 8u);
  EXPECT_NEAR(b.mass[i], mass, 1e-13 * mass);
  EXPECT_EQ(b.inverse_mass[i], 1 / b.mass[i]);
  EXPECT_LE((b.inertia[i] - Vec3::Constant(0.4 * mass * 4)).norm(), 1e-13 * mass);
  EXPECT_EQ(b.radius[i], 2);
  EXPECT_EQ(b.position[i], Vec3(1, 2, 3));
  EXPECT_EQ(b.velocity[i], Vec3(4, 0, 0));
  EXPECT_EQ(b.force[i], Vec3(0, 0, -10 * b.mass[i]));
  EXPECT_EQ(b.group[i], 5u);
  EXPECT_TRUE(b.free(i));
}

TEST(AddBody, InThePlaneTheLayerIsAsThickAtAnyScale) {
  State s = with_shapes(2);
  const BodyIndex i = add_body(s, {.scale = 2});
  const double mass = 3 * std::numbers::pi * 4 * 0.1;
  EXPECT_NEAR(s.bodies.mass[i], mass, 1e-13 * mass);
  EXPECT_NEAR(s.bodies.inertia[i].z(), 0.5 * mass * 4, 1e-13 * mass);
}

TEST(AddBody, WhatHasNoEndHasNoMass) {
  State s = with_shapes(3);
  const BodyIndex i = add_body(s, {.shape = 1});
  EXPECT_EQ(s.bodies.mass[i], 0);
  EXPECT_EQ(s.bodies.inverse_mass[i], 0);
}

TEST(AddBody, APrescribedMotionStartsNowFromThePoseTheBodyHas) {
  State s = with_shapes(3);
  s.clock = {100, 0.5};
  const Quat turn = turn_about_z(0.3);
  const BodyIndex i = add_body(
      s, {.position = {1, 2, 3}, .orientation = turn, .drive = Drive{.kind = DriveKind::rotate, .rate = 2}});
  ASSERT_FALSE(s.bodies.free(i));
  EXPECT_GT(s.bodies.mass[i], 0);
  EXPECT_EQ(s.bodies.inverse_mass[i], 0);
  ASSERT_EQ(s.drives.size(), 1u);
  const Drive& drive = s.drives[s.bodies.drive[i]];
  EXPECT_EQ(drive.rate, 2);
  EXPECT_EQ(drive.start, 50);
  EXPECT_EQ(drive.start_position, Vec3(1, 2, 3));
  EXPECT_EQ(drive.start_orientation.coeffs(), turn.coeffs());
}

TEST(AddBody, ADriveReplacesTheOneBeforeAndABodyMayBeSetFree) {
  State s = with_shapes(3);
  add_body(s, at_rest({}));
  const BodyIndex i = add_body(s, at_rest({}));
  prescribe_motion(s, i, {.kind = DriveKind::velocity});
  EXPECT_EQ(s.drives.size(), 2u);
  EXPECT_EQ(s.drives[1].kind, DriveKind::velocity);
  s.bodies.force[i] = s.bodies.torque[i] = {9, 9, 9};
  set_free(s, i);
  EXPECT_TRUE(s.bodies.free(i));
  EXPECT_EQ(s.bodies.inverse_mass[i], 1 / s.bodies.mass[i]);
  EXPECT_EQ(s.bodies.force[i], s.bodies.mass[i] * s.gravity);
  EXPECT_EQ(s.bodies.torque[i], Vec3(0, 0, 0));
  prescribe_motion(s, i, {});
  EXPECT_EQ(s.bodies.drive[i], 2) << "a body that was free gets a drive of its own";
}

}  // namespace
}  // namespace scree
