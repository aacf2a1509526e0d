// The sort-and-sweep in the plane: what the paper promises of it (Schinner 1999, sections 2 and 3), and the
// pairs of its brute-force twin in every step, of mixtures that are hard for other methods. Where it is the
// same thought, in space too.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "boxes.h"
#include "broadphase/brute_force.h"
#include "broadphase/sweep/sort_and_sweep.h"

namespace scree {
namespace {

using test::box_of;
using test::Dice;

std::vector<Pair> list(const BroadPhase& phase) { return {phase.pairs().begin(), phase.pairs().end()}; }

// A sweep and its twin: each update compares them.
template <std::size_t axes>
struct Compared {
  SortAndSweepOn<axes> phase;
  BruteForce twin{static_cast<int>(axes)};
  Workers workers{1};
  Cell cell;
  std::vector<std::uint8_t> mobile;

  explicit Compared(std::size_t region = AxisList::usual_region) : phase(region) {}
  void update(const std::vector<Box>& boxes) {
    mobile.resize(boxes.size(), 1);
    phase.update(boxes, mobile, cell, workers);
    twin.update(boxes, mobile, cell, workers);
    EXPECT_EQ(list(phase), list(twin));
    EXPECT_EQ(phase.counters().added, twin.counters().added);
    EXPECT_EQ(phase.counters().removed, twin.counters().removed);
  }
  const BroadPhaseCounters& counters() const { return phase.counters(); }
};
using Plane = Compared<2>;

Box square(double x, double y, double half = 0.5) { return box_of(Vec3(x, y, 0), Vec3::Constant(half)); }

TEST(PlaneSweep, OneOrBothAxesBeginToOverlapInAStepAndThePairIsEnteredOnce) {
  for (const Vec2& apart : {Vec2(2, 0), Vec2(0, 2), Vec2(2, 2), Vec2(-2, 2)}) {
    Plane plane;
    plane.update({square(0, 0), square(apart.x(), apart.y())});
    EXPECT_TRUE(plane.phase.pairs().empty());
    plane.update({square(0, 0), square(0.3 * apart.x(), 0.3 * apart.y())});
    EXPECT_EQ(list(plane.phase), (std::vector<Pair>{{0, 1}}));
    EXPECT_EQ(plane.counters().added, 1u);
    EXPECT_EQ(plane.phase.entered(),
              (apart.x() != 0 ? std::array<std::uint64_t, 2>{1, 0} : std::array<std::uint64_t, 2>{0, 1}));
    plane.update({square(0, 0), square(apart.x(), apart.y())});
    EXPECT_EQ(plane.counters().removed, 1u);
    EXPECT_EQ(plane.counters().rebuilds, 1u);
  }
}

// Schinner, table 3: the four kinds of exchange on x, with and without overlap on y. (Table 1, on one axis,
// is in axis_list_test.cpp.)
TEST(PlaneSweep, AnExchangeChangesTheListOnlyIfTheOtherAxisOverlaps) {
  struct Exchange {
    double lower_before, upper_before, lower, upper;  // of the first box; the second one is [3, 6]
    bool adds, removes;
  };
  for (const Exchange& x : {Exchange{2, 7, 4, 7, false, false}, Exchange{1, 5, 1, 7, false, false},
                            Exchange{1, 4, 1, 2, false, true}, Exchange{1, 2, 1, 4, true, false}})
    for (const bool overlap_on_y : {false, true})
      for (const int axis : {0, 1}) {
        const double y = overlap_on_y ? 0.5 : 5;
        const auto box = [&](double lower, double upper, double at) {
          Box b{Vec3(lower, at, 0), Vec3(upper, at + 1, 0)};
          if (axis == 1) {
            std::swap(b.lower.x(), b.lower.y());
            std::swap(b.upper.x(), b.upper.y());
          }
          return b;
        };
        Plane plane;
        plane.update({box(x.lower_before, x.upper_before, 0), box(3, 6, y)});
        const BroadPhaseCounters before = plane.counters();
        plane.update({box(x.lower, x.upper, 0), box(3, 6, y)});
        EXPECT_EQ(plane.counters().exchanges - before.exchanges, 1u);
        EXPECT_EQ(plane.counters().added - before.added, x.adds && overlap_on_y ? 1u : 0u);
        EXPECT_EQ(plane.counters().removed - before.removed, x.removes && overlap_on_y ? 1u : 0u);
      }
}

// Section 2.3 in two dimensions: all boxes overlap on y.
TEST(PlaneSweep, TheWorkedExampleTakesTwoExchangesAndAddsOnePair) {
  const auto box = [](double lower, double upper) { return Box{Vec3(lower, 0, 0), Vec3(upper, 1, 0)}; };
  Plane plane;
  plane.update({box(0, 2), box(1, 3), box(4, 5)});
  EXPECT_EQ(list(plane.phase), (std::vector<Pair>{{0, 1}}));
  plane.update({box(0.5, 2), box(0.2, 3), box(2.5, 5)});
  EXPECT_EQ(list(plane.phase), (std::vector<Pair>{{0, 1}, {1, 2}}));
  EXPECT_EQ(plane.counters().exchanges, 2u);
  EXPECT_EQ(plane.counters().added, 2u);
  EXPECT_EQ(plane.counters().removed, 0u);
}

TEST(PlaneSweep, BoxesThatJumpPastEachOtherLeaveNoPair) {
  for (const Vec2& way : {Vec2(1, 0), Vec2(0, 1), Vec2(1, 1), Vec2(1, -1)}) {
    Plane plane;
    const auto place = [&](double t) {
      plane.update({square(-t * way.x(), -t * way.y()), square(t * way.x(), t * way.y())});
    };
    place(3);
    place(-3);  // right through each other, by more than their size
    EXPECT_EQ(plane.counters().exchanges, way.x() * way.y() == 0 ? 4u : 8u);
    EXPECT_EQ(plane.counters().added + plane.counters().removed, 0u);
    place(0.2);
    place(3);
    EXPECT_EQ(plane.counters().added, 1u);
    EXPECT_EQ(plane.counters().removed, 1u);
    EXPECT_EQ(plane.counters().rebuilds, 1u);
  }
}

// Nothing of z is looked at: not where boxes are, nor whether they are empty there.
TEST(PlaneSweep, ZDoesNotMatter) {
  const test::NoTraps no_traps;
  Plane plane;
  plane.cell.periodic = {false, false, true};
  const auto at_z = [](double lower, double upper) { return Box{Vec3(0, 0, lower), Vec3(1, 1, upper)}; };
  for (int step = 0; step < 2; ++step) {
    plane.update({at_z(0, 1), at_z(5, 6), at_z(2, 1), at_z(std::nan(""), 0)});
    EXPECT_EQ(plane.phase.pairs().size(), 6u);
  }
  EXPECT_EQ(plane.counters().exchanges, 0u);
}

// Bodies that move, as boxes: how each kind of scene places and moves them.
struct Crowd {
  Dice dice;
  double extent;
  std::vector<Vec3> centre, half, velocity;
  std::vector<double> angle, turning;

  Crowd(std::uint64_t seed, std::size_t count, double size, Vec3 (*half_of)(Dice&))
      : dice(seed), extent(size) {
    for (std::size_t i = 0; i < count; ++i) {
      centre.push_back(dice.vector(0, extent));
      half.push_back(half_of(dice));
      velocity.push_back(dice.vector(-1, 1));
      angle.push_back(dice.uniform(0, 7));
      turning.push_back(dice.uniform(-1, 1));
    }
  }
  void move(double step) {
    for (std::size_t i = 0; i < centre.size(); ++i) {
      centre[i] += step * velocity[i];
      angle[i] += step * turning[i];
      for (int k = 0; k < 3; ++k)
        if (centre[i][k] < 0 || centre[i][k] > extent) velocity[i][k] = -velocity[i][k];
    }
  }
  // Turned about z.
  std::vector<Box> boxes() const {
    std::vector<Box> result;
    for (std::size_t i = 0; i < centre.size(); ++i) {
      const double c = std::abs(std::cos(angle[i])), s = std::abs(std::sin(angle[i]));
      const Vec3& h = half[i];
      result.push_back(box_of(centre[i], Vec3(c * h.x() + s * h.y(), s * h.x() + c * h.y(), h.z())));
    }
    return result;
  }
};

Vec3 one_to_a_hundred(Dice& dice) { return Vec3::Constant(0.02 * std::exp2(dice.uniform(0, 6.65))); }
Vec3 needle(Dice& dice) { return dice.uniform(0.2, 1) * Vec3(1, 0.05, 0.05); }

template <std::size_t axes>
void equals_its_twin(Vec3 (*half_of)(Dice&), double extent) {
  for (const unsigned periodic : {0u, 1u, 2u, 3u})
    for (const double step : {0.01, 0.05, 3.0}) {
      SCOPED_TRACE(testing::Message() << axes << " axes, periodic " << periodic << ", steps of " << step);
      Crowd crowd(1 + periodic, 200, extent, half_of);
      Compared<axes> compared(64);
      compared.cell.length.setConstant(extent);
      for (std::size_t k = 0; k < 2; ++k) compared.cell.periodic[k] = ((periodic >> k) & 1u) != 0;
      for (int n = 0; n < 40; ++n) {
        compared.update(crowd.boxes());
        ASSERT_FALSE(testing::Test::HasFailure()) << "step " << n;
        crowd.move(step);
      }
      const BroadPhaseCounters& c = compared.counters();
      EXPECT_GT(c.added, 100u) << "hardly any boxes overlapped";
      EXPECT_GT(c.removed, 10u);
      EXPECT_GT(c.exchanges, 1000u);
      EXPECT_TRUE(c.rebuilds == 1 || step > 1) << c.rebuilds;
    }
}

TEST(PlaneSweep, SizesOneToAHundredEqualBruteForceInEveryStep) {
  equals_its_twin<2>(one_to_a_hundred, 14);
  equals_its_twin<3>(one_to_a_hundred, 7);
}

TEST(PlaneSweep, NeedlesAtAnyAngleEqualBruteForceInEveryStep) {
  equals_its_twin<2>(needle, 10);
  equals_its_twin<3>(needle, 5);
}

// Each two of the ends of different boxes on the axis along which it is turned are exchanged once, 2T(T - 1)
// of them, or it is noticed that there are too many (16 per body and 16384) and all is sorted afresh. The
// steps after it cost what they would have cost without it.
TEST(PlaneSweep, ATowerTurnedUpsideDownInOneStepAndTheStepsAfterIt) {
  for (const std::uint64_t t : {10u, 90u, 100u, 1000u})
    for (const bool along_y : {false, true}) {
      SCOPED_TRACE(testing::Message() << t << " boxes");
      const auto tower = [&](bool turned, double shift) {
        std::vector<Box> boxes;
        for (std::uint64_t i = 0; i < t; ++i) {
          const double at = 1.5 * static_cast<double>(turned ? t - 1 - i : i), off = i % 2 == 0 ? shift : 0;
          boxes.push_back(along_y ? square(off, at) : square(at, off));
        }
        return boxes;
      };
      Plane plane;
      plane.update(tower(false, 0));
      plane.update(tower(false, 0));
      EXPECT_EQ(plane.counters().exchanges, 0u);
      plane.update(tower(true, 0));
      const std::uint64_t all = 2 * t * (t - 1), budget = 16 * t + 16384;
      const bool repaired = all <= budget;
      EXPECT_EQ(plane.counters().exchanges, repaired ? all : budget + 1);
      EXPECT_EQ(plane.counters().rebuilds, repaired ? 1u : 2u);
      for (int step = 0; step < 4; ++step) plane.update(tower(true, 0));
      EXPECT_EQ(plane.counters().exchanges, repaired ? all : budget + 1);
      EXPECT_EQ(plane.counters().rebuilds, repaired ? 1u : 3u) << "once more without trying, then no more";
      EXPECT_EQ(plane.counters().added + plane.counters().removed, 0u);
    }
}

TEST(PlaneSweep, NoMotionNoExchangesAndNoChanges) {
  for (const unsigned periodic : {0u, 1u, 3u}) {
    test::BoxWorld world(3, test::Motion::gentle, 800, 40, periodic);
    Plane plane;
    plane.cell = world.cell;
    plane.mobile = world.mobile;
    plane.update(world.boxes);
    const BroadPhaseCounters start = plane.counters();
    EXPECT_GT(plane.phase.pairs().size(), 100u);
    for (int step = 0; step < 3; ++step) plane.update(world.boxes);
    EXPECT_EQ(plane.counters().exchanges, start.exchanges);
    EXPECT_EQ(plane.counters().added, start.added);
    EXPECT_EQ(plane.counters().removed, 0u);
    EXPECT_EQ(plane.counters().rebuilds, 1u);
  }
}

// Two moving ends pass each other at sqrt(2) times the speed of one against one at rest, so that with half of
// them frozen (1/4 sqrt(2) + 1/2) / sqrt(2) = 0.60 of the exchanges are left.
TEST(PlaneSweep, FreezingHalfOfThemLeavesAboutHalfOfTheExchanges) {
  std::array<std::uint64_t, 2> exchanges{};
  for (const std::size_t k : {0u, 1u}) {
    Dice dice(11);
    std::vector<Vec3> centre;
    std::vector<Box> boxes(1000);
    for (std::size_t i = 0; i < boxes.size(); ++i) centre.push_back(dice.vector(0, 30));
    Plane plane;
    for (int step = 0; step < 20; ++step) {
      for (std::size_t i = 0; i < boxes.size(); ++i) {
        const Vec3 move = dice.vector(-0.006, 0.006);
        if (step > 0 && (k == 0 || i % 2 == 0)) centre[i] += move;
        boxes[i] = box_of(centre[i], Vec3::Constant(0.4));
      }
      plane.update(boxes);
    }
    exchanges[k] = plane.counters().exchanges;
  }
  EXPECT_NEAR(static_cast<double>(exchanges[1]) / static_cast<double>(exchanges[0]), 0.60, 0.06);
}

TEST(PlaneSweep, TheOrderOfTheInputDoesNotMatter) {
  Crowd crowd(9, 300, 20, one_to_a_hundred);
  const std::vector<Box> boxes = crowd.boxes();
  std::vector<BodyIndex> place(boxes.size());  // of each box among the shuffled ones
  std::iota(place.begin(), place.end(), 0u);
  Plane in_order;
  in_order.update(boxes);
  for (int order = 0; order < 5; ++order) {
    for (std::size_t i = place.size(); i > 1; --i) std::swap(place[i - 1], place[crowd.dice.below(i)]);
    std::vector<Box> shuffled(boxes.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) shuffled[place[i]] = boxes[i];
    Plane plane;
    plane.update(shuffled);
    std::vector<Pair> renamed;
    for (const Pair& p : in_order.phase.pairs())
      renamed.push_back({std::min(place[p.a], place[p.b]), std::max(place[p.a], place[p.b])});
    std::ranges::sort(renamed);
    EXPECT_EQ(list(plane.phase), renamed);
    EXPECT_GT(renamed.size(), 300u);
  }
}

// A needle whose box covers a whole bed: one pair with each grain, and none more among the grains. Moving it
// inside of the bed costs two ends' exchanges with the few ends near its own.
TEST(PlaneSweep, ANeedleOverManyGrainsAddsNoPairsOfGrains) {
  std::vector<Box> bed;
  for (int i = 0; i < 20; ++i)
    for (int j = 0; j < 10; ++j) bed.push_back(square(1.1 * i + 0.02 * (j % 2), 0.95 * j));
  Plane without, with;
  without.update(bed);
  std::vector<Box> covered = bed;
  covered.push_back({Vec3(-1, -1, 0), Vec3(23, 10, 0)});
  with.update(covered);
  const auto needle_body = static_cast<BodyIndex>(bed.size());
  std::vector<Pair> grains;
  for (const Pair& p : with.phase.pairs())
    if (p.b != needle_body) grains.push_back(p);
  EXPECT_EQ(grains, list(without.phase));
  EXPECT_EQ(with.phase.pairs().size(), grains.size() + bed.size());
  covered.back().upper.x() = 20.35;  // beyond it there is one column of grains
  with.update(covered);
  EXPECT_EQ(with.counters().removed, 10u);
  EXPECT_EQ(with.counters().exchanges, 2u * 10u);
}

}  // namespace
}  // namespace scree
