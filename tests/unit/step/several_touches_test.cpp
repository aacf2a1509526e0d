// Kernels that find several touches of one pair: each has a key, by which its memory is found again.
#include <gtest/gtest.h>

#include "law/mixing.h"
#include "narrowphase/sphere_sphere.h"
#include "step/soft_step.h"

namespace scree {
namespace {

// Which of the two touches below there are.
bool has_first = true, has_second = true;

// Two spheres that touch in two regions, both at the same place.
void touch_twice(const PairInPlace& pair, WarmStart&, KernelWork& work, TouchList& out) {
  TouchOnBed& touch = work.touch = {};
  if (!touch_sphere_sphere(pair.separation, pair.a.radius, pair.b.radius, touch)) return;
  if (has_first) out.add(touch, {0, 3});
  if (has_second) out.add(touch, {0, 8});
}

std::array<ContactKernel, contact_kernel_count> table_of_two_touches() {
  std::array<ContactKernel, contact_kernel_count> table = contact_table;
  ContactKernel& spheres = table[kernel_number(ShapeKind::sphere, ShapeKind::sphere)];
  spheres = {.find = touch_twice, .symmetric = true, .finds_several = true};
  return table;
}
const std::array<ContactKernel, contact_kernel_count> two_touches = table_of_two_touches();

// A row of balls, each pressed a little into the next.
struct Row {
  Row(double stiffness, const ContactKernel* table) {
    state.clock.dt = 1e-5;
    state.shapes = {make_sphere("ball", 0.01)};
    state.materials.resize(1);
    state.materials[0].stiffness = stiffness;
    state.materials[0].damping = 0;
    state.laws.materials = 1;
    state.laws.table = {mix(state.materials[0], state.materials[0], NormalLaw::spring, 0.5)};
    for (int n = 0; n < 4; ++n) {
      const BodyIndex i = state.bodies.append(state.next_id++);
      state.bodies.radius[i] = 0.01;
      state.bodies.mass[i] = 0.01;
      state.bodies.inverse_mass[i] = 100;
      state.bodies.inertia[i] = Vec3::Constant(4e-7);
      state.bodies.position[i] = {0.01999 * n, 0, 0};
      state.bodies.velocity[i] = {0, 0.003 * n * n, 0};
    }
    step.neighbourhood().candidates().table = table;
    has_first = has_second = true;
    step.begin();
  }
  void advance(int steps) {
    for (int n = 0; n < steps; ++n) step.advance();
  }

  State state;
  Workers workers{2};
  SoftStep step{state, workers, BroadPhaseKind::sweep};
};

TEST(SeveralTouches, TwoSpringsActAsOneOfTwiceTheStiffness) {
  Row two(1e5, two_touches.data()), one(2e5, contact_table.data());
  ASSERT_EQ(two.state.contacts.size(), 6u);
  ASSERT_EQ(one.state.contacts.size(), 3u);
  const auto compare = [&] {
    for (BodyIndex i = 0; i < 4; ++i) {
      EXPECT_EQ(two.state.bodies.position[i], one.state.bodies.position[i]) << i;
      EXPECT_EQ(two.state.bodies.force[i], one.state.bodies.force[i]) << i;
      EXPECT_EQ(two.state.bodies.spin[i], one.state.bodies.spin[i]) << i;
    }
  };
  compare();
  for (int n = 0; n < 40; ++n) {  // they fly apart on the way
    two.advance(5);
    one.advance(5);
    ASSERT_EQ(two.state.contacts.size(), 2 * one.state.contacts.size());
    compare();
  }
  EXPECT_TRUE(one.state.contacts.size() == 0);
}

// One of two touches ends and comes back: the other keeps its friction, the one that comes back has none.
TEST(SeveralTouches, MemoryFollowsTheKeys) {
  Row row(1e5, two_touches.data());
  const Contacts& contacts = row.state.contacts;
  row.advance(10);
  ASSERT_EQ(contacts.size(), 6u);
  const Vec3 before = contacts.history[1].slide;
  EXPECT_EQ(contacts.parts[0], (Parts{0, 3}));
  EXPECT_EQ(contacts.parts[1], (Parts{0, 8}));
  EXPECT_GT(before.norm(), 0);
  has_first = false;
  row.advance(1);
  ASSERT_EQ(contacts.size(), 3u);
  EXPECT_EQ(contacts.parts[0], (Parts{0, 8}));
  EXPECT_NE(contacts.history[0].stiffness, 0) << "it goes on";
  EXPECT_GT(contacts.history[0].slide.norm(), 0.9 * before.norm());
  has_first = true;
  row.advance(1);
  ASSERT_EQ(contacts.size(), 6u);
  EXPECT_LT(contacts.history[0].slide.norm(), 0.5 * contacts.history[1].slide.norm());
}

}  // namespace
}  // namespace scree
