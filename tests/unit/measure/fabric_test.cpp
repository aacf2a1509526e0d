// Packings whose neighbours, directions and solid fractions are known.
#include <gtest/gtest.h>

#include <cmath>

#include "measure/fabric.h"
#include "unit/measure/states.h"

namespace scree {
namespace {

TEST(Fabric, OfATriangularLatticeIsIsotropicWithSixNeighbours) {
  const State s = hexagonal(8, 6, 0.2, 0.1, 1);
  Workers alone(1);
  const Fabric fabric = fabric_of(Observation(s, alone), whole_zone(s));
  EXPECT_EQ(fabric.grains, 48u);
  EXPECT_DOUBLE_EQ(fabric.coordination(), 6);
  Mat3 half = Mat3::Zero();
  half(0, 0) = half(1, 1) = 0.5;
  EXPECT_LE((fabric.tensor - half).norm(), 1e-14);
}

TEST(Fabric, WallsAreNeighboursButLendNoDirection) {
  State s = empty_state(3);
  s.shapes = {make_sphere("ball", 1), make_half_space("floor", {0, 0, 1})};
  add(s, 0, {0, 0, 0.99});
  add(s, 0, {1.99, 0, 0.99});
  add(s, 1, Vec3::Zero(), false);
  press(s, {{0, 1}, {0, 2}, {1, 2}}, {Vec3(1, 0, 0), Vec3(0, 0, -1), Vec3(0, 0, -1)});
  Workers alone(1);
  const Fabric fabric = fabric_of(Observation(s, alone), whole_zone(s));
  EXPECT_EQ(fabric.contacts, 1u);
  EXPECT_DOUBLE_EQ(fabric.coordination(), 2);
  EXPECT_LE((fabric.tensor - Vec3(1, 0, 0) * Vec3(1, 0, 0).transpose()).norm(), 1e-15);
}

TEST(SolidFraction, OfATriangularLatticeIsPiOverTwoSqrt3WhereverTheBoxLies) {
  const State s = hexagonal(8, 6, 0.2, 0.1, 1);
  const double expected = M_PI / (2 * std::sqrt(3.0));
  EXPECT_NEAR(solid_fraction(s, whole_zone(s)), expected, 1e-13);
  const double rise = 0.1 * std::sqrt(3.0);
  for (const double x : {-1.0, -0.77, 0.123})
    for (const double y : {3.0, 3.021, 3.2}) {  // one period of the lattice each way
      const Zone zone = box_zone(s, {Vec3(x, y, 0), Vec3(x + 0.4, y + 2 * rise, 1)});
      EXPECT_NEAR(solid_fraction(s, zone), expected, 1e-12) << x << ' ' << y;
    }
}

TEST(SolidFraction, APolygonCountsWithWhatOfItIsInside) {
  State s = empty_state(2);
  s.thickness = 0.1;
  const Vec2 corners[] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
  s.shapes = {make_polygon_shape("tile", *make_polygon(corners))};
  add(s, 0, {0, 0, 0});
  s.bodies.scale[0] = 0.5;
  s.bodies.orientation[0] =
      Quat(Eigen::AngleAxisd(M_PI / 4, Vec3::UnitZ()));  // a diamond, half diagonal sqrt(1/2)
  EXPECT_NEAR(solid_fraction(s, box_zone(s, {Vec3(0, 0, 0), Vec3(1, 1, 0)})), 0.25, 1e-14);
  EXPECT_NEAR(solid_fraction(s, box_zone(s, {Vec3(-1, -1, 0), Vec3(1, 1, 0)})), 0.25, 1e-14);
  EXPECT_EQ(solid_fraction(s, box_zone(s, {Vec3(0.6, 0.6, 0), Vec3(1, 1, 0)})), 0);
}

// Parts once counted as if they lay on the body's centre.
TEST(SolidFraction, PartsOfACompoundCountWhereTheyAre) {
  State s = empty_state(2);
  const auto tile = [](double x) {
    return *make_polygon(std::vector<Vec2>{{x - 0.1, -0.1}, {x + 0.1, -0.1}, {x + 0.1, 0.1}, {x - 0.1, 0.1}});
  };
  s.shapes = {make_polygons_shape("dumb-bell", {tile(-0.4), tile(0.4)})};
  add(s, 0, {0, 0, 0});
  EXPECT_EQ(solid_fraction(s, box_zone(s, {Vec3(-0.25, -0.25, 0), Vec3(0.25, 0.25, 0)})), 0);
  EXPECT_NEAR(solid_fraction(s, box_zone(s, {Vec3(0.25, -0.25, 0), Vec3(0.55, 0.25, 0)})), 0.04 / 0.15,
              1e-14);
}

TEST(SolidFraction, InSpaceWholeBodiesCountByTheirCentre) {
  State s = empty_state(3);
  s.shapes = {make_sphere("ball", 0.5)};
  add(s, 0, {0.1, 0, 0});
  add(s, 0, {-0.1, 5, 0});
  EXPECT_NEAR(solid_fraction(s, box_zone(s, {Vec3(0, -1, -1), Vec3(1, 1, 1)})), M_PI / 6 / 4, 1e-14);
}

TEST(SolidFraction, DiscAndRectangleAgreeWithStrips) {
  // Strips of the disc, their ends cut at the rectangle: an integral by the midpoint rule.
  const auto by_strips = [](const Vec2& c, double r, const Vec2& low, const Vec2& high) {
    const int n = 200000;
    const double from = std::max(low.x(), c.x() - r), to = std::min(high.x(), c.x() + r);
    double area = 0;
    for (int k = 0; k < n && to > from; ++k) {
      const double x = from + (k + 0.5) * (to - from) / n;
      const double h = std::sqrt(std::max(0.0, r * r - (x - c.x()) * (x - c.x())));
      area += std::max(0.0, std::min(high.y(), c.y() + h) - std::max(low.y(), c.y() - h)) * (to - from) / n;
    }
    return area;
  };
  const Vec2 low(-0.3, -0.6), high(0.9, 0.5);
  for (const double r : {0.05, 0.4, 0.7, 1.5})
    for (double x = -1.4; x < 2; x += 0.35)
      for (double y = -1.6; y < 1.7; y += 0.3)
        EXPECT_NEAR(disc_in_rectangle({x, y}, r, low, high), by_strips({x, y}, r, low, high), 1e-7)
            << r << ' ' << x << ' ' << y;
}

}  // namespace
}  // namespace scree
