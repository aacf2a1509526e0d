// Where spheres touch spheres, half-spaces and boxes: faces, edges, corners, insides.
#include <gtest/gtest.h>

#include <random>

#include "narrowphase/dispatch.h"
#include "support/states.h"

namespace scree {
namespace {

struct World {
  State state;

  World() {
    state.shapes = {make_sphere("small", 1), make_sphere("large", 3), make_half_space("plane", {0, 0, 1}),
                    make_box("box", {1, 2, 3})};
    use_material(state, {}, PairLaw{});
  }
  BodyIndex add(ShapeIndex shape, const Vec3& position, const Quat& orientation = Quat::Identity(),
                double scale = 1) {
    return add_body(state,
                    {.shape = shape, .scale = scale, .position = position, .orientation = orientation});
  }
};

constexpr ShapeIndex small = 0, large = 1, plane = 2, box = 3;

TEST(Touch, TwoSpheres) {
  World w;
  w.add(small, {0, 0, 0});
  w.add(large, {3.9, 0, 0});
  TouchOnBed t;
  ASSERT_TRUE(find_touch(w.state, {0, 1}, t));
  EXPECT_LE((t.normal - Vec3(1, 0, 0)).norm(), 1e-15);
  EXPECT_NEAR(t.overlap, 0.1, 1e-15);
  EXPECT_NEAR(t.radius, 0.75, 1e-15);
  EXPECT_LE((t.arm_a - Vec3(0.95, 0, 0)).norm(), 1e-15);
  EXPECT_LE((t.arm_b - Vec3(-2.95, 0, 0)).norm(), 1e-15);
}

TEST(Touch, SpheresJustTouchingOrApartDoNot) {
  World w;
  w.add(small, {0, 0, 0});
  w.add(small, {2, 0, 0});
  w.add(small, {0, 2.1, 0});
  TouchOnBed t;
  EXPECT_FALSE(find_touch(w.state, {0, 1}, t));
  EXPECT_FALSE(find_touch(w.state, {0, 2}, t));
}

TEST(Touch, CoincidingCentresHaveAFiniteNormal) {
  World w;
  w.add(small, {1, 2, 3});
  w.add(large, {1, 2, 3});
  TouchOnBed t;
  ASSERT_TRUE(find_touch(w.state, {0, 1}, t));
  EXPECT_NEAR(t.normal.norm(), 1, 1e-15);
  EXPECT_NEAR(t.overlap, 4, 1e-15);
}

TEST(Touch, ThroughAPeriodicFace) {
  World w;
  w.state.cell.periodic = {true, false, false};
  w.state.cell.length = {10, 1, 1};
  w.add(small, {0.5, 0, 0});
  w.add(small, {9.0, 0, 0});
  TouchOnBed t;
  ASSERT_TRUE(find_touch(w.state, {0, 1}, t));
  EXPECT_NEAR(t.overlap, 0.5, 1e-14);
  EXPECT_LE((t.normal - Vec3(-1, 0, 0)).norm(), 1e-15);
}

TEST(Touch, SphereOnAHalfSpace) {
  World w;
  w.add(small, {5, -7, 0.9});
  w.add(plane, {1, 1, 0});
  w.add(small, {5, -7, 1.01});
  TouchOnBed t;
  ASSERT_TRUE(find_touch(w.state, {0, 1}, t));
  EXPECT_LE((t.normal - Vec3(0, 0, -1)).norm(), 1e-15);
  EXPECT_NEAR(t.overlap, 0.1, 1e-15);
  EXPECT_EQ(t.radius, 1);
  EXPECT_LE((t.arm_a - Vec3(0, 0, -1)).norm(), 1e-15);
  EXPECT_FALSE(find_touch(w.state, {1, 2}, t));
}

// The lower id is a: with the wall first, the same contact turned round.
TEST(Touch, WallFirstIsTheSameTurnedRound) {
  for (const ShapeIndex wall : {plane, box}) {
    const Vec3 at = wall == plane ? Vec3(0.3, 0.2, 0.9) : Vec3(1.5, 2.6, 3.4);
    World ab, ba;
    ab.add(small, at);
    ab.add(wall, {0, 0, 0});
    ba.add(wall, {0, 0, 0});
    ba.add(small, at);
    TouchOnBed s, t;
    ASSERT_TRUE(find_touch(ab.state, {0, 1}, s));
    ASSERT_TRUE(find_touch(ba.state, {0, 1}, t));
    EXPECT_EQ(s.overlap, t.overlap);
    EXPECT_LE((s.normal + t.normal).norm(), 1e-15);
    EXPECT_LE((s.arm_a - t.arm_b).norm(), 1e-15);
    EXPECT_LE((s.arm_b - t.arm_a).norm(), 1e-15);
  }
}

TEST(Touch, FaceEdgeAndCornerOfABox) {
  const struct {
    Vec3 at, normal;
    double overlap;
  } cases[] = {{{0.3, -0.5, 3.9}, {0, 0, -1}, 0.1},
               {{-1.75, 0.2, 1}, {1, 0, 0}, 0.25},
               {{1 + 0.6 * 0.9, 2 + 0.8 * 0.9, 0}, {-0.6, -0.8, 0}, 0.1},
               {{-1 - 0.8 * 2 / 3, 2 + 0.8 * 2 / 3, 3 + 0.8 / 3}, {2.0 / 3, -2.0 / 3, -1.0 / 3}, 0.2},
               {{0.2, 0.1, 2.5}, {0, 0, -1}, 1.5},
               {{0, 1.9, 0}, {0, -1, 0}, 1.1}};
  for (const auto& c : cases)
    for (const Quat& q : {Quat(1, 0, 0, 0), Quat(0.3, 0.4, -0.5, 0.6)}) {
      const Quat turn = q.normalized();
      World w;
      const Vec3 shift(0.1, 0.2, 0.3);
      w.add(small, shift + turn * c.at);
      w.add(box, shift, turn);
      TouchOnBed t;
      ASSERT_TRUE(find_touch(w.state, {0, 1}, t));
      EXPECT_NEAR(t.overlap, c.overlap, 1e-14);
      EXPECT_LE((t.normal - turn * c.normal).norm(), 1e-14) << c.at.transpose();
      EXPECT_LE((t.arm_a - t.arm_b - Vec3(w.state.bodies.position[1] - w.state.bodies.position[0])).norm(),
                1e-14);
    }
}

TEST(Touch, BesideEdgesAndCornersNothing) {
  World w;
  w.add(box, {0, 0, 0});
  w.add(small, {1.8, 2.8, 0});    // within 1 of both planes, 1.13 from the edge
  w.add(small, {1.6, 2.6, 3.6});  // 1.04 from the corner
  w.add(small, {2, 0, 0});        // just touching
  TouchOnBed t;
  EXPECT_FALSE(find_touch(w.state, {0, 1}, t));
  EXPECT_FALSE(find_touch(w.state, {0, 2}, t));
  EXPECT_FALSE(find_touch(w.state, {0, 3}, t));
}

TEST(Touch, ScaledBox) {
  World w;
  w.add(small, {0, 0, 6.9});
  w.add(box, {0, 0, 0}, Quat::Identity(), 2);
  TouchOnBed t;
  ASSERT_TRUE(find_touch(w.state, {0, 1}, t));
  EXPECT_NEAR(t.overlap, 0.1, 1e-14);
}

// The overlap is the radius minus the distance to the box, and it changes continuously, also through
// faces, edges and corners (from outside).
TEST(Touch, OverlapIsContinuous) {
  std::mt19937_64 draw(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int n = 0; n < 2000; ++n) {
    const Vec3 at(2 * uniform(draw), 3 * uniform(draw), 4 * uniform(draw));
    const Vec3 step = 1e-6 * Vec3(uniform(draw), uniform(draw), uniform(draw));
    World w;
    w.add(small, at);
    w.add(box, {0, 0, 0});
    TouchOnBed s, t;
    const bool first = find_touch(w.state, {0, 1}, s);
    w.state.bodies.position[0] += step;
    const bool second = find_touch(w.state, {0, 1}, t);
    if (first && second) {
      EXPECT_NEAR(s.overlap, t.overlap, 2e-6);
    }
    if (first != second) {
      EXPECT_LE(first ? s.overlap : t.overlap, 2e-6);
    }
  }
}

TEST(ContactTable, HasAKernelForEveryPairThatCanMeet) {
  using enum ShapeKind;
  const auto is_plane = [](ShapeKind kind) { return kind == disc || kind == polygon || kind == ellipse; };
  for (std::size_t a = 0; a < shape_kind_count; ++a)
    for (std::size_t b = 0; b < shape_kind_count; ++b) {
      const ShapeKind first = static_cast<ShapeKind>(a), second = static_cast<ShapeKind>(b);
      const bool with_half_space = first == half_space || second == half_space;
      const bool meet = with_half_space ? first != second : is_plane(first) == is_plane(second);
      const ContactKernel& kernel = contact_kernel(first, second);
      EXPECT_EQ(kernel.find != ContactKernel::find_nothing, meet)
          << name_of(first) << ", " << name_of(second);
      EXPECT_EQ(kernel.find, contact_kernel(second, first).find);
      EXPECT_EQ(kernel.depth, contact_kernel(second, first).depth);
      // One of the two orders is turned round, unless the kernel takes any.
      if (meet && first != second) {
        EXPECT_EQ(kernel.mirrored != contact_kernel(second, first).mirrored, !kernel.symmetric);
      }
      EXPECT_FALSE(kernel.mirrored && kernel.symmetric);
    }
}

}  // namespace
}  // namespace scree
