// A comparison is worth what the scene compared does: these say that everything happens in it.
#include <gtest/gtest.h>

#include "determinism/trail.h"
#include "run/laboratory.h"

namespace scree::determinism {
namespace {

struct Seen {
  std::size_t sliding = 0, sticking = 0, rolling = 0, twisting = 0, crossings = 0;
};

// Contacts where the friction spring is at its limit slide.
void look(const State& state, Seen& seen) {
  const Contacts& contacts = state.contacts;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const RollingHistory& h = contacts.rolling[k];
    const auto [a, b] = contacts.pair[k];
    const PairLaw& law = state.laws.of(state.bodies.material[a], state.bodies.material[b]);
    const Vec3 force = contacts.load[k].force;
    const Vec3 normal = contacts.history[k].normal;
    const double tangential = (force - force.dot(normal) * normal).norm();
    const double limit = law.friction * contacts.normal_force(k);
    if (limit > 0) ++(tangential > 0.999 * limit ? seen.sliding : seen.sticking);
    seen.rolling += h.roll.norm() > 0;
    seen.twisting += h.twist != 0;
  }
  for (const Image& image : state.bodies.image)
    seen.crossings += image[0] != 0 || image[1] != 0 || image[2] != 0;
}

TEST(the_zoo, is_busy) {
  Simulation simulation(zoo(), {.threads = 1});
  const State& state = simulation.laboratory().state();
  const std::size_t at_start = simulation.size();
  Seen seen;
  while (simulation.time() < 0.1) {
    simulation.advance(50);
    look(state, seen);
  }
  const Summary summary = simulation.summary();
  EXPECT_GT(seen.sliding, 1000u);
  EXPECT_GT(seen.sticking, 1000u);
  EXPECT_GT(seen.rolling, 1000u);
  EXPECT_GT(seen.twisting, 1000u);
  EXPECT_GT(seen.crossings, 100u);
  EXPECT_GT(at_start, 300u);
  EXPECT_GT(state.inlets[0].total, 30u);
  EXPECT_EQ(state.inlets[1].total, 60u);  // its limit
  EXPECT_GT(state.outlets[0].removed, 30u);
  EXPECT_EQ(state.events_done, 9u);
  EXPECT_GT(summary.work_of_drives * summary.work_of_drives, 0.0);
  EXPECT_LT(summary.energy_balance_error, 0.01);
}

// Loops are shared among threads above a number of items (src/step); this is above all of them.
TEST(the_crowd, is_large_and_dense) {
  Simulation simulation(crowd(), {.threads = 2});
  simulation.advance(60);
  const Summary summary = simulation.summary();
  EXPECT_GT(summary.bodies, 5000u);
  EXPECT_GT(summary.contacts, 5000u);
  EXPECT_GT(summary.coordination, 2.0);
}

}  // namespace
}  // namespace scree::determinism
