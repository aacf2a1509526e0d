// One contact: signs, limits, arms and what its springs remember.
#include "law/press.h"

#include <gtest/gtest.h>

#include "law/mixing.h"

namespace scree {
namespace {

Material material() {
  Material m;
  m.young = 1e7;
  m.poisson = 0.25;
  m.stiffness = 1e4;
  m.restitution = 0.6;
  m.friction = 0.3;
  return m;
}

Touch touch_along(const Vec3& normal, double overlap) {
  Touch t;
  t.normal = normal;
  t.overlap = overlap;
  t.radius = 0.005;
  t.arm_a = normal * (0.01 - 0.5 * overlap);
  t.arm_b = -normal * (0.01 - 0.5 * overlap);
  return t;
}

ContactMotion motion_of(const Vec3& velocity, double dt = 1e-5) {
  ContactMotion m;
  m.velocity = velocity;
  m.spin_a = m.spin_b = Vec3::Zero();
  m.root_mass = std::sqrt(0.005);
  m.dt = dt;
  return m;
}

constexpr NormalLaw laws[] = {NormalLaw::spring, NormalLaw::hertz};

TEST(Press, PushesApartAndNeverPulls) {
  for (const NormalLaw normal : laws) {
    const PairLaw law = mix(material(), material(), normal, 2.0 / 7);
    for (const double opening : {-1.0, -0.1, 0.0, 0.1, 1.0, 100.0}) {
      ContactHistory history;
      Load load;
      press(law, touch_along({0, 0, 1}, 1e-4), motion_of({0, 0, opening}), history, load);
      EXPECT_GE(load.force.z(), 0) << opening;  // on b, which lies above
      EXPECT_EQ(load.force.z(), load.normal_force);
      if (opening == 100) {
        EXPECT_EQ(load.normal_force, 0);
      }
      EXPECT_GE(load.damping_power, 0) << "the dashpot feeds energy in at " << opening;
    }
  }
}

TEST(Press, NormalForces) {
  Load load;
  ContactHistory history;
  const PairLaw spring = mix(material(), material(), NormalLaw::spring, 2.0 / 7);
  press(spring, touch_along({1, 0, 0}, 1e-4), motion_of({0, 0, 0}), history, load);
  EXPECT_DOUBLE_EQ(load.normal_force, 1e4 * 1e-4);
  history = {};
  const PairLaw hertz = mix(material(), material(), NormalLaw::hertz, 2.0 / 7);
  press(hertz, touch_along({1, 0, 0}, 1e-4), motion_of({0, 0, 0}), history, load);
  const double young = 1e7 / (2 * (1 - 0.0625));
  EXPECT_NEAR(load.normal_force / (4.0 / 3 * young * std::sqrt(0.005) * 1e-6), 1, 1e-12);
}

TEST(Press, FrictionOpposesSlipUpToTheLimit) {
  for (const NormalLaw normal : laws) {
    const PairLaw law = mix(material(), material(), normal, 2.0 / 7);
    ContactHistory history;
    Load load;
    for (int n = 0; n < 2000; ++n)
      press(law, touch_along({0, 0, 1}, 1e-4), motion_of({0.3, 0.4, 0}), history, load);
    const Vec3 friction(load.force.x(), load.force.y(), 0);
    EXPECT_NEAR(friction.norm() / (0.3 * load.normal_force), 1, 1e-14);
    EXPECT_NEAR(friction.x() / friction.norm(), -0.6, 1e-6);
    EXPECT_NEAR(friction.y() / friction.norm(), -0.8, 1e-6);
    // torque = arm x force on each body, both of the same sense for two spheres
    EXPECT_LE((load.torque_b - Vec3(touch_along({0, 0, 1}, 1e-4).arm_b.cross(load.force))).norm(), 1e-18);
    EXPECT_LE((load.torque_a - load.torque_b).norm(), 1e-16);
  }
}

// A spring loaded along x, then the whole contact turns by a quarter about z in small steps: the
// force turns along and keeps its size.
TEST(Press, SpringTurnsWithTheContact) {
  const PairLaw law = mix(material(), material(), NormalLaw::spring, 2.0 / 7);
  ContactHistory history;
  Load load;
  press(law, touch_along({1, 0, 0}, 1e-4), motion_of({0, 0.01, 0.005}), history, load);
  press(law, touch_along({1, 0, 0}, 1e-4), motion_of(Vec3::Zero()), history, load);
  press(law, touch_along({1, 0, 0}, 1e-4), motion_of(Vec3::Zero()), history, load);
  const Vec3 before = history.slide;
  ASSERT_GT(before.norm(), 0);
  const int steps = 1000;
  for (int n = 1; n <= steps; ++n) {
    const double angle = 0.5 * M_PI * n / steps;
    ContactMotion motion = motion_of(Vec3::Zero());
    motion.spin_a = motion.spin_b = Vec3(0, 0, 0.5 * M_PI / steps / motion.dt);
    press(law, touch_along({std::cos(angle), std::sin(angle), 0}, 1e-4), motion, history, load);
  }
  // Each step turns to first order in the angle and keeps the length.
  const Vec3 expected(-before.y(), before.x(), before.z());
  EXPECT_LE((history.slide - expected).norm(), 0.5 * M_PI / steps * before.norm());
  EXPECT_NEAR(history.slide.norm() / before.norm(), 1, 1e-12);
}

// Both bodies turn about the normal: the spring turns with them, by the mean of the two.
TEST(Press, SpringTurnsAboutTheNormal) {
  const PairLaw law = mix(material(), material(), NormalLaw::spring, 2.0 / 7);
  ContactHistory history;
  Load load;
  press(law, touch_along({0, 0, 1}, 1e-4), motion_of({0.01, 0, 0}), history, load);
  press(law, touch_along({0, 0, 1}, 1e-4), motion_of(Vec3::Zero()), history, load);
  press(law, touch_along({0, 0, 1}, 1e-4), motion_of(Vec3::Zero()), history, load);
  const Vec3 before = history.slide;
  const int steps = 1000;
  for (int n = 0; n < steps; ++n) {
    ContactMotion motion = motion_of(Vec3::Zero());
    motion.spin_a = Vec3(0, 0, 0.8 * M_PI / steps / motion.dt);
    motion.spin_b = Vec3(0, 0, 0.2 * M_PI / steps / motion.dt);
    press(law, touch_along({0, 0, 1}, 1e-4), motion, history, load);
  }
  EXPECT_LE((history.slide - Vec3(-before.y(), before.x(), 0)).norm(), 1e-5 * before.norm());
}

TEST(Press, ReleaseTurnsTheRestIntoHeat) {
  const PairLaw law = mix(material(), material(), NormalLaw::hertz, 2.0 / 7);
  ContactHistory history;
  Load load;
  press(law, touch_along({0, 0, 1}, 1e-4), motion_of({0.01, 0, 0}), history, load);
  press(law, touch_along({0, 0, 1}, 1e-4), motion_of({0.01, 0, 0}), history, load);
  const double held = stored_energy(law, touch_along({0, 0, 1}, 0), history);
  ASSERT_GT(held, 0);
  release(history, load);
  EXPECT_DOUBLE_EQ(load.work.friction, held);
  EXPECT_DOUBLE_EQ(load.work.elastic, -held);
  EXPECT_EQ(load.force, Vec3(Vec3::Zero()));
  EXPECT_EQ(history.slide, Vec3(Vec3::Zero()));
  EXPECT_EQ(history.stiffness, 0);
}

TEST(Press, RollingAndTorsionActAsCouples) {
  Material m = material();
  m.rolling_friction = 0.1;
  m.torsional_friction = 0.05;
  const PairLaw law = mix(m, m, NormalLaw::spring, 2.0 / 7);
  ContactHistory history;
  Load load;
  ContactMotion motion = motion_of(Vec3::Zero());
  motion.spin_b = Vec3(0, 300, 200);  // rolling about y, twisting about z
  const Touch touch = touch_along({0, 0, 1}, 1e-4);
  for (int n = 0; n < 3000; ++n) press(law, touch, motion, history, load);
  const Vec3 couple = load.torque_b - Vec3(touch.arm_b.cross(load.force));
  EXPECT_NEAR(couple.y(), -touch.radius * 0.1 * load.normal_force, 1e-9);
  EXPECT_NEAR(couple.z(), -touch.radius * 0.05 * load.normal_force, 1e-9);
  const Vec3 other = load.torque_a + Vec3(touch.arm_a.cross(load.force));
  EXPECT_LE((couple + other).norm(), 1e-15) << "couples are equal and opposite";
}

}  // namespace
}  // namespace scree
