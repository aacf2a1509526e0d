// The number of threads on machines that are made up: nothing here looks at a clock.
#include "base/thread_pace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace scree {
namespace {

// What a step takes with so many threads at this time, and for how long threads wait in it.
struct Cost {
  double seconds, waited;
};
using Machine = std::function<Cost(int threads, double time)>;

constexpr double alone = 1e-3;  // a step by one thread

// Work that is shared well; at the end of its loops each of several threads waits a little.
Cost free_machine(int threads, double) {
  const double shared = alone / threads;
  return threads == 1 ? Cost{alone, 0} : Cost{1.1 * shared, 0.1 * shared * threads};
}

// From so many threads on one is late, by so much per step on average: it is off its core for 4 ms at a time.
Machine late_from(int number, double late) {
  return [=, owed = 0.0](int threads, double time) mutable {
    Cost cost = free_machine(threads, time);
    if (threads < number) return cost;
    owed += late;
    if (owed < 4e-3) return cost;
    owed -= 4e-3;
    return Cost{cost.seconds + 4e-3, cost.waited + 4e-3 * (threads - 1)};
  };
}

struct Past {
  double time = 0, thread_time = 0;
  long steps = 0, changes = 0;
  double threads() const { return thread_time / time; }
  double rate() const { return static_cast<double>(steps) / time; }
};

Past go_on(ThreadPace& pace, const Machine& machine, double seconds, double start = 0) {
  Past run;
  while (run.time < seconds) {
    const int threads = pace.threads();
    const Cost cost = machine(threads, start + run.time);
    run.time += cost.seconds;
    run.thread_time += cost.seconds * threads;
    ++run.steps;
    pace.step_took(cost.seconds, cost.waited);
    run.changes += pace.threads() != threads;
  }
  return run;
}

double rate_with(Machine machine, int threads) {
  double time = 0;
  for (int n = 0; n < 20000; ++n) time += machine(threads, time).seconds;
  return 20000 / time;
}

TEST(thread_pace, leaves_a_free_machine_alone) {
  for (const int threads : {1, 2, 4, 16}) {
    ThreadPace pace(threads);
    const Past run = go_on(pace, free_machine, 10);
    if (threads <= 4) {
      EXPECT_EQ(run.changes, 0) << threads;
    }
    // With many threads a tenth of waiting might come from one of them, which is tried a few times.
    EXPECT_GT(run.threads(), 0.995 * threads);
    EXPECT_EQ(pace.threads(), threads);
  }
}

TEST(thread_pace, takes_one_less_where_one_of_two_is_late) {
  const Machine machine = late_from(2, 2e-3);  // a step takes 2.5 times as long as alone
  ThreadPace pace(2);
  const Past first = go_on(pace, machine, 1);
  EXPECT_GT(first.rate(), 0.8 / alone);
  const Past later = go_on(pace, machine, 20);
  EXPECT_GT(later.rate(), 0.97 / alone);  // what the trials cost
  EXPECT_GT(later.changes, 10);           // they are made
}

TEST(thread_pace, keeps_a_second_thread_that_is_late_and_still_worth_having) {
  const Machine machine = late_from(2, 0.3e-3);
  ThreadPace pace(2);
  const Past run = go_on(pace, machine, 20);
  EXPECT_GT(run.threads(), 1.9);
  EXPECT_GT(run.rate(), 0.97 * rate_with(machine, 2));
}

TEST(thread_pace, follows_load_that_comes_and_goes) {
  const Machine loaded = late_from(2, 2e-3);
  ThreadPace pace(2);
  for (int n = 0; n < 5; ++n) {
    go_on(pace, free_machine, 3);
    EXPECT_EQ(pace.threads(), 2);
    go_on(pace, loaded, 0.3);
    EXPECT_EQ(pace.threads(), 1);
    go_on(pace, loaded, 5);
    // A pause between trials is at most a second, and a trial needs two stretches of 30 ms.
    const Past after = go_on(pace, free_machine, 1.2);
    EXPECT_EQ(pace.threads(), 2);
    EXPECT_GT(after.threads(), 1);
  }
}

TEST(thread_pace, does_without_threads_that_never_pay) {
  // The work of a step is less than waking a thread takes.
  const Machine tiny = [](int threads, double) {
    return threads == 1 ? Cost{20e-6, 0} : Cost{60e-6, 50e-6 * (threads - 1)};
  };
  ThreadPace pace(4);
  const Past first = go_on(pace, tiny, 1);
  EXPECT_EQ(pace.threads(), 1);
  const Past later = go_on(pace, tiny, 20);
  EXPECT_GT(later.rate(), 0.97 / 20e-6);
  EXPECT_GT(first.rate(), 0.5 / 20e-6);
}

TEST(thread_pace, of_16_threads_takes_as_many_as_are_on_time) {
  const Machine one_late = late_from(16, 1e-3), half_are = late_from(9, 1e-3);
  ThreadPace pace(16);
  go_on(pace, one_late, 2);
  EXPECT_EQ(pace.threads(), 15);
  EXPECT_GT(go_on(pace, one_late, 20).rate(), 0.93 * rate_with(one_late, 15));
  go_on(pace, half_are, 5);
  EXPECT_LE(pace.threads(), 8);
  EXPECT_GE(pace.threads(), 7);
  EXPECT_GT(go_on(pace, half_are, 20).rate(), 0.9 * rate_with(half_are, 8));
  go_on(pace, free_machine, 3);
  EXPECT_EQ(pace.threads(), 16);
}

// Some steps are a hundred times as long as the others, for whatever reason.
TEST(thread_pace, is_not_misled_by_single_long_steps) {
  const Machine rough = [n = 0](int threads, double time) mutable {
    const Cost cost = free_machine(threads, time);
    return ++n % 997 == 0 ? Cost{100 * cost.seconds, 100 * cost.waited} : cost;
  };
  ThreadPace pace(2);
  EXPECT_GT(go_on(pace, rough, 30).threads(), 1.98);
}

// Steps of a second: trials are counted in steps then, and pauses grow with them.
TEST(thread_pace, also_works_with_long_steps) {
  const Machine slow = [](int threads, double time) {
    const Cost cost =
        time < 300 ? Cost{threads == 1 ? 1.0 : 2.5, threads == 1 ? 0 : 2.0} : free_machine(threads, time);
    return time < 300 ? cost : Cost{1000 * cost.seconds, 1000 * cost.waited};
  };
  ThreadPace pace(2);
  go_on(pace, slow, 299);
  EXPECT_EQ(pace.threads(), 1);
  go_on(pace, slow, 200, 300);
  EXPECT_EQ(pace.threads(), 2);
}

// Somebody takes a core for a moment again and again: trials in the quiet moments look well, and each is paid
// for in the next busy one. So they become rare.
TEST(thread_pace, is_not_led_on_by_quiet_moments) {
  const Machine busy = late_from(2, 2e-3);
  const Machine now_and_then = [&](int threads, double time) {
    return std::fmod(time, 0.25) < 0.1 ? free_machine(threads, time) : busy(threads, time);
  };
  ThreadPace pace(2);
  const Past run = go_on(pace, now_and_then, 30);
  EXPECT_LT(run.changes, 200);
  EXPECT_GT(run.rate(), 0.85 * rate_with(now_and_then, 1));
}

TEST(thread_pace, never_leaves_the_range_that_was_granted) {
  for (const int granted : {-1, 0, 1, 2, 3, 5, 16, 100}) {
    ThreadPace pace(granted);
    unsigned draw = 1;
    for (int n = 0; n < 20000; ++n) {
      draw = 1664525 * draw + 1013904223;
      pace.step_took(1e-3 * (draw >> 16) / 65536, 1e-3 * (draw >> 20) / 4096);
      ASSERT_GE(pace.threads(), 1);
      ASSERT_LE(pace.threads(), std::max(1, granted));
    }
  }
}

}  // namespace
}  // namespace scree
