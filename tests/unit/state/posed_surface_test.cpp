// Bodies of every kind have the surface of their shape, at their size and turned as they are.
#include "state/posed_surface.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.h"
#include "geometry/plane/figures.h"
#include "geometry/solid/solids.h"
#include "unit/geometry/surface_sums.h"

namespace scree {
namespace {

SurfaceMesh posed(const Shape& shape, double scale, const Quat& orientation) {
  SurfaceMesh mesh = *shape.surface;
  mesh.points.clear();
  for_each_surface_point(shape, scale, orientation, [&](const Vec3& p) { mesh.points.push_back(p); });
  return mesh;
}

Shape two_blocks() {
  Polyhedron low = *make_box("", {1, 1, 0.5}).parts[0], high = low;
  for (Vec3& v : high.vertices) v += Vec3(0.5, 0, 1);
  for (Plane& plane : high.planes) plane.offset += plane.normal.dot(Vec3(0.5, 0, 1));
  return make_compound("two", {low, high});
}

TEST(PosedSurface, SolidsKeepTheirVolume) {
  Rng rng(11);
  for (const Shape& shape : {make_box("box", {1, 2, 0.5}), two_blocks(),
                             make_polyhedron("solid", *make_box("", {0.3, 0.2, 0.1}).parts[0])}) {
    const double scale = rng.uniform(0.5, 2);
    const Quat turned = rng.rotation();
    const SurfaceMesh mesh = posed(shape, scale, turned);
    EXPECT_NEAR(mass_of(mesh).volume, shape.volume * std::pow(scale, 3), 1e-12) << shape.name;
    const Box box = exact_bounds(shape, scale, Vec3::Zero(), turned);
    Vec3 low = mesh.points[0], high = low;
    for (const Vec3& p : mesh.points) {
      low = low.cwiseMin(p);
      high = high.cwiseMax(p);
    }
    // Of a box, bounds may be wide in the last bits.
    EXPECT_LT((low - box.lower).norm() + (high - box.upper).norm(), 1e-13) << shape.name;
  }
}

TEST(PosedSurface, BallsAreRound) {
  const Shape ball = make_sphere("ball", 0.4);
  const Quat turned = Rng(5).rotation();
  const SurfaceMesh mesh = posed(ball, 3, turned);
  for (std::size_t k = 0; k < mesh.points.size(); ++k) {
    EXPECT_NEAR(mesh.points[k].norm(), 1.2, 1e-14);
    EXPECT_LT((mesh.points[k] - turned * (1.2 * ball.surface->points[k])).norm(), 1e-14);
  }
  EXPECT_GT(mass_of(mesh).volume, 0) << "outwards";
}

// Polygons inside the round ones: their area is known.
TEST(PosedSurface, FiguresKeepTheirArea) {
  const Quat turned(std::cos(0.3), 0, 0, std::sin(0.3));
  const double inside = disc_points / (2 * M_PI) * std::sin(2 * M_PI / disc_points);
  Polygon left = *make_polygon(regular_polygon(5, 1)), right = left;
  for (Vec2& v : right.vertices) v.x() += 3;
  const std::vector<std::pair<Shape, double>> cases{{make_disc("disc", 0.5), inside},
                                                    {make_ellipse("egg", {0.5, 0.2}), inside},
                                                    {make_polygon_shape("five", left), 1},
                                                    {make_polygons_shape("pair", {left, right}), 1}};
  for (const auto& [shape, share] : cases) {
    const SurfaceMesh mesh = posed(shape, 1.5, turned);
    EXPECT_NEAR(upward_area_of(mesh), share * shape.volume * 2.25, 1e-13) << shape.name;
    for (const Vec3& p : mesh.points) {
      EXPECT_EQ(p.z(), 0) << shape.name;
      EXPECT_LT(p.norm(), 1.5 * shape.radius * (1 + 1e-14)) << shape.name;
    }
  }
  // The first point is on the left, at the end of the first half axis, which turns with the ellipse.
  EXPECT_LT((posed(cases[1].first, 2, turned).points[0] + turned * Vec3(1, 0, 0)).norm(), 1e-15);
}

TEST(PosedSurface, HalfSpacesHaveNone) {
  const Shape ground = make_half_space("ground", Vec3::UnitZ());
  EXPECT_EQ(ground.surface, nullptr);
  for_each_surface_point(ground, 1, Quat::Identity(), [](const Vec3&) { FAIL(); });
}

}  // namespace
}  // namespace scree
