// One axis: which exchanges happen, and what they report.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <vector>

#include "boxes.h"
#include "broadphase/sweep/axis_list.h"

namespace scree {
namespace {

using Hints = std::vector<std::pair<BodyIndex, BodyIndex>>;
using Interval = std::pair<double, double>;

constexpr std::uint64_t no_limit = 1000000000;

// Drives one axis list with intervals given as numbers.
struct Line {
  AxisList axis;
  Workers workers{1};
  Hints met, parted;
  bool finished = true;

  explicit Line(const std::vector<Interval>& intervals, bool periodic = false, double length = 1) {
    axis.start(intervals.size(), periodic, 0, length);
    axis.write(boxes(intervals), 0, workers);
    axis.sort(workers);
  }
  static std::vector<Box> boxes(const std::vector<Interval>& intervals) {
    std::vector<Box> result;
    for (const auto& [lower, upper] : intervals) result.push_back({Vec3(lower, 0, 0), Vec3(upper, 1, 1)});
    return result;
  }
  std::uint64_t move(const std::vector<Interval>& intervals, std::uint64_t budget = no_limit) {
    met.clear();
    parted.clear();
    if (2 * intervals.size() > axis.tags()) axis.append(intervals.size());
    axis.write(boxes(intervals), 0, workers);
    const auto note_in = [](Hints& hints) {
      return [&hints](std::size_t, BodyIndex a, BodyIndex b) {
        hints.emplace_back(std::min(a, b), std::max(a, b));
      };
    };
    finished = axis.repair(budget, note_in(met), note_in(parted), workers);
    return axis.exchanges();
  }
  bool in_order() const {
    for (std::size_t k = 1; k < axis.order().size(); ++k) {
      const AxisList::Tag x = axis.order()[k - 1], y = axis.order()[k];
      if (axis.value(y) < axis.value(x)) return false;
      if (axis.value(y) == axis.value(x) && AxisList::is_upper(x) && !AxisList::is_upper(y)) return false;
    }
    return true;
  }
  // As the tables print it: +n for the upper end of body n, -n for its lower end, counted from 1.
  std::vector<int> order() const {
    std::vector<int> result;
    for (const AxisList::Tag tag : axis.order()) {
      const int n = static_cast<int>(axis.body(tag)) + 1;
      result.push_back(AxisList::is_upper(tag) ? n : -n);
    }
    return result;
  }
};

// Chen and Matuttis, the example of appendix A.
TEST(AxisList, ThreeParticlesOneExchangeOnePair) {
  Line line({{0.5, 2.0}, {3.5, 6.0}, {7.0, 9.5}});
  EXPECT_EQ(line.move({{1.5, 3.0}, {4.0, 6.5}, {7.0, 9.5}}), 0u);
  EXPECT_TRUE(line.met.empty());
  EXPECT_EQ(line.move({{2.5, 4.0}, {4.5, 7.0}, {6.5, 9.0}}), 1u);
  EXPECT_EQ(line.met, (Hints{{1, 2}}));
  EXPECT_TRUE(line.parted.empty());
  EXPECT_EQ(line.order(), (std::vector<int>{-1, 1, -2, -3, 2, 3}));
}

// Schinner, table 2: old order b1 b2 e1 e2 b3 e3, new order b2 b1 e1 b3 e2 e3.
TEST(AxisList, ThreeBoxesTwoExchangesOneListChange) {
  Line line({{0, 2}, {1, 3}, {4, 5}});
  EXPECT_EQ(line.order(), (std::vector<int>{-1, -2, 1, 2, -3, 3}));
  EXPECT_EQ(line.move({{0.5, 2}, {0.2, 3}, {2.5, 5}}), 2u);
  EXPECT_EQ(line.order(), (std::vector<int>{-2, -1, 1, -3, 2, 3}));
  EXPECT_EQ(line.met, (Hints{{1, 2}}));
  EXPECT_TRUE(line.parted.empty());
}

// Schinner, table 1: the effect of each of the four kinds of exchange.
TEST(AxisList, FourKindsOfExchange) {
  Line lower_lower({{0, 4}, {1, 5}});
  EXPECT_EQ(lower_lower.move({{1.5, 4}, {1, 5}}), 1u);
  EXPECT_TRUE(lower_lower.met.empty() && lower_lower.parted.empty());
  Line upper_upper({{0, 4}, {1, 5}});
  EXPECT_EQ(upper_upper.move({{0, 6}, {1, 5}}), 1u);
  EXPECT_TRUE(upper_upper.met.empty() && upper_upper.parted.empty());
  Line parting({{0, 4}, {3, 5}});
  EXPECT_EQ(parting.move({{0, 2}, {3, 5}}), 1u);
  EXPECT_TRUE(parting.met.empty());
  EXPECT_EQ(parting.parted, (Hints{{0, 1}}));
  Line meeting({{0, 2}, {3, 5}});
  EXPECT_EQ(meeting.move({{0, 4}, {3, 5}}), 1u);
  EXPECT_EQ(meeting.met, (Hints{{0, 1}}));
  EXPECT_TRUE(meeting.parted.empty());
}

TEST(AxisList, TouchingIsMeetingAndTheNextNumberIsNot) {
  Line line({{0, 1}, {2, 3}});
  EXPECT_EQ(line.move({{0, 2}, {2, 3}}), 1u);
  EXPECT_EQ(line.met.size(), 1u);
  EXPECT_TRUE(line.axis.overlap(0, 1));
  EXPECT_EQ(line.move({{0, std::nextafter(2.0, 0.0)}, {2, 3}}), 1u);
  EXPECT_EQ(line.parted.size(), 1u);
  EXPECT_FALSE(line.axis.overlap(0, 1));
  EXPECT_TRUE(line.axis.overlapped_before(0, 1));
}

TEST(AxisList, NothingMovesNothingIsExchanged) {
  test::Dice dice(5);
  std::vector<Interval> intervals;
  for (int i = 0; i < 500; ++i) {
    const double lower = std::floor(dice.uniform(0, 50));  // many ties
    intervals.emplace_back(lower, lower + 2);
  }
  Line line(intervals);
  ASSERT_TRUE(line.in_order());
  EXPECT_EQ(line.move(intervals), 0u);
  for (Interval& i : intervals) {
    i.first += 1024;  // a common shift, exact in floating point
    i.second += 1024;
  }
  EXPECT_EQ(line.move(intervals), 0u);
  EXPECT_TRUE(line.in_order());
}

TEST(AxisList, TheLowestValuesStopAtTheLeftEnd) {
  const double inf = std::numeric_limits<double>::infinity();
  const double lowest = std::numeric_limits<double>::lowest();
  Line line({{0, 1}, {2, 3}, {4, 5}});
  line.move({{0, 1}, {-inf, 3}, {lowest, inf}});
  EXPECT_EQ(line.axis.order().size(), 6u);
  EXPECT_TRUE(line.in_order());
  EXPECT_TRUE(line.axis.overlap(0, 1) && line.axis.overlap(1, 2) && line.axis.overlap(0, 2));
}

// A tower turned upside down: each of the 2T(T - 1) pairs of ends of different boxes is exchanged once.
TEST(AxisList, ReversalCountsAndTheNextStepIsQuiet) {
  for (int t : {2, 10, 100, 1000}) {
    std::vector<Interval> tower, reversed;
    for (int i = 0; i < t; ++i) {
      tower.emplace_back(i, i + 0.5);
      reversed.emplace_back(t - i, t - i + 0.5);
    }
    Line line(tower);
    const auto n = static_cast<std::uint64_t>(t);
    EXPECT_EQ(line.move(reversed), 2 * n * (n - 1));
    EXPECT_EQ(line.met.size(), n * (n - 1) / 2) << "each pair passed through each other once";
    EXPECT_EQ(line.parted.size(), n * (n - 1) / 2);
    EXPECT_EQ(line.move(reversed), 0u);
    EXPECT_TRUE(line.in_order());
  }
}

TEST(AxisList, GivesUpBeyondItsBudgetAndSortsAfresh) {
  std::vector<Interval> tower, reversed;
  for (int i = 0; i < 100; ++i) {
    tower.emplace_back(i, i + 0.5);
    reversed.emplace_back(100 - i, 100 - i + 0.5);
  }
  Line line(tower);
  const std::uint64_t spent = line.move(reversed, 1000);
  EXPECT_FALSE(line.finished);
  EXPECT_EQ(spent, 1001u) << "whatever was done until it was noticed";
  line.axis.sort(line.workers);
  EXPECT_TRUE(line.in_order());
  EXPECT_EQ(line.move(reversed), 0u);
}

TEST(AxisList, EmptyIntervalsOverlapNothingAndStandLast) {
  const test::NoTraps no_traps;
  Line line({{5, -5}, {0, 1}, {std::nan(""), 2}, {0.5, 2}});
  for (BodyIndex other : {1u, 2u, 3u}) EXPECT_FALSE(line.axis.overlap(0, other));
  EXPECT_FALSE(line.axis.overlap(2, 1));
  EXPECT_TRUE(line.axis.overlap(1, 3));
  EXPECT_TRUE(line.in_order());
  line.move({{0, 1}, {0, 1}, {7, 6}, {9, 8}});
  EXPECT_TRUE(line.axis.overlap(0, 1));
  EXPECT_FALSE(line.axis.overlap(2, 3));
  EXPECT_TRUE(line.in_order());
}

TEST(AxisList, AppendedAndRemovedIntervalsKeepTheOrder) {
  Line line({{0, 1}, {2, 3}, {4, 5}});
  line.move({{0, 1}, {2, 3}, {4, 5}, {0.5, 2.5}});
  EXPECT_TRUE(line.in_order());
  EXPECT_EQ(line.order(), (std::vector<int>{-1, -4, 1, -2, 4, 2, -3, 3}));
  const std::array<BodyIndex, 4> new_index{0, no_body, 1, 2};
  line.axis.renumber(new_index, 3);
  EXPECT_EQ(line.order(), (std::vector<int>{-1, -3, 1, 3, -2, 2}));
  EXPECT_TRUE(line.axis.overlap(0, 2));
  EXPECT_FALSE(line.axis.overlap(1, 2));
}

// Shadows exist only near the seam, and a body that trembles on the seam exchanges nothing.
TEST(AxisList, ThePeriodicSeamIsQuiet) {
  std::vector<Interval> row;
  for (int i = 0; i < 100; ++i) row.emplace_back(i + 0.1, i + 0.9);
  Line line(row, true, 100);
  EXPECT_LT(line.axis.order().size(), 204u);
  for (int step = 0; step < 20; ++step) {
    const double tremor = step % 2 == 0 ? -1e-9 : 1e-9;
    row[0] = {tremor - 0.4, tremor + 0.4};  // its centre crosses the seam
    if (step % 4 >= 2) row[0] = {row[0].first + 100, row[0].second + 100};
    EXPECT_LE(line.move(row), step == 0 ? 400u : 4u) << "step " << step;
    EXPECT_TRUE(line.in_order());
    EXPECT_TRUE(line.axis.overlap(0, 99));
  }
}

// A row that drifts round and round: shadows come and go, and leave nothing behind.
TEST(AxisList, NoEndIsListedTwiceWhileShadowsComeAndGo) {
  Line line(std::vector<Interval>(10), true, 10);
  std::vector<Interval> row;
  std::set<BodyIndex> had_a_shadow;
  for (int step = 0; step < 300; ++step) {
    row.clear();
    for (int i = 0; i < 10; ++i) {
      const double at = std::fmod(i + 0.13 * step, 10.0);
      row.emplace_back(at - 0.6, at + 0.6);
    }
    line.move(row);
    std::vector<int> seen(line.axis.tags(), 0);
    for (const AxisList::Tag tag : line.axis.order()) ++seen[tag];
    for (std::size_t tag = 0; tag < seen.size(); ++tag) {
      const bool shadow = (tag & 2u) != 0;
      const bool absent = line.axis.value(static_cast<std::uint32_t>(tag | 1u)) >= AxisList::largest;
      if (shadow && !absent) had_a_shadow.insert(line.axis.body(static_cast<std::uint32_t>(tag)));
      ASSERT_EQ(seen[tag], shadow && absent ? 0 : 1) << "tag " << tag << ", step " << step;
    }
    ASSERT_TRUE(line.in_order());
  }
  EXPECT_EQ(had_a_shadow.size(), 10u) << "each body passes the edge in 300 steps";
}

// What a repair tells, in the order of pairs: the order of telling is anybody's.
struct Told {
  std::vector<std::pair<BodyIndex, BodyIndex>> met, parted;
  std::uint64_t exchanges;
  std::vector<AxisList::Tag> order;
  friend bool operator==(const Told&, const Told&) = default;
};

Told repaired(const std::vector<std::vector<Box>>& history, std::size_t region, int threads, bool periodic) {
  Workers workers(threads);
  AxisList axis(region);
  axis.start(history[0].size(), periodic, 0, 100);
  axis.write(history[0], 0, workers);
  axis.sort(workers);
  Told told{};
  for (std::size_t step = 1; step < history.size(); ++step) {
    axis.write(history[step], 0, workers);
    std::vector<Hints> met(axis.regions()), parted(axis.regions());
    const auto note_in = [](std::vector<Hints>& hints) {
      return [&hints](std::size_t r, BodyIndex a, BodyIndex b) {
        hints[r].emplace_back(std::min(a, b), std::max(a, b));
      };
    };
    EXPECT_TRUE(axis.repair(no_limit, note_in(met), note_in(parted), workers));
    for (std::size_t r = 0; r < met.size(); ++r) {
      told.met.insert(told.met.end(), met[r].begin(), met[r].end());
      told.parted.insert(told.parted.end(), parted[r].begin(), parted[r].end());
    }
    told.exchanges += axis.exchanges();
  }
  std::ranges::sort(told.met);
  std::ranges::sort(told.parted);
  told.order.assign(axis.order().begin(), axis.order().end());
  return told;
}

// Slow drift, some that cross many regions at once, ties, and everything turned round.
std::vector<std::vector<Box>> eventful_history(std::uint64_t seed) {
  test::Dice dice(seed);
  std::vector<Interval> intervals;
  for (int i = 0; i < 600; ++i) {
    const double lower = dice.uniform(0, 99);
    intervals.emplace_back(lower, lower + dice.uniform(0.1, 1));
  }
  std::vector<std::vector<Box>> history{Line::boxes(intervals)};
  for (int step = 0; step < 12; ++step) {
    for (Interval& i : intervals) {
      double move = dice.uniform(-0.1, 0.1);
      if (dice.chance(0.01)) move = dice.uniform(0, 99) - i.first;
      if (step == 6) move = std::round(i.first) - i.first;
      if (step == 9) move = 99 - 2 * i.first;
      i = {i.first + move, i.second + move};
    }
    history.push_back(Line::boxes(intervals));
  }
  return history;
}

TEST(AxisList, NeitherRegionsNorThreadsChangeWhatIsToldAndHowOften) {
  for (const bool periodic : {false, true}) {
    const std::vector<std::vector<Box>> history = eventful_history(periodic ? 1 : 2);
    const Told whole = repaired(history, 1u << 20, 1, periodic);
    EXPECT_GT(whole.met.size(), 1000u);
    EXPECT_GT(whole.exchanges, 100000u);
    for (const std::size_t region : {2u, 8u, 100u, 4096u})
      for (const int threads : {1, 2, 3, 4})
        EXPECT_TRUE(repaired(history, region, threads, periodic) == whole)
            << "regions of " << region << ", " << threads << " threads, periodic " << periodic;
  }
}

// One that travels from end to end meets and leaves all others, seam by seam.
TEST(AxisList, ATravellerCrossesEverySeam) {
  std::vector<Interval> row;
  for (int i = 0; i < 1000; ++i) row.emplace_back(i, i + 0.5);
  Workers workers(2);
  AxisList axis(16);
  axis.start(row.size(), false, 0, 1);
  axis.write(Line::boxes(row), 0, workers);
  axis.sort(workers);
  row.back() = {-2, -1};
  axis.write(Line::boxes(row), 0, workers);
  std::vector<Hints> met(axis.regions()), parted(axis.regions());
  const bool finished = axis.repair(
      no_limit, [&](std::size_t r, BodyIndex a, BodyIndex b) { met[r].emplace_back(a, b); },
      [&](std::size_t r, BodyIndex a, BodyIndex b) { parted[r].emplace_back(a, b); }, workers);
  EXPECT_TRUE(finished);
  EXPECT_EQ(axis.exchanges(), 4u * 999u);
  std::set<BodyIndex> met_once;
  std::size_t meetings = 0;
  for (const Hints& hints : met)
    for (const auto& [passed, traveller] : hints) {
      EXPECT_EQ(traveller, 999u);
      met_once.insert(passed);
      ++meetings;
    }
  EXPECT_EQ(met_once.size(), 999u);
  EXPECT_EQ(meetings, 999u);
  EXPECT_EQ(axis.body(axis.order()[0]), 999u);
  EXPECT_EQ(axis.body(axis.order()[1]), 999u);
}

// Whether the budget is exceeded is a matter of the motion, not of who notices it first.
TEST(AxisList, TheBudgetIsTheSameForAnyThreads) {
  const std::vector<std::vector<Box>> history = eventful_history(3);
  const std::vector<std::vector<Box>> turned{history[9], history[10]};
  const std::uint64_t needed = repaired(turned, 8, 1, false).exchanges;
  for (const int threads : {1, 2, 3, 4})
    for (const std::uint64_t budget : {needed, needed - 1, needed / 3}) {
      Workers workers(threads);
      AxisList axis(8);
      axis.start(turned[0].size(), false, 0, 1);
      axis.write(turned[0], 0, workers);
      axis.sort(workers);
      axis.write(turned[1], 0, workers);
      const auto ignore = [](std::size_t, BodyIndex, BodyIndex) {};
      EXPECT_EQ(axis.repair(budget, ignore, ignore, workers), budget == needed);
      EXPECT_EQ(axis.exchanges(), budget == needed ? needed : budget + 1);
      axis.sort(workers);
      const auto before = [&](AxisList::Tag x, AxisList::Tag y) { return axis.value(x) < axis.value(y); };
      EXPECT_TRUE(std::ranges::is_sorted(axis.order(), before));
    }
}

}  // namespace
}  // namespace scree
