// `auto` as a whole: whichever method runs, pairs and changes are those of the twin.
#include "broadphase/automatic.h"

#include <gtest/gtest.h>

#include "boxes.h"
#include "broadphase/brute_force.h"

namespace scree {
namespace {

// Methods that take turns find the pairs, and what changed, of the twin.
TEST(AutomaticSearch, ChangesMethodsWithoutChangingAPair) {
  for (const int dimension : {2, 3})
    for (std::uint64_t seed = 0; seed < 16; ++seed) {
      test::BoxWorld world(seed, seed % 2 ? test::Motion::mixed : test::Motion::fast, 300, 10, seed % 8);
      Workers workers(1 + static_cast<int>(seed % 3));
      double time = 0;
      // Every method gets slower, so that the others win in turn.
      AutomaticSearch search(dimension, [&] { return time += 1e-3 * (1 + static_cast<double>(seed)); });
      BruteForce brute(dimension);
      for (int step = 0; step < 60; ++step) {
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
      EXPECT_EQ(search.counters().updates, 60u);
      EXPECT_EQ(search.counters().added, brute.counters().added);
      EXPECT_EQ(search.counters().removed, brute.counters().removed);
    }
}

}  // namespace
}  // namespace scree
