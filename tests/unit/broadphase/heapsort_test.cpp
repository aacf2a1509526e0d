// The spatial heapsort: the worked example of the thesis, the sort itself, large bodies, what it counts.
#include "broadphase/heapsort.h"

#include <gtest/gtest.h>

#include <functional>
#include <numeric>

#include "base/errors.h"
#include "boxes.h"
#include "broadphase/brute_force.h"

namespace scree {
namespace {

using test::box_of;
using test::Dice;

using Ids = std::vector<AxisRanks::Id>;

// O'Connor's example of 11 objects: who stands where on both axes, and at which place each stands.
const Ids x_id{4, 5, 0, 1, 6, 10, 3, 2, 7, 9, 8}, x_rank{2, 3, 7, 6, 0, 1, 4, 8, 10, 9, 5};
const Ids y_id{2, 10, 5, 9, 1, 3, 4, 0, 8, 7, 6}, y_rank{7, 4, 0, 5, 6, 2, 10, 9, 8, 3, 1};
constexpr AxisRanks::Id pivot = 1;

// Lower ends with that order. Object 1 reaches over the next three in x, and over all others in y, where the
// largest extent, its own, takes the search below the first.
std::vector<Box> eleven_objects() {
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < 11; ++i) {
    const Vec3 lower(x_rank[i], y_rank[i], 0);
    boxes.push_back({lower, lower + (i == pivot ? Vec3(3.5, 7, 0) : Vec3(0.5, 0.5, 0))});
  }
  return boxes;
}

Ids ids(const AxisRanks& axis) {
  Ids all;
  for (std::size_t place = 0; place < axis.size(); ++place) all.push_back(axis.id(place));
  return all;
}

Ids ranks(const AxisRanks& axis) {
  Ids all;
  for (AxisRanks::Id id = 0; id < axis.size(); ++id) all.push_back(axis.rank(id));
  return all;
}

TEST(SpatialHeapsort, HasTheTablesAndRangesOfTheWorkedExample) {
  const std::vector<Box> boxes = eleven_objects();
  AxisRanks x, y;
  x.sort(11, [&](AxisRanks::Id id) { return boxes[id].lower[0]; });
  y.sort(11, [&](AxisRanks::Id id) { return boxes[id].lower[1]; });
  EXPECT_EQ(ids(x), x_id);
  EXPECT_EQ(ranks(x), x_rank);
  EXPECT_EQ(ids(y), y_id);
  EXPECT_EQ(ranks(y), y_rank);
  const AxisRanks::Range ahead = x.ahead(x.rank(pivot), boxes[pivot].upper[0]);
  EXPECT_EQ(ahead.first, 4u);
  EXPECT_EQ(ahead.count, 3u);
  const AxisRanks::Range around = y.within(boxes[pivot].lower[1] - 7, boxes[pivot].upper[1]);
  EXPECT_EQ(around.first, 0u);
  EXPECT_EQ(around.count, 11u);
  Ids candidates;
  for (AxisRanks::Id place = ahead.first; place < ahead.first + ahead.count; ++place)
    if (around.has(y.rank(x.id(place)))) candidates.push_back(x.id(place));
  EXPECT_EQ(candidates, (Ids{6, 10, 3}));
}

TEST(SpatialHeapsort, FindsThePairsOfTheWorkedExample) {
  const std::vector<Box> boxes = eleven_objects();
  const std::vector<std::uint8_t> mobile(boxes.size(), 1);
  Workers workers(1);
  SpatialHeapsort method(2);
  method.update(boxes, mobile, Cell{}, workers);
  // Of the candidates, object 10 ends below the pivot in y.
  EXPECT_EQ(std::vector<Pair>(method.pairs().begin(), method.pairs().end()),
            (std::vector<Pair>{{1, 3}, {1, 6}}));
  EXPECT_GT(method.counters().exchanges, 10u);
  EXPECT_GT(method.counters().tests, 2u);
  EXPECT_EQ(method.name(), "heapsort");
}

TEST(HeapSort, SortsAnyOrderAtMuchTheSamePrice) {
  Dice dice(1);
  std::vector<double> random(20000);
  for (double& x : random) x = dice.uniform(0, 1);
  std::vector<double> sorted = random;
  std::ranges::sort(sorted);
  std::vector<double> reversed(sorted.rbegin(), sorted.rend());
  std::vector<double> presorted = sorted;
  const double usual = static_cast<double>(heap_sort(std::span(random), std::less<>()));
  EXPECT_EQ(random, sorted);
  for (std::vector<double>* list : {&presorted, &reversed}) {
    const auto exchanges = static_cast<double>(heap_sort(std::span(*list), std::less<>()));
    EXPECT_EQ(*list, sorted);
    EXPECT_GT(exchanges, 0.5 * usual);
    EXPECT_LT(exchanges, 2 * usual);
  }
  for (std::size_t n = 0; n < 40; ++n) {
    std::vector<std::size_t> few(n);
    for (std::size_t& x : few) x = dice.below(8);
    heap_sort(std::span(few), std::less<>());
    EXPECT_TRUE(std::ranges::is_sorted(few)) << n;
  }
}

// A floor, a wall and a giant must not make every grain look at every other.
TEST(SpatialHeapsort, LargeBodiesDoNotWidenTheRangesOfTheOthers) {
  Dice dice(2);
  std::vector<Box> boxes;
  for (int i = 0; i < 4000; ++i) boxes.push_back(box_of(dice.vector(0, 16), Vec3::Constant(0.5)));
  std::vector<std::uint8_t> mobile(boxes.size(), 1);
  Workers workers(1);
  SpatialHeapsort alone, among_large;
  alone.update(boxes, mobile, Cell{}, workers);
  EXPECT_EQ(alone.large_bodies(), 0u);
  boxes.push_back({Vec3(-1, -1, -1), Vec3(17, 17, 0)});
  boxes.push_back({Vec3(-1, -1, -1), Vec3(0, 17, 17)});
  boxes.push_back(box_of(Vec3(8, 8, 8), Vec3::Constant(4)));
  mobile.insert(mobile.end(), {0, 0, 1});
  among_large.update(boxes, mobile, Cell{}, workers);
  EXPECT_EQ(among_large.large_bodies(), 3u);
  EXPECT_EQ(among_large.counters().tests, alone.counters().tests + 3 * 4000 + 3);
  BruteForce brute;
  brute.update(boxes, mobile, Cell{}, workers);
  EXPECT_TRUE(std::ranges::equal(among_large.pairs(), brute.pairs()));
}

// A bed as long as it is in y: the search goes along it.
TEST(SpatialHeapsort, GoesAlongTheLeastCrowdedAxis) {
  for (int axis = 0; axis < 3; ++axis) {
    Dice dice(3);
    std::vector<Box> boxes;
    for (int i = 0; i < 3000; ++i) {
      Vec3 at = dice.vector(0, 3);
      at[axis] *= 100;
      boxes.push_back(box_of(at, Vec3::Constant(0.5)));
    }
    const std::vector<std::uint8_t> mobile(boxes.size(), 1);
    Workers workers(1);
    SpatialHeapsort method;
    method.update(boxes, mobile, Cell{}, workers);
    EXPECT_LT(method.counters().tests, 20 * boxes.size());
  }
}

TEST(BroadPhase, WithoutItsLibraryAMethodSaysSo) {
  try {
    make_broad_phase(BroadPhaseKind::bvh);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("Embree"), std::string::npos);
  }
}

}  // namespace
}  // namespace scree
