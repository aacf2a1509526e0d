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
    played.least += std::min({cost(sweep, n), cost(cells, n), cost(tree, n), cost(lists, n)});
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
  for (const BroadPhaseKind best : {sweep, cells, tree, lists})
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

// Before forty updates are over every method has been tried, and the quickest runs.
TEST(MethodChoice, TheFirstRoundIsShort) {
  for (const BroadPhaseKind best : {sweep, cells, tree, lists}) {
    MethodChoice choice(3);
    play(choice, 100000, 40, [&](BroadPhaseKind kind, int) { return kind == best ? 1e-3 : 2.5e-3; });
    EXPECT_EQ(choice.favourite(), best);
    EXPECT_FALSE(choice.in_trial());
  }
}

// A method that is quick but for one update in seven: trials see the quick ones alone.
TEST(MethodChoice, FlatteringTrialsAreSeenThrough) {
  MethodChoice choice(3);
  const Played played = play(choice, 100000, 20000, [&](BroadPhaseKind kind, int n) {
    if (kind == sweep) return n % 7 == 0 ? 10e-3 : 0.6e-3;  // 1.9e-3 in the mean
    return kind == tree ? 1e-3 : 2e-3;
  });
  EXPECT_EQ(choice.favourite(), tree);
  EXPECT_GT(played.updates.at(tree), 17000);
  EXPECT_LT(played.time, 1.12 * 20000 * 1e-3);
}

BoxCensus census(std::size_t bodies, double dispersion, double filling, double motion) {
  return {bodies, dispersion, filling, motion, true};
}

TEST(MethodChoice, TheRuleGoesBySizesFillingAndMotion) {
  EXPECT_EQ(expected_best(census(100000, 1.2, 1, 1e-5), 3), sweep) << "at rest";
  EXPECT_EQ(expected_best(census(100000, 1.2, 1, 0.1), 3), tree) << "dense and quick";
  EXPECT_EQ(expected_best(census(100000, 30, 0.5, 0.1), 3), cells) << "many sizes";
  EXPECT_EQ(expected_best(census(200, 1.2, 1, 0.05), 2), sweep) << "few bodies";
  EXPECT_EQ(expected_best(census(50000, 1, 1e-4, 0.05), 2), sweep) << "thin";
  EXPECT_EQ(expected_best(census(50000, 1, 1, 0.05), 2), tree);
  EXPECT_EQ(expected_best(census(50000, 1, 1, 0.01), 3), lists) << "dense and slow";
}

// What the rule expects runs from the second update on.
TEST(MethodChoice, TheRuleHasTheFirstWord) {
  MethodChoice choice(3);
  choice.next(1000);
  choice.took(1e-3);
  ASSERT_TRUE(choice.wants_census());
  choice.see(census(1000, 1, 1, 1e-4));
  EXPECT_EQ(choice.next(1000), sweep);
  EXPECT_FALSE(choice.wants_census());
  EXPECT_NE(choice.reason().find("1000 bodies, sizes 1:1, boxes fill 1 of their space, motion 0.0001"),
            std::string::npos)
      << choice.reason();
}

// Exchanges per body as counted by the sweep itself, in a bed where everyone goes its own way.
TEST(MethodChoice, ExpectedExchangesAreThoseOfTheSweep) {
  for (const int dimension : {2, 3}) {
    const int across = dimension == 2 ? 40 : 14;
    test::Dice dice(7);
    std::vector<Vec3> centres, ways;
    for (int n = 0; n < (dimension == 2 ? across * across : across * across * across); ++n) {
      const Vec3 place(n % across, n / across % across, n / (across * across));
      centres.push_back(place + dice.vector(-0.5, 0.5));
      ways.push_back(dice.vector(-1e-3, 1e-3));
    }
    const std::vector<std::uint8_t> mobile(centres.size(), 1);
    const auto search = make_broad_phase(sweep, dimension);
    Workers workers(1);
    CensusTaker taker(dimension);
    BoxCensus last;
    constexpr int steps = 20;
    for (int step = 0; step <= steps; ++step) {
      if (step == 1) search->reset_counters();
      std::vector<Box> boxes;
      for (std::size_t i = 0; i < centres.size(); ++i)
        boxes.push_back(test::box_of(centres[i] += ways[i], Vec3::Constant(0.5)));
      search->update(boxes, mobile, {}, workers);
      last = taker.take(boxes, mobile);
    }
    const double counted =
        static_cast<double>(search->counters().exchanges) / (steps * static_cast<double>(centres.size()));
    EXPECT_NEAR(expected_exchanges(last, dimension) / counted, 1, 0.5) << dimension << ": " << counted;
  }
}

TEST(BoxCensus, TellsSizesFillingAndMotionOfALattice) {
  std::vector<Box> boxes;
  for (int x = 0; x < 40; ++x)
    for (int y = 0; y < 40; ++y)
      boxes.push_back({{2.0 * x, 2.0 * y, 0}, {2.0 * x + ((x + y) % 2 ? 1.5 : 0.5), 2.0 * y + 1, 0}});
  std::vector<std::uint8_t> mobile(boxes.size(), 1);
  boxes.push_back({{-1000, -1, 0}, {1000, 0, 0}});  // a wall: not counted
  mobile.push_back(0);
  CensusTaker taker(2);
  const BoxCensus first = taker.take(boxes, mobile);
  EXPECT_FALSE(first.motion_known);
  EXPECT_NEAR(first.dispersion, 1.5, 1e-12);
  EXPECT_NEAR(first.filling, 0.25, 0.02);
  for (Box& box : boxes) {
    box.lower.x() += 0.03;
    box.upper.x() += 0.03;
  }
  const BoxCensus second = taker.take(boxes, mobile);
  EXPECT_TRUE(second.motion_known);
  EXPECT_GE(second.motion, 0.03 / 1.5 - 1e-12);
  EXPECT_LE(second.motion, 0.03 + 1e-12);
  taker.forget();
  EXPECT_FALSE(taker.take(boxes, mobile).motion_known);
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
