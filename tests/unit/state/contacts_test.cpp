// The columns of the contacts stay together.
#include "state/contacts.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace scree {
namespace {

Contacts sample() {
  Contacts c;
  const Pair pairs[] = {{0, 1}, {0, 3}, {1, 2}, {2, 4}};
  c.assign(pairs);
  c.history[1].slide = {1, 2, 3};
  c.history[1].stiffness = 7;
  c.rolling[3].twist = 5;
  c.load[1].force = {0, 11, 0};
  return c;
}

TEST(Contacts, NewOnesHaveNoHistory) {
  Contacts c = sample();
  const Pair pairs[] = {{0, 1}, {0, 3}, {1, 2}};
  c.assign(pairs);
  ASSERT_EQ(c.size(), 3u);
  for (std::size_t k = 0; k < c.size(); ++k) {
    EXPECT_EQ(c.pair[k], pairs[k]);
    EXPECT_EQ(c.history[k].slide, Vec3(Vec3::Zero()));
    EXPECT_EQ(c.history[k].stiffness, 0);
    EXPECT_EQ(c.rolling[k].twist, 0);
  }
}

TEST(Contacts, EveryColumnHasTheSameLength) {
  Contacts c = sample();
  for (const std::size_t size : {7, 2, 0}) {
    c.resize(size);
    Contacts::for_each_column(c, [&](const auto& column) { EXPECT_EQ(column.size(), size); });
  }
}

TEST(Contacts, RemovalTakesWholeRecords) {
  Contacts c = sample();
  const std::uint8_t marked[] = {1, 0, 1, 0};
  c.remove(marked);
  ASSERT_EQ(c.size(), 2u);
  EXPECT_EQ(c.pair[0], (Pair{0, 3}));
  EXPECT_EQ(c.history[0].stiffness, 7);
  EXPECT_EQ(c.load[0].force.y(), 11);
  EXPECT_EQ(c.pair[1], (Pair{2, 4}));
  EXPECT_EQ(c.rolling[1].twist, 5);
}

TEST(Contacts, NormalForceIsTheShareAlongTheNormal) {
  Contacts c = sample();
  c.history[1].normal = {0, 0.6, 0.8};
  c.load[1].force = {5, 3, 4};
  EXPECT_DOUBLE_EQ(c.normal_force(1), 5);
}

TEST(Contacts, RenumberingDropsAndKeeps) {
  Contacts c = sample();
  const BodyIndex renumbered[] = {0, no_body, 1, 2, 3};  // body 1 has left
  c.renumber(renumbered);
  ASSERT_EQ(c.size(), 2u);
  EXPECT_EQ(c.pair[0], (Pair{0, 2}));
  EXPECT_EQ(c.pair[1], (Pair{1, 3}));
  EXPECT_EQ(c.history[0].slide, Vec3(1, 2, 3));
  EXPECT_EQ(c.rolling[1].twist, 5);
  EXPECT_TRUE(std::is_sorted(c.pair.begin(), c.pair.end()));
}

}  // namespace
}  // namespace scree
