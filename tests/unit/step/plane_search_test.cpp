// The neighbour search of a step in the plane: two axes, and nothing to do where nothing moves.
#include <gtest/gtest.h>

#include "broadphase/sweep/sort_and_sweep.h"
#include "geometry/plane/figures.h"
#include "step/soft_step.h"
#include "support/laws.h"

namespace scree {
namespace {

constexpr double size = 0.01;
enum Kind : ShapeIndex { square, disc, ground };

// Stacks of squares and of discs on a half-plane, each body a little above the one below it.
State stacks(int each, int height) {
  State s;
  s.dimension = 2;
  s.thickness = 0.1;
  s.clock.dt = 2e-5;
  s.gravity = {0, -9.81, 0};
  s.integrator = Integrator::verlet;
  std::vector<Vec2> corners = regular_polygon(4, size);
  for (Vec2& v : corners) v = Vec2(v.x() - v.y(), v.x() + v.y()) * std::sqrt(0.5);  // on its side
  s.shapes = {make_polygon_shape("square", *make_polygon(corners)), make_disc("disc", std::sqrt(0.5) * size),
              make_half_space("ground", {0, 1, 0})};
  use_material(s, {.young = 1e7, .restitution = 0.1}, NormalLaw::overlap);
  add_body(s, at_rest({.shape = ground}));
  for (int i = 0; i < 2 * each; ++i)
    for (int j = 0; j < height; ++j)
      add_body(s, {.shape = i % 2 == 0 ? square : disc,
                   .position = size * Vec3(1.5 * i, std::sqrt(0.5) * (2 * j + 1) + 0.01 * (j + 1), 0)});
  return s;
}

TEST(PlaneSearch, AHeapAtRestIsNotSearchedAgain) {
  State s = stacks(10, 3);
  Workers workers(1);
  SoftStep step(s, workers, BroadPhaseKind::sweep);
  const BroadPhase& search = step.neighbourhood().broad_phase();
  ASSERT_NE(dynamic_cast<const PlaneSortAndSweep*>(&search), nullptr);
  step.begin();
  for (int n = 0; n < 10000; ++n) step.advance();
  EXPECT_GT(search.counters().updates, 1u) << "they did not fall";
  EXPECT_GT(search.counters().exchanges, 0u);
  EXPECT_EQ(s.contacts.size(), 60u);
  step.reset_counters();
  for (int n = 0; n < 1000; ++n) step.advance();
  EXPECT_EQ(search.counters().updates, 0u);
  EXPECT_EQ(search.counters().exchanges, 0u);
  EXPECT_EQ(search.counters().added + search.counters().removed, 0u);
}

// A disc does not leave its box by turning, a square does.
TEST(PlaneSearch, DiscsThatSpinAreNotSearchedAgain) {
  for (const Kind kind : {disc, square}) {
    State s = stacks(1, 1);
    s.gravity.setZero();
    s.bodies.spin[kind == disc ? 2 : 1].z() = 100;
    Workers workers(1);
    SoftStep step(s, workers, BroadPhaseKind::sweep);
    step.begin();
    for (int n = 0; n < 3000; ++n) step.advance();  // about one turn
    const std::uint64_t searches = step.neighbourhood().broad_phase().counters().updates;
    if (kind == disc) {
      EXPECT_EQ(searches, 1u);
    } else {
      EXPECT_GT(searches, 10u);
    }
  }
}

}  // namespace
}  // namespace scree
