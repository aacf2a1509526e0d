// Linked cells on several levels against the brute-force twin, and what is special about them.
#include "broadphase/cells.h"

#include <gtest/gtest.h>

#include "boxes.h"
#include "broadphase/brute_force.h"
#include "support/effort.h"

namespace scree {
namespace {

using test::BoxWorld;
using test::Dice;
using test::Motion;

std::vector<Pair> list(std::span<const Pair> pairs) { return {pairs.begin(), pairs.end()}; }

template <int dimension>
std::vector<Pair> pairs_of(std::span<const Box> boxes, const Cell& cell, Workers& workers,
                           CellSearch<dimension>& cells) {
  const std::vector<std::uint8_t> mobile(boxes.size(), 1);
  cells.update(boxes, mobile, cell, workers);
  BruteForce brute(dimension);
  brute.update(boxes, mobile, cell, workers);
  EXPECT_EQ(list(cells.pairs()), list(brute.pairs()));
  return list(cells.pairs());
}

template <int dimension>
void follow(std::uint64_t seed, Motion motion) {
  BoxWorld world(seed, motion, seed % 5 == 0 ? 500 : 3 + seed % 60, seed % 5 == 0 ? 12 : 5, seed % 8);
  Workers workers(1 + static_cast<int>(seed / 8 % 3));
  CellSearch<dimension> cells;
  BruteForce brute(dimension);
  for (int step = 0; step < 12; ++step) {
    if (step % 4 == 3) {
      const std::vector<BodyIndex> new_index = world.remove_some(0.1);
      cells.renumber(new_index);
      brute.renumber(new_index);
      for (int n = 0; n < 3; ++n) world.append();
    }
    world.step();
    cells.update(world.boxes, world.mobile, world.cell, workers);
    brute.update(world.boxes, world.mobile, world.cell, workers);
    ASSERT_EQ(list(cells.pairs()), list(brute.pairs())) << "seed " << seed << ", step " << step;
    ASSERT_EQ(list(cells.added()), list(brute.added())) << "seed " << seed << ", step " << step;
    ASSERT_EQ(list(cells.removed()), list(brute.removed())) << "seed " << seed << ", step " << step;
  }
}

TEST(Cells, EqualBruteForceInEveryStep) {
  for (const Motion motion :
       {Motion::gentle, Motion::fast, Motion::jump_over, Motion::teleport, Motion::lattice, Motion::mixed})
    for (const std::uint64_t seed : seeds(0, 120)) {
      if (testing::Test::HasFatalFailure()) return;
      follow<2>(seed, motion);
      follow<3>(seed, motion);
    }
}

std::vector<Box> crowd(Dice& dice, std::size_t count, double extent, double half) {
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < count; ++i)
    boxes.push_back(test::box_of(dice.vector(0, extent), Vec3::Constant(half)));
  return boxes;
}

TEST(Cells, BodiesOfOneSizeHaveOneLevelAndSizesOfAHundredSeveral) {
  Dice dice(3);
  Workers workers(2);
  CellSearch<3> cells;
  std::vector<Box> boxes = crowd(dice, 2000, 14, 0.5);
  pairs_of(boxes, Cell{}, workers, cells);
  EXPECT_EQ(cells.levels().size(), 1u);
  for (Box& box : boxes) {
    const Vec3 middle = 0.5 * (box.lower + box.upper);
    box = test::box_of(middle, Vec3::Constant(0.5 * std::exp2(-6.6 * dice.uniform(0, 1))));
  }
  pairs_of(boxes, Cell{}, workers, cells);
  EXPECT_GT(cells.levels().size(), 4u);
  EXPECT_LT(cells.levels().size(), 12u);
}

// A body a million times as far away as the crowd is wide must not make cells that hold them all.
TEST(Cells, AStrayDoesNotSpoilTheGrid) {
  Dice dice(4);
  Workers workers(1);
  CellSearch<3> cells;
  std::vector<Box> boxes = crowd(dice, 3000, 14, 0.5);
  pairs_of(boxes, Cell{}, workers, cells);
  const std::uint64_t alone = cells.counters().tests;
  boxes.push_back(test::box_of(Vec3(1e7, -3e7, 2e7), Vec3::Constant(0.5)));
  cells.reset_counters();
  pairs_of(boxes, Cell{}, workers, cells);
  EXPECT_LT(cells.counters().tests, 2 * alone);
}

TEST(Cells, PointsCoincidingBoxesAndOneBodyAreNoTrouble) {
  Workers workers(1);
  CellSearch<3> cells;
  const auto at = [](const Vec3& centre, double half) { return test::box_of(centre, Vec3::Constant(half)); };
  EXPECT_EQ(pairs_of(std::vector<Box>{}, Cell{}, workers, cells).size(), 0u);
  EXPECT_EQ(pairs_of(std::vector{at({1, 2, 3}, 1)}, Cell{}, workers, cells).size(), 0u);
  EXPECT_EQ(pairs_of(std::vector(20, at({1, 2, 3}, 0)), Cell{}, workers, cells).size(), 190u);
  EXPECT_EQ(pairs_of(std::vector(20, at({1e9, 2, 3}, 1)), Cell{}, workers, cells).size(), 190u);
  EXPECT_EQ(pairs_of(std::vector{at({0, 0, 0}, 0), at({1, 0, 0}, 0)}, Cell{}, workers, cells).size(), 0u);
}

// Boxes as long as a cell, side by side: indices are rounded, and touching counts.
TEST(Cells, RowsOfTouchingBoxesFindTheirNeighbours) {
  Workers workers(1);
  for (const double size : {1.0, 0.1, 1 / 3.0, 1e-7, 7e5}) {
    std::vector<Box> boxes;
    for (int i = 0; i < 3000; ++i) boxes.push_back({Vec3(size * i, 0, 0), Vec3(size * (i + 1), size, size)});
    CellSearch<3> cells;
    EXPECT_GE(pairs_of(boxes, Cell{}, workers, cells).size(), 2000u);
    CellSearch<2> plane;
    pairs_of(boxes, Cell{}, workers, plane);
  }
}

}  // namespace
}  // namespace scree
