// The tree against its brute-force twin: the same pairs in every step, whatever moves.
#include "broadphase/tree/tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>

#include "boxes.h"
#include "broadphase/brute_force.h"
#include "support/effort.h"
#include "tree_checks.h"

namespace scree {
namespace {

using test::BoxWorld;
using test::check_tree;
using test::differences_of;
using test::Motion;
using test::same_pairs;

// What happened in a series of runs, so that a test can tell that it tested something.
struct Tally {
  std::uint64_t pairs = 0, updates = 0, rebuilds = 0, moved = 0, asked = 0, cut = 0;
};

int some_threads(std::uint64_t seed) { return 1 + static_cast<int>(seed / 8 % 4); }
unsigned some_capacity(std::uint64_t seed) {
  constexpr unsigned capacities[] = {8, 1, 3, 4};
  return capacities[seed / 32 % 4];
}

struct Course {
  Motion motion;
  std::size_t count;
  double extent;
  bool population_changes;
  int steps;
  bool few_move = false;
};

// Stops at the first difference and says how to come back to it. In the plane the boxes still have some z,
// which must not matter.
template <int dimension>
void compare_on(std::uint64_t seed, const Course& run, Tally& tally) {
  const unsigned periodic = seed % 8;
  BoxWorld world(seed, run.motion, run.count, run.extent, periodic);
  Workers workers(some_threads(seed));
  TreeSearch<dimension> tree(some_capacity(seed));
  BruteForce brute(dimension);
  for (int step = 0; step < run.steps; ++step) {
    const auto where = [&] {
      return "seed " + std::to_string(seed) + ", step " + std::to_string(step) + ": ";
    };
    if (run.population_changes && step > 0) {
      if (world.dice.chance(0.3)) {
        const std::vector<BodyIndex> new_index = world.remove_some(0.1);
        tree.renumber(new_index);
        brute.renumber(new_index);
        ASSERT_TRUE(same_pairs(tree, brute)) << where() << "after removal";
      }
      for (std::size_t k = world.dice.below(world.dice.chance(0.1) ? 20 : 4); k > 0; --k) world.append();
      if (world.dice.chance(0.05)) {
        tree.reset();
        brute.reset();
      }
      if (!world.mobile.empty() && world.dice.chance(0.05))
        world.mobile[world.dice.below(world.mobile.size())] ^= 1;
    }
    if (step > 0) {
      const std::vector<Vec3> centre = world.centre, half = world.half;
      const std::vector<std::uint8_t> empty = world.empty;
      world.step();
      if (run.few_move) {  // all but a few go back
        for (std::size_t i = 0; i < centre.size(); ++i) {
          if (world.dice.chance(0.05)) continue;
          world.centre[i] = centre[i];
          world.half[i] = half[i];
          world.empty[i] = empty[i];
        }
        for (std::size_t i = 0; i < centre.size(); ++i)
          world.boxes[i] =
              world.empty[i] != 0 ? test::empty_box() : test::box_of(world.centre[i], world.half[i]);
      }
    }
    tree.update(world.boxes, world.mobile, world.cell, workers);
    brute.update(world.boxes, world.mobile, world.cell, workers);
    ASSERT_TRUE(same_pairs(tree, brute)) << where() << differences_of(tree, brute);
    ASSERT_EQ(tree.counters().added, brute.counters().added) << where();
    ASSERT_EQ(tree.counters().removed, brute.counters().removed) << where();
    if (step % 4 == 3) {
      ASSERT_EQ(check_tree(tree.nodes()), "") << where();
    }
    tally.pairs += tree.pairs().size();
    tally.asked += tree.asked();
    tally.cut += tree.cuts().pieces_in_use();
  }
  tally.updates += tree.counters().updates;
  tally.rebuilds += tree.counters().rebuilds;
  tally.moved += tree.counters().moved;
}

class TreeFuzz : public ::testing::TestWithParam<std::tuple<Motion, int>> {
 protected:
  static Motion motion() { return std::get<0>(GetParam()); }
  static void compare(std::uint64_t seed, const Course& run, Tally& tally) {
    if (std::get<1>(GetParam()) == 2)
      compare_on<2>(seed, run, tally);
    else
      compare_on<3>(seed, run, tally);
  }
};

TEST_P(TreeFuzz, EqualsBruteForceInEveryStepOpenAndPeriodicOnAnyAxes) {
  Tally tally;
  for (const std::uint64_t seed : seeds(0, 240))
    if (!HasFatalFailure())
      compare(seed, {motion(), 2 + seed % 60, seed % 3 == 0 ? 3.0 : 6.0, false, 40}, tally);
  EXPECT_GT(slack() * tally.pairs, 3 * tally.updates) << "hardly any boxes overlapped";
  EXPECT_GT(slack() * tally.moved, tally.updates / 10) << "hardly any body left its leaf";
  if (slack() == 1) {  // a few of the worlds have walls in the way of many
    EXPECT_GT(tally.cut, tally.updates / 10) << "hardly any wall was cut";
  }
  EXPECT_LT(tally.rebuilds, tally.updates / 4) << "mostly started from scratch";
}

TEST_P(TreeFuzz, EqualsBruteForceWhileBodiesComeAndGo) {
  Tally tally;
  for (const std::uint64_t seed : seeds(1000, 240))
    if (!HasFatalFailure()) compare(seed, {motion(), seed % 40, 6, true, 40}, tally);
  EXPECT_GT(slack() * tally.moved, tally.updates / 10);
  EXPECT_LT(tally.rebuilds, tally.updates / 2);
}

TEST_P(TreeFuzz, EqualsBruteForceInALargerCrowd) {
  Tally tally;
  for (std::uint64_t seed = 2000; seed < 2000 + rounds(128) && !HasFatalFailure(); seed += 9)
    compare(seed, {motion(), 700, 12, seed % 2 == 0, 12}, tally);
  EXPECT_GT(slack() * tally.moved, 100u);
}

TEST_P(TreeFuzz, EqualsBruteForceWhereFewMoveAndTheTreeIsAskedForThem) {
  Tally tally;
  for (std::uint64_t seed = 3000; seed < 3000 + rounds(128) && !HasFatalFailure(); seed += 5)
    compare(seed, {motion(), 40 + seed % 400, 9, seed % 2 == 0, 20, true}, tally);
  EXPECT_GT(slack() * tally.asked, tally.updates);
  EXPECT_GT(slack() * tally.moved, tally.updates / 10);
}

std::string motion_name(const ::testing::TestParamInfo<std::tuple<Motion, int>>& info) {
  const char* const names[] = {"Gentle", "Fast", "JumpOver", "Teleport", "Lattice", "Mixed"};
  return std::string(names[static_cast<int>(std::get<0>(info.param))]) +
         (std::get<1>(info.param) == 2 ? "InThePlane" : "InSpace");
}

INSTANTIATE_TEST_SUITE_P(Motions, TreeFuzz,
                         ::testing::Combine(::testing::Values(Motion::gentle, Motion::fast, Motion::jump_over,
                                                              Motion::teleport, Motion::lattice,
                                                              Motion::mixed),
                                            ::testing::Values(2, 3)),
                         motion_name);

template <int dimension>
void any_threads_give_the_same() {
  for (unsigned periodic : {0u, 5u}) {
    BoxWorld world(77 + periodic, Motion::mixed, 3000, 25, periodic);
    std::vector<TreeSearch<dimension>> trees(5);
    const int threads[] = {1, 2, 3, 4, 16};
    const std::uint64_t steps = std::max<std::uint64_t>(9, rounds(30));  // bodies come and go in the eighth
    for (std::uint64_t step = 0; step < steps; ++step) {
      for (std::size_t k = 0; k < trees.size(); ++k) {
        Workers workers(threads[k]);
        trees[k].update(world.boxes, world.mobile, world.cell, workers);
        ASSERT_TRUE(same_pairs(trees[0], trees[k])) << threads[k] << " threads, step " << step;
        ASSERT_EQ(trees[0].counters().tests, trees[k].counters().tests);
        ASSERT_EQ(trees[0].counters().moved, trees[k].counters().moved);
        ASSERT_EQ(trees[0].counters().nodes, trees[k].counters().nodes);
        ASSERT_EQ(trees[0].counters().rebuilds, trees[k].counters().rebuilds);
        // Not only the same leaves: every item at the same place of the same block.
        ASSERT_EQ(test::exact_layout(trees[0].nodes()), test::exact_layout(trees[k].nodes()));
      }
      if (step % 8 == 7) {
        const std::vector<BodyIndex> new_index = world.remove_some(0.02);
        for (auto& tree : trees) tree.renumber(new_index);
        for (int n = 0; n < 5; ++n) world.append();
      }
      world.step();
    }
    EXPECT_GT(trees[0].counters().moved, 1000u);
  }
}

TEST(TreeThreads, AnyThreadsGiveTheSamePairsTreesAndCounts) { any_threads_give_the_same<3>(); }
TEST(TreeThreads, AnyThreadsGiveTheSamePairsTreesAndCountsInThePlane) { any_threads_give_the_same<2>(); }

}  // namespace
}  // namespace scree
