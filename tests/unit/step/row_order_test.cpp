// The order of rows: near bodies near each other, every body once, and no bit of a result depends on it.
#include "step/row_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "base/rng.h"
#include "state/state_hash.h"
#include "step/soft_step.h"
#include "support/effort.h"
#include "support/laws.h"

namespace scree {
namespace {

constexpr int along = 12;
constexpr double diameter = 0.02;

// Balls on a lattice, numbered at random, over a floor and beside a wall that both have numbers in between.
State lattice(std::uint64_t seed) {
  State s;
  s.clock.dt = 2e-5;
  s.gravity = {0, 0, -9.81};
  s.integrator = Integrator::verlet;
  s.shapes = {make_sphere("ball", 0.5 * diameter), make_half_space("floor", Vec3::UnitZ()),
              make_box("wall", Vec3(0.1, 1, 1))};
  use_material(s, {.rolling_friction = 0.05}, NormalLaw::spring);
  std::vector<Vec3> places;
  for (int n = 0; n < along * along * along; ++n)
    places.push_back(0.99 * diameter *
                     Vec3(n % along + 0.5, n / along % along + 0.5, n / along / along + 0.5));
  Rng rng(seed);
  for (std::size_t n = places.size(); n > 1; --n) std::swap(places[n - 1], places[rng.below(n)]);
  for (std::size_t n = 0; n < places.size(); ++n) {
    if (n == 100) add_body(s, at_rest({.shape = 1}));
    if (n == 200) add_body(s, at_rest({.shape = 2, .position = {-0.1, 0, 0}}));
    const Vec3 velocity = 0.3 * rng.in_unit_ball();
    add_body(s, {.position = places[n], .velocity = velocity, .spin = 20 * rng.in_unit_ball()});
  }
  return s;
}

void expect_permutation(const RowOrder& order, std::size_t bodies) {
  ASSERT_EQ(order.size(), bodies);
  ASSERT_EQ(order.row_of.size(), bodies);
  for (std::uint32_t row = 0; row < bodies; ++row) ASSERT_EQ(order.row_of[order.body_of[row]], row);
}

TEST(RowOrder, NamesEachBodyOnceWallsFirst) {
  const State s = lattice(1);
  RowOrder order;
  for (const int threads : {1, 2, 4}) {
    Workers workers(threads);
    RowOrder again;
    again.along_curve(s, workers);
    expect_permutation(again, s.bodies.size());
    if (threads > 1) {
      EXPECT_EQ(again.body_of, order.body_of);
    }
    order = again;
  }
  EXPECT_EQ(order.body_of[0], 100u);
  EXPECT_EQ(order.body_of[1], 201u);
}

TEST(RowOrder, PutsNearBodiesNear) {
  const State s = lattice(1);
  Workers workers(1);
  RowOrder order;
  order.along_curve(s, workers);
  const auto mean_step = [&](const RowOrder& o) {
    double sum = 0;
    for (std::size_t row = 3; row < o.size(); ++row)
      sum += (s.bodies.position[o.body_of[row]] - s.bodies.position[o.body_of[row - 1]]).norm();
    return sum / static_cast<double>(o.size() - 3);
  };
  EXPECT_LT(mean_step(order), 2 * diameter);
  RowOrder numbers;
  numbers.by_number(s.bodies.size());
  expect_permutation(numbers, s.bodies.size());
  EXPECT_GT(mean_step(numbers), 5 * diameter);
}

// Only where near bodies have numbers far apart is another order worth anything.
TEST(RowOrder, KnowsWhetherItMatters) {
  State s = lattice(1);
  Workers workers(1);
  RowOrder order;
  order.along_curve(s, workers);
  EXPECT_FALSE(order.parts_numbers(s)) << "no two numbers of so few bodies are far apart";
  while (s.bodies.size() < 20000) s.bodies.append(s.next_id++);
  for (const bool shuffled : {true, false}) {
    for (BodyIndex i = 0; i < s.bodies.size(); ++i) {
      const BodyIndex n = shuffled ? i * 7919 % 20000 : i;
      s.bodies.position[i] = diameter * Vec3(n % 16, n / 16 % 16, n / 256);
    }
    order.along_curve(s, workers);
    EXPECT_EQ(order.parts_numbers(s), shuffled);
  }
}

TEST(RowOrder, BodiesThatComeAndGoLeaveTheOthersInOrder) {
  RowOrder order;
  order.by_number(3);
  std::swap(order.body_of[0], order.body_of[2]);  // 2 1 0
  std::swap(order.row_of[0], order.row_of[2]);
  order.append(5);
  EXPECT_EQ(order.body_of, (std::vector<BodyIndex>{2, 1, 0, 3, 4}));
  const BodyIndex new_index[] = {0, no_body, 1, 2, no_body};
  order.renumber(new_index);
  EXPECT_EQ(order.body_of, (std::vector<BodyIndex>{1, 0, 2}));
  expect_permutation(order, 3);
}

TEST(RowOrder, BodiesAtOnePlaceAndNoBodiesAreInOrder) {
  State s = lattice(1);
  for (Vec3& position : s.bodies.position) position = Vec3::Ones();
  Workers workers(1);
  RowOrder order;
  order.along_curve(s, workers);
  expect_permutation(order, s.bodies.size());
  EXPECT_TRUE(std::is_sorted(order.body_of.begin() + 2, order.body_of.end()));
  order.along_curve(State{}, workers);
  EXPECT_EQ(order.size(), 0u);
}

// Some bodies leave and others come.
struct Traffic {
  BodyChanges exchange(State& s) {
    BodyChanges changes;
    if (++calls % 40 == 0) {
      std::vector<std::uint8_t> marked(s.bodies.size(), 0);
      for (BodyIndex i = calls % 7; i < s.bodies.size(); i += 97) marked[i] = s.bodies.free(i);
      const std::vector<BodyIndex> new_index = s.bodies.remove(marked);
      s.contacts.renumber(new_index);
      changes.removed(new_index);
    }
    if (calls % 30 != 0) return changes;
    const BodyIndex like = static_cast<BodyIndex>(s.bodies.size() - 1), i = s.bodies.append(s.next_id++);
    Bodies::for_each_column(s.bodies, [&](const char*, auto& column) { column[i] = column[like]; });
    s.bodies.id[i] = s.next_id - 1;
    s.bodies.position[i] = {0.1, 0.1, 0.3 + 0.03 * calls / 30};
    s.bodies.velocity[i] = {0, 0, -1};
    changes.appended.push_back(i);
    return changes;
  }
  std::uint32_t calls = 0;
};

std::vector<std::uint64_t> trail(State s, Neighbourhood::Ordering ordering, int threads, bool traffic) {
  Workers workers(threads);
  SoftStep step(s, workers, BroadPhaseKind::sweep);
  step.neighbourhood().order_rows(ordering);
  step.begin();
  Traffic some;
  std::vector<std::uint64_t> hashes;
  for (int n = 0; n < 400; ++n) {
    if (traffic) step.apply(some.exchange(s));
    step.advance();
    const Contacts& c = s.contacts;
    for (std::size_t k = 1; k < c.size(); ++k)
      EXPECT_LT(std::tie(c.pair[k - 1], c.parts[k - 1]), std::tie(c.pair[k], c.parts[k]));
    if (n % 20 == 0) hashes.push_back(state_hash(s));
  }
  return hashes;
}

TEST(RowOrder, ChangesNoBit) {
  using enum Neighbourhood::Ordering;
  for (const bool traffic : {false, true}) {
    if (!traffic && rounds(9) == 1) continue;  // under sanitizers the busier of the two is enough
    const State start = lattice(2);
    const auto by_number = trail(start, never, 1, traffic);
    EXPECT_EQ(trail(start, always, 1, traffic), by_number);
    EXPECT_EQ(trail(start, always, 3, traffic), by_number);
    EXPECT_EQ(trail(start, now_and_then, 2, traffic), by_number);
  }
}

}  // namespace
}  // namespace scree
