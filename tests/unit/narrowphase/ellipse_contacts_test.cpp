#include "narrowphase/ellipse_contacts.h"

#include <gtest/gtest.h>

#include "narrowphase/sphere_sphere.h"
#include "narrowphase/sphere_wall.h"
#include "unit/geometry/plane_shapes.h"

namespace scree {
namespace {

constexpr double thickness = 0.3;

TurnedEllipse ellipse(double a, double b, double angle) {
  return {Vec2(a, b), std::cos(angle), std::sin(angle)};
}

// All but the arms, and these to within the depth.
void expect_same(const Touch& found, const Touch& disc, const std::string& which) {
  EXPECT_NEAR(found.volume / disc.volume, 1, 1e-12) << which;
  EXPECT_NEAR(found.area / disc.area, 1, 1e-12) << which;
  EXPECT_NEAR(found.overlap / disc.overlap, 1, 1e-12) << which;
  EXPECT_NEAR(found.radius / disc.radius, 1, 1e-12) << which;
  EXPECT_EQ(disc.width2, 0) << which;
  EXPECT_EQ(found.width2, 0) << which;
  EXPECT_NEAR((found.normal - disc.normal).norm(), 0, 1e-12) << which;
  EXPECT_LE((found.arm_a - disc.arm_a).norm(), disc.overlap) << which;
  EXPECT_LE((found.arm_b - disc.arm_b).norm(), disc.overlap) << which;
  EXPECT_NEAR((found.arm_a - found.arm_b - (disc.arm_a - disc.arm_b)).norm(), 0, 1e-14) << which;
  EXPECT_NEAR(found.moment.norm(), 0, 1e-13) << which;
}

TEST(EllipseContacts, EqualAxesActAsDiscs) {
  Rng rng(1);
  for (int n = 0; n < 2000; ++n) {
    const std::string which = std::to_string(n);
    const double r_a = rng.uniform(0.5, 2), r_b = rng.uniform(0.5, 2);
    const double depth = rng.uniform(0.05, 0.5) * std::min(r_a, r_b);
    const TurnedEllipse a = ellipse(r_a, r_a, rng.uniform(0, 7));
    const Vec2 d = (r_a + r_b - depth) * unit(rng.uniform(0, 7));
    Touch found, disc;
    ASSERT_TRUE(touch_ellipses(a, ellipse(r_b, r_b, rng.uniform(0, 7)), d, thickness, found));
    ASSERT_TRUE(touch_sphere_sphere(in_space(d), r_a, r_b, disc));
    add_disc_lens(d.norm(), r_a, r_b, thickness, disc);
    expect_same(found, disc, "discs " + which);

    const Vec2 outward = unit(rng.uniform(0, 7)), point = (depth - r_a) * outward;
    ASSERT_TRUE(touch_ellipse_half_plane(a, point, outward, thickness, found));
    ASSERT_TRUE(touch_sphere_half_space(in_space(point), r_a, in_space(outward), disc));
    add_disc_segment(r_a, thickness, disc);
    expect_same(found, disc, "half-plane " + which);

    const Polygon box = rectangle(10, 10);
    const double lean = rng.uniform(0, 7);
    const Vec2 to_box = (r_a + 5 - depth) * unit(lean) + rng.uniform(-2, 2) * unit(lean + M_PI / 2);
    ASSERT_TRUE(touch_ellipse_polygon(a, turned(box, lean), to_box, thickness, found));
    ASSERT_TRUE(touch_disc_polygon(to_box, r_a, turned(box, lean), disc));
    add_disc_segment(r_a, thickness, disc);
    expect_same(found, disc, "edge " + which);
  }
}

// On its flat side and on its tip: radii of curvature a^2 / b and b^2 / a.
TEST(EllipseContacts, DepthAndRadiusAreThoseOfSideAndTip) {
  const double a = 2, b = 0.5, depth = 1e-3;
  Touch t;
  ASSERT_TRUE(touch_ellipse_half_plane(ellipse(a, b, 0), Vec2(4, depth - b), Vec2(0, 1), thickness, t));
  EXPECT_NEAR(t.overlap, depth, 1e-15);
  EXPECT_NEAR(t.radius, a * a / b, 1e-13);
  EXPECT_NEAR((t.normal + Vec3::UnitY()).norm(), 0, 1e-15);
  ASSERT_TRUE(
      touch_ellipse_half_plane(ellipse(a, b, M_PI / 2), Vec2(4, depth - a), Vec2(0, 1), thickness, t));
  EXPECT_NEAR(t.overlap, depth, 1e-15);
  EXPECT_NEAR(t.radius, b * b / a, 1e-13);
  // The tip of one in the side of another.
  ASSERT_TRUE(
      touch_ellipses(ellipse(a, b, 0), ellipse(a, b, M_PI / 2), Vec2(0, a + b - depth), thickness, t));
  EXPECT_NEAR(t.overlap, depth, 1e-14);
  EXPECT_NEAR(t.radius, 1 / (b / (a * a) + a / (b * b)), 1e-13);
  EXPECT_NEAR((t.normal - Vec3::UnitY()).norm(), 0, 1e-14);
  EXPECT_FALSE(touch_ellipses(ellipse(a, b, 0), ellipse(a, b, M_PI / 2), Vec2(0, a + b), thickness, t));
}

// Seen from the other body, everything is turned round.
TEST(EllipseContacts, BothBodiesSeeTheSame) {
  Rng rng(2);
  int touching = 0;
  for (int n = 0; n < 5000; ++n) {
    const TurnedEllipse a = ellipse(rng.uniform(0.1, 1), rng.uniform(0.1, 1), rng.uniform(0, 7));
    const TurnedEllipse b = ellipse(rng.uniform(0.1, 1), rng.uniform(0.1, 1), rng.uniform(0, 7));
    const Vec2 d = rng.uniform(0, 1.5) * unit(rng.uniform(0, 7));
    Touch one, other;
    const bool touches = touch_ellipses(a, b, d, thickness, one);
    ASSERT_EQ(touch_ellipses(b, a, -d, thickness, other), touches) << n;
    if (!touches) continue;
    ++touching;
    EXPECT_NEAR(one.volume, other.volume, 1e-14) << n;
    EXPECT_NEAR((one.area * one.normal + other.area * other.normal).norm(), 0, 1e-11) << n;
    EXPECT_NEAR((one.arm_a - other.arm_b).norm() * one.volume, 0, 1e-14) << n;
    EXPECT_NEAR(one.moment.z(), -other.moment.z(), 1e-11) << n;
  }
  EXPECT_GT(touching, 2000);
}

// Discs press the same however they are turned, so nothing resists their rolling; the flatter an ellipse, the
// more.
TEST(EllipseContacts, WhatIsOutOfRoundRocks) {
  for (const double b : {2.0, 1.6, 1.0, 0.2}) {
    Touch t;
    ASSERT_TRUE(touch_ellipse_half_plane(ellipse(2, b, 0), Vec2(0, 0.05 - b), Vec2(0, 1), thickness, t));
    const double length = t.area / thickness, share = 1 - b * b / 4;
    EXPECT_NEAR(t.width2, share * length * length / 12, 1e-12) << b;
    ASSERT_TRUE(touch_ellipses(ellipse(2, b, 0), ellipse(2, b, 0), Vec2(0, 2 * b - 0.05), thickness, t));
    EXPECT_NEAR(t.width2, share * share * std::pow(t.area / thickness, 2) / 12, 1e-12) << b;
  }
}

}  // namespace
}  // namespace scree
