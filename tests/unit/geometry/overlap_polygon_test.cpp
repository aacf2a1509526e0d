#include "geometry/plane/overlap_polygon.h"

#include <gtest/gtest.h>

#include "plane_shapes.h"

namespace scree {
namespace {

TEST(OverlapPolygon, SquaresHaveTheirRectangle) {
  const Polygon square = rectangle(2, 2);
  PlaneOverlapWork work;
  PlaneOverlap out;
  ASSERT_TRUE(find_overlap(turned(square, 0), turned(square, 0), Vec2(1.5, 0.25), Vec2(1, 0), work, out));
  EXPECT_NEAR(out.area, 0.5 * 1.75, 1e-15);
  EXPECT_NEAR((out.centroid - Vec2(0.75, 0.125)).norm(), 0, 1e-15);
  // Two points where the boundaries cross: (1, -0.75 + 0) .. the line from (1, -0.75) to (0.5, 1).
  EXPECT_NEAR((out.contact - Vec2(1.75, 0.5)).norm(), 0, 1e-15);
  EXPECT_NEAR(out.patch_a, 2.25, 1e-15);
  EXPECT_NEAR(out.patch_b, 2.25, 1e-15);
  EXPECT_FALSE(find_overlap(turned(square, 0), turned(square, 0), Vec2(2.001, 0.25), Vec2(1, 0), work, out));
}

TEST(OverlapPolygon, OneInsideTheOtherIsItself) {
  const Polygon big = regular(7, 3), small = regular(5, 0.5);
  PlaneOverlapWork work;
  PlaneOverlap out;
  for (const bool first : {true, false}) {
    const Vec2 d(0.3, -0.2);
    ASSERT_TRUE(
        find_overlap(turned(first ? small : big, 0.1), turned(first ? big : small, 0.2), d, d, work, out));
    EXPECT_NEAR(out.area, area_of(small).area, 1e-14);
    EXPECT_NEAR(out.contact.norm(), 0, 1e-15);
    EXPECT_NEAR((out.centroid - (first ? Vec2::Zero() : d)).norm(), 0, 1e-14);
  }
  // Two copies in the same place, without a direction.
  ASSERT_TRUE(find_overlap(turned(big, 0), turned(big, 0), Vec2::Zero(), Vec2::Zero(), work, out));
  EXPECT_NEAR(out.area, area_of(big).area, 1e-13);
}

// Whatever the guess of the direction, from whatever corner: the overlap is the same but for rounding.
TEST(OverlapPolygon, DirectionAndHintChangeNothingButRoundings) {
  Rng rng(1);
  PlaneOverlapWork work;
  int touching = 0;
  for (int n = 0; n < 5000; ++n) {
    const Polygon a = grain(rng, 3 + static_cast<int>(rng.below(20)), rng.uniform(0.2, 1));
    const Polygon b = grain(rng, 3 + static_cast<int>(rng.below(20)), rng.uniform(0.2, 1));
    const Vec2 d = rng.uniform(0, 2) * unit(rng.uniform(0, 7));
    TurnedPolygon pa = turned(a, rng.uniform(0, 7)), pb = turned(b, rng.uniform(0, 7), rng.uniform(0.3, 3));
    PlaneOverlap one, other;
    const bool touches = find_overlap(pa, pb, d, d, work, one);
    pa.near = static_cast<std::uint32_t>(rng.below(a.size()));
    pb.near = static_cast<std::uint32_t>(rng.below(b.size()));
    const bool again = find_overlap(pa, pb, d, rng.uniform(0.1, 9) * unit(rng.uniform(0, 7)), work, other);
    ASSERT_EQ(touches, again);
    if (!touches) continue;
    ++touching;
    const double patch = std::max(one.patch_a, one.patch_b);
    EXPECT_NEAR(one.area, other.area, 1e-14 * patch);
    EXPECT_NEAR((one.contact - other.contact).norm(), 0, 1e-10 * patch);
    EXPECT_NEAR(one.area * (one.centroid - other.centroid).norm(), 0, 1e-14 * patch);
    EXPECT_NEAR(one.moment, other.moment, 1e-10 * patch);
  }
  EXPECT_GT(touching, 2000);
}

// -dA/dx is `contact`, and -dA/d(angle of b about the centroid) is `moment`.
TEST(OverlapPolygon, ContactAndMomentAreGradients) {
  Rng rng(2);
  PlaneOverlapWork work;
  const double h = 1e-6;
  for (int n = 0; n < 500; ++n) {
    const Polygon a = grain(rng, 6), b = grain(rng, 9);
    const Vec2 d = rng.uniform(1.2, 1.7) * unit(rng.uniform(0, 7));
    const double angle_a = rng.uniform(0, 7), angle_b = rng.uniform(0, 7);
    const auto at = [&](const Vec2& shift, double turn, const Vec2& about) {
      // b moves, and turns about a point seen from a.
      const Vec2 arm = d - about;
      const Vec2 to = about + Vec2(std::cos(turn) * arm.x() - std::sin(turn) * arm.y(),
                                   std::sin(turn) * arm.x() + std::cos(turn) * arm.y());
      PlaneOverlap out;
      return find_overlap(turned(a, angle_a), turned(b, angle_b + turn), to + shift, d, work, out) ? out.area
                                                                                                   : 0.0;
    };
    PlaneOverlap out;
    if (!find_overlap(turned(a, angle_a), turned(b, angle_b), d, d, work, out) || out.area < 1e-3) continue;
    const Vec2 zero = Vec2::Zero();
    for (int axis = 0; axis < 2; ++axis) {
      const Vec2 step = h * Vec2::Unit(axis);
      EXPECT_NEAR((at(-step, 0, zero) - at(step, 0, zero)) / (2 * h), out.contact[axis], 2e-5) << n;
    }
    EXPECT_NEAR((at(zero, -h, out.centroid) - at(zero, h, out.centroid)) / (2 * h), out.moment, 2e-5) << n;
  }
}

TEST(OverlapPolygon, HalfPlanesCutLikeLargeBoxes) {
  Rng rng(3);
  PlaneOverlapWork work;
  const Polygon ground = rectangle(50, 50);
  for (int n = 0; n < 2000; ++n) {
    const Polygon a = grain(rng, 8);
    const double angle = rng.uniform(0, 7), lean = rng.uniform(0, 7), depth = rng.uniform(-0.1, 1.5);
    const Vec2 outward = unit(lean),
               point = -(1 - depth) * outward + rng.uniform(-3, 3) * unit(lean + M_PI / 2);
    PlaneOverlap plane, box;
    const bool touches = find_overlap(turned(a, angle), point, outward, work, plane);
    const Vec2 d = -(1 - depth + 25) * outward;
    ASSERT_EQ(find_overlap(turned(a, angle), turned(ground, lean), d, d, work, box), touches) << n;
    if (!touches) continue;
    EXPECT_NEAR(plane.area, box.area, 1e-12);
    EXPECT_NEAR((plane.contact - box.contact).norm(), 0, 1e-10);
    EXPECT_NEAR((plane.centroid - box.centroid).norm() * plane.area, 0, 1e-12);
  }
}

}  // namespace
}  // namespace scree
