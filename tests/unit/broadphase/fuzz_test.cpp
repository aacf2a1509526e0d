// The sort-and-sweep against its brute-force twin: the same pairs in every step, whatever moves.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>

#include "boxes.h"
#include "broadphase/brute_force.h"
#include "broadphase/sweep/sort_and_sweep.h"
#include "support/effort.h"

namespace scree {
namespace {

using test::BoxWorld;
using test::Motion;

bool same_pairs(const BroadPhase& x, const BroadPhase& y) {
  return std::equal(x.pairs().begin(), x.pairs().end(), y.pairs().begin(), y.pairs().end());
}

std::string differences(const BroadPhase& sweep, const BroadPhase& brute) {
  std::string text;
  const auto list = [&](const BroadPhase& has, const BroadPhase& lacks, const char* what) {
    for (const Pair& p : has.pairs())
      if (std::find(lacks.pairs().begin(), lacks.pairs().end(), p) == lacks.pairs().end())
        text += std::string(what) + " (" + std::to_string(p.a) + ", " + std::to_string(p.b) + ") ";
  };
  list(brute, sweep, "missing");
  list(sweep, brute, "superfluous");
  return text.empty() ? "doubles or wrong order" : text;
}

// What happened in a series of runs, so that a test can tell that it tested something.
struct Tally {
  std::uint64_t pairs = 0;
  std::uint64_t entered = 0;
  std::uint64_t updates = 0;
  std::uint64_t rebuilds = 0;
};

// With one to four threads, and regions so small that small worlds have many seams. (Only one set of workers
// exists at a time: several share the least of their limits.)
int some_threads(std::uint64_t seed) { return 1 + static_cast<int>(seed / 8 % 4); }
std::size_t some_region(std::uint64_t seed) {
  constexpr std::size_t regions[] = {AxisList::usual_region, 2, 6, 32};
  return regions[seed / 32 % 4];
}

// Stops at the first difference and says how to come back to it. In the plane the boxes still have some z,
// which must not matter.
template <std::size_t axes>
void compare_on(std::uint64_t seed, Motion motion, std::size_t count, double extent, unsigned periodic,
                bool population_changes, int steps, Tally& tally) {
  BoxWorld world(seed, motion, count, extent, periodic);
  Workers workers(some_threads(seed));
  SortAndSweepOn<axes> sweep(some_region(seed));
  BruteForce brute(static_cast<int>(axes));
  for (int step = 0; step < steps; ++step) {
    if (population_changes && step > 0) {
      if (world.dice.chance(0.3)) {
        const std::vector<BodyIndex> new_index = world.remove_some(0.1);
        sweep.renumber(new_index);
        brute.renumber(new_index);
        ASSERT_TRUE(same_pairs(sweep, brute)) << "after removal, seed " << seed << ", step " << step;
      }
      for (std::size_t k = world.dice.below(world.dice.chance(0.1) ? 20 : 4); k > 0; --k) world.append();
      if (world.dice.chance(0.05)) {
        sweep.reset();
        brute.reset();
      }
      if (!world.mobile.empty() && world.dice.chance(0.05))
        world.mobile[world.dice.below(world.mobile.size())] ^= 1;
    }
    if (step > 0) world.step();
    sweep.update(world.boxes, world.mobile, world.cell, workers);
    brute.update(world.boxes, world.mobile, world.cell, workers);
    ASSERT_TRUE(same_pairs(sweep, brute)) << "seed " << seed << ", step " << step << ", periodic " << periodic
                                          << ": " << differences(sweep, brute);
    ASSERT_EQ(sweep.counters().added, brute.counters().added) << "seed " << seed << ", step " << step;
    ASSERT_EQ(sweep.counters().removed, brute.counters().removed) << "seed " << seed << ", step " << step;
    tally.pairs += sweep.pairs().size();
  }
  for (std::uint64_t n : sweep.entered()) tally.entered += n;
  tally.updates += sweep.counters().updates;
  tally.rebuilds += sweep.counters().rebuilds;
}

class Fuzz : public ::testing::TestWithParam<std::tuple<Motion, int>> {
 protected:
  static Motion motion() { return std::get<0>(GetParam()); }
  static void compare(std::uint64_t seed, std::size_t count, double extent, bool population_changes,
                      int steps, Tally& tally) {
    const auto compare_boxes = std::get<1>(GetParam()) == 2 ? compare_on<2> : compare_on<3>;
    compare_boxes(seed, motion(), count, extent, seed % 8, population_changes, steps, tally);
  }
};

TEST_P(Fuzz, EqualsBruteForceInEveryStepOpenAndPeriodicOnAnyAxes) {
  Tally tally;
  for (const std::uint64_t seed : seeds(0, 240))
    if (!HasFatalFailure()) compare(seed, 2 + seed % 60, seed % 3 == 0 ? 3 : 6, false, 40, tally);
  EXPECT_GT(slack() * tally.pairs, 3 * tally.updates) << "hardly any boxes overlapped";
  EXPECT_GT(slack() * tally.entered, tally.updates / 10) << "hardly any pair was entered by an exchange";
  EXPECT_LT(tally.rebuilds, tally.updates / 4) << "mostly started from scratch";
}

TEST_P(Fuzz, EqualsBruteForceWhileBodiesComeAndGo) {
  Tally tally;
  for (const std::uint64_t seed : seeds(1000, 240))
    if (!HasFatalFailure()) compare(seed, seed % 40, 6, true, 40, tally);
  EXPECT_GT(slack() * tally.entered, tally.updates / 10);
  EXPECT_LT(tally.rebuilds, tally.updates / 2);
}

TEST_P(Fuzz, EqualsBruteForceInALargerCrowd) {
  Tally tally;
  for (std::uint64_t seed = 2000; seed < 2000 + rounds(128) && !HasFatalFailure(); seed += 9)
    compare(seed, 700, 12, seed % 2 == 0, 12, tally);
  if (motion() == Motion::jump_over || motion() == Motion::teleport)
    EXPECT_GT(slack() * tally.rebuilds, tally.updates / 2)
        << "a thorough shuffle should have been sorted afresh";
  else
    EXPECT_GT(slack() * tally.entered, 100u);
}

std::string motion_name(const ::testing::TestParamInfo<std::tuple<Motion, int>>& info) {
  const char* const names[] = {"Gentle", "Fast", "JumpOver", "Teleport", "Lattice", "Mixed"};
  return std::string(names[static_cast<int>(std::get<0>(info.param))]) +
         (std::get<1>(info.param) == 2 ? "InThePlane" : "InSpace");
}

INSTANTIATE_TEST_SUITE_P(Motions, Fuzz,
                         ::testing::Combine(::testing::Values(Motion::gentle, Motion::fast, Motion::jump_over,
                                                              Motion::teleport, Motion::lattice,
                                                              Motion::mixed),
                                            ::testing::Values(2, 3)),
                         motion_name);

struct ThreadsAndRegion {
  int threads;
  std::size_t region;
};

template <std::size_t axes>
void any_threads_and_regions_give_the_same() {
  const std::vector<ThreadsAndRegion> ways{
      {1, AxisList::usual_region}, {1, 64}, {2, AxisList::usual_region}, {2, 64}, {3, 10}, {4, 128}};
  for (unsigned periodic : {0u, 5u}) {
    BoxWorld world(77 + periodic, Motion::mixed, 3000, 25, periodic);
    std::vector<SortAndSweepOn<axes>> sweeps;
    for (const ThreadsAndRegion& way : ways) sweeps.emplace_back(way.region);
    for (std::uint64_t step = 0; step < (slack() == 1 ? 40u : 22u); ++step) {
      for (std::size_t k = 0; k < sweeps.size(); ++k) {
        Workers workers(ways[k].threads);
        sweeps[k].update(world.boxes, world.mobile, world.cell, workers);
        ASSERT_TRUE(same_pairs(sweeps[0], sweeps[k])) << ways[k].threads << " threads, step " << step;
        ASSERT_EQ(sweeps[0].counters().exchanges, sweeps[k].counters().exchanges);
        ASSERT_EQ(sweeps[0].counters().rebuilds, sweeps[k].counters().rebuilds);
        ASSERT_EQ(sweeps[0].entered(), sweeps[k].entered());
      }
      if (step % 8 == 7) {
        const std::vector<BodyIndex> new_index = world.remove_some(0.02);
        for (auto& sweep : sweeps) sweep.renumber(new_index);
        for (int n = 0; n < 5; ++n) world.append();
      }
      if (step < 12) {
        world.step();
        continue;
      }
      // That was too much for repairs; this is not.
      for (std::size_t i = 0; i < world.centre.size(); ++i) world.centre[i] += 0.005 * world.velocity[i];
      world.place();
    }
    EXPECT_GT(sweeps[0].counters().exchanges, 0u);
    EXPECT_GT(sweeps[0].entered()[0], 0u);
    EXPECT_LT(sweeps[0].counters().rebuilds, 30u);
    EXPECT_GT(sweeps[0].counters().rebuilds, 5u);
  }
}

TEST(FuzzThreads, AnyThreadsAndRegionsGiveTheSameListsAndCounts) {
  any_threads_and_regions_give_the_same<3>();
}

TEST(FuzzThreads, AnyThreadsAndRegionsGiveTheSameListsAndCountsInThePlane) {
  any_threads_and_regions_give_the_same<2>();
}

}  // namespace
}  // namespace scree
