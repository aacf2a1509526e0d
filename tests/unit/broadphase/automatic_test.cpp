// The choice among broad phases: by a clock that the test sets, so that nothing depends on the machine.
#include "broadphase/automatic.h"

#include <gtest/gtest.h>

#include <map>

#include "boxes.h"
#include "broadphase/brute_force.h"

namespace scree {
namespace {

using enum BroadPhaseKind;

// Runs updates that cost what a table says, and tells how often each method ran.
struct Played {
  std::map<BroadPhaseKind, int> updates;
  double time = 0, least = 0;
};
Played play(MethodChoice& choice, std::size_t bodies, int updates,
            const std::function<double(BroadPhaseKind, int)>& cost) {
  Played played;
  for (int n = 0; n < updates; ++n) {
    const BroadPhaseKind kind = choice.next(bodies);
    const double seconds = cost(kind, n);
    choice.took(seconds);
    ++played.updates[kind];
    played.time += seconds;
    played.least += std::min({cost(sweep, n), cost(cells, n), cost(tree, n)});
  }
  return played;
}

TEST(MethodChoice, FewBodiesAreComparedWithEachOther) {
  MethodChoice choice(3);
  EXPECT_EQ(choice.next(10), brute);
  choice.took(1);
  EXPECT_EQ(choice.next(20), brute);
  choice.took(1);
  EXPECT_NE(choice.next(5000), brute) << "it has become a crowd";
}

// Whichever is quickest wins, and trials cost little.
TEST(MethodChoice, TheQuickestWins) {
  for (const BroadPhaseKind best : {sweep, cells, tree})
    for (const std::size_t bodies : {100u, 100000u}) {
      MethodChoice choice(3);
      const Played played =
          play(choice, bodies, 4000, [&](BroadPhaseKind kind, int) { return kind == best ? 1e-3 : 2.5e-3; });
      EXPECT_EQ(choice.favourite(), best);
      EXPECT_LT(played.time, 1.15 * played.least) << name_of(best);
      EXPECT_NE(choice.reason().find(name_of(best)), std::string::npos) << choice.reason();
    }
}

TEST(MethodChoice, WhatIsOnlyALittleQuickerDoesNotChangeIt) {
  MethodChoice choice(3);
  play(choice, 100000, 2000, [&](BroadPhaseKind kind, int) { return kind == cells ? 1e-3 : 0.95e-3; });
  EXPECT_EQ(choice.favourite(), cells);
}

// A flow that comes to rest.
TEST(MethodChoice, FollowsTheRunAsItChanges) {
  MethodChoice choice(3);
  const Played played = play(choice, 100000, 4000, [&](BroadPhaseKind kind, int n) {
    if (kind == sweep) return n < 1000 ? 5e-3 : 0.1e-3;
    return kind == cells ? 1e-3 : 1.5e-3;
  });
  EXPECT_EQ(choice.favourite(), sweep);
  EXPECT_GT(played.updates.at(cells), 900);
  EXPECT_GT(played.updates.at(sweep), 2000);
}

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
