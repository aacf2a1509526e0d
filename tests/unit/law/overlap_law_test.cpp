// The overlap laws, one contact at a time: forces from volumes, couples that balance, springs that outlive a
// jump of the patch.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "base/rng.h"
#include "law/contact_energy.h"
#include "law/mixing.h"
#include "law/press.h"
#include "unit/law/quartet.h"

namespace scree {
namespace {

constexpr NormalLaw laws[] = {NormalLaw::overlap, NormalLaw::overlap_energy};

// Of the pair (law/contact_length.h).
constexpr double length = 0.02, reference = 1e-4, radius = 0.005, mass = 0.005;

Material material() {
  Material m;
  m.young = 1e7;
  m.restitution = 0.6;
  m.friction = 0.3;
  return m;
}

PairLaw law_of(NormalLaw normal, const Material& m = material()) { return mix(m, m, normal, 2.0 / 7); }

// A patch of this area and depth, its plane across the normal.
TouchOf<double> patch(const Vec3& normal, double area, double depth) {
  TouchOf<double> t{};
  t.normal = triple(normal);
  t.arm_a = triple(0.01 * normal);
  t.arm_b = triple(-0.01 * normal);
  t.overlap = depth;
  t.radius = radius;
  t.share = 1;
  t.volume = t.pair_volume = area * depth;
  t.area = t.facing_area = area;
  t.width2 = area / (4 * M_PI);  // a disc
  t.lever = 2.0 / 3.0 * std::sqrt(area / M_PI);
  return t;
}

Motion<double> moving(const Vec3& velocity, const Vec3& spin_a = Vec3::Zero(),
                      const Vec3& spin_b = Vec3::Zero()) {
  return {triple(velocity), triple(spin_a), triple(spin_b), std::sqrt(mass),
          1 / length,       1 / length,     reference};
}

struct Contact {
  PairLaw law;
  double dt = 1e-5;
  Springs<double> springs{};
  RollingSprings<double> rolling{};
  Pressed<double> press(const TouchOf<double>& touch, const Motion<double>& motion) {
    return scree::press(PressTerms{law.normal, dt, true}, numbers_of(law), touch, motion, springs, rolling);
  }
};

TEST(OverlapLaw, ForcesAndTangentStiffness) {
  const double area = 3e-5, depth = 1e-4;
  for (const NormalLaw normal : laws) {
    Contact contact{law_of(normal)};
    const Pressed<double> p = contact.press(patch({0, 0, 1}, area, depth), moving(Vec3::Zero()));
    const double expected = normal == NormalLaw::overlap ? 1e7 * area * depth / length
                                                         : 1e7 * area * depth * area / std::pow(length, 3);
    EXPECT_NEAR(p.force.z / expected, 1, 1e-14);
    EXPECT_EQ(p.normal_force, p.force.z);
    EXPECT_EQ(p.force.x, 0);
    // The dashpot is 2 zeta sqrt(S m), with S = dF/dx.
    const double stiffness = expected / depth, opening = 1e-4;
    Contact opened{law_of(normal)};
    opened.press(patch({0, 0, 1}, area, depth), moving(Vec3::Zero()));
    const Pressed<double> q = opened.press(patch({0, 0, 1}, area, depth), moving({0, 0, opening}));
    EXPECT_NEAR((p.force.z - q.force.z) / opening / (2 * contact.law.damping * std::sqrt(stiffness * mass)),
                1, 1e-9);
  }
}

// A contact that begins: the first force goes to zero with the volume, whatever the speed and the area.
TEST(OverlapLaw, ForceVanishesWithTheVolume) {
  for (const NormalLaw normal : laws)
    for (const double slide : {0.0, 3.0}) {
      double last = 1e300;
      // A corner sinks in: area ~ d^2, volume ~ d^3.
      for (double d = 1e-3; d > 1e-12; d /= 10) {
        Contact contact{law_of(normal)};
        TouchOf<double> touch = patch({0, 0, 1}, d * d, d / 3);
        const Pressed<double> p = contact.press(touch, moving({slide, 0, -1}, {10, 0, 0}, {0, 20, 5}));
        const double force = std::sqrt(inner(p.force, p.force));
        EXPECT_GE(p.normal_force, 0);
        EXPECT_LT(force, 0.2 * last) << d;
        last = force;
      }
      EXPECT_LT(last, 1e-9);
    }
}

TEST(OverlapLaw, NothingTouchesNothing) {
  for (const NormalLaw normal : laws) {
    Contact contact{law_of(normal)};
    const Pressed<double> p = contact.press(patch({0, 0, 1}, 0, 0), moving({1, 2, -3}, {1, 0, 0}, {0, 1, 1}));
    EXPECT_EQ(inner(p.force, p.force), 0);
    EXPECT_EQ(inner(p.torque_a, p.torque_a) + inner(p.torque_b, p.torque_b), 0);
  }
}

// One body wholly inside the other: there is a volume, but no area and no direction worth the name. The law
// with a potential knows no way out then.
TEST(OverlapLaw, ABodyInsideAnotherIsNoDivisionByZero) {
  for (const NormalLaw normal : laws) {
    Contact contact{law_of(normal)};
    TouchOf<double> touch = patch({1, 0, 0}, 0, 0);
    touch.volume = touch.pair_volume = 1e-9;
    touch.overlap = 1e-4;
    const Pressed<double> p = contact.press(touch, moving({0.1, 0.2, 0}, {1, 0, 0}, {0, 1, 1}));
    EXPECT_TRUE(std::isfinite(p.force.x) && std::isfinite(p.torque_b.x));
    EXPECT_GE(p.normal_force, 0);
  }
}

// The patch jumps from a face to an edge that looks elsewhere: the spring of friction keeps its force, turned
// with the normal.
TEST(OverlapLaw, FrictionSpringOutlivesAJumpOfThePatch) {
  for (const NormalLaw normal : laws) {
    Contact contact{law_of(normal)};
    contact.law.damping = contact.law.dashpot = 0;
    const Vec3 before(0, 0, 1);
    for (int n = 0; n < 20; ++n) contact.press(patch(before, 4e-5, 2e-4), moving({0.002, -0.001, 0}));
    const Pressed<double> held = contact.press(patch(before, 4e-5, 2e-4), moving(Vec3::Zero()));
    const Pressed<double> at_rest = contact.press(patch(before, 4e-5, 2e-4), moving(Vec3::Zero()));
    const Vec3 friction = vec3(at_rest.force) - before * at_rest.normal_force;
    EXPECT_GT(friction.norm(), 0);
    EXPECT_LT(friction.norm(), 0.3 * held.normal_force) << "it sticks";
    // A tenth of the area, at the same force: deeper; the normal turns by 0.3.
    for (const double angle : {0.0, 0.3}) {
      Contact jumped = contact;
      const Vec3 after(std::sin(angle), 0, std::cos(angle));
      const double deeper = normal == NormalLaw::overlap ? 2e-3 : 2e-2;
      const Pressed<double> p = jumped.press(patch(after, 4e-6, deeper), moving(Vec3::Zero()));
      EXPECT_NEAR(p.normal_force / at_rest.normal_force, 1, 1e-12);
      const Vec3 now = vec3(p.force) - after * p.normal_force;
      EXPECT_NEAR(now.norm() / friction.norm(), 1, 1e-12) << "the force is the same";
      EXPECT_NEAR(now.dot(after), 0, 1e-15 * p.normal_force) << "in the new plane";
      const Quat turn(Eigen::AngleAxisd(angle, Vec3::UnitY()));
      // Turns are made to first order and brought back to length: their direction is off by angle^2/4 at
      // most.
      EXPECT_LE((now - turn * friction).norm(), (0.25 * angle * angle + 1e-12) * friction.norm());
    }
  }
}

TEST(OverlapLaw, SlidingFrictionIsExactlyMuN) {
  for (const NormalLaw normal : laws)
    for (const double area : {1e-7, 1e-5, 3e-4}) {
      Contact contact{law_of(normal)};
      Pressed<double> p;
      for (int n = 0; n < 3000; ++n) p = contact.press(patch({0, 0, 1}, area, 1e-4), moving({0.3, 0.4, 0}));
      const double friction = std::sqrt(p.force.x * p.force.x + p.force.y * p.force.y);
      EXPECT_NEAR(friction / (0.3 * p.normal_force), 1, 1e-14) << area;
      EXPECT_NEAR(p.force.x / friction, -0.6, 1e-9);
    }
}

// Twisting on a patch: mu N 2/3 sqrt(A/pi), the couple of a disc under uniform pressure.
TEST(OverlapLaw, APatchResistsTwisting) {
  for (const NormalLaw normal : laws) {
    Contact contact{law_of(normal)};
    const double area = 4e-5;
    Pressed<double> p;
    for (int n = 0; n < 20000; ++n)
      p = contact.press(patch({0, 0, 1}, area, 1e-4), moving(Vec3::Zero(), Vec3::Zero(), {0, 0, 5}));
    EXPECT_NEAR(p.torque_b.z / (-0.3 * p.normal_force * 2 / 3 * std::sqrt(area / M_PI)), 1, 1e-12);
    EXPECT_EQ(p.torque_b.z, -p.torque_a.z);
  }
}

// Sliding at v and twisting at w share mu N as v and w times the lever do; torsional friction makes that
// longer, and is alone where there is no friction.
TEST(OverlapLaw, SlidingAndTwistingShareOneLimit) {
  for (const NormalLaw normal : laws)
    for (const double friction : {0.3, 0.0})
      for (const double torsional : {0.0, 0.2}) {
        Material m = material();
        m.friction = friction;
        m.torsional_friction = torsional;
        Contact contact{law_of(normal, m)};
        const double area = 4e-5, v = 0.02, w = 5;
        const TouchOf<double> at = patch({0, 0, 1}, area, 1e-4);
        Pressed<double> p;
        for (int n = 0; n < 20000; ++n) p = contact.press(at, moving({v, 0, 0}, Vec3::Zero(), {0, 0, w}));
        const double limit = friction * p.normal_force;
        const double lever = at.lever + (friction > 0 ? torsional / friction : 0) * radius;
        const double speed = std::hypot(v, w * lever);
        const double couple =
            friction > 0 ? limit * lever * (w * lever / speed) : torsional * p.normal_force * radius;
        EXPECT_NEAR(p.force.x, -limit * v / speed, 1e-5 * p.normal_force);  // it turns with the patch
        EXPECT_NEAR(p.torque_b.z, -couple, 1e-5 * p.normal_force * radius);
      }
}

TouchOf<double> random_touch(Rng& rng) {
  const Vec3 normal = rng.unit_vector();
  TouchOf<double> t = patch(normal, std::exp(-8 - 6 * rng.uniform()), 1e-3 * rng.uniform() + 1e-9);
  t.arm_a = triple(0.01 * normal + 0.004 * rng.in_unit_ball());
  t.arm_b = triple(-0.01 * normal + 0.004 * rng.in_unit_ball());
  const Vec3 moment = 1e-3 * t.area * rng.in_unit_ball();
  t.moment = triple(moment);
  return t;
}

// What a contact does to both bodies has no sum: torques about the centres and the couple of the two forces,
// which act at the ends of d = arm_a - arm_b.
TEST(OverlapLaw, TorquesBalance) {
  Rng rng(3, 0);
  for (const NormalLaw normal : laws) {
    Material m = material();
    m.rolling_friction = 0.1;
    m.torsional_friction = 0.05;
    m.cohesion = 500;
    for (int n = 0; n < 1000; ++n) {
      Contact contact{law_of(normal, m)};
      contact.dt = 1e-4;
      const TouchOf<double> touch = random_touch(rng);
      Pressed<double> p;
      const int steps = 1 + n % 4;
      for (int k = 0; k < steps; ++k)
        p = contact.press(touch,
                          moving(0.5 * rng.in_unit_ball(), 20 * rng.in_unit_ball(), 20 * rng.in_unit_ball()));
      const Vec3 force = vec3(p.force), d = vec3(touch.arm_a - touch.arm_b);
      const Vec3 sum = vec3(p.torque_a) + vec3(p.torque_b) + d.cross(force);
      const double scale = vec3(p.torque_a).norm() + vec3(p.torque_b).norm() + d.norm() * force.norm();
      EXPECT_LE(sum.norm(), 1e-15 * scale) << n;
    }
  }
}

// The couple is the gradient of the energy: moving b by dx and turning it by dw about the contact point
// changes the volume by -(A . dx + M . dw).
TEST(OverlapLaw, TheCoupleIsTheGradientOfTheEnergy) {
  Rng rng(5, 0);
  Material m = material();
  m.damping = 0;
  m.friction = 0;
  const PairLaw law = law_of(NormalLaw::overlap_energy, m);
  for (int n = 0; n < 100; ++n) {
    Contact contact{law};
    const TouchOf<double> touch = random_touch(rng);
    const Pressed<double> p = contact.press(touch, moving(Vec3::Zero()));
    const Vec3 couple = vec3(p.torque_b) - vec3(touch.arm_b).cross(vec3(p.force));
    const Vec3 expected = law.young * touch.volume / std::pow(length, 3) * vec3(touch.moment);
    EXPECT_LE((couple - expected).norm(), 1e-12 * (expected.norm() + vec3(p.torque_b).norm()));
    TouchOnBed place;
    place.volume = place.pair_volume = touch.volume;
    const double energy = normal_energy(law, place, {length, length, 0});
    place.volume = place.pair_volume = touch.volume * (1 + 1e-6);
    const double slope = (normal_energy(law, place, {length, length, 0}) - energy) / (1e-6 * touch.volume);
    EXPECT_NEAR(p.normal_force / (slope * touch.area), 1, 1e-5);
  }
}

// Rocking on a patch is braked, and never driven.
TEST(OverlapLaw, RockingLosesEnergy) {
  Rng rng(9, 0);
  for (const NormalLaw normal : laws)
    for (int n = 0; n < 200; ++n) {
      Contact contact{law_of(normal)};
      contact.law.friction = 0;
      const TouchOf<double> touch = patch(rng.unit_vector(), 4e-5, 1e-4);
      contact.press(touch, moving(Vec3::Zero()));
      const Vec3 spin_a = 3 * rng.in_unit_ball(), spin_b = 3 * rng.in_unit_ball();
      const Pressed<double> p = contact.press(touch, moving(Vec3::Zero(), spin_a, spin_b));
      const Vec3 couple = vec3(p.torque_b) - vec3(touch.arm_b).cross(vec3(p.force));
      const double power = couple.dot(spin_b - spin_a);
      EXPECT_LT(power, 0);
      EXPECT_NEAR(p.damping_power, -power, 1e-12 * std::abs(power));
      EXPECT_LE(couple.norm(), p.normal_force * std::sqrt(touch.width2) * (1 + 1e-12)) << "it does not pull";
    }
}

TEST(OverlapLaw, CohesionPullsWithTheArea) {
  for (const NormalLaw normal : laws) {
    Material m = material();
    m.cohesion = 2000;
    Contact contact{law_of(normal, m)};
    const double area = 4e-5;
    const Pressed<double> p = contact.press(patch({0, 0, 1}, area, 1e-12), moving(Vec3::Zero()));
    EXPECT_NEAR(p.normal_force / (-2000 * area), 1, 1e-6);
    EXPECT_EQ(p.force.z, p.normal_force);
  }
}

TEST(OverlapLaw, LanesGiveTheBitsOfOneContact) {
  Rng rng(7, 0);
  int slips = 0, sticks = 0, begun = 0, late = 0;
  for (int n = 0; n < 4000; ++n) {
    const PressTerms terms{laws[n % 2], n % 7 == 0 ? 0.0 : 1e-4, n % 3 != 0};
    Quartet four;
    Springs<double> springs[lane_count];
    RollingSprings<double> rolling[lane_count];
    Pressed<double> alone[lane_count];
    for (int lane = 0; lane < lane_count; ++lane) {
      Material m = material();
      m.friction = 0.1 + 0.4 * rng.uniform();
      m.damping = 0.3 * rng.uniform();
      m.rolling_friction = lane % 2 ? 0.1 : 0;
      m.torsional_friction = 0.05 * (lane % 3);
      m.cohesion = lane % 2 ? 1000 * rng.uniform() : 0;
      const LawNumbers<double> l = numbers_of(law_of(terms.normal, m));
      TouchOf<double> t = random_touch(rng);
      if (rng.uniform() < 0.05) t.area = t.facing_area = 0;
      Motion<double> v = moving((lane == 3 ? 20 : 0.1) * rng.in_unit_ball(), 30 * rng.in_unit_ball(),
                                30 * rng.in_unit_ball());
      Springs<double> s{};
      RollingSprings<double> r{};
      if (rng.uniform() < 0.7) {
        s = {t.normal, triple(0.3 * rng.in_unit_ball()), triple(0.1 * rng.in_unit_ball()),
             l.tangential_stiffness * reference / length};
        r = {triple(0.1 * rng.in_unit_ball()), triple(0.1 * rng.in_unit_ball()), 0.1 * rng.uniform(),
             0.1 * rng.uniform()};
      } else {
        ++begun;
        late += -inner(v.velocity, t.normal) * terms.dt > t.overlap;
      }
      four.set(lane, l, t, v, s, r);
      alone[lane] = press(terms, l, t, v, s, r);
      springs[lane] = s;
      rolling[lane] = r;
      ++(alone[lane].work.friction != 0 ? slips : sticks);
    }
    const Pressed<Lanes> p = press(terms, four.law, four.at, four.motion, four.springs, four.rolling);
    for (int lane = 0; lane < lane_count; ++lane) {
      SCOPED_TRACE("try " + std::to_string(n));
      expect_lane(lane, p, alone[lane]);
      four.expect_lane(lane, terms, springs[lane], rolling[lane]);
    }
  }
  EXPECT_GT(slips, 1000);
  EXPECT_GT(sticks, 1000);
  EXPECT_GT(begun, 1000);
  EXPECT_GT(late, 100);
}

}  // namespace
}  // namespace scree
