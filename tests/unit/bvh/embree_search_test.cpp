// The search through Embree's tree, against all pairs in every step: what methods_test.cpp does for the
// methods of the layer below.
#include "bvh/embree_search.h"

#include <gtest/gtest.h>

#include "broadphase/sweep/sort_and_sweep.h"
#include "support/effort.h"
#include "unit/broadphase/box_scripts.h"

namespace scree {
namespace {

using namespace test;

constexpr BroadPhaseKind only_bvh[] = {BroadPhaseKind::bvh};

class EmbreeMethod : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override { register_embree_search(); }
  static void compare(WorldSpec spec) {
    Tally tally;
    spec.dimension = GetParam();
    spec.motion = static_cast<Motion>(spec.seed / 3 % 6);
    compare_methods(spec, only_bvh, tally);
    EXPECT_GT(tally.steps, 0u);
  }
};

TEST_P(EmbreeMethod, IsRightInEveryStep) {
  for (const std::uint64_t seed : seeds(0, 192)) {
    if (HasFatalFailure()) return;
    WorldSpec spec;
    spec.seed = seed;
    spec.count = 2 + seed * 7 % 60;
    spec.extent = seed % 3 == 0 ? 3 : 6;
    compare(spec);
  }
}

TEST_P(EmbreeMethod, IsRightWhileBodiesComeAndGo) {
  for (const std::uint64_t seed : seeds(1000, 192)) {
    if (HasFatalFailure()) return;
    WorldSpec spec;
    spec.seed = seed;
    spec.count = seed % 40;
    spec.crowd = static_cast<Crowd>(seed % 4);
    spec.population_changes = true;
    compare(spec);
  }
}

TEST_P(EmbreeMethod, IsRightInALargerCrowd) {
  for (std::uint64_t seed = 3000; seed < 3000 + rounds(256) && !HasFatalFailure(); seed += 9) {
    WorldSpec spec;
    spec.seed = seed;
    spec.count = 1500;
    spec.extent = 16;
    spec.crowd = static_cast<Crowd>(seed % 4);
    spec.population_changes = seed % 3 == 0;
    spec.steps = 6;
    compare(spec);
  }
}

TEST_P(EmbreeMethod, TakesAnyBoxesAndBodiesManyCellsAway) {
  const Maker make = [] { return make_broad_phase(BroadPhaseKind::bvh, GetParam()); };
  EXPECT_EQ(failure_of(limits_of_boxes(GetParam()), make), "");
  EXPECT_EQ(failure_of(many_cells_away(GetParam()), make), "");
}

INSTANTIATE_TEST_SUITE_P(Dimensions, EmbreeMethod, ::testing::Values(2, 3));

TEST(EmbreeSearch, IsMadeByItsName) {
  register_embree_search();
  EXPECT_EQ(make_broad_phase(BroadPhaseKind::bvh)->name(), "bvh");
}

// A bed far from zero, where single precision tells no two grains apart, one grain much farther still.
TEST(EmbreeSearch, IsSharpFarFromZero) {
  BoxWorld world(5, Motion::gentle, 2000, 20, 0);
  const Vec3 far(1e7, -3e6, 2e8);
  for (Box& box : world.boxes) box = {box.lower + far, box.upper + far};
  world.boxes.push_back({Vec3::Constant(-1e200), Vec3::Constant(-1e199)});
  world.mobile.push_back(1);
  Workers workers(2);
  EmbreeSearch bvh;
  SortAndSweep sweep;
  bvh.update(world.boxes, world.mobile, world.cell, workers);
  sweep.update(world.boxes, world.mobile, world.cell, workers);
  EXPECT_TRUE(std::ranges::equal(bvh.pairs(), sweep.pairs()));
  EXPECT_LT(bvh.counters().tests, 40 * world.boxes.size());
}

TEST(EmbreeSearch, FollowsGentleMotionAndBuildsAnewAfterJumps) {
  BoxWorld world(6, Motion::gentle, 3000, 25, 0);
  std::ranges::fill(world.empty, std::uint8_t{0});
  world.place();
  Workers workers(1);
  EmbreeSearch bvh;
  const auto update = [&] { bvh.update(world.boxes, world.mobile, world.cell, workers); };
  update();
  const std::uint64_t first = bvh.counters().tests;
  for (int s = 0; s < 10; ++s) {
    for (Box& box : world.boxes) box = {box.lower + Vec3(1e-4, 0, 0), box.upper + Vec3(1e-4, 0, 0)};
    update();
  }
  EXPECT_EQ(bvh.counters().rebuilds, 1u);
  std::ranges::reverse(world.boxes);
  bvh.reset_counters();
  update();
  EXPECT_EQ(bvh.counters().rebuilds, 1u);
  EXPECT_LT(bvh.counters().tests, 2 * first);
  EXPECT_GT(bvh.memory(), 100 * world.boxes.size());
}

// Trees may be cut otherwise, so the number of tests is not looked at.
TEST(EmbreeSearch, AnyNumberOfThreadsGivesTheSamePairs) {
  std::vector<PairLists> found;
  for (const int threads : {1, 2, 4}) {
    BoxWorld world(7, Motion::fast, 6000, 30, 5);
    Workers workers(threads);
    EmbreeSearch bvh;
    PairLists& lists = found.emplace_back();
    for (int s = 0; s < 5; ++s, world.step()) {
      bvh.update(world.boxes, world.mobile, world.cell, workers);
      lists.emplace_back(bvh.pairs().begin(), bvh.pairs().end());
    }
  }
  EXPECT_EQ(found[0], found[1]);
  EXPECT_EQ(found[0], found[2]);
  EXPECT_GT(found[0].back().size(), 6000u);
}

}  // namespace
}  // namespace scree
