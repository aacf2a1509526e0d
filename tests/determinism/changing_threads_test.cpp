// How many threads work goes by the clock, and may change between any two steps: no bit depends on it.
#include <gtest/gtest.h>

#include "base/rng.h"
#include "determinism/trail.h"
#include "run/laboratory.h"
#include "state/state_hash.h"

namespace scree::determinism {
namespace {

void expect_same_while_threads_change(const Scene& scene, std::uint64_t steps) {
  Laboratory steady(scene.spec(), 1), changing(scene.spec(), 4);
  changing.keep_threads();
  steady.begin();
  changing.begin();
  Rng rng(11, 3);
  for (std::uint64_t n = 1; n <= steps; ++n) {
    changing.workers().use(static_cast<int>(1 + rng.below(4)));
    steady.advance();
    changing.advance();
    if (n % 50 != 0 && n != steps) continue;
    ASSERT_EQ(state_hash(changing.state()), state_hash(steady.state())) << "step " << n;
  }
  EXPECT_GT(changing.threads_used(), 1);
  EXPECT_LT(changing.threads_used(), 4);
  EXPECT_EQ(changing.summary().threads, 4);
}

TEST(changing_threads, leave_the_bits_of_the_zoo) { expect_same_while_threads_change(zoo(), zoo_steps / 4); }

TEST(changing_threads, leave_the_bits_of_a_crowd) {
  expect_same_while_threads_change(crowd(), 60 / shorter);
  for (const char* method : {"tree", "cells", "lists", "heapsort"})
    expect_same_while_threads_change(crowd({std::string("simulation.neighbours=") + method}), 20 / shorter);
}

}  // namespace
}  // namespace scree::determinism
