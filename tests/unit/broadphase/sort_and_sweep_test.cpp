// The sort-and-sweep in space: who enters a pair, when nothing must happen, and the way out of bad cases.
#include <gtest/gtest.h>

#include <chrono>
#include <limits>

#include "boxes.h"
#include "broadphase/brute_force.h"
#include "broadphase/sweep/sort_and_sweep.h"

namespace scree {
namespace {

using test::box_of;
using test::Dice;

std::vector<Pair> list(const BroadPhase& phase) { return {phase.pairs().begin(), phase.pairs().end()}; }

struct Sweep {
  SortAndSweep phase;
  Workers workers{1};
  Cell cell;
  std::vector<std::uint8_t> mobile;

  void update(const std::vector<Box>& boxes) {
    mobile.resize(boxes.size(), 1);
    phase.update(boxes, mobile, cell, workers);
  }
};

std::vector<Box> row_of(std::size_t count, double spacing) {
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < count; ++i)
    boxes.push_back(box_of(Vec3(spacing * static_cast<double>(i), 0, 0), Vec3::Constant(0.5)));
  return boxes;
}

// Cases a to g of the appendix: which axes begin to overlap in a step, and which of them enters the pair.
TEST(SortAndSweep, SevenCasesAreEnteredOnceByTheFirstNewAxis) {
  const Vec3 half = Vec3::Constant(0.5);
  for (unsigned fresh = 1; fresh < 8; ++fresh) {
    Sweep sweep;
    Vec3 apart = Vec3::Zero();
    std::size_t expected = 3;
    for (int k = 2; k >= 0; --k)
      if (((fresh >> k) & 1u) != 0) {
        apart[k] = 2;
        expected = static_cast<std::size_t>(k);
      }
    sweep.update({box_of(Vec3::Zero(), half), box_of(apart, half)});
    EXPECT_TRUE(sweep.phase.pairs().empty());
    sweep.update({box_of(Vec3::Zero(), half), box_of(0.3 * apart, half)});
    EXPECT_EQ(list(sweep.phase), (std::vector<Pair>{{0, 1}})) << "case " << fresh;
    std::array<std::uint64_t, 3> entered{};
    entered[expected] = 1;
    EXPECT_EQ(sweep.phase.entered(), entered) << "case " << fresh;
    EXPECT_EQ(sweep.phase.counters().added, 1u);
    // And the way back: it leaves once.
    sweep.update({box_of(Vec3::Zero(), half), box_of(apart, half)});
    EXPECT_TRUE(sweep.phase.pairs().empty());
    EXPECT_EQ(sweep.phase.counters().removed, 1u);
    EXPECT_EQ(sweep.phase.counters().rebuilds, 1u);
  }
}

TEST(SortAndSweep, QuietStepHasNoExchangesAndNoChanges) {
  test::BoxWorld world(3, test::Motion::gentle, 2000, 20, 5);
  Sweep sweep;
  sweep.cell = world.cell;
  sweep.mobile = world.mobile;
  sweep.update(world.boxes);
  const BroadPhaseCounters start = sweep.phase.counters();
  const std::vector<Pair> pairs = list(sweep.phase);
  EXPECT_GT(pairs.size(), 100u);
  sweep.update(world.boxes);
  EXPECT_EQ(sweep.phase.counters().exchanges, start.exchanges);
  EXPECT_EQ(sweep.phase.counters().added, start.added);
  EXPECT_EQ(sweep.phase.counters().removed, 0u);
  EXPECT_EQ(sweep.phase.counters().rebuilds, 1u);
  EXPECT_EQ(list(sweep.phase), pairs);
}

TEST(SortAndSweep, ExchangesFollowTheShareOfMovingBodies) {
  std::array<std::uint64_t, 2> exchanges{};
  for (std::size_t k = 0; k < 2; ++k) {
    Dice dice(11);
    std::vector<Vec3> centre;
    std::vector<Box> boxes(1000);
    for (std::size_t i = 0; i < boxes.size(); ++i) centre.push_back(dice.vector(0, 10));
    Sweep sweep;
    for (int step = 0; step < 20; ++step) {
      for (std::size_t i = 0; i < boxes.size(); ++i) {
        const Vec3 move = dice.vector(-0.002, 0.002);
        if (step > 0 && (k == 0 || i % 2 == 0)) centre[i] += move;
        boxes[i] = box_of(centre[i], Vec3::Constant(0.4));
      }
      sweep.update(boxes);
    }
    exchanges[k] = sweep.phase.counters().exchanges;
  }
  // With half of them frozen: two moving ends pass each other at sqrt(2) times the speed of one, so the
  // expected ratio is (1/4 sqrt(2) + 1/2) / sqrt(2) = 0.60.
  const double ratio = static_cast<double>(exchanges[1]) / static_cast<double>(exchanges[0]);
  EXPECT_NEAR(ratio, 0.60, 0.06);
}

TEST(SortAndSweep, TwoImmobileBodiesPairOnlyAfterARelease) {
  Sweep sweep;
  const std::vector<Box> boxes = row_of(3, 0.9);
  sweep.mobile = {0, 0, 1};
  sweep.update(boxes);
  EXPECT_EQ(list(sweep.phase), (std::vector<Pair>{{1, 2}}));
  sweep.mobile = {1, 0, 1};
  sweep.update(boxes);
  EXPECT_EQ(list(sweep.phase), (std::vector<Pair>{{0, 1}, {1, 2}}));
  sweep.mobile = {0, 0, 1};
  sweep.update(boxes);
  EXPECT_EQ(list(sweep.phase), (std::vector<Pair>{{1, 2}}));
}

TEST(SortAndSweep, RenumberKeepsThePairsOfThoseWhoStay) {
  Sweep sweep;
  std::vector<Box> boxes = row_of(5, 0.9);
  sweep.update(boxes);
  EXPECT_EQ(sweep.phase.pairs().size(), 4u);
  const std::array<BodyIndex, 5> new_index{0, 1, no_body, 2, 3};
  sweep.phase.renumber(new_index);
  sweep.mobile.pop_back();
  boxes.erase(boxes.begin() + 2);
  EXPECT_EQ(list(sweep.phase), (std::vector<Pair>{{0, 1}, {2, 3}}));
  sweep.update(boxes);
  EXPECT_EQ(list(sweep.phase), (std::vector<Pair>{{0, 1}, {2, 3}}));
  EXPECT_EQ(sweep.phase.counters().rebuilds, 1u);
  EXPECT_EQ(sweep.phase.counters().removed, 2u);
  EXPECT_EQ(sweep.phase.counters().exchanges, 0u);
}

// Bodies that appear between two updates and leave again before the second were never seen.
TEST(SortAndSweep, RenumberMayKnowMoreBodiesThanTheLastUpdate) {
  Sweep sweep;
  std::vector<Box> boxes = row_of(3, 0.9);
  sweep.update(boxes);
  const std::array<BodyIndex, 5> new_index{0, no_body, 1, no_body, 2};
  sweep.phase.renumber(new_index);
  boxes = {boxes[0], boxes[2], boxes[2]};
  sweep.update(boxes);
  EXPECT_EQ(list(sweep.phase), (std::vector<Pair>{{1, 2}}));
}

TEST(SortAndSweep, ACellThatChangesIsNoticed) {
  Sweep sweep;
  const std::vector<Box> boxes = row_of(10, 1.5);
  sweep.update(boxes);
  EXPECT_TRUE(sweep.phase.pairs().empty());
  sweep.cell.periodic[0] = true;
  sweep.cell.length[0] = 14.4;
  sweep.update(boxes);
  EXPECT_EQ(list(sweep.phase), (std::vector<Pair>{{0, 9}}));
  sweep.cell.length[0] = 15;
  sweep.update(boxes);
  EXPECT_TRUE(sweep.phase.pairs().empty());
}

TEST(SortAndSweep, FloorAcrossThePeriodicCellPairsWithAllThatLieOnIt) {
  Sweep sweep;
  sweep.cell.periodic = {true, true, false};
  sweep.cell.length = Vec3(10, 10, 10);
  std::vector<Box> boxes{box_of(Vec3(5, 5, -0.5), Vec3(5, 5, 0.5))};
  for (int i = 0; i < 10; ++i) boxes.push_back(box_of(Vec3(i, 9.9 - i, 0.2), Vec3::Constant(0.3)));
  boxes.push_back(box_of(Vec3(3, 3, 2), Vec3::Constant(0.3)));
  for (int step = 0; step < 3; ++step) {
    sweep.update(boxes);
    EXPECT_EQ(sweep.phase.pairs().size(), 10u);
    for (const Pair& p : sweep.phase.pairs()) EXPECT_EQ(p.a, 0u);
    for (std::size_t i = 1; i < boxes.size(); ++i) {
      boxes[i].lower[0] += 0.7;
      boxes[i].upper[0] += 0.7;
    }
  }
}

// Infinite and not-a-number boxes must not hang or crash anything; the twin agrees.
TEST(SortAndSweep, StrangeBoxesAreHarmless) {
  const test::NoTraps no_traps;
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<Box> boxes{test::empty_box(),
                               {Vec3::Constant(-inf), Vec3::Constant(inf)},
                               {Vec3(0, 0, std::nan("")), Vec3::Ones()},
                               {Vec3(0, 0, 2), Vec3(1, 1, 1)},
                               box_of(Vec3::Zero(), Vec3::Zero()),
                               {Vec3::Constant(1e307), Vec3::Constant(inf)}};
  Sweep sweep;
  BruteForce brute;
  for (int step = 0; step < 2; ++step) {
    sweep.update(boxes);
    brute.update(boxes, sweep.mobile, sweep.cell, sweep.workers);
    EXPECT_EQ(list(sweep.phase), list(brute));
    EXPECT_EQ(list(sweep.phase), (std::vector<Pair>{{1, 4}, {1, 5}}));
  }
  EXPECT_EQ(sweep.phase.counters().rebuilds, 1u);
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Turned upside down in one step, an insertion sort alone would need 4e10 exchanges.
TEST(SortAndSweep, TowerOfManyTurnedUpsideDownFallsBackToSorting) {
  const std::size_t count = 100000;
  std::vector<Box> boxes = row_of(count, 0.99);
  Sweep sweep;
  sweep.update(boxes);
  const std::vector<Pair> pairs = list(sweep.phase);
  EXPECT_EQ(pairs.size(), count - 1);
  std::reverse(boxes.begin(), boxes.end());
  const auto start = std::chrono::steady_clock::now();
  sweep.update(boxes);
  EXPECT_LT(seconds_since(start), 5.0);  // some tenths of a second, on a quiet machine
  EXPECT_EQ(list(sweep.phase), pairs);
  EXPECT_EQ(sweep.phase.counters().rebuilds, 2u);
  const BroadPhaseCounters after = sweep.phase.counters();
  EXPECT_EQ(after.added, count - 1) << "the pairs persist";
  EXPECT_EQ(after.removed, 0u);
  sweep.update(boxes);
  EXPECT_EQ(sweep.phase.counters().exchanges, after.exchanges);
}

// A crowd that is shuffled in every update is sorted afresh in nearly every one, without first trying to
// repair; once it has come to rest, it is followed again.
TEST(SortAndSweep, StopsTryingWhileEverythingMovesFarAndBeginsAgainAtRest) {
  Dice dice(4);
  std::vector<Box> boxes(3000);
  Sweep sweep;
  const auto shuffle = [&] {
    for (Box& box : boxes) box = box_of(dice.vector(0, 20), Vec3::Constant(0.5));
  };
  shuffle();
  sweep.update(boxes);
  std::uint64_t tries = 0;
  for (int step = 0; step < 100; ++step) {
    shuffle();
    const std::uint64_t before = sweep.phase.counters().exchanges;
    sweep.update(boxes);
    if (sweep.phase.counters().exchanges > before) ++tries;
  }
  EXPECT_EQ(sweep.phase.counters().rebuilds, 101u);
  EXPECT_GE(tries, 5u);
  EXPECT_LE(tries, 12u);
  for (int step = 0; step < 20; ++step) sweep.update(boxes);
  EXPECT_LE(sweep.phase.counters().rebuilds, 101u + 16u);
}

TEST(SortAndSweep, StartsFromReverseOrderInALittleOverLinearTime) {
  std::vector<Box> boxes = row_of(200000, 0.99);
  std::reverse(boxes.begin(), boxes.end());
  Sweep sweep;
  const auto start = std::chrono::steady_clock::now();
  sweep.update(boxes);
  EXPECT_LT(seconds_since(start), 5.0);
  EXPECT_EQ(sweep.phase.pairs().size(), boxes.size() - 1);
  EXPECT_EQ(sweep.phase.counters().exchanges, 0u);
}

TEST(SortAndSweep, ASingleBodyAndNone) {
  Sweep sweep;
  sweep.update({});
  EXPECT_TRUE(sweep.phase.pairs().empty());
  sweep.update(row_of(1, 1));
  EXPECT_TRUE(sweep.phase.pairs().empty());
  sweep.phase.renumber(std::vector<BodyIndex>{no_body});
  sweep.mobile.clear();
  sweep.update({});
  EXPECT_TRUE(sweep.phase.pairs().empty());
}

TEST(BroadPhase, TheKindsHaveTheirNames) {
  EXPECT_EQ(make_broad_phase(BroadPhaseKind::sweep)->name(), "sweep");
  EXPECT_EQ(make_broad_phase(BroadPhaseKind::brute)->name(), "brute");
}

TEST(BroadPhase, TheSweepHasAsManyAxesAsTheScene) {
  const auto plane = make_broad_phase(BroadPhaseKind::sweep, 2),
             space = make_broad_phase(BroadPhaseKind::sweep);
  EXPECT_NE(dynamic_cast<const PlaneSortAndSweep*>(plane.get()), nullptr);
  EXPECT_NE(dynamic_cast<const SortAndSweep*>(space.get()), nullptr);
}

TEST(BruteForce, FindsTheObviousPairs) {
  BruteForce brute;
  Workers workers(1);
  Cell cell;
  const std::vector<std::uint8_t> mobile{1, 1, 0, 0};
  std::vector<Box> boxes = row_of(4, 1.0);  // each touches the next
  brute.update(boxes, mobile, cell, workers);
  EXPECT_EQ(list(brute), (std::vector<Pair>{{0, 1}, {1, 2}}));
  cell.periodic[0] = true;
  cell.length[0] = 4;
  brute.update(boxes, mobile, cell, workers);
  EXPECT_EQ(list(brute), (std::vector<Pair>{{0, 1}, {0, 3}, {1, 2}}));
  brute.renumber(std::vector<BodyIndex>{0, no_body, 1, 2});
  EXPECT_EQ(list(brute), (std::vector<Pair>{{0, 2}}));
}

}  // namespace
}  // namespace scree
