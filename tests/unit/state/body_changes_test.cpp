// Changes add up: whoever follows them at the end finds every body where it is.
#include "state/body_changes.h"

#include <gtest/gtest.h>

#include "state/bodies.h"

namespace scree {
namespace {

// Names bodies by id, so that what the changes say can be looked up afterwards.
std::vector<BodyId> ids(const Bodies& b, const std::vector<BodyIndex>& indices) {
  std::vector<BodyId> found;
  for (const BodyIndex i : indices) found.push_back(b.id[i]);
  return found;
}

TEST(BodyChanges, FollowRemovalsOneAfterTheOther) {
  Bodies b;
  for (BodyId id = 0; id < 6; ++id) b.append(id);
  const std::vector<BodyId> before = b.id;
  BodyChanges changes;
  EXPECT_FALSE(changes.any());
  changes.freed = {1, 4};
  changes.driven = {2};
  changes.jumped = {0, 4, 5};
  changes.removed(b.remove(std::vector<std::uint8_t>{0, 1, 0, 0, 0, 0}));
  changes.appended.push_back(b.append(6));
  changes.appended.push_back(b.append(7));
  changes.removed(b.remove(std::vector<std::uint8_t>{1, 0, 0, 0, 0, 1, 0}));
  EXPECT_EQ(b.id, (std::vector<BodyId>{2, 3, 4, 5, 7}));
  ASSERT_EQ(changes.new_index.size(), before.size());
  for (std::size_t old = 0; old < before.size(); ++old) {
    const BodyIndex now = changes.new_index[old];
    if (before[old] < 2)
      EXPECT_EQ(now, no_body) << old;
    else
      EXPECT_EQ(b.id[now], before[old]);
  }
  EXPECT_EQ(ids(b, changes.appended), (std::vector<BodyId>{7}));
  EXPECT_EQ(ids(b, changes.freed), (std::vector<BodyId>{4}));
  EXPECT_EQ(ids(b, changes.driven), (std::vector<BodyId>{2}));
  EXPECT_EQ(ids(b, changes.jumped), (std::vector<BodyId>{4, 5}));
}

// The places of new_index are those of the bodies there were: one that came and went in between has none.
TEST(BodyChanges, BodiesThatComeBeforeAnyLeaveHaveNoOldPlace) {
  Bodies b;
  for (BodyId id = 0; id < 2; ++id) b.append(id);
  BodyChanges changes;
  changes.appended.push_back(b.append(2));
  changes.removed(b.remove(std::vector<std::uint8_t>{1, 0, 0}));
  EXPECT_EQ(changes.new_index, (std::vector<BodyIndex>{no_body, 0}));
  EXPECT_EQ(changes.appended, (std::vector<BodyIndex>{1}));
}

TEST(BodyChanges, AnySeesEachKind) {
  const auto any = [](const auto& change) {
    BodyChanges changes;
    change(changes);
    return changes.any();
  };
  EXPECT_TRUE(any([](BodyChanges& c) { c.new_index = {0}; }));
  EXPECT_TRUE(any([](BodyChanges& c) { c.appended = {0}; }));
  EXPECT_TRUE(any([](BodyChanges& c) { c.freed = {0}; }));
  EXPECT_TRUE(any([](BodyChanges& c) { c.driven = {0}; }));
  EXPECT_TRUE(any([](BodyChanges& c) { c.jumped = {0}; }));
  EXPECT_TRUE(any([](BodyChanges& c) { c.gravity = true; }));
}

}  // namespace
}  // namespace scree
