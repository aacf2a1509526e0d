// Candidates: rows, blocks and slots.
#include "step/candidates.h"

#include <gtest/gtest.h>

#include "law/mixing.h"

namespace scree {
namespace {

State spheres(int count, int walls) {
  State s;
  s.shapes = {make_sphere("ball", 0.01)};
  s.materials.resize(1);
  s.laws.materials = 1;
  s.laws.table = {mix(s.materials[0], s.materials[0], NormalLaw::spring, 0.5)};
  s.drives.resize(1);
  for (int n = 0; n < count; ++n) {
    const BodyIndex i = s.bodies.append(s.next_id++);
    s.bodies.radius[i] = 0.01;
    s.bodies.inverse_mass[i] = n < walls ? 0 : 1;
    s.bodies.drive[i] = n < walls ? 0 : is_free;
  }
  return s;
}

// Below, then the row: the partners of a body in the order of ids.
TEST(Candidates, RunThroughPartnersInOrder) {
  const State s = spheres(5, 1);
  Candidates c;
  const Pair pairs[] = {{0, 2}, {0, 3}, {1, 2}, {1, 4}, {2, 3}, {2, 4}};
  c.assign(pairs, s);
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

TEST(Candidates, SlotsFollowTheContacts) {
  const State s = spheres(5, 0);
  Candidates c;
  const Pair pairs[] = {{0, 1}, {0, 3}, {1, 2}, {2, 4}};
  c.assign(pairs, s);
  Contacts contacts;
  const Pair touching[] = {{0, 3}, {2, 4}};
  contacts.assign(touching);
  c.find_slots(contacts);
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
  c.assign(pairs, s);
  std::uint32_t next = 0;
  BodyIndex next_body = 0;
  std::size_t of_walls = 0;
  for (const Candidates::Block& block : c.blocks) {
    EXPECT_EQ(block.begin, next);
    next = block.end;
    for (std::uint32_t k = block.begin; k < block.end; ++k) {
      EXPECT_GE(c.pair[k].a, block.first_body);
      EXPECT_LT(c.pair[k].a, block.end_body);
    }
    EXPECT_EQ(block.of_walls, block.first_body < walls);
    if (!block.of_walls) {
      EXPECT_EQ(block.first_body, std::max<BodyIndex>(next_body, walls));
      EXPECT_EQ(block.begin, c.row_start[block.first_body]);
      EXPECT_EQ(block.end, c.row_start[block.end_body]);
      next_body = block.end_body;
    } else {
      ++of_walls;
      EXPECT_LE(block.end_body, walls);
    }
  }
  EXPECT_EQ(next, pairs.size());
  EXPECT_EQ(next_body, BodyIndex{count});
  EXPECT_GT(of_walls, 4u) << "the rows of the walls are cut";
  EXPECT_EQ(c.walls, (std::vector<BodyIndex>{0, 1}));
}

}  // namespace
}  // namespace scree
