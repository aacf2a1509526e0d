// The step itself: who gets which load, and when derivatives are dropped.
#include "step/soft_step.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "integrate/gear.h"
#include "state/state_hash.h"
#include "step/gather.h"
#include "support/laws.h"

namespace scree {
namespace {

State row_of_spheres(int count, double distance) {
  State s;
  s.clock.dt = 1e-5;
  s.shapes = {make_sphere("ball", 0.01)};
  use_material(s, {.density = 0.01 / s.shapes[0].volume}, NormalLaw::spring, 0.5);
  for (int n = 0; n < count; ++n) add_body(s, {.position = {n * distance, 0, 0}});
  return s;
}

TEST(SoftStep, InnerLoadsCancel) {
  State s = row_of_spheres(5, 0.0195);
  Workers workers(1);
  SoftStep step(s, workers, BroadPhaseKind::sweep);
  step.begin();
  EXPECT_EQ(s.contacts.size(), 4u);
  const double k = s.laws.table[0].stiffness;
  EXPECT_NEAR(s.bodies.force[0].x(), -k * 0.0005, 1e-6);
  EXPECT_NEAR(s.bodies.force[4].x(), k * 0.0005, 1e-6);
  for (BodyIndex i = 1; i < 4; ++i) EXPECT_NEAR(s.bodies.force[i].x(), 0, 1e-9);
  EXPECT_NEAR(s.ledger.initial_elastic.value(), 4 * 0.5 * k * 0.0005 * 0.0005, 1e-12);
}

TEST(SoftStep, ClockIsStepsTimesDt) {
  State s = row_of_spheres(1, 1);
  s.bodies.velocity[0] = {1, 0, 0};
  Workers workers(1);
  SoftStep step(s, workers, BroadPhaseKind::sweep);
  step.begin();
  for (int n = 0; n < 100; ++n) step.advance();
  EXPECT_EQ(s.clock.step, 100u);
  EXPECT_EQ(s.clock.time(), 100 * 1e-5);
  EXPECT_NEAR(s.bodies.position[0].x(), 1e-3, 1e-15);
}

TEST(SoftStep, ContactsThatBeginOrEndResetTheDerivatives) {
  State s = row_of_spheres(2, 0.0201);
  s.bodies.velocity[0] = {1, 0, 0};
  Workers workers(1);
  SoftStep step(s, workers, BroadPhaseKind::sweep);
  step.begin();
  const std::vector<std::uint8_t>& order = s.bodies.stepper.as<GearColumns>().order;
  bool touched = false;
  int changes = 0;
  for (int n = 0; n < 300; ++n) {
    step.advance();
    const bool now = s.contacts.size() > 0;
    if (now != touched) {
      ++changes;
      EXPECT_EQ(order[0], 1) << "reset to 0, then one step taken";
      EXPECT_EQ(order[1], 1);
    }
    touched = now;
  }
  EXPECT_EQ(changes, 2);
  EXPECT_EQ(order[0], full_order);
}

TEST(SoftStep, WrapsPositionsIntoTheCell) {
  State s = row_of_spheres(1, 1);
  s.cell.periodic = {true, true, false};
  s.cell.length = {0.1, 0.1, 1};
  s.bodies.position[0] = {0.0999, 0.0001, 0};
  s.bodies.velocity[0] = {50, -50, 0};
  Workers workers(1);
  SoftStep step(s, workers, BroadPhaseKind::sweep);
  step.begin();
  for (int n = 0; n < 1000; ++n) {
    step.advance();
    for (int k = 0; k < 2; ++k) {
      EXPECT_GE(s.bodies.position[0][k], 0);
      EXPECT_LT(s.bodies.position[0][k], 0.1);
    }
  }
  EXPECT_NEAR(s.bodies.position[0].x() + 0.1 * s.bodies.image[0][0], 0.0999 + 0.5, 1e-12);
  EXPECT_NEAR(s.bodies.position[0].y() + 0.1 * s.bodies.image[0][1], 0.0001 - 0.5, 1e-12);
}

// Sum over a wall with many contacts: exact, whatever the order and the number of threads.
TEST(SoftStep, WallsSumExactly) {
  for (const int threads : {1, 2}) {
    State s = row_of_spheres(200, 0.03);
    s.shapes.push_back(make_half_space("floor", {0, 0, 1}));
    for (BodyIndex i = 0; i < 200; ++i) s.bodies.position[i].z() = 0.01 - 1e-5 * (1 + 0.001 * i);
    const BodyIndex wall = add_body(s, at_rest({.shape = 1}));
    Workers workers(threads);
    SoftStep step(s, workers, BroadPhaseKind::sweep);
    step.begin();
    long double sum = 0;
    for (BodyIndex i = 0; i < 200; ++i) sum += static_cast<long double>(s.bodies.force[i].z());
    EXPECT_EQ(s.bodies.force[wall].z(), -static_cast<double>(sum));
  }
}

// Two contacts or two hundred: loads on a moving wall and the work of its drive are the exact sums over its
// contacts, here made anew in another order and in groups.
TEST(SoftStep, WallsAndWorkOfDrivesAreExactForAnyNumberOfContacts) {
  for (const int touching : {1, 2, 3, 20, 64, 65, 200}) {
    State s = row_of_spheres(200, 0.03);
    s.shapes.push_back(make_half_space("floor", {0, 0, 1}));
    for (int i = 0; i < 200; ++i)
      s.bodies.position[i].z() = i < touching ? 0.01 - 1e-5 * (1 + 0.0137 * i) : 0.02;
    const Vec3 velocity(0.1, -0.2, 0.3), spin(1e-3, 2, -0.7);
    const BodyIndex wall =
        add_body(s, {.shape = 1,
                     .velocity = velocity,
                     .spin = spin,
                     .drive = Drive{.kind = DriveKind::velocity, .velocity = velocity, .spin = spin}});
    Workers workers(2);
    SoftStep step(s, workers, BroadPhaseKind::sweep);
    step.begin();
    ASSERT_EQ(s.contacts.size(), static_cast<std::size_t>(touching));
    ExactVec3 force[3], torque[3];
    ExactSum half_work[3];
    for (std::size_t k = s.contacts.size(); k-- > 0;) {
      const auto& [f, t] = s.contacts.load[k];  // on the wall, which is the higher one
      force[k % 3].add(f);
      torque[k % 3].add(t);
      const double power = -(f.dot(s.bodies.velocity[wall]) + t.dot(s.bodies.spin[wall]));
      half_work[k % 3].add(0.5 * s.clock.dt * power);
    }
    for (const int group : {2, 1}) {
      force[0].add(force[group]);
      torque[0].add(torque[group]);
      half_work[0].add(half_work[group]);
    }
    EXPECT_EQ(s.bodies.force[wall], force[0].value()) << touching;
    EXPECT_EQ(s.bodies.torque[wall], torque[0].value()) << touching;
    EXPECT_TRUE(s.ledger.drive_half_work == half_work[0]) << touching;
    EXPECT_TRUE(s.ledger.work_of_drives == ExactSum());
  }
}

// Whichever of the two comes first, and however many there are: what bodies do to a wall is what it does to
// them, and the torque on it is that of the forces at their points plus their couples.
TEST(SoftStep, LoadsOnWallsAreTheReactions) {
  for (const int count : {5, 100})
    for (const bool wall_first : {true, false}) {
      State s;
      s.clock.dt = 1e-5;
      s.shapes = {make_sphere("ball", 0.01), make_half_space("floor", {0, 0, 1})};
      use_material(s, {.density = 0.01 / s.shapes[0].volume, .rolling_friction = 0.1}, NormalLaw::spring,
                   0.5);
      s.integrator = Integrator::verlet;
      const BodySetup floor = at_rest({.shape = 1, .position = {0.3, -0.2, 0}});
      if (wall_first) add_body(s, floor);
      for (int n = 0; n < count; ++n)
        add_body(s, {.position = {0.03 * n, 0.01 * (n % 3), 0.0099},
                     .velocity = {0.1, 0.05 * n, -0.01},
                     .spin = {1, 2.0 * n, 3}});
      if (!wall_first) add_body(s, floor);
      const BodyIndex wall = wall_first ? 0 : static_cast<BodyIndex>(count);
      Workers workers(1);
      SoftStep step(s, workers, BroadPhaseKind::sweep);
      step.begin();
      for (int n = 0; n < 5; ++n) step.advance();
      ASSERT_EQ(s.contacts.size(), static_cast<std::size_t>(count));
      Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
      for (BodyIndex i = 0; i < s.bodies.size(); ++i) {
        force += s.bodies.force[i];
        moment += s.bodies.torque[i] + s.bodies.position[i].cross(s.bodies.force[i]);
      }
      const double scale = s.bodies.force[wall].norm();
      EXPECT_GT(scale, 0.1);
      EXPECT_LE(force.norm(), 1e-13 * scale);
      EXPECT_LE(moment.norm(), 1e-13 * scale * 0.03 * count);
    }
}

TEST(SoftStep, DroppedCachesChangeNoBit) {
  std::uint64_t hashes[2];
  for (const bool drop : {false, true}) {
    State s = row_of_spheres(6, 0.0202);
    s.bodies.velocity[0] = {2, 0.01, 0};
    s.bodies.spin[1] = {0, 30, 0};
    Workers workers(1);
    SoftStep step(s, workers, BroadPhaseKind::sweep);
    step.drop_caches(drop);
    step.begin();
    for (int n = 0; n < 500; ++n) step.advance();
    hashes[drop] = state_hash(s);
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

// A heap of touching spheres that start with random velocities: contacts slide, roll, begin and end.
State heap(NormalLaw normal) {
  State s = row_of_spheres(343, 0.02);
  s.clock.dt = 2e-5;
  s.integrator = Integrator::verlet;
  s.materials[0].rolling_friction = 0.05;
  s.laws.table = {mix(s.materials[0], s.materials[0], normal, 2.0 / 7)};
  Rng rng(5);
  for (BodyIndex i = 0; i < s.bodies.size(); ++i) {
    s.bodies.position[i] = 0.0199 * Vec3(i % 7, i / 7 % 7, i / 49);
    s.bodies.velocity[i] = 0.3 * rng.in_unit_ball();
    s.bodies.spin[i] = 20 * rng.in_unit_ball();
  }
  return s;
}

TEST(SoftStep, PlainInstructionsChangeNoBit) {
  for (const NormalLaw normal : {NormalLaw::spring, NormalLaw::hertz}) {
    std::uint64_t hashes[2];
    for (const bool plain : {false, true}) {
      State s = heap(normal);
      Workers workers(1);
      SoftStep step(s, workers, BroadPhaseKind::sweep);
      step.use_plain_instructions(plain);
      step.begin();
      for (int n = 0; n < 200; ++n) step.advance();
      hashes[plain] = state_hash(s);
    }
    EXPECT_EQ(hashes[0], hashes[1]);
  }
}

// What the springs of a contact still hold when it ends is lost in its sliders: the books of elastic energy
// close.
TEST(SoftStep, EndedContactsLeaveNoElasticEnergy) {
  State s = heap(NormalLaw::hertz);
  s.clock.dt = 5e-6;
  for (BodyIndex i = 0; i < s.bodies.size(); ++i)
    s.bodies.velocity[i] += 8 * (s.bodies.position[i] - s.bodies.position[171]);  // they will fly apart
  Workers workers(1);
  SoftStep step(s, workers, BroadPhaseKind::sweep);
  step.begin();
  double most = 0;
  for (int n = 0; n < 20000 && (n == 0 || s.contacts.size()); ++n) {
    step.advance();
    double elastic = 0;
    for (const ContactWork& work : s.bodies.work) elastic += work.elastic;
    most = std::max(most, elastic);
  }
  ASSERT_EQ(s.contacts.size(), 0u) << "they have not flown apart";
  double elastic = 0, friction = 0;
  for (const ContactWork& work : s.bodies.work) {
    elastic += work.elastic;
    friction += work.friction;
  }
  EXPECT_LE(std::abs(elastic), 2e-3 * most);
  EXPECT_GT(friction, 0);
}

}  // namespace
}  // namespace scree
