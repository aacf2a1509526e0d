// One contact: signs, limits, arms and what its springs remember.
#include "law/press.h"

#include <gtest/gtest.h>

#include <bit>

#include "base/rng.h"
#include "law/contact_energy.h"
#include "law/mixing.h"
#include "unit/law/quartet.h"

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

struct ContactMotion {
  Vec3 velocity;
  Vec3 spin_a = Vec3::Zero();
  Vec3 spin_b = Vec3::Zero();
  double dt = 1e-5;
};

ContactMotion motion_of(const Vec3& velocity) {
  ContactMotion motion;
  motion.velocity = velocity;
  return motion;
}

struct History {
  Springs<double> springs{};
  RollingSprings<double> rolling{};
  Vec3 slide() const { return vec3(springs.slide); }
};

struct Result {
  Vec3 force, torque_a, torque_b;
  double normal_force = 0, damping_power = 0;
};

// Of the pair, for laws that work with the volume.
constexpr double pair_length = 0.02, pair_area = 1e-4;

void press(const PairLaw& law, const Touch& touch, const ContactMotion& motion, History& history,
           Result& result) {
  const PressTerms terms{law.normal, motion.dt,
                         law.rolling_friction > 0 || law.torsional_friction > 0 || uses_volume(law.normal)};
  const TouchOf<double> at{triple(touch.normal), triple(touch.arm_a),
                           triple(touch.arm_b),  touch.overlap,
                           touch.radius,         touch.volume,
                           touch.area,           triple(touch.moment),
                           touch.pair_volume,    touch.facing_area,
                           touch.width2,         touch.lever,
                           touch.share,          {}};
  const Motion<double> m{triple(motion.velocity), triple(motion.spin_a), triple(motion.spin_b),
                         std::sqrt(0.005),        1 / pair_length,       pair_area};
  const Pressed<double> p = press(terms, numbers_of(law), at, m, history.springs, history.rolling);
  result = {vec3(p.force), vec3(p.torque_a), vec3(p.torque_b), p.normal_force, p.damping_power};
}

constexpr NormalLaw laws[] = {NormalLaw::spring, NormalLaw::hertz};

TEST(Press, PushesApartAndNeverPulls) {
  for (const NormalLaw normal : laws) {
    const PairLaw law = mix(material(), material(), normal, 2.0 / 7);
    for (const double opening : {-1.0, -0.1, 0.0, 0.1, 1.0, 100.0}) {
      History history;
      Result load;
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
  Result load;
  History history;
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
    History history;
    Result load;
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
  History history;
  Result load;
  press(law, touch_along({1, 0, 0}, 1e-4), motion_of({0, 0.01, 0.005}), history, load);
  press(law, touch_along({1, 0, 0}, 1e-4), motion_of(Vec3::Zero()), history, load);
  press(law, touch_along({1, 0, 0}, 1e-4), motion_of(Vec3::Zero()), history, load);
  const Vec3 before = history.slide();
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
  EXPECT_LE((history.slide() - expected).norm(), 0.5 * M_PI / steps * before.norm());
  EXPECT_NEAR(history.slide().norm() / before.norm(), 1, 1e-12);
}

// Both bodies turn about the normal: the spring turns with them, by the mean of the two.
TEST(Press, SpringTurnsAboutTheNormal) {
  const PairLaw law = mix(material(), material(), NormalLaw::spring, 2.0 / 7);
  History history;
  Result load;
  press(law, touch_along({0, 0, 1}, 1e-4), motion_of({0.01, 0, 0}), history, load);
  press(law, touch_along({0, 0, 1}, 1e-4), motion_of(Vec3::Zero()), history, load);
  press(law, touch_along({0, 0, 1}, 1e-4), motion_of(Vec3::Zero()), history, load);
  const Vec3 before = history.slide();
  const int steps = 1000;
  for (int n = 0; n < steps; ++n) {
    ContactMotion motion = motion_of(Vec3::Zero());
    motion.spin_a = Vec3(0, 0, 0.8 * M_PI / steps / motion.dt);
    motion.spin_b = Vec3(0, 0, 0.2 * M_PI / steps / motion.dt);
    press(law, touch_along({0, 0, 1}, 1e-4), motion, history, load);
  }
  EXPECT_LE((history.slide() - Vec3(-before.y(), before.x(), 0)).norm(), 1e-5 * before.norm());
}

TEST(Press, RollingAndTorsionActAsCouples) {
  Material m = material();
  m.rolling_friction = 0.1;
  m.torsional_friction = 0.05;
  const PairLaw law = mix(m, m, NormalLaw::spring, 2.0 / 7);
  History history;
  Result load;
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

// Four contacts side by side give the bits that each gives alone, whatever they do: begin, stick, slip,
// unload.
TEST(Press, LanesGiveTheBitsOfOneContact) {
  Rng rng(7, 0);
  const auto number = [&](double scale) { return scale * (2 * rng.uniform() - 1); };
  const auto vector = [&](double scale) {
    return Triple<double>{number(scale), number(scale), number(scale)};
  };
  int slips = 0, sticks = 0, begun = 0;
  for (int n = 0; n < 4000; ++n) {
    const NormalLaw normal = laws[n % 2];
    const PressTerms terms{normal, n % 7 == 0 ? 0.0 : 1e-4, n % 3 == 0};
    Quartet four;
    Springs<double> springs_alone[lane_count];
    RollingSprings<double> rolling_alone[lane_count];
    Pressed<double> alone[lane_count];
    for (int lane = 0; lane < lane_count; ++lane) {
      Material m = material();
      m.friction = 0.1 + 0.4 * rng.uniform();
      m.damping = 0.05 + 0.2 * rng.uniform();
      m.rolling_friction = lane % 2 ? 0.1 : 0;
      m.torsional_friction = 0.05 * (lane % 3);
      const LawNumbers<double> l = numbers_of(mix(m, m, normal, 2.0 / 7));
      Vec3 axis(number(1), number(1), number(1));
      axis.normalize();
      const double overlap = 1e-4 * rng.uniform() + 1e-9;
      TouchOf<double> t{};
      t.normal = triple(axis);
      t.arm_a = triple(0.01 * axis);
      t.arm_b = triple(-0.01 * axis);
      t.overlap = overlap;
      t.radius = 0.005;
      const Motion<double> v{vector(lane == 3 ? 2 : 0.1), vector(10), vector(10), 0.05 + 0.1 * rng.uniform()};
      Springs<double> s{};
      RollingSprings<double> r{};
      if (rng.uniform() < 0.7) {
        s = {triple(axis), vector(0.3), vector(0.1), l.tangential_stiffness * (0.5 + rng.uniform())};
        r = {vector(0.1), vector(0.1), number(0.1), number(0.1)};
      } else {
        ++begun;
      }
      four.set(lane, l, t, v, s, r);
      alone[lane] = press(terms, l, t, v, s, r);
      springs_alone[lane] = s;
      rolling_alone[lane] = r;
      ++(alone[lane].work.friction != 0 ? slips : sticks);
    }
    const Pressed<Lanes> p = press(terms, four.law, four.at, four.motion, four.springs, four.rolling);
    for (int lane = 0; lane < lane_count; ++lane) {
      SCOPED_TRACE("try " + std::to_string(n));
      expect_lane(lane, p, alone[lane]);
      four.expect_lane(lane, terms, springs_alone[lane], rolling_alone[lane]);
    }
  }
  EXPECT_GT(slips, 1000);
  EXPECT_GT(sticks, 1000);
  EXPECT_GT(begun, 1000);
}

}  // namespace
}  // namespace scree
