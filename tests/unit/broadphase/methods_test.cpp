// Every method against all pairs of boxes, in every step, whatever moves, comes and goes.
#include <gtest/gtest.h>

#include <tuple>

#include "box_scripts.h"
#include "support/effort.h"

namespace scree {
namespace {

using namespace test;

class Methods : public ::testing::TestWithParam<std::tuple<Motion, int>> {
 protected:
  static WorldSpec spec(std::uint64_t seed) {
    WorldSpec spec;
    spec.seed = seed;
    spec.motion = std::get<0>(GetParam());
    spec.dimension = std::get<1>(GetParam());
    return spec;
  }
  const std::vector<BroadPhaseKind> methods = methods_at_hand();
  Tally tally;
};

TEST_P(Methods, AreRightInEveryStepOpenAndPeriodicOnAnyAxes) {
  for (const std::uint64_t seed : seeds(0, 96)) {
    if (HasFatalFailure()) return;
    WorldSpec world = spec(seed);
    world.count = 2 + seed * 7 % 60;
    world.extent = seed % 3 == 0 ? 3 : 6;
    compare_methods(world, methods, tally);
  }
  EXPECT_GT(slack() * tally.pairs, 3 * tally.steps) << "hardly any boxes overlapped";
  EXPECT_GT(slack() * tally.changes, tally.steps / 8) << "hardly any pair came or went";
}

TEST_P(Methods, AreRightWhileBodiesComeAndGo) {
  for (const std::uint64_t seed : seeds(1000, 96)) {
    if (HasFatalFailure()) return;
    WorldSpec world = spec(seed);
    world.count = seed % 40;
    world.population_changes = true;
    compare_methods(world, methods, tally);
  }
  EXPECT_GT(slack() * tally.changes, tally.steps / 4);
}

TEST_P(Methods, AreRightInClustersWithSizesOneToHundredAndNeedles) {
  for (const Crowd crowd : {Crowd::clusters, Crowd::sizes_1_to_100, Crowd::needles})
    for (const std::uint64_t seed : seeds(2000, 32)) {
      if (HasFatalFailure()) return;
      WorldSpec world = spec(seed);
      world.count = 20 + seed % 60;
      world.extent = crowd == Crowd::clusters ? 12 : 3;
      world.crowd = crowd;
      world.population_changes = seed % 2 == 0;
      world.steps = 20;
      compare_methods(world, methods, tally);
    }
  EXPECT_GT(slack() * tally.pairs, 3 * tally.steps);
}

TEST_P(Methods, AreRightInALargerCrowd) {
  for (std::uint64_t seed = 3000; seed < 3000 + rounds(64) && !HasFatalFailure(); seed += 9) {
    WorldSpec world = spec(seed);
    world.count = 700;
    world.extent = 12;
    world.crowd = static_cast<Crowd>(seed % 4);
    world.population_changes = seed % 2 == 0;
    world.steps = 6;
    compare_methods(world, methods, tally);
  }
  EXPECT_GT(slack() * tally.pairs, 100 * tally.steps);
}

std::string motion_name(const ::testing::TestParamInfo<std::tuple<Motion, int>>& info) {
  const char* const names[] = {"Gentle", "Fast", "JumpOver", "Teleport", "Lattice", "Mixed"};
  return std::string(names[static_cast<int>(std::get<0>(info.param))]) +
         (std::get<1>(info.param) == 2 ? "InThePlane" : "InSpace");
}

INSTANTIATE_TEST_SUITE_P(Motions, Methods,
                         ::testing::Combine(::testing::Values(Motion::gentle, Motion::fast, Motion::jump_over,
                                                              Motion::teleport, Motion::lattice,
                                                              Motion::mixed),
                                            ::testing::Values(2, 3)),
                         motion_name);

TEST(MethodsOnThreads, CountTheSameWithAnyNumber) {
  for (const BroadPhaseKind kind : methods_at_hand()) {
    if (kind == BroadPhaseKind::brute) continue;
    std::vector<BroadPhaseCounters> counted;
    for (const int threads : {1, 2, 4}) {
      BoxWorld world(5, Motion::fast, 3000, 25, 5);
      const auto method = make_broad_phase(kind);
      Workers workers(threads);
      for (int s = 0; s < 4; ++s, world.step())
        method->update(world.boxes, world.mobile, world.cell, workers);
      counted.push_back(method->counters());
    }
    for (const BroadPhaseCounters& c : counted) {
      EXPECT_EQ(c.added, counted[0].added) << word_of(kind);
      EXPECT_EQ(c.removed, counted[0].removed) << word_of(kind);
      EXPECT_EQ(c.exchanges, counted[0].exchanges) << word_of(kind);
      EXPECT_EQ(c.moved, counted[0].moved) << word_of(kind);
      EXPECT_EQ(c.nodes, counted[0].nodes) << word_of(kind);
      EXPECT_EQ(c.tests, counted[0].tests) << word_of(kind);
    }
  }
}

TEST(MethodsAtTheLimits, TakeAnyBoxes) {
  for (const int dimension : {2, 3})
    for (const BroadPhaseKind kind : methods_at_hand())
      EXPECT_EQ(failure_of(limits_of_boxes(dimension), [&] { return make_broad_phase(kind, dimension); }),
                "");
}

TEST(MethodsAtTheLimits, TakeBodiesManyCellsAway) {
  for (const int dimension : {2, 3})
    for (const BroadPhaseKind kind : methods_at_hand())
      EXPECT_EQ(failure_of(many_cells_away(dimension), [&] { return make_broad_phase(kind, dimension); }),
                "");
}

// Everything moves at once.
TEST(MethodsAtTheLimits, FollowACellThatChanges) {
  for (const BroadPhaseKind kind : methods_at_hand()) {
    BoxWorld world(12, Motion::gentle, 150, 5, 7);
    const auto method = make_broad_phase(kind);
    Workers workers(2);
    for (int s = 0; s < 10; ++s, world.step()) {
      BoxCase c{3, 1, world.cell, {{}}};
      for (std::uint32_t i = 0; i < world.boxes.size(); ++i)
        c.steps[0].bodies.push_back({i, world.boxes[i], world.mobile[i]});
      method->update(world.boxes, world.mobile, world.cell, workers);
      ASSERT_EQ(differences(method->pairs(), right_pairs(c)[0], std::string(word_of(kind))), "")
          << "step " << s;
      world.cell.length *= 0.99;
      world.cell.periodic[static_cast<std::size_t>(s % 3)] ^= s % 2 == 0;
    }
  }
}

}  // namespace
}  // namespace scree
