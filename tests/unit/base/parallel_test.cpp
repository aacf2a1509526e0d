// Loops give the same with any number of threads at work, also inside of each other.
#include "base/parallel.h"

#include <gtest/gtest.h>

#include <chrono>
#include <numeric>
#include <stdexcept>

#include "base/parallel_sum.h"

namespace scree {
namespace {

void expect_each_once(Workers& workers, std::size_t n) {
  std::vector<int> ranges(n, 0), costly(n, 0);
  workers.for_ranges(n, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) ++ranges[i];
  });
  workers.for_costly_ranges(n, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) ++costly[i];
  });
  EXPECT_EQ(ranges, std::vector<int>(n, 1));
  EXPECT_EQ(costly, std::vector<int>(n, 1));
}

double harmonic_sum(Workers& workers) {
  return sum_exactly(workers, 100'000, [](std::size_t i) { return 1.0 / static_cast<double>(i + 1); })
      .value();
}

TEST(workers, do_the_same_with_any_number_at_work) {
  Workers one(1), many(5);
  const double expected = harmonic_sum(one);
  for (const int active : {5, 1, 2, 4, 3, 5, 1, 1, 2}) {
    many.use(active);
    EXPECT_EQ(many.active(), active);
    EXPECT_EQ(many.threads(), 5);
    for (const std::size_t n : {0u, 1u, 2u, 3u, 7u, 1000u}) expect_each_once(many, n);
    EXPECT_EQ(harmonic_sum(many), expected);
  }
}

TEST(workers, are_never_more_than_granted_nor_less_than_one) {
  Workers workers(3);
  workers.use(7);
  EXPECT_EQ(workers.active(), 3);
  workers.use(0);
  EXPECT_EQ(workers.active(), 1);
}

TEST(workers, take_loops_inside_of_loops) {
  Workers workers(3);
  for (const int active : {3, 1, 2}) {
    workers.use(active);
    std::vector<std::vector<int>> seen(20, std::vector<int>(200, 0));
    workers.for_ranges(seen.size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k)
        workers.for_costly_ranges(seen[k].size(), [&, k](std::size_t from, std::size_t to) {
          for (std::size_t i = from; i < to; ++i) ++seen[k][i];
        });
    });
    for (const std::vector<int>& row : seen) EXPECT_EQ(row, std::vector<int>(row.size(), 1));
  }
}

TEST(workers, invoke_each_task_once_and_lend_themselves) {
  Workers workers(4);
  for (const int active : {4, 2, 1}) {
    workers.use(active);
    int a = 0, b = 0, c = 0;
    workers.invoke([&] { ++a; }, [&] { ++b; });
    workers.lend_to([&] { ++c; });
    EXPECT_EQ(a, 1);
    EXPECT_EQ(b, 1);
    EXPECT_EQ(c, 1);
  }
}

TEST(workers, can_go_on_after_a_task_that_threw) {
  Workers workers(2);
  const auto throwing = [&] {
    workers.for_ranges(100, 1, [](std::size_t begin, std::size_t) {
      if (begin >= 40) throw std::runtime_error("enough");
    });
  };
  EXPECT_THROW(throwing(), std::runtime_error);
  workers.take_waited();
  expect_each_once(workers, 100);
  EXPECT_GT(workers.take_waited(), 0);  // loops are timed again
}

// Threads that have nothing to do wait: of two threads and one long task, one waits as long as the task
// takes.
TEST(workers, know_for_how_long_they_waited) {
  Workers workers(2);
  volatile double x = 0;
  const auto begin = std::chrono::steady_clock::now();
  workers.invoke(
      [&] {
        for (int i = 0; i < 20'000'000; ++i) x = x + 1;
      },
      [] {});
  const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const double waited = workers.take_waited();
  EXPECT_GT(waited, 0.5 * took);
  EXPECT_LT(waited, 1.05 * took);
  EXPECT_EQ(workers.take_waited(), 0);
  workers.use(1);
  expect_each_once(workers, 100);
  EXPECT_EQ(workers.take_waited(), 0);
}

}  // namespace
}  // namespace scree
