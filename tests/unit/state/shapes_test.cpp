// Volumes, inertia and bounds of the simple shapes.
#include "state/shapes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace scree {
namespace {

TEST(Shapes, Sphere) {
  const Shape s = make_sphere("ball", 2);
  EXPECT_DOUBLE_EQ(s.volume, 4.0 / 3 * M_PI * 8);
  EXPECT_DOUBLE_EQ(s.inertia.x(), 0.4 * s.volume * 4);
  EXPECT_EQ(s.inertia.x(), s.inertia.y());
  EXPECT_EQ(s.inertia.y(), s.inertia.z());
  EXPECT_EQ(s.radius, 2);
  EXPECT_EQ(s.equivalent_radius, 2);
}

TEST(Shapes, Box) {
  const Shape s = make_box("brick", {1, 2, 3});
  EXPECT_DOUBLE_EQ(s.volume, 48);
  // m/12 (b^2 + c^2) with whole edges
  EXPECT_DOUBLE_EQ(s.inertia.x(), 48.0 / 12 * (16 + 36));
  EXPECT_DOUBLE_EQ(s.inertia.y(), 48.0 / 12 * (4 + 36));
  EXPECT_DOUBLE_EQ(s.inertia.z(), 48.0 / 12 * (4 + 16));
  EXPECT_DOUBLE_EQ(s.radius, std::sqrt(14.0));
  EXPECT_NEAR(4.0 / 3 * M_PI * std::pow(s.equivalent_radius, 3), 48, 1e-12);
}

TEST(Shapes, HalfSpace) {
  const Shape s = make_half_space("floor", {0, 3, 4});
  EXPECT_LE((s.normal - Vec3(0, 0.6, 0.8)).norm(), 1e-15);
  EXPECT_TRUE(std::isinf(s.radius));
  EXPECT_EQ(s.volume, 0);
  EXPECT_FALSE(bounded(s));
  EXPECT_TRUE(bounded(make_sphere("ball", 1)));
}

TEST(Shapes, BoundsOfASphere) {
  const Box b = bounds(make_sphere("ball", 2), 1.5, {1, 2, 3}, Quat(0.3, 0.5, -0.4, 0.2).normalized());
  EXPECT_EQ(b.lower, Vec3(-2, -1, 0));
  EXPECT_EQ(b.upper, Vec3(4, 5, 6));
}

// Bounds of a turned box: every corner inside, and on every side one that touches.
TEST(Shapes, BoundsOfATurnedBox) {
  const Shape s = make_box("brick", {1, 2, 3});
  std::mt19937_64 draw(11);
  std::normal_distribution<double> normal;
  for (int n = 0; n < 100; ++n) {
    const Quat q = Quat(normal(draw), normal(draw), normal(draw), normal(draw)).normalized();
    const Vec3 at(normal(draw), normal(draw), normal(draw));
    const Box b = bounds(s, 1.5, at, q);
    Vec3 lower = Vec3::Constant(1e9);
    Vec3 upper = Vec3::Constant(-1e9);
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3 local((corner & 1 ? 1.5 : -1.5), (corner & 2 ? 3 : -3), (corner & 4 ? 4.5 : -4.5));
      const Vec3 world = at + q * local;
      lower = lower.cwiseMin(world);
      upper = upper.cwiseMax(world);
    }
    EXPECT_LE((b.lower - lower).norm(), 1e-13);
    EXPECT_LE((b.upper - upper).norm(), 1e-13);
  }
}

}  // namespace
}  // namespace scree
