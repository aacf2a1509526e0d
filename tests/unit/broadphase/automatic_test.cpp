// `auto` as a whole: whichever method runs, pairs and changes are those of the twin.
#include "broadphase/choice/automatic.h"

#include <gtest/gtest.h>

#include <cmath>

#include "boxes.h"
#include "broadphase/brute_force.h"

namespace scree {
namespace {

// Methods that take turns find the pairs, and what changed, of the twin.
TEST(AutomaticSearch, ChangesMethodsWithoutChangingAPair) {
  int won = 0;
  for (const int dimension : {2, 3})
    for (std::uint64_t seed = 0; seed < 16; ++seed) {
      test::BoxWorld world(seed, seed % 2 ? test::Motion::mixed : test::Motion::fast, 300, 10, seed % 8);
      Workers workers(1 + static_cast<int>(seed % 3));
      double time = 0;
      test::Dice dice(seed);
      // Nobody knows what takes how long, so trials are won and lost.
      AutomaticSearch search(dimension, [&] { return time += 4e-3 * std::exp2(dice.uniform(-3, 3)); });
      BruteForce brute(dimension);
      for (int step = 0; step < 150; ++step) {
        if (step % 7 == 6) {
          const std::vector<BodyIndex> new_index = world.remove_some(0.05);
          search.renumber(new_index);
          brute.renumber(new_index);
          for (int n = 0; n < 10; ++n) world.append();
        }
        if (step == 40) {
          search.reset();
          brute.reset();
        }
        world.step();
        search.update(world.boxes, world.mobile, world.cell, workers);
        brute.update(world.boxes, world.mobile, world.cell, workers);
        const auto list = [](std::span<const Pair> pairs) { return std::vector(pairs.begin(), pairs.end()); };
        ASSERT_EQ(list(search.pairs()), list(brute.pairs())) << "seed " << seed << ", step " << step;
        ASSERT_EQ(list(search.added()), list(brute.added())) << "seed " << seed << ", step " << step;
        ASSERT_EQ(list(search.removed()), list(brute.removed())) << "seed " << seed << ", step " << step;
      }
      won += search.reason().find("changed") != std::string::npos;
      EXPECT_EQ(search.counters().updates, 150u);
      EXPECT_EQ(search.counters().added, brute.counters().added);
      EXPECT_EQ(search.counters().removed, brute.counters().removed);
    }
  EXPECT_GT(won, 10) << "of 32 runs";
}

// Of a trial that is over nothing is left but the method that won.
TEST(AutomaticSearch, HoldsTheMemoryOfOneMethod) {
  test::BoxWorld world(3, test::Motion::fast, 3000, 10, 0);
  Workers workers(1);
  double time = 0;
  test::Dice dice(1);
  AutomaticSearch search(3, [&] { return time += 1e-3 * dice.uniform(0.5, 1.5); });
  std::size_t most = 0;
  for (const BroadPhaseKind kind :
       {BroadPhaseKind::sweep, BroadPhaseKind::cells, BroadPhaseKind::tree, BroadPhaseKind::lists}) {
    const auto alone = make_broad_phase(kind, 3);
    for (int step = 0; step < 40; ++step, world.step())
      alone->update(world.boxes, world.mobile, world.cell, workers);
    most = std::max(most, alone->memory());
  }
  for (int step = 0; step < 100; ++step, world.step()) {
    search.update(world.boxes, world.mobile, world.cell, workers);
    EXPECT_LT(search.memory(), 2.5 * static_cast<double>(most)) << "never more than two";
  }
}

}  // namespace
}  // namespace scree
