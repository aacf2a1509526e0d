#include "narrowphase/plane_contacts.h"

#include <gtest/gtest.h>

#include "geometry/plane/shared_edges.h"
#include "unit/geometry/plane_shapes.h"

namespace scree {
namespace {

TEST(PlaneContacts, ALayerOfThicknessGivesVolumesAndAreas) {
  const Polygon square = rectangle(2, 2);
  PlaneOverlapWork work;
  Touch t;
  ASSERT_TRUE(
      touch_polygons(turned(square, 0), turned(square, 0), Vec2(1.9, 0), Vec2(1, 0), 0.3, 0.5, work, t));
  EXPECT_NEAR(t.volume, 0.1 * 2 * 0.3, 1e-15);
  EXPECT_NEAR(t.area, 2 * 0.3, 1e-15);
  EXPECT_NEAR((t.normal - Vec3::UnitX()).norm(), 0, 1e-15);
  EXPECT_NEAR((t.arm_a - Vec3(0.95, 0, 0)).norm(), 0, 1e-15);
  EXPECT_NEAR((t.arm_b - Vec3(-0.95, 0, 0)).norm(), 0, 1e-15);
  EXPECT_NEAR(t.width2, 4 / 12.0, 1e-15);
  EXPECT_NEAR(t.overlap, 0.1 * 2 / 2.2, 1e-12);
  ASSERT_TRUE(touch_polygon_half_plane(turned(square, 0), Vec2(7, -0.9), Vec2(0, 1), 0.3, 0.5, work, t));
  EXPECT_NEAR(t.volume, 0.1 * 2 * 0.3, 1e-15);
  EXPECT_NEAR((t.normal + Vec3::UnitY()).norm(), 0, 1e-15);
}

TEST(PlaneContacts, DistancesArePointByPointThoseOfAllEdges) {
  Rng rng(1);
  for (int n = 0; n < 20000; ++n) {
    const Polygon p = grain(rng, 3 + static_cast<int>(rng.below(40)), rng.uniform(0.05, 1));
    const TurnedPolygon body = turned(p, rng.uniform(0, 7), rng.uniform(0.2, 5));
    const Vec2 x = body.scale * rng.uniform(0, 2) * unit(rng.uniform(0, 7));
    double outside = 1e300, inside = -1e300;
    for (std::uint32_t k = 0; k < p.size(); ++k) {
      const Vec2 a = body.turn(p.vertices[k]), b = body.turn(p.vertices[p.next(k)]), e = b - a;
      const double t = std::clamp(e.dot(x - a) / e.squaredNorm(), 0.0, 1.0);
      outside = std::min(outside, (x - a - t * e).norm());
      inside = std::max(inside, -cross(e, x - a) / e.norm());
    }
    Vec2 outward;
    const double found = distance_to(body, x, outward);
    EXPECT_NEAR(found, inside > 0 ? outside : inside, 1e-13 * body.scale) << n;
    EXPECT_NEAR(outward.norm(), 1, 1e-14);
    const double h = 1e-7;
    Vec2 ignored;
    if (inside > 1e-3 * body.scale) {
      EXPECT_NEAR((distance_to(body, x + h * outward, ignored) - found) / h, 1, 1e-6) << n;
    }
  }
}

TEST(PlaneContacts, DiscsHaveTheirLensAndSegment) {
  Touch t;
  // Two unit discs at distance 1: 2 pi/3 - sqrt(3)/2, chord sqrt(3).
  add_disc_lens(1, 1, 1, 2, t);
  EXPECT_NEAR(t.volume, 2 * (2 * M_PI / 3 - std::sqrt(3) / 2), 1e-14);
  EXPECT_NEAR(t.area, 2 * std::sqrt(3), 1e-14);
  // The derivative of the area is the chord, over ten decades of depth.
  for (const double depth : {1e-10, 1e-8, 1e-6, 1e-4, 1e-2, 0.3, 0.9}) {
    const auto lens = [&](double overlap) {
      Touch at;
      add_disc_lens(3 - overlap, 1, 2, 1, at);
      return at;
    };
    const double h = 1e-3 * depth;
    EXPECT_NEAR((lens(depth + h).volume - lens(depth - h).volume) / (2 * h) / lens(depth).area, 1,
                1e-6 + 2e-15 / h)
        << depth;
    const auto segment = [&](double overlap) {
      Touch at;
      at.overlap = overlap;
      add_disc_segment(1, 1, at);
      return at;
    };
    EXPECT_NEAR((segment(depth + h).volume - segment(depth - h).volume) / (2 * h) / segment(depth).area, 1,
                1e-6)
        << depth;
  }
  add_disc_lens(0.5, 1, 2, 1, t);
  EXPECT_NEAR(t.volume, M_PI, 1e-15);
  t.overlap = 2.5;
  add_disc_segment(1, 1, t);
  EXPECT_NEAR(t.volume, M_PI, 1e-15);
}

// A disc on a long edge, on a corner, and inside.
TEST(PlaneContacts, DiscsTouchEdgesAndCorners) {
  const Polygon square = rectangle(2, 2);
  Touch t;
  ASSERT_TRUE(touch_disc_polygon(Vec2(1.9, 0.3), 1, turned(square, 0), t));
  EXPECT_NEAR(t.overlap, 0.1, 1e-15);
  EXPECT_NEAR((t.normal - Vec3::UnitX()).norm(), 0, 1e-15);
  EXPECT_NEAR((t.arm_a - Vec3(1, 0, 0)).norm(), 0, 1e-15);
  ASSERT_TRUE(touch_disc_polygon(Vec2(1.5, 1.5), 1, turned(square, 0), t));
  EXPECT_NEAR(t.overlap, 1 - std::sqrt(0.5), 1e-15);
  EXPECT_NEAR((t.normal - Vec3(1, 1, 0).normalized()).norm(), 0, 1e-15);
  EXPECT_FALSE(touch_disc_polygon(Vec2(1.8, 1.8), 1, turned(square, 0), t));
  ASSERT_TRUE(touch_disc_polygon(Vec2(0.4, 0.1), 1, turned(square, 0), t));
  EXPECT_NEAR(t.overlap, 1.6, 1e-15);
}

// Just beside a joint both pieces once claimed the disc: distances grow with the square of the way from it.
TEST(PlaneContacts, ADiscAboveAJointTouchesOneOfTheTwoPieces) {
  std::vector<Polygon> pieces = {*make_polygon(std::vector<Vec2>{{-1, -0.1}, {0, -0.1}, {0, 0}, {-1, 0}}),
                                 *make_polygon(std::vector<Vec2>{{0, -0.1}, {0.3, -0.1}, {0.3, 0}, {0, 0}})};
  cover_shared_edges(pieces);
  const Polygon left = seen_from(pieces[0], Vec2::Zero(), 1, 0),
                right = seen_from(pieces[1], Vec2::Zero(), 1, 0);
  for (const double radius : {1e-3, 0.05, 2.0})
    for (const double x : {0.0, 1e-14, 1e-11, 1e-9, 1e-8, 1e-7, 5e-7, 1e-6, 1e-5, 1e-3, 0.1})
      for (const double side : {-1.0, 1.0}) {
        const Vec2 centre(side * x, 0.99 * radius);
        Touch one, two;
        const int touching = touch_disc_polygon(-centre, radius, {left}, one) +
                             touch_disc_polygon(-centre, radius, {right}, two);
        EXPECT_EQ(touching, 1) << "radius " << radius << " at " << side * x;
      }
}

}  // namespace
}  // namespace scree
