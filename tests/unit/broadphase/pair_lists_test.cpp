// Lists of pairs against plain sets, for any number of threads and across the borders of pieces.
#include "broadphase/pair_lists.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "boxes.h"

namespace scree {
namespace {

std::set<Pair> random_pairs(test::Dice& dice, std::size_t count, BodyIndex bodies) {
  std::set<Pair> pairs;
  while (pairs.size() < count) {
    const auto a = static_cast<BodyIndex>(dice.below(bodies)), b = static_cast<BodyIndex>(dice.below(bodies));
    if (a != b) pairs.insert({std::min(a, b), std::max(a, b)});
  }
  return pairs;
}

std::vector<Pair> list(const std::set<Pair>& pairs) { return {pairs.begin(), pairs.end()}; }

class PairLists : public ::testing::TestWithParam<int> {
 protected:
  Workers workers{GetParam()};
  test::Dice dice{11};
};

TEST_P(PairLists, ChangesAreMergedAndCounted) {
  for (const std::size_t count : {0u, 1u, 100u, 40000u}) {
    for (const double share : {0.0, 0.01, 0.5, 1.0}) {
      const std::set<Pair> before = random_pairs(dice, count, 2000);
      std::set<Pair> after, met, parted;
      for (const Pair& p : before) (dice.chance(share) ? parted : after).insert(p);
      for (const Pair& p : random_pairs(dice, 1 + static_cast<std::size_t>(share * 20000), 2000))
        if (!before.contains(p)) met.insert(p);
      after.insert(met.begin(), met.end());
      std::vector<Pair> result{{1, 2}};
      merge_changes(list(before), list(met), list(parted), result, workers);
      EXPECT_EQ(result, list(after));
      std::vector<Pair> added, removed;
      find_changes(list(before), list(after), added, removed, workers);
      EXPECT_EQ(added, list(met));
      EXPECT_EQ(removed, list(parted));
    }
  }
}

TEST_P(PairLists, SeveralListsAreSortedTogether) {
  std::vector<std::vector<Pair>> lists(30);
  std::vector<Pair> expected, sorted;
  for (const Pair& p : random_pairs(dice, 20000, 1000)) {
    expected.push_back(p);
    lists[dice.below(lists.size())].push_back(p);
  }
  for (std::vector<Pair>& part : lists) std::ranges::reverse(part);
  sort_together(
      lists.size(), [&](std::size_t n) -> const std::vector<Pair>& { return lists[n]; }, [](std::size_t) {},
      1000, sorted, workers);
  EXPECT_EQ(sorted, expected);
}

INSTANTIATE_TEST_SUITE_P(Threads, PairLists, ::testing::Values(1, 2, 3, 4));

}  // namespace
}  // namespace scree
