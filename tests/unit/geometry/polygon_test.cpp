#include "geometry/plane/polygon.h"

#include <gtest/gtest.h>

#include "plane_shapes.h"

namespace scree {
namespace {

std::vector<Vec2> square() { return {{0, 0}, {2, 0}, {2, 2}, {0, 2}}; }

TEST(Polygon, ClockwiseCornersAreTurnedRound) {
  std::vector<Vec2> corners = square();
  std::ranges::reverse(corners);
  const Polygon polygon = *make_polygon(corners);
  EXPECT_EQ(polygon.size(), 4u);
  EXPECT_NEAR(area_of(polygon).area, 4, 1e-15);
}

TEST(Polygon, CornersOnASideAreLeftOut) {
  EXPECT_EQ((*make_polygon(std::vector<Vec2>{{0, 0}, {1, 0}, {2, 0}, {2, 2}, {2, 2}, {1, 2}, {0, 2}, {0, 1}}))
                .size(),
            4u);
}

TEST(Polygon, DentsAndFlatOnesAreRefused) {
  const auto why = [](std::vector<Vec2> corners) { return make_polygon(corners).error(); };
  EXPECT_NE(why({{0, 0}, {2, 0}, {1, 0.5}, {2, 2}, {0, 2}}).find("dent"), std::string::npos);
  EXPECT_NE(why({{0, 0}, {2, 2}, {2, 0}, {0, 2}}).find("dent"), std::string::npos);  // a bow tie
  EXPECT_NE(why({{0, 0}, {1, 1}, {2, 2}}).find("line"), std::string::npos);
  EXPECT_NE(why({{0, 0}, {1, 1}}).find("three"), std::string::npos);
  EXPECT_NE(why({{0, 0}, {1, NAN}, {1, 1}}).find("finite"), std::string::npos);
  // A star with five tips turns twice.
  std::vector<Vec2> star;
  for (int k = 0; k < 5; ++k) star.push_back(unit(4 * M_PI * k / 5));
  EXPECT_NE(why(star).find("once"), std::string::npos);
}

TEST(Polygon, MomentsAreThoseOfTheBook) {
  const AreaProperties r = area_of(moved(rectangle(3, 2), Vec2(7, -5), 1, 0));
  EXPECT_NEAR(r.area, 6, 1e-13);
  EXPECT_NEAR((r.centroid - Vec2(7, -5)).norm(), 0, 1e-14);
  EXPECT_NEAR(r.xx, 2 * 27 / 12.0, 1e-12);
  EXPECT_NEAR(r.yy, 3 * 8 / 12.0, 1e-12);
  EXPECT_NEAR(r.xy, 0, 1e-12);
  // Regular polygon of n corners on the unit circle: polar moment A (2 + cos(2 pi/n)) / 6.
  for (int n : {3, 5, 8, 100}) {
    const AreaProperties p = area_of(regular(n));
    EXPECT_NEAR(p.area, 0.5 * n * std::sin(2 * M_PI / n), 1e-13);
    EXPECT_NEAR(p.xx + p.yy, p.area * (2 + std::cos(2 * M_PI / n)) / 6, 1e-13);
  }
}

TEST(Polygon, TheEdgeTowardsAPointIsTheOneThatLooksThere) {
  Rng rng(1);
  for (int n = 0; n < 20000; ++n) {
    const Polygon p = grain(rng, 3 + static_cast<int>(rng.below(30)), rng.uniform(0.05, 1));
    const Vec2 x = rng.uniform() < 0.1 ? p.vertices[rng.below(p.size())]
                                       : Vec2(rng.uniform(0.01, 3) * unit(rng.uniform(0, 7)));
    const std::uint32_t k = edge_towards(p, x);
    const double rounding = 1e-15 * x.norm();
    EXPECT_GE(cross(p.vertices[k], x), -rounding);
    EXPECT_LE(cross(p.vertices[p.next(k)], x), rounding);
    EXPECT_GT(x.dot(0.5 * (p.vertices[k] + p.vertices[p.next(k)])), -1) << "not on the other side";
  }
}

TEST(Polygon, TheFurthestCornerIsFoundFromAnywhere) {
  Rng rng(2);
  for (int n = 0; n < 5000; ++n) {
    const Polygon p = grain(rng, 3 + static_cast<int>(rng.below(60)), rng.uniform(0.02, 1));
    const Vec2 direction = unit(rng.uniform(0, 7));
    double best = -1e300;
    for (const Vec2& v : p.vertices) best = std::max(best, direction.dot(v));
    const std::uint32_t found =
        furthest_corner(p, direction, static_cast<std::uint32_t>(rng.below(p.size())));
    EXPECT_EQ(direction.dot(p.vertices[found]), best);
  }
}

TEST(Polygon, PosesUndoThemselves) {
  const Pose2 p = pose(3, -4, 0.7);
  const Vec2 x(0.1, 0.2);
  EXPECT_NEAR((p.back(p * x) - x).norm(), 0, 1e-15);
}

}  // namespace
}  // namespace scree
