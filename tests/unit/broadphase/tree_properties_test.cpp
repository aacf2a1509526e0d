// What the paper promises of a tree that is followed, and what it leaves open: see docs/neighbours.md.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <new>

#include "boxes.h"
#include "broadphase/brute_force.h"
#include "broadphase/tree/tree.h"
#include "tree_checks.h"

namespace {
std::atomic<std::uint64_t> allocations{0};
}  // namespace

// Counts what is taken from the heap. Not inlined: the compiler would take malloc and delete for a mismatched
// pair.
[[gnu::noinline]] void* operator new(std::size_t size) {
  void* const p = std::malloc(size);
  if (p == nullptr) throw std::bad_alloc();
  allocations.fetch_add(1, std::memory_order_relaxed);
  return p;
}
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t align) {
  const auto unit = static_cast<std::size_t>(align);
  void* const p = std::aligned_alloc(unit, (size + unit - 1) / unit * unit);
  if (p == nullptr) throw std::bad_alloc();
  allocations.fetch_add(1, std::memory_order_relaxed);
  return p;
}
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { operator delete(p); }
void operator delete(void* p, std::size_t) noexcept { operator delete(p); }

namespace scree {
namespace {

using test::box_of;
using test::check_tree;
using test::Dice;

std::vector<Pair> list(const BroadPhase& phase) { return {phase.pairs().begin(), phase.pairs().end()}; }

// A tree and its twin: each update compares them, and the tree with one built from nothing.
template <int dimension>
struct Compared {
  TreeSearch<dimension> tree;
  BruteForce twin{dimension};
  Workers workers{1};
  Cell cell;
  std::vector<std::uint8_t> mobile;

  explicit Compared(unsigned capacity = TreeSearch<dimension>::usual_capacity) : tree(capacity) {}
  void update(const std::vector<Box>& boxes) {
    mobile.resize(boxes.size(), 1);
    tree.update(boxes, mobile, cell, workers);
    twin.update(boxes, mobile, cell, workers);
    EXPECT_EQ(list(tree), list(twin));
    EXPECT_EQ(check_tree(tree.nodes()), "");
  }
};

Box cube(double x, double y = 0, double z = 0, double half = 0.4) {
  return box_of(Vec3(x, y, z), Vec3::Constant(half));
}

// n places along each axis, in random order.
std::vector<Box> lattice(std::size_t n, int dimension, Dice& dice, double half = 0.52) {
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t k = 0; k < (dimension == 3 ? n : 1); ++k)
        boxes.push_back(box_of(Vec3(static_cast<double>(i), static_cast<double>(j), static_cast<double>(k)) +
                                   dice.vector(-0.3, 0.3),
                               Vec3::Constant(half)));
  for (std::size_t i = boxes.size(); i > 1; --i) std::swap(boxes[i - 1], boxes[dice.below(i)]);
  return boxes;
}

void shift(Box& box, const Vec3& by) {
  box.lower += by;
  box.upper += by;
}

template <int dimension>
struct TreeOf {
  static constexpr int value = dimension;
};
template <class T>
class Tree : public ::testing::Test {};
using Dimensions = ::testing::Types<TreeOf<2>, TreeOf<3>>;
TYPED_TEST_SUITE(Tree, Dimensions);

// A centre in every cell of the third level along x, in the numbers of the tree.
template <int dimension>
TreeNodes<dimension> eight_in_a_row() {
  TreeNodes<dimension> nodes(1);
  nodes.bodies.resize(8);
  for (ItemId i = 0; i < 8; ++i) {
    auto& placed = nodes.bodies.placed[i];
    std::fill(placed.lower, placed.lower + dimension, 0.0f);
    std::fill(placed.upper, placed.upper + dimension, 1.0f);
    placed.cell = std::uint64_t{i} << (deepest_level - 3);
    nodes.insert(i);
  }
  nodes.refit({});
  return nodes;
}

TYPED_TEST(Tree, RisesToTheLowestCommonNodeAndNoFurther) {
  constexpr int dimension = TypeParam::value;
  constexpr std::uint64_t eighth = std::uint64_t{1} << (deepest_level - 3);
  // From cell 4 to others: the levels in common are those of the leading binary digits.
  const int common[] = {0, 0, 0, 0, 3, 2, 1, 1};
  for (unsigned to = 0; to < 8; ++to) {
    TreeNodes<dimension> nodes = eight_in_a_row<dimension>();
    EXPECT_EQ(common_level(4 * eighth, to * eighth), to == 4 ? deepest_level : common[to]);
    const TreeTally before = nodes.tally();
    std::vector<std::uint32_t> slots;
    for (const auto& spot : nodes.bodies.spot) slots.push_back(spot.slot / nodes.slots);
    nodes.move(4, to * eighth + 1);
    nodes.refit({});
    EXPECT_EQ(check_tree(nodes), "");
    if (to == 4) {
      EXPECT_EQ(nodes.tally().moved, before.moved);
      continue;
    }
    EXPECT_EQ(nodes.tally().moved, before.moved + 1);
    EXPECT_EQ(nodes.tally().risen - before.risen, static_cast<std::uint64_t>(3 - common[to]));
    // Down again: to the leaf of the one that is there, which is split from its level on.
    const int down = nodes.spot(4).level - common[to];
    EXPECT_EQ(nodes.tally().passed - before.passed, static_cast<std::uint64_t>(down));
    // All others that are not in those two leaves are where they were.
    for (unsigned i = 0; i < 8; ++i)
      if (i != 4 && i != to && i != 5) {
        EXPECT_EQ(nodes.bodies.spot[i].slot / nodes.slots, slots[i]) << i;
      }
  }
}

TYPED_TEST(Tree, PassesOccupiesSplitsAndMerges) {
  constexpr int dimension = TypeParam::value;
  constexpr std::uint64_t quarter = std::uint64_t{1} << (deepest_level - 2);
  TreeNodes<dimension> nodes(1);
  nodes.bodies.resize(3);
  for (auto& placed : nodes.bodies.placed) placed = {};
  const auto add = [&](ItemId id, std::uint64_t cell) {
    nodes.bodies.placed[id].cell = cell;
    nodes.insert(id);
  };
  add(0, 0);  // into the empty root
  EXPECT_EQ(nodes.tally().passed, 0u);
  EXPECT_EQ(nodes.tally().split, 0u);
  add(1, 2 * quarter);  // the root is split once
  EXPECT_EQ(nodes.tally().split, 1u);
  add(2, quarter);  // past the root, and the first half is split
  EXPECT_EQ(nodes.tally().split, 2u);
  EXPECT_EQ(nodes.tally().occupied, 3u);
  const std::uint64_t passed = nodes.tally().passed;
  nodes.move(2, 2 * quarter + (quarter << deepest_level << 1));  // into an empty leaf beside item 1
  EXPECT_EQ(nodes.tally().split, 2u);
  EXPECT_EQ(nodes.tally().merged, 1u);  // what it left
  EXPECT_EQ(nodes.tally().passed, passed + 1);
  nodes.refit({});
  EXPECT_EQ(check_tree(nodes), "");
}

TYPED_TEST(Tree, WithoutMotionAndWithinTheLeafNothingChanges) {
  constexpr int dimension = TypeParam::value;
  Dice dice(1);
  std::vector<Box> boxes = lattice(dimension == 3 ? 9 : 27, dimension, dice);
  Compared<dimension> both;
  both.update(boxes);
  const auto shape = test::shape_of(both.tree.nodes());
  both.tree.reset_counters();
  both.update(boxes);
  EXPECT_EQ(both.tree.counters().tests, 0u);
  EXPECT_EQ(both.tree.counters().nodes, 0u);
  EXPECT_EQ(both.tree.counters().moved, 0u);
  EXPECT_EQ(both.tree.asked(), 0u);
  EXPECT_EQ(test::shape_of(both.tree.nodes()), shape);
  for (Box& box : boxes) shift(box, dice.vector(-1e-7, 1e-7));
  both.update(boxes);
  EXPECT_LE(both.tree.counters().moved, boxes.size() / 100) << "that was not within the leaves";
  EXPECT_EQ(both.tree.counters().rebuilds, 0u);
}

TYPED_TEST(Tree, WhatOneBodyCostsDoesNotDependOnHowManyThereAre) {
  constexpr int dimension = TypeParam::value;
  std::vector<double> tests;
  for (const std::size_t n :
       dimension == 3 ? std::vector<std::size_t>{10, 46} : std::vector<std::size_t>{32, 316}) {
    Dice dice(n);
    std::vector<Box> boxes = lattice(n, dimension, dice);
    const std::vector<std::uint8_t> mobile(boxes.size(), 1);
    TreeSearch<dimension> tree;
    Workers workers(1);
    tree.update(boxes, mobile, Cell{}, workers);
    tree.reset_counters();
    for (int step = 0; step < 200; ++step) {
      shift(boxes[dice.below(boxes.size())], dice.vector(-1, 1));
      tree.update(boxes, mobile, Cell{}, workers);
      ASSERT_EQ(tree.asked(), 1u);
    }
    tests.push_back(static_cast<double>(tree.counters().tests + tree.counters().nodes) / 200);
    EXPECT_EQ(tree.counters().rebuilds, 0u);
  }
  EXPECT_LT(tests[1], 2 * tests[0]);
  EXPECT_LT(tests[1], 200);
}

TYPED_TEST(Tree, TakesNothingFromTheHeapAfterWarmUp) {
  constexpr int dimension = TypeParam::value;
  Dice dice(3);
  const std::vector<Box> home = lattice(dimension == 3 ? 10 : 32, dimension, dice);
  std::vector<Vec3> velocity;
  for (std::size_t i = 0; i < home.size(); ++i) velocity.push_back(dice.vector(-0.5, 0.5));
  const std::vector<std::uint8_t> mobile(home.size(), 1);
  std::vector<Box> boxes = home;
  TreeSearch<dimension> tree;
  Workers workers(1);
  std::uint64_t before = 0, moved = 0;
  for (int step = 0; step < 120; ++step) {
    if (step == 60) {
      before = allocations;
      moved = tree.counters().moved;
    }
    for (std::size_t i = 0; i < home.size(); ++i) {
      boxes[i] = home[i];
      // Every other time only some move, so that both ways of searching are used.
      if (step % 2 == 0 || i % 16 == 0) shift(boxes[i], std::sin(0.1 * (step % 60)) * velocity[i]);
    }
    tree.update(boxes, mobile, Cell{}, workers);
  }
  EXPECT_EQ(allocations - before, 0u);
  EXPECT_GT(tree.counters().moved, moved + 100);
}

TYPED_TEST(Tree, BuildingCostsHardlyMoreThanInProportion) {
  constexpr int dimension = TypeParam::value;
  std::vector<double> tests, nodes;
  for (const double n : {1e3, 1e5}) {
    Dice dice(5);
    const auto across = static_cast<std::size_t>(std::round(std::pow(n, 1.0 / dimension)));
    const std::vector<Box> boxes = lattice(across, dimension, dice);
    const std::vector<std::uint8_t> mobile(boxes.size(), 1);
    TreeSearch<dimension> tree;
    Workers workers(1);
    tree.update(boxes, mobile, Cell{}, workers);
    tests.push_back(static_cast<double>(tree.counters().tests) / static_cast<double>(boxes.size()));
    nodes.push_back(static_cast<double>(tree.counters().nodes) / static_cast<double>(boxes.size()));
  }
  EXPECT_LT(tests[1], std::pow(100, 0.15) * tests[0]);
  EXPECT_LT(nodes[1], std::pow(100, 0.15) * nodes[0]);
}

TYPED_TEST(Tree, CoincidingCentresEndOnTheDeepestLevelAndPair) {
  constexpr int dimension = TypeParam::value;
  std::vector<Box> boxes{cube(-5), cube(5, 3, 2)};
  for (int i = 0; i < 30; ++i) boxes.push_back(cube(1, 2, 3, 0.1 + 0.01 * i));
  Compared<dimension> both;
  both.update(boxes);
  EXPECT_EQ(both.tree.pairs().size(), 30u * 29 / 2);
  EXPECT_EQ(both.tree.nodes().spot(5).level, deepest_level);
  // They leave one by one, and the long way down is given back.
  for (std::size_t i = 2; i < boxes.size(); ++i) {
    boxes[i] = cube(0.3 * static_cast<double>(i) - 5, 0.2 * static_cast<double>(i % 7), 0, 0.1);
    both.update(boxes);
  }
  EXPECT_LT(both.tree.nodes().groups_in_use(), 16u);
  EXPECT_EQ(both.tree.counters().rebuilds, 1u);
}

TYPED_TEST(Tree, WhoLeavesTheCubeIsNotLost) {
  constexpr int dimension = TypeParam::value;
  Dice dice(8);
  std::vector<Box> boxes = lattice(dimension == 3 ? 6 : 15, dimension, dice);
  Compared<dimension> both;
  both.update(boxes);
  const Vec3 far(1000, -400, 30);
  for (std::size_t i = 0; i < 20; ++i) shift(boxes[i], far);
  both.update(boxes);
  EXPECT_EQ(both.tree.outside(), 20u);
  EXPECT_EQ(both.tree.counters().rebuilds, 1u);
  for (int step = 0; step < 5; ++step) {
    for (std::size_t i = 0; i < 20; ++i) shift(boxes[i], dice.vector(-1, 1));
    both.update(boxes);
  }
  for (std::size_t i = 20; i < 150; ++i) shift(boxes[i], far);
  both.update(boxes);
  EXPECT_EQ(both.tree.counters().rebuilds, 2u) << "so many deserve another cube";
  EXPECT_EQ(both.tree.outside(), 0u);
  for (std::size_t i = 0; i < 150; ++i) shift(boxes[i], -far);
  both.update(boxes);
}

TYPED_TEST(Tree, AStrayFarAwayDoesNotSpoilTheTree) {
  constexpr int dimension = TypeParam::value;
  Dice dice(9);
  std::vector<Box> boxes = lattice(dimension == 3 ? 8 : 23, dimension, dice);
  Compared<dimension> near, far;
  near.update(boxes);
  shift(boxes[7], Vec3(1e12, 0, 0));
  far.update(boxes);
  EXPECT_LT(far.tree.counters().tests, 2 * near.tree.counters().tests);
}

TYPED_TEST(Tree, AWallIsCutIntoPiecesOfTheTypicalSizeAndPairsOnce) {
  constexpr int dimension = TypeParam::value;
  Dice dice(10);
  std::vector<Box> boxes = lattice(dimension == 3 ? 10 : 32, dimension, dice, 0.5);
  const std::size_t bodies = boxes.size();
  const double n = dimension == 3 ? 10 : 32;
  boxes.push_back({Vec3(-1, -1, -1), Vec3(n, 0, n)});  // a floor, half a diameter into the bed
  Compared<dimension> both;
  both.mobile.assign(bodies, 1);
  both.mobile.push_back(0);
  both.update(boxes);
  const double pieces = static_cast<double>(both.tree.cuts().pieces_in_use());
  EXPECT_NEAR(both.tree.cuts().size(), 1, 0.01);
  EXPECT_GE(pieces, std::pow(n, dimension - 1));
  EXPECT_LE(pieces, std::pow(n + 2, dimension - 1) * 2);
  // More pieces than pairs touch, but each pair is listed once: that is what equality with the twin says. In
  // motion:
  for (int step = 0; step < 20; ++step) {
    shift(boxes.back(), Vec3(0.05, 0.03, 0.02));
    both.update(boxes);
  }
  EXPECT_EQ(both.tree.counters().rebuilds, 1u);
  EXPECT_EQ(static_cast<double>(both.tree.cuts().pieces_in_use()), pieces);
}

TYPED_TEST(Tree, LongBodiesMeetAcrossEmptyLeaves) {
  constexpr int dimension = TypeParam::value;
  // A round one and a needle whose centre is many empty leaves away; others make the leaves small.
  for (const double length : {2.0, 5.0, 20.0, 100.0}) {
    std::vector<Box> boxes{cube(0, 0, 0, 0.5), box_of(Vec3(length + 0.4, 0, 0), Vec3(length, 0.05, 0.05))};
    for (int i = 0; i < 200; ++i) boxes.push_back(cube(0.01 * i, 30 + 1.1 * (i % 17), i / 17, 0.5));
    Compared<dimension> both;
    both.update(boxes);
    EXPECT_EQ(list(both.tree).front(), (Pair{0, 1})) << length;
    shift(boxes[1], Vec3(0.2, 0, 0));
    both.update(boxes);
    EXPECT_NE(list(both.tree).front(), (Pair{0, 1})) << length;
    shift(boxes[1], Vec3(-0.2, 0, 0));
    both.update(boxes);
    EXPECT_EQ(list(both.tree).front(), (Pair{0, 1})) << length;
  }
}

TYPED_TEST(Tree, HoldsNoMoreNodesAfterALongStirThanBefore) {
  constexpr int dimension = TypeParam::value;
  Dice dice(12);
  std::vector<Box> boxes = lattice(dimension == 3 ? 8 : 23, dimension, dice);
  std::vector<std::uint8_t> mobile(boxes.size(), 1);
  TreeSearch<dimension> tree;
  Workers workers(1);
  tree.update(boxes, mobile, Cell{}, workers);
  // Around the middle, as in a drum, back to the start after each turn.
  const std::vector<Box> start = boxes;
  const double middle = dimension == 3 ? 3.5 : 11;
  const std::size_t groups = tree.nodes().groups_in_use();
  const std::size_t blocks = tree.nodes().blocks_in_use();
  std::size_t bytes = 0;
  for (int step = 1; step <= 1200; ++step) {
    const double angle = 2 * 3.14159265358979 * (step % 60) / 60;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const Vec3 c = 0.5 * (start[i].lower + start[i].upper) - Vec3(middle, middle, 0);
      boxes[i] = cube(middle + std::cos(angle) * c.x() - std::sin(angle) * c.y(),
                      middle + std::sin(angle) * c.x() + std::cos(angle) * c.y(), c.z(), 0.52);
    }
    if (step % 60 == 0) boxes = start;
    tree.update(boxes, mobile, Cell{}, workers);
    if (step == 600) bytes = tree.memory();
  }
  EXPECT_GT(tree.counters().moved, 10 * boxes.size());
  EXPECT_EQ(tree.nodes().groups_in_use(), groups);
  EXPECT_EQ(tree.nodes().blocks_in_use(), blocks);
  EXPECT_EQ(tree.memory(), bytes);
  // All but one go: one leaf is left.
  std::vector<BodyIndex> new_index(boxes.size(), no_body);
  new_index[5] = 0;
  tree.renumber(new_index);
  EXPECT_EQ(tree.nodes().groups_in_use(), 1u);
  EXPECT_EQ(tree.nodes().blocks_in_use(), 1u);
}

TYPED_TEST(Tree, BoxesOfHalfAPeriodicCellAndMoreMeetThroughAllImages) {
  constexpr int dimension = TypeParam::value;
  Dice dice(13);
  for (int world = 0; world < 50; ++world) {
    Compared<dimension> both(1 + static_cast<unsigned>(world % 8));
    both.cell.periodic = {true, world % 2 == 0, world % 3 == 0};
    both.cell.length = Vec3(2, 3, 4);
    std::vector<Box> boxes;
    for (int i = 0; i < 12; ++i) {
      const Vec3 half = dice.vector(0, 1).array().pow(3) * 3;
      boxes.push_back(box_of(dice.vector(-3, 3), half));
    }
    for (int step = 0; step < 10; ++step) {
      both.update(boxes);
      for (Box& box : boxes)
        if (dice.chance(0.5)) shift(box, dice.vector(-0.3, 0.3));
    }
  }
}

TYPED_TEST(Tree, NothingOneOrOnlyUnboundedBodies) {
  constexpr int dimension = TypeParam::value;
  Compared<dimension> both;
  both.update({});
  both.update({test::empty_box()});
  both.update({test::empty_box(), cube(1)});
  const double inf = std::numeric_limits<double>::infinity();
  both.update(
      {test::empty_box(), cube(1), {Vec3(-inf, -inf, -inf), Vec3(inf, 1, inf)}, cube(3), cube(9, 9, 9)});
  EXPECT_EQ(both.tree.pairs().size(), 2u);
  EXPECT_EQ(both.tree.name(), "tree");
  EXPECT_EQ(make_broad_phase(BroadPhaseKind::tree, dimension)->name(), "tree");
}

}  // namespace
}  // namespace scree
