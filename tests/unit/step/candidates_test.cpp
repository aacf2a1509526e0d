// Candidates: rows, blocks and slots.
#include "step/candidates.h"

#include <gtest/gtest.h>

#include "support/laws.h"

namespace scree {
namespace {

State spheres(int count, int walls) {
  State s;
  s.shapes = {make_sphere("ball", 0.01)};
  use_material(s, {}, NormalLaw::spring);
  for (int n = 0; n < count; ++n) add_body(s, n < walls ? at_rest({}) : BodySetup{});
  return s;
}

// Below, then the row: the partners of a body in the order of ids.
TEST(Candidates, RunThroughPartnersInOrder) {
  const State s = spheres(5, 1);
  Candidates c;
  const std::vector<Pair> pairs = {{0, 2}, {0, 3}, {1, 2}, {1, 4}, {2, 3}, {2, 4}};
  Workers workers(1);
  c.order.by_number(5);
  c.assign(pairs, s, workers);
  const std::vector<std::vector<BodyIndex>> expected = {{2, 3}, {2, 4}, {0, 1, 3, 4}, {0, 2}, {1, 2}};
  for (BodyIndex i = 0; i < 5; ++i) {
    std::vector<BodyIndex> partners;
    for (std::uint32_t n = c.below_start[i]; n < c.below_start[i + 1]; ++n) {
      const Pair& p = c.pair[c.below[n].candidate];
      EXPECT_EQ(p.b, i);
      EXPECT_EQ(c.below[n].of_wall, p.a == 0);
      partners.push_back(p.a);
    }
    for (std::uint32_t k = c.row_start[i]; k < c.row_start[i + 1]; ++k) {
      EXPECT_EQ(c.pair[k].a, i);
      partners.push_back(c.pair[k].b);
    }
    EXPECT_EQ(partners, expected[i]) << "body " << i;
  }
}

// Rows may stand in any order; bodies still find their partners in the order of numbers.
TEST(Candidates, RowsStandInTheGivenOrder) {
  const State s = spheres(5, 0);
  Candidates c;
  Workers workers(1);
  c.order.body_of = {3, 1, 4, 0, 2};
  c.order.row_of = {3, 1, 4, 0, 2};
  c.assign({{3, 4}, {1, 2}, {1, 4}, {0, 2}, {0, 4}, {2, 4}}, s, workers);
  EXPECT_EQ(c.row_start, (std::vector<std::uint32_t>{0, 1, 3, 3, 5, 6}));
  std::vector<BodyIndex> below;
  for (std::uint32_t n = c.below_start[2]; n < c.below_start[3]; ++n)
    below.push_back(c.pair[c.below[n].candidate].a);
  EXPECT_EQ(below, (std::vector<BodyIndex>{0, 1, 2, 3})) << "of body 4";
  Contacts contacts;
  const Pair touching[] = {{0, 4}, {1, 2}, {2, 4}, {3, 4}};
  contacts.assign(touching);
  c.find_slots(contacts, workers);
  EXPECT_EQ(c.slot, (std::vector<std::uint32_t>{3, 1, Candidates::none, Candidates::none, 0, 2}));
}

TEST(Candidates, SlotsFollowTheContacts) {
  const State s = spheres(5, 0);
  Candidates c;
  const std::vector<Pair> pairs = {{0, 1}, {0, 3}, {1, 2}, {2, 4}};
  Workers workers(1);
  c.order.by_number(5);
  c.assign(pairs, s, workers);
  Contacts contacts;
  const Pair touching[] = {{0, 3}, {2, 4}};
  contacts.assign(touching);
  c.find_slots(contacts, workers);
  EXPECT_EQ(c.slot, (std::vector<std::uint32_t>{Candidates::none, 0, Candidates::none, 1}));
}

// Each candidate is in one block, each body's row in one block, except the rows of walls.
TEST(Candidates, BlocksCoverEverythingOnce) {
  const int count = 3000, walls = 2;
  const State s = spheres(count, walls);
  std::vector<Pair> pairs;
  for (BodyIndex a = 0; a < count; ++a)
    for (BodyIndex b = std::max<BodyIndex>(a + 1, walls); b < count && (a < walls || b < a + 1 + a % 5); ++b)
      pairs.push_back({a, b});
  Candidates c;
  Workers workers(1);
  c.order.by_number(count);
  c.assign(pairs, s, workers);
  std::uint32_t next = 0;
  BodyIndex next_row = 0;
  std::size_t of_walls = 0;
  for (const Candidates::Block& block : c.blocks) {
    EXPECT_EQ(block.begin, next);
    next = block.end;
    for (std::uint32_t k = block.begin; k < block.end; ++k) {
      EXPECT_GE(c.pair[k].a, block.first_row);
      EXPECT_LT(c.pair[k].a, block.end_row);
    }
    EXPECT_EQ(block.of_walls, block.first_row < walls);
    if (!block.of_walls) {
      EXPECT_EQ(block.first_row, std::max<BodyIndex>(next_row, walls));
      EXPECT_EQ(block.begin, c.row_start[block.first_row]);
      EXPECT_EQ(block.end, c.row_start[block.end_row]);
      next_row = block.end_row;
      EXPECT_FALSE(block.part_of_row);
    } else {
      EXPECT_TRUE(!block.part_of_row || block.end_row == block.first_row + 1);
      ++of_walls;
      EXPECT_LE(block.end_row, walls);
    }
  }
  EXPECT_EQ(next, pairs.size());
  EXPECT_EQ(next_row, BodyIndex{count});
  EXPECT_GT(of_walls, 4u) << "the rows of the walls are cut";
  EXPECT_EQ(c.walls, (std::vector<BodyIndex>{0, 1}));
}

// Long rows of walls, empty rows, and walls among the higher bodies.
TEST(Candidates, AnyNumberOfThreadsListsTheSame) {
  const int count = 20000, walls = 3;
  State s = spheres(count, walls);
  s.bodies.drive[count - 1] = 0;
  std::vector<Pair> pairs, touching;
  for (BodyIndex a = 0; a < count - 1; ++a) {
    for (BodyIndex b = std::max<BodyIndex>(a + 1, walls); b < count && (a < walls || b < a + 1 + a % 7); ++b)
      pairs.push_back({a, b});
    if (a % 2 == 0 && pairs.back() != Pair{a, count - 1}) pairs.push_back({a, count - 1});
  }
  for (std::size_t k = 0; k < pairs.size(); k += 1 + k % 3) touching.push_back(pairs[k]);
  Contacts contacts;
  contacts.assign(touching);
  Candidates one;
  for (const int threads : {1, 2, 3, 4}) {
    Workers workers(threads);
    Candidates c;
    c.order.by_number(count);
    c.assign(pairs, s, workers);
    c.find_slots(contacts, workers);
    if (threads == 1) one = c;
    EXPECT_EQ(c.pair, one.pair);
    EXPECT_EQ(c.parts, one.parts);
    EXPECT_EQ(c.kernel, one.kernel);
    EXPECT_EQ(c.slot, one.slot);
    EXPECT_EQ(c.row_start, one.row_start);
    EXPECT_EQ(c.below_start, one.below_start);
    EXPECT_EQ(c.walls, one.walls);
    EXPECT_TRUE(c.warm.empty());
    EXPECT_TRUE(c.touches.empty());
    ASSERT_EQ(c.below.size(), one.below.size());
    for (std::size_t k = 0; k < c.below.size(); ++k) {
      ASSERT_EQ(c.below[k].candidate, one.below[k].candidate);
      ASSERT_EQ(c.below[k].of_wall, one.below[k].of_wall);
    }
    ASSERT_EQ(c.blocks.size(), one.blocks.size());
    for (std::size_t k = 0; k < c.blocks.size(); ++k) {
      ASSERT_EQ(c.blocks[k].begin, one.blocks[k].begin);
      ASSERT_EQ(c.blocks[k].law, one.blocks[k].law);
      ASSERT_EQ(c.blocks[k].spheres, one.blocks[k].spheres);
    }
  }
  std::size_t touches = 0;
  for (std::size_t k = 0; k < one.size(); ++k)
    if (one.slot[k] != Candidates::none) {
      EXPECT_EQ(contacts.pair[one.slot[k]], one.pair[k]);
      ++touches;
    }
  EXPECT_EQ(touches, touching.size());
}

}  // namespace
}  // namespace scree
