// Energies, momenta and counts of a state put together by hand.
#include <gtest/gtest.h>

#include "measure/observation.h"
#include "support/laws.h"

namespace scree {
namespace {

// Two free spheres and a wall, in a gravity of 10.
State sample() {
  State s;
  s.shapes = {make_sphere("ball", 1), make_half_space("floor", {0, 0, 1})};
  use_material(s, {}, NormalLaw::spring, 0.5);
  s.gravity = {0, 0, -10};
  add_body(s, {.position = {1, 0, 5}, .velocity = {1, 2, 2}, .spin = {1, 1, 0}});
  add_body(s, {.position = {0, 2, 0.9}, .velocity = {0, 0, -1}, .spin = {0, 0, 2}});
  add_body(s, at_rest({.shape = 1, .velocity = {100, 0, 0}}));
  Bodies& b = s.bodies;
  b.mass = {2, 3, 0};
  b.inverse_mass = {0.5, 1.0 / 3, 0};
  b.inertia[0] = {1, 2, 3};
  b.inertia[1] = {2, 2, 2};
  return s;
}

TEST(Energy, KineticOfTurnedBodies) {
  State s = sample();
  EXPECT_DOUBLE_EQ(kinetic_energy(s, 0), 0.5 * 2 * 9 + 0.5 * (1 + 2));
  s.bodies.orientation[0] = Quat(Eigen::AngleAxisd(M_PI / 2, Vec3::UnitZ()));  // body x is world y
  EXPECT_NEAR(kinetic_energy(s, 0), 0.5 * 2 * 9 + 0.5 * (2 + 1), 1e-14);
  s.bodies.spin[0] = {1, 0, 0};
  EXPECT_NEAR(kinetic_energy(s, 0), 9 + 0.5 * 2, 1e-14) << "about the body's y axis";
}

TEST(Energy, SumsOverFreeBodiesAlone) {
  State s = sample();
  Workers workers(1);
  EXPECT_DOUBLE_EQ(total_kinetic(s, workers), 9 + 1.5 + 1.5 + 4);
  EXPECT_DOUBLE_EQ(total_potential(s, workers), 2 * 10 * 5 + 3 * 10 * 0.9);
}

TEST(Energy, PotentialCountsCrossings) {
  State s = sample();
  s.cell.periodic = {false, false, true};
  s.cell.length = {1, 1, 7};
  const double before = potential_energy(s, 0);
  s.bodies.image[0] = {0, 0, -2};
  EXPECT_DOUBLE_EQ(potential_energy(s, 0) - before, -2 * 7 * 2 * 10);
}

TEST(Energy, StoredInAContact) {
  State s = sample();
  const Pair pairs[] = {{1, 2}};
  s.contacts.assign(pairs);
  Workers workers(1);
  const double k = s.laws.table[0].stiffness;
  EXPECT_NEAR(measure_energies(s, workers).elastic_stored, 0.5 * k * 0.01, 1e-9);
  s.contacts.history[0].slide = {3, 4, 0};
  s.contacts.history[0].stiffness = 0.5 * k;
  EXPECT_NEAR(measure_energies(s, workers).elastic_stored, 0.5 * k * 0.01 + 0.5 * 25 / (0.5 * k), 1e-9);
}

TEST(Energy, BalanceIsTheMismatch) {
  State s = sample();
  Workers workers(1);
  open_ledger(s, workers);
  EXPECT_EQ(measure_energies(s, workers).balance_error, 0);
  // The first ball loses 1 J of kinetic energy without a trace ...
  s.bodies.velocity[0] = {0, 2, 2};
  const double scale = 16;
  EXPECT_NEAR(measure_energies(s, workers).balance_error, 1 / scale, 1e-14);
  // ... which dashpots and sliders then account for.
  s.bodies.work[0].damping = 0.75;
  s.bodies.work[1].friction = 0.25;
  EXPECT_NEAR(measure_energies(s, workers).balance_error, 0, 1e-15);
  // Work of drives counts as input.
  s.ledger.work_of_drives.add(4);
  EXPECT_NEAR(measure_energies(s, workers).balance_error, 4 / (scale + 4), 1e-14);
}

TEST(Momentum, OfFreeBodies) {
  const State s = sample();
  const Momentum p = total_momentum(s);
  EXPECT_LE((p.linear - Vec3(2, 4, 1)).norm(), 1e-15);
  const Vec3 orbital = Vec3(1, 0, 5).cross(Vec3(2, 4, 4)) + Vec3(0, 2, 0.9).cross(Vec3(0, 0, -3));
  EXPECT_LE((p.angular - (orbital + Vec3(1, 2, 0) + Vec3(0, 0, 4))).norm(), 1e-14);
}

TEST(Counts, CoordinationAndOverlap) {
  State s = sample();
  const Pair pairs[] = {{0, 1}, {1, 2}};
  s.contacts.assign(pairs);
  s.bodies.position[0] = {0, 3.8, 0.9};
  Workers workers(1);
  const ContactCounts c = Observation(s, workers).counts();
  EXPECT_EQ(c.touching, 2u);
  EXPECT_EQ(c.grain_grain, 1u);
  EXPECT_EQ(c.grain_wall, 1u);
  EXPECT_EQ(c.grains, 2u);
  EXPECT_DOUBLE_EQ(c.coordination(), 1.5);
  EXPECT_NEAR(c.max_overlap, 0.1, 1e-15) << "0.2 over a diameter of 2";
}

}  // namespace
}  // namespace scree
