// Who is listed as a candidate: everybody within reach, whichever way and with however many threads.
#include "step/neighbourhood.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.h"
#include "support/laws.h"

namespace scree {
namespace {

constexpr BodyIndex balls = 6000;
constexpr double radius = 0.5;

// A crowd of balls over a floor at rest, with a lid that moves.
State crowd() {
  State s;
  s.shapes = {make_sphere("ball", radius), make_half_space("floor", Vec3::UnitZ())};
  use_material(s, {}, NormalLaw::spring);
  s.clock.dt = 1e-4;
  Rng rng(5, 1);
  for (BodyIndex i = 0; i < balls; ++i)
    add_body(s, {.position = Vec3(rng.uniform(0, 18), rng.uniform(0, 18), rng.uniform(0, 18))});
  add_body(s, at_rest({.shape = 1}));
  add_body(s, {.shape = 1, .position = {0, 0, 18}, .drive = Drive{.kind = DriveKind::velocity}});
  return s;
}

std::vector<Pair> by_hand(const State& s, double reach) {
  std::vector<Pair> pairs;
  for (BodyIndex a = 0; a < balls; ++a)
    for (BodyIndex b = a + 1; b < balls; ++b)
      if ((s.bodies.position[a] - s.bodies.position[b]).norm() <= reach) pairs.push_back({a, b});
  return pairs;
}

TEST(Neighbourhood, ListsAllWithinReachForAnyThreadsAndMethods) {
  State s = crowd();
  // Two that have moved out of reach of each other since they touched stay until they were looked at.
  const Pair far{0, 1};
  s.bodies.position[0] = Vec3(0, 0, 9);
  s.bodies.position[1] = Vec3(18, 18, 9);
  std::vector<Pair> touching = by_hand(s, 2 * radius);
  ASSERT_FALSE(std::ranges::binary_search(touching, far));
  touching.insert(std::ranges::lower_bound(touching, far), far);
  s.contacts.assign(touching);

  struct Way {
    Neighbourhood neighbourhood;
    int threads;
  };
  std::vector<Way> ways;
  for (const int threads : {1, 2, 3, 4}) ways.push_back({Neighbourhood(BroadPhaseKind::sweep), threads});
  ways.push_back({Neighbourhood(BroadPhaseKind::brute), 2});
  Rng rng(5, 2);
  for (int step = 0; step < 4; ++step) {
    const double margin = 0.06 * radius;
    const std::vector<Pair> near = by_hand(s, 2 * (radius + margin));
    for (Way& way : ways) {
      Workers workers(way.threads);
      way.neighbourhood.place(s, workers);
      way.neighbourhood.find_pairs(s, workers);
      const Candidates& c = way.neighbourhood.candidates();
      EXPECT_EQ(c.pair, ways[0].neighbourhood.candidates().pair) << way.threads << " threads";
      EXPECT_EQ(c.slot, ways[0].neighbourhood.candidates().slot);
      const auto row_of = [&](const Pair& p) { return std::pair(c.order.row_of[p.a], p.b); };
      ASSERT_TRUE(std::ranges::is_sorted(c.pair, {}, row_of)) << "row by row, each by partners";
      std::vector<Pair> listed = c.pair;
      std::ranges::sort(listed);
      EXPECT_EQ(std::ranges::adjacent_find(listed), listed.end());
      EXPECT_TRUE(std::ranges::includes(listed, near));
      EXPECT_TRUE(std::ranges::includes(listed, touching));
    }
    std::size_t on_floor = 0, under_lid = 0;
    for (const Pair& p : ways[0].neighbourhood.candidates().pair) {
      on_floor += p.b == balls;
      under_lid += p.b == balls + 1;
    }
    const auto low =
        std::ranges::count_if(s.bodies.position, [&](const Vec3& x) { return x.z() <= radius + margin; });
    EXPECT_EQ(on_floor, static_cast<std::size_t>(low) - 1) << "and the floor itself is not on the floor";
    EXPECT_EQ(under_lid, balls);
    EXPECT_EQ(ways[0].neighbourhood.candidates().size(), near.size() + on_floor + under_lid + 1)
        << "nothing else but the pair that has parted";
    for (BodyIndex i = 2; i < balls; ++i)
      s.bodies.position[i] += 0.05 * Vec3(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1));
    touching = by_hand(s, 2 * radius);
    touching.insert(std::ranges::lower_bound(touching, far), far);
    s.contacts.assign(touching);
  }
}

}  // namespace
}  // namespace scree
