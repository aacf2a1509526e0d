// The neighbour search of a step in the plane: two axes, and nothing to do where nothing moves.
#include <gtest/gtest.h>

#include "broadphase/sweep/sort_and_sweep.h"
#include "geometry/plane/figures.h"
#include "law/mixing.h"
#include "step/soft_step.h"

namespace scree {
namespace {

constexpr double size = 0.01, density = 2500;
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
  s.materials.resize(1);
  s.materials[0].young = 1e7;
  s.materials[0].restitution = 0.1;
  s.laws.materials = 1;
  s.laws.table = {mix(s.materials[0], s.materials[0], NormalLaw::overlap, 2.0 / 7)};
  const auto add = [&](ShapeIndex shape, const Vec3& at) {
    const Shape& of = s.shapes[shape];
    Bodies& b = s.bodies;
    const BodyIndex i = b.append(s.next_id++);
    b.shape[i] = shape;
    b.scale[i] = 1;
    b.radius[i] = of.radius;
    b.position[i] = at;
    b.orientation[i] = Quat::Identity();
    b.mass[i] = density * of.volume * volume_factor(s, 1);
    b.inertia[i] = density * volume_factor(s, 1) * of.inertia;
    b.inverse_mass[i] = shape == ground ? 0 : 1 / b.mass[i];
    if (shape != ground) return;
    b.drive[i] = static_cast<std::int32_t>(s.drives.size());
    s.drives.emplace_back();
  };
  add(ground, Vec3::Zero());
  for (int i = 0; i < 2 * each; ++i)
    for (int j = 0; j < height; ++j)
      add(i % 2 == 0 ? square : disc, size * Vec3(1.5 * i, std::sqrt(0.5) * (2 * j + 1) + 0.01 * (j + 1), 0));
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
