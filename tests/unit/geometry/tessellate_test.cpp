// Surfaces are closed, face outwards, and hold the volume and the area of what they are the surface of.
#include "geometry/tessellate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "base/rng.h"
#include "geometry/hull/hull.h"
#include "geometry/plane/figures.h"
#include "unit/geometry/surface_sums.h"

namespace scree {
namespace {

// Every edge has one polygon on either side, and runs through them in opposite directions.
bool is_closed(const SurfaceMesh& mesh) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> sides;
  std::uint32_t begin = 0;
  for (const std::uint32_t end : mesh.ends) {
    for (std::uint32_t c = begin; c < end; ++c)
      ++sides[{mesh.corners[c], mesh.corners[c + 1 == end ? begin : c + 1]}];
    begin = end;
  }
  return std::ranges::all_of(sides, [&](const auto& side) {
    const auto [from, to] = side.first;
    return side.second == 1 && sides.contains({to, from});
  });
}

TEST(Tessellate, TheSphereIsClosedAndItsPointsAreOnIt) {
  const SurfaceMesh& mesh = *unit_sphere_mesh();
  EXPECT_EQ(mesh.points.size(), static_cast<std::size_t>(sphere_points));
  EXPECT_EQ(mesh.ends.size(), static_cast<std::size_t>(sphere_triangles));
  EXPECT_TRUE(is_closed(mesh));
  Vec3 sum = Vec3::Zero();
  for (const Vec3& p : mesh.points) {
    EXPECT_NEAR(p.norm(), 1, 1e-15);
    sum += p;
  }
  EXPECT_LT(sum.norm(), 1e-14);
  // An icosahedron has 60.5 % of the volume of its sphere and 76.1 % of the area; with each face in four,
  // the angle that a chord spans is halved, and what is missing falls to about a third.
  EXPECT_NEAR(mass_of(mesh).volume, 4.0 / 3 * M_PI * 0.873, 0.01);
  EXPECT_NEAR(mass_of(mesh).area, 4 * M_PI * 0.929, 0.02);
  EXPECT_EQ(unit_sphere_mesh(), unit_sphere_mesh()) << "there is one for all";
}

TEST(Tessellate, TheDiscIsARegularPolygon) {
  const SurfaceMesh& mesh = *unit_disc_mesh();
  EXPECT_EQ(mesh.points.size(), static_cast<std::size_t>(disc_points));
  EXPECT_EQ(mesh.ends, std::vector<std::uint32_t>{disc_points});
  EXPECT_NEAR(mass_of(mesh).area, 0.5 * disc_points * std::sin(2 * M_PI / disc_points), 1e-14);
  EXPECT_NEAR(upward_area_of(mesh), mass_of(mesh).area, 1e-14) << "anticlockwise";
  EXPECT_LT((mesh.points[0] + Vec3::UnitX()).norm(), 1e-15) << "polygons begin on their left";
}

TEST(Tessellate, RandomPolyhedraKeepVolumeAndArea) {
  Rng rng(3);
  for (int n = 0; n < 20; ++n) {
    std::vector<Vec3> points;
    for (int k = 0; k < 6 + n; ++k) points.push_back(rng.unit_vector());
    std::vector<std::shared_ptr<const Polyhedron>> parts;
    parts.push_back(std::make_shared<Polyhedron>(*convex_hull(points)));
    const MassProperties mass = mass_of(*parts[0]);
    const SurfaceMesh mesh = tessellate(parts);
    EXPECT_EQ(mesh.ends.size(), parts[0]->faces());
    EXPECT_TRUE(is_closed(mesh));
    EXPECT_NEAR(mass_of(mesh).volume, mass.volume, 1e-12);
    EXPECT_NEAR(mass_of(mesh).area, mass.area, 1e-12);
  }
}

TEST(Tessellate, PartsFollowEachOther) {
  std::vector<std::shared_ptr<const Polygon>> figures;
  double area = 0;
  for (int corners = 3; corners < 7; ++corners) {
    Polygon figure = *make_polygon(regular_polygon(corners, 1));
    figure.place = {3.0 * corners, -1};
    area += area_of(figure).area;
    figures.push_back(std::make_shared<Polygon>(figure));
  }
  const SurfaceMesh mesh = tessellate(figures);
  EXPECT_EQ(mesh.ends, (std::vector<std::uint32_t>{3, 7, 12, 18}));
  for (std::uint32_t c = 0; c < 18; ++c) EXPECT_EQ(mesh.corners[c], c);
  EXPECT_LT((mesh.points[3] - Vec3(11, -1, 0)).norm(), 1e-15);
  EXPECT_NEAR(upward_area_of(mesh), area, 1e-13);
}

TEST(Tessellate, SquaresOfPlanesLieInThemAndFaceOutwards) {
  Rng rng(7);
  for (int n = 0; n < 50; ++n) {
    const Vec3 normal = n < 3 ? Vec3(Vec3::Unit(n)) : rng.unit_vector();
    const Vec3 point = 5 * rng.in_unit_ball(), middle = 5 * rng.in_unit_ball();
    const std::array<Vec3, 4> x = square_of_plane(point, normal, middle, 2);
    for (const Vec3& corner : x) EXPECT_NEAR(normal.dot(corner - point), 0, 1e-14);
    const Vec3 centre = 0.25 * (x[0] + x[1] + x[2] + x[3]);
    EXPECT_NEAR((centre - middle).cross(normal).norm(), 0, 1e-14);
    EXPECT_LT(((x[1] - x[0]).cross(x[2] - x[1]) - 16 * normal).norm(), 1e-13);
  }
}

}  // namespace
}  // namespace scree
