// Lists in parallel give what plain loops give, for any number of threads.
#include "base/parallel_lists.h"

#include <gtest/gtest.h>

#include <functional>
#include <numeric>

#include "base/rng.h"

namespace scree {
namespace {

std::vector<std::uint32_t> draws(std::size_t count, std::uint64_t below) {
  Rng rng(7, count);
  std::vector<std::uint32_t> numbers(count);
  for (std::uint32_t& x : numbers) x = static_cast<std::uint32_t>(rng.below(below));
  return numbers;
}

TEST(Lists, GrowByLittleWithoutDoublingTheirMemory) {
  std::vector<int> list;
  for (std::size_t length = 1000; length < 1200; length += 10) {
    make_length(list, length);
    EXPECT_EQ(list.size(), length);
    EXPECT_LT(list.capacity(), 1300u);
  }
  make_length(list, 5);
  EXPECT_EQ(list.size(), 5u);
}

class ParallelLists : public ::testing::TestWithParam<int> {
 protected:
  Workers workers{GetParam()};
};

TEST_P(ParallelLists, PiecesCoverEverythingOnce) {
  for (const std::size_t items : {0u, 1u, 7u, 8u, 9u, 1000u}) {
    const Pieces pieces(items, 8);
    std::vector<int> seen(items, 0);
    for_pieces(workers, pieces, [&](std::size_t p) {
      EXPECT_LT(pieces.begin(p), pieces.end(p));
      for (std::size_t k = pieces.begin(p); k < pieces.end(p); ++k) ++seen[k];
    });
    EXPECT_EQ(seen, std::vector<int>(items, 1));
  }
}

TEST_P(ParallelLists, SumsAreThoseOfAPlainLoop) {
  for (const std::size_t count : {0u, 1u, 16384u, 16385u, 100000u}) {
    std::vector<std::uint32_t> numbers = draws(count, 100), expected = numbers;
    std::partial_sum(expected.begin(), expected.end(), expected.begin());
    add_up(numbers, workers);
    EXPECT_EQ(numbers, expected);
  }
}

TEST_P(ParallelLists, JoinedListsFollowWhatWasThere) {
  std::vector<std::vector<std::uint32_t>> lists;
  std::vector<std::uint32_t> all{4, 2}, expected = all;
  for (std::size_t k = 0; k < 100; ++k) {
    lists.push_back(draws(k % 7, 100));
    expected.insert(expected.end(), lists.back().begin(), lists.back().end());
  }
  join(std::span<const std::vector<std::uint32_t>>(lists), all, workers);
  EXPECT_EQ(all, expected);
}

TEST_P(ParallelLists, SelectionKeepsTheOrder) {
  for (const std::size_t count : {0u, 5u, 50000u}) {
    const std::vector<std::uint32_t> numbers = draws(count, 1000);
    const auto keep = [](std::uint32_t x) { return x % 3 == 0; };
    std::vector<std::uint32_t> expected, selected{1, 2, 3};
    std::ranges::copy_if(numbers, std::back_inserter(expected), keep);
    select(std::span(numbers), keep, selected, workers);
    EXPECT_EQ(selected, expected);
  }
}

TEST_P(ParallelLists, SortsRandomSortedReversedEqualAndSkewedNumbers) {
  std::vector<std::vector<std::uint32_t>> lists{{}, {1}, draws(100000, 1u << 31), draws(100000, 3)};
  lists.push_back(lists[2]);
  std::ranges::sort(lists.back());
  lists.push_back(lists.back());
  std::ranges::reverse(lists.back());
  lists.emplace_back(50000, 7);
  lists.push_back(draws(50000, 1000));  // a poor pivot: all that it sees is the largest number
  for (std::size_t k = 0; k < 9; ++k) lists.back()[(2 * k + 1) * 50000 / 18] = 5000;
  for (std::vector<std::uint32_t>& list : lists) {
    std::vector<std::uint32_t> expected = list;
    std::ranges::sort(expected);
    sort(std::span(list), std::less<>(), workers);
    EXPECT_EQ(list, expected);
  }
}

// A counting sort by several threads at once.
TEST_P(ParallelLists, PlacesTakenFromTheEndAreEachTakenOnce) {
  const std::vector<std::uint32_t> keys = draws(60000, 50);
  std::vector<std::uint32_t> start(51, 0), sorted(keys.size());
  const Pieces pieces(keys.size(), 1000);
  const auto for_keys = [&](const auto& visit) {
    for_pieces(workers, pieces, [&](std::size_t p) {
      for (std::size_t k = pieces.begin(p); k < pieces.end(p); ++k) visit(keys[k]);
    });
  };
  for_keys([&](std::uint32_t key) { count_one(start[key]); });
  add_up(start, workers);
  for_keys([&](std::uint32_t key) { sorted[take_from_end(start[key])] = key; });
  EXPECT_TRUE(std::ranges::is_sorted(sorted));
  EXPECT_EQ(start.front(), 0u);
  EXPECT_EQ(start.back(), keys.size());
}

INSTANTIATE_TEST_SUITE_P(Threads, ParallelLists, ::testing::Values(1, 2, 3, 4));

}  // namespace
}  // namespace scree
