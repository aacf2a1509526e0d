// Contact records follow the list of pairs, and history follows the pair.
#include "state/contacts.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace scree {
namespace {

// Pairs (0,1) (0,3) (1,2) (2,4), of which (0,3) and (1,2) touch.
Contacts sample() {
  Contacts c;
  const Pair pairs[] = {{0, 1}, {0, 3}, {1, 2}, {2, 4}};
  c.assign(pairs, 5);
  c.touching[1] = c.touching[2] = 1;
  c.history[1].slide = {1, 2, 3};
  c.history[1].stiffness = 7;
  c.history[2].twist = 5;
  return c;
}

TEST(Contacts, HistoryStaysWithItsPair) {
  Contacts c = sample();
  const Pair pairs[] = {{0, 2}, {0, 3}, {1, 2}, {1, 4}, {3, 4}};
  c.assign(pairs, 5);
  EXPECT_EQ(c.touching, (std::vector<std::uint8_t>{0, 1, 1, 0, 0}));
  EXPECT_EQ(c.history[1].slide, Vec3(1, 2, 3));
  EXPECT_EQ(c.history[1].stiffness, 7);
  EXPECT_EQ(c.history[2].twist, 5);
  EXPECT_EQ(c.history[0].stiffness, 0);
  EXPECT_EQ(c.touch.size(), 5u);
  EXPECT_EQ(c.load.size(), 5u);
}

TEST(Contacts, NewPairsStartEmpty) {
  Contacts c = sample();
  c.history[0].slide = {9, 9, 9};  // not touching: not state
  const Pair pairs[] = {{0, 1}, {0, 3}, {1, 2}};
  c.assign(pairs, 5);
  EXPECT_EQ(c.history[0].slide, Vec3(Vec3::Zero()));
  EXPECT_EQ(c.touching[0], 0);
}

TEST(Contacts, RenumberingDropsAndKeeps) {
  Contacts c = sample();
  const BodyIndex renumbered[] = {0, no_body, 1, 2, 3};  // body 1 has left
  c.renumber(renumbered, 4);
  ASSERT_EQ(c.size(), 2u);
  EXPECT_EQ(c.pair[0], (Pair{0, 2}));
  EXPECT_EQ(c.pair[1], (Pair{1, 3}));
  EXPECT_EQ(c.touching, (std::vector<std::uint8_t>{1, 0}));
  EXPECT_EQ(c.history[0].slide, Vec3(1, 2, 3));
  EXPECT_TRUE(std::is_sorted(c.pair.begin(), c.pair.end()));
}

// Below, then above: the partners of a body in the order of ids.
TEST(Contacts, IncidenceRunsThroughPartnersInOrder) {
  Contacts c;
  const Pair pairs[] = {{0, 2}, {0, 3}, {1, 2}, {1, 4}, {2, 3}, {2, 4}};
  c.assign(pairs, 5);
  const std::vector<std::vector<BodyIndex>> expected = {{2, 3}, {2, 4}, {0, 1, 3, 4}, {0, 2}, {1, 2}};
  for (BodyIndex i = 0; i < 5; ++i) {
    std::vector<BodyIndex> partners;
    for (std::uint32_t n = c.below_start[i]; n < c.below_start[i + 1]; ++n) {
      EXPECT_EQ(c.pair[c.below[n]].b, i);
      partners.push_back(c.pair[c.below[n]].a);
    }
    for (std::uint32_t k = c.above_start[i]; k < c.above_start[i + 1]; ++k) {
      EXPECT_EQ(c.pair[k].a, i);
      partners.push_back(c.pair[k].b);
    }
    EXPECT_EQ(partners, expected[i]) << "body " << i;
  }
}

}  // namespace
}  // namespace scree
