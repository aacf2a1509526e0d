// The choice among broad phases: by a clock that the test sets, so that nothing depends on the machine.
#include "broadphase/choice/method_choice.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "boxes.h"
#include "broadphase/choice/method_forecast.h"

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
      EXPECT_LT(played.time, 1.15 * played.least) << word_of(best);
      EXPECT_NE(choice.reason().find(word_of(best)), std::string::npos) << choice.reason();
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

// Of bodies that go their own ways: an end passes all ends in the slab of the bed that it crosses, near or
// far, on each axis 2 n over the length of the bed, times its way.
BoxCensus census(std::size_t bodies, double dispersion, double filling, double motion, int dimension = 3) {
  const double n = static_cast<double>(bodies), d = dimension;
  const double passes = 2 * d * motion * std::pow(n, 1 - 1 / d) * std::pow(filling, 1 / d);
  return {bodies, dispersion, filling, motion, motion, passes, true};
}

BroadPhaseKind expected_best(const BoxCensus& census, int dimension) {
  constexpr BroadPhaseKind kinds[] = {sweep, cells, tree, lists, brute};
  return *std::ranges::min_element(
      kinds, {}, [&](BroadPhaseKind kind) { return expected_cost(kind, census, dimension); });
}

TEST(MethodChoice, TheForecastGoesBySizesFillingAndMotion) {
  EXPECT_EQ(expected_best(census(100000, 1.2, 1, 1e-5), 3), sweep) << "at rest";
  EXPECT_EQ(expected_best(census(100000, 1.2, 1, 0.1), 3), tree) << "dense and quick";
  EXPECT_EQ(expected_best(census(100000, 30, 0.5, 0.1), 3), cells) << "many sizes";
  EXPECT_EQ(expected_best(census(200, 1.2, 1, 0.01, 2), 2), sweep) << "few bodies";
  EXPECT_EQ(expected_best(census(50000, 1, 1e-4, 0.05, 2), 2), sweep) << "thin";
  EXPECT_EQ(expected_best(census(50000, 1, 1, 0.15, 2), 2), tree);
  EXPECT_EQ(expected_best(census(50000, 1, 1, 0.01), 3), lists) << "dense and slow";
  EXPECT_EQ(expected_best(census(60, 1, 1, 0.1), 3), brute) << "next to nothing";
}

// What the forecast expects runs as soon as the motion is known.
TEST(MethodChoice, TheForecastHasTheFirstWord) {
  MethodChoice choice(3);
  ASSERT_TRUE(choice.wants_census());
  BoxCensus first = census(1000, 1, 1, 0);
  first.motion_known = false;
  choice.see(first);
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

// Only what may be the best gets a trial at the beginning.
TEST(MethodChoice, WhatIsExpectedToBeSlowIsNotTriedAtOnce) {
  MethodChoice choice(3);
  const auto cost = [](BroadPhaseKind kind) { return kind == sweep ? 0.1e-3 : 2e-3; };
  std::map<BroadPhaseKind, int> updates;
  for (int n = 0; n < 60; ++n) {
    if (choice.wants_census()) choice.see(census(100000, 1.2, 1, 1e-6));
    const BroadPhaseKind kind = choice.next(100000);
    ++updates[kind];
    choice.took(cost(kind));
  }
  EXPECT_GE(updates[sweep], 58);
}

// However far off the forecast is, it only decides who comes first.
TEST(MethodChoice, AWrongForecastIsFoundOut) {
  for (const BroadPhaseKind best : {cells, tree, lists}) {
    MethodChoice choice(3);
    for (int n = 0; n < 60; ++n) {
      if (choice.wants_census()) choice.see(census(100000, 1.2, 1, 1e-4));
      choice.took(choice.next(100000) == best ? 1e-3 : 9e-3);
    }
    EXPECT_EQ(choice.favourite(), best);
  }
}

// A trial that lasts for a few updates while lists are renewed every 14: their renewals count.
TEST(MethodChoice, ListsAreJudgedWithTheirRenewals) {
  MethodChoice choice(3);
  int age = 0;
  BroadPhaseKind before = brute;
  for (int n = 0; n < 3000; ++n) {
    const BroadPhaseKind kind = choice.next(100000);
    BroadPhaseCounters did;
    double seconds = kind == cells ? 1e-3 : 2.5e-3;
    if (kind == lists) {
      age = before == lists && age < 13 ? age + 1 : 0;
      did.rebuilds = age == 0 ? 1 : 0;
      seconds = age == 0 ? 12e-3 : 0.6e-3;  // 1.4e-3 in the mean
    }
    before = kind;
    choice.took(seconds, did);
  }
  EXPECT_EQ(choice.favourite(), cells);
}

// Exchanges per body as counted by the sweep itself: in a bed where everyone goes its own way, in one that is
// sheared, in one that moves as a whole.
TEST(BoxCensus, PassesAreTheExchangesOfTheSweep) {
  for (const int dimension : {2, 3})
    for (const char* flow : {"own ways", "shear", "together"}) {
      const int across = dimension == 2 ? 70 : 17;
      test::Dice dice(7);
      std::vector<Vec3> centres, ways;
      for (int n = 0; n < (dimension == 2 ? across * across : across * across * across); ++n) {
        const Vec3 place(n % across, n / across % across, n / (across * across));
        centres.push_back(place + dice.vector(-0.5, 0.5));
        const std::string_view kind = flow;
        if (kind == "own ways") ways.push_back(dice.vector(-1e-2, 1e-2));
        if (kind == "shear") ways.emplace_back(1e-2 * place.y() / across, 0, 0);
        if (kind == "together") ways.emplace_back(1e-2, 1e-2, 0);
      }
      const std::vector<std::uint8_t> mobile(centres.size(), 1);
      const auto search = make_broad_phase(sweep, dimension);
      Workers workers(1);
      CensusTaker taker(dimension);
      constexpr int steps = 20;
      double told = 0;
      for (int step = 0; step <= steps; ++step) {
        if (step == 1) search->reset_counters();
        std::vector<Box> boxes;
        for (std::size_t i = 0; i < centres.size(); ++i)
          boxes.push_back(test::box_of(centres[i] += ways[i], Vec3::Constant(0.5)));
        search->update(boxes, mobile, {}, workers);
        told += taker.take(boxes, mobile).passes / steps;
      }
      const double counted =
          static_cast<double>(search->counters().exchanges) / (steps * static_cast<double>(centres.size()));
      EXPECT_NEAR(told, counted, 0.25 * counted + 1e-9) << flow << " in " << dimension << " dimensions";
    }
}

// Where an end passes another now and then, all censuses tell about the same.
TEST(BoxCensus, FewPassesAreNoMatterOfLuck) {
  test::Dice dice(3);
  std::vector<Vec3> centres, ways;
  constexpr int across = 300;
  for (int n = 0; n < across * across; ++n) {
    centres.push_back(Vec3(n % across, n / across, 0) + dice.vector(-0.5, 0.5));
    ways.push_back(dice.vector(-1e-3, 1e-3));
  }
  const std::vector<std::uint8_t> mobile(centres.size(), 1);
  CensusTaker taker(2);
  double least = 1e300, most = 0;
  for (int step = 0; step <= 12; ++step) {
    std::vector<Box> boxes;
    for (std::size_t i = 0; i < centres.size(); ++i)
      boxes.push_back(test::box_of(centres[i] += ways[i], Vec3::Constant(0.5)));
    const BoxCensus told = taker.take(boxes, mobile);
    if (!told.motion_known) continue;
    least = std::min(least, told.passes);
    most = std::max(most, told.passes);
  }
  EXPECT_GT(least, 0);
  EXPECT_LT(most, 3 * least);
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

// Where bodies come and go lists are renewed in every update: neither a trial nor a guess lasts for ever.
TEST(MethodChoice, ListsThatAreAlwaysRenewedAreLeft) {
  MethodChoice choice(3);
  BroadPhaseCounters renewed;
  renewed.rebuilds = 1;
  for (int n = 0; n < 100; ++n) {
    if (choice.wants_census()) choice.see(census(50000, 1, 1, 0.01));  // lists are expected to be best
    const bool lists_run = choice.next(50000) == lists;
    choice.took(lists_run ? 9e-3 : 2e-3, lists_run ? renewed : BroadPhaseCounters{});
  }
  EXPECT_NE(choice.favourite(), lists);
  EXPECT_FALSE(choice.in_trial());
}

// A flow that comes to rest: nothing changes for the favourite, but the census says what it means for others.
TEST(MethodChoice, FollowsTheRunAsItChanges) {
  MethodChoice choice(3);
  std::map<BroadPhaseKind, int> updates;
  for (int n = 0; n < 4000; ++n) {
    const bool flows = n < 1000;
    if (choice.wants_census()) choice.see(census(100000, 5, 1, flows ? 0.1 : 1e-5));
    const BroadPhaseKind kind = choice.next(100000);
    ++updates[kind];
    choice.took(kind == cells ? 1e-3 : kind == sweep ? (flows ? 5e-3 : 0.1e-3) : 1.5e-3);
  }
  EXPECT_EQ(choice.favourite(), sweep);
  EXPECT_GT(updates.at(cells), 900);
  EXPECT_GT(updates.at(sweep), 2800) << "soon after the next census";
}

// Nobody knows why the best has changed; it is found out all the same.
TEST(MethodChoice, FollowsWhatNoCensusTells) {
  MethodChoice choice(3);
  const Played played = play(choice, 100000, 12000, [&](BroadPhaseKind kind, int n) {
    if (kind == tree) return n < 1000 ? 1.3e-3 : 0.2e-3;
    return kind == cells ? 1e-3 : 1.5e-3;
  });
  EXPECT_EQ(choice.favourite(), tree);
  EXPECT_GT(played.updates.at(tree), 9000);
}

// The sweep seems to take next to nothing until bodies are put back on top of the hopper for the first time,
// and the trial of lists comes at that very moment: it ends early, but proves nothing once the sweep is known
// better.
TEST(MethodChoice, ATrialAgainstAFavouriteThatSeemedTooCheapIsRepeated) {
  MethodChoice choice(3);
  std::map<BroadPhaseKind, int> updates;
  int age = 0, trials = 0;
  BroadPhaseKind before = brute;
  BoxCensus seen = census(10000, 1, 0.5, 0.01);
  seen.passes = 2;
  for (int n = 0; n < 1000; ++n) {
    if (choice.wants_census()) choice.see(seen);
    const BroadPhaseKind kind = choice.next(10000);
    BroadPhaseCounters did;
    double seconds = kind == tree ? 1.6e-3 : kind == cells ? 2.4e-3 : n < 20 ? 0.6e-3 : 1.8e-3;
    if (kind == lists) {
      age = before == lists ? age + 1 : 0;
      if (age == 0) ++trials;
      const bool renewal = age % 7 == 0 || (trials == 1 && (age == 1 || age == 2 || age == 5));
      did.rebuilds = renewal ? 1 : 0;
      seconds = renewal ? 4.5e-3 : 0.3e-3;  // 0.9e-3 in the mean
    }
    before = kind;
    ++updates[kind];
    choice.took(seconds, did);
  }
  EXPECT_EQ(choice.favourite(), lists);
  EXPECT_GT(updates[lists], 700);
}

// A trial costs as much as many updates: if its method promises to save a little, it has to wait until that
// much would have been saved.
TEST(MethodChoice, ATrialMustPay) {
  const BoxCensus flow = census(100000, 1, 1, 0.1);
  BoxCensus later = flow;  // the sweep should be a tenth quicker than the tree, which runs
  for (later.passes = 0; expected_cost(sweep, later, 3) < 0.9 * expected_cost(tree, later, 3);)
    later.passes += 0.01;
  for (const int after : {250, 600}) {
    MethodChoice choice(3);
    int tried = 0;
    for (int n = 0; n < after; ++n) {
      if (choice.wants_census()) choice.see(n < 50 ? flow : later);
      const BroadPhaseKind kind = choice.next(100000);
      if (kind == sweep) ++tried;
      choice.took(kind == tree ? 1e-3 : 3e-3);
    }
    EXPECT_EQ(choice.favourite(), tree);
    EXPECT_EQ(tried > 0, after == 600);
  }
}

// When all is known trials take little.
TEST(MethodChoice, TrialsTakeLittleTime) {
  MethodChoice choice(3);
  const auto cost = [](BroadPhaseKind kind, int) { return kind == tree ? 1e-3 : 3e-3; };
  play(choice, 100000, 3000, cost);
  const Played played = play(choice, 100000, 20000, cost);
  EXPECT_LT(played.time, 1.01 * played.least);
  EXPECT_GT(played.time, played.least) << "others still get their chance";
}

}  // namespace
}  // namespace scree
