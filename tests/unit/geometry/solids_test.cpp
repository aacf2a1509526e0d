#include "geometry/solid/solids.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/math.h"
#include "unit/geometry/hulls.h"

namespace scree {
namespace {

TEST(Solids, RegularOnesHaveTheirCounts) {
  const std::size_t counts[][3] = {{4, 6, 4}, {8, 12, 6}, {6, 12, 8}, {20, 30, 12}, {12, 30, 20}};
  const std::size_t corners[] = {3, 4, 3, 5, 3};
  const auto solids = words_of(RegularSolid{});
  ASSERT_EQ(solids.size(), 5u);
  for (std::size_t k = 0; k < 5; ++k) {
    SCOPED_TRACE(solids[k].word);
    const std::vector<Vec3> points = regular_solid_vertices(solids[k].value, 0.25);
    for (const Vec3& p : points) EXPECT_NEAR(p.norm(), 0.25, 1e-16);
    const Polyhedron p = hull_of(points);
    expect_counts(p, counts[k][0], counts[k][1], counts[k][2]);
    for (std::size_t f = 0; f < p.faces(); ++f) EXPECT_EQ(p.corners_of(f).size(), corners[k]);
  }
}

TEST(Solids, PrismsConesAndBoxesHaveTheirCounts) {
  expect_counts(hull_of(box_vertices({1, 2, 3})), 8, 12, 6);
  for (const int n : {3, 5, 8, 60, 200}) {
    const std::size_t k = static_cast<std::size_t>(n);
    expect_counts(hull_of(cylinder_vertices(0.01, 0.05, n)), 2 * k, 3 * k, k + 2);
    expect_counts(hull_of(cone_vertices(1, 0, 2, n)), k + 1, 2 * k, k + 1);
    expect_counts(hull_of(cone_vertices(0, 1, 2, n)), k + 1, 2 * k, k + 1);
    expect_counts(hull_of(cone_vertices(1, 0.5, 2, n)), 2 * k, 3 * k, k + 2);
  }
}

TEST(Solids, PrismStandsOnItsProfile) {
  const std::array<double, 2> profile[] = {{0, 0}, {3, 0}, {3, 1}, {1, 2}, {0, 1}};
  const Polyhedron p = hull_of(prism_vertices(profile, 4));
  expect_counts(p, 10, 15, 7);
  // Shoelace: 2 A = (3 * 1 - 3 * 0) + (3 * 2 - 1 * 1) + (1 * 1 - 0 * 2) = 9.
  EXPECT_NEAR(mass_of(p).volume, 4.5 * 4, 1e-14);
  EXPECT_NEAR(mass_of(p).centroid.z(), 0, 1e-15);
}

TEST(Solids, ApothemIsTheDistanceOfTheSides) {
  for (const int n : {3, 4, 6, 9}) {
    const Polyhedron p = hull_of(cylinder_vertices(0.7 / math::cos(math::pi / n), 2, n));
    for (const Plane& plane : p.planes)
      EXPECT_NEAR(plane.offset, std::abs(plane.normal.z()) > 0.5 ? 1 : 0.7, 1e-15);
  }
}

TEST(Solids, EllipsoidsRefineFromTheIcosahedron) {
  const Vec3 axes(1, 0.7, 0.4);
  double last = 0;
  for (int level = 0; level <= 4; ++level) {
    const Polyhedron p = hull_of(ellipsoid_vertices(axes, level));
    const std::size_t cells = std::size_t{1} << (2 * level);
    expect_counts(p, 10 * cells + 2, 30 * cells, 20 * cells);
    for (const Vec3& v : p.vertices) EXPECT_NEAR(v.cwiseQuotient(axes).norm(), 1, 4e-16);
    const double share = mass_of(p).volume / (4 * math::pi / 3 * axes.prod());
    EXPECT_GT(share, last);
    EXPECT_LT(share, 1);
    last = share;
  }
  EXPECT_GT(last, 0.995);
}

TEST(Solids, JitterMovesAnglesByUpToItsShare) {
  const Vec3 ones = Vec3::Ones();
  const std::vector<Vec3> plain = ellipsoid_vertices(ones, 1);
  Rng unused(1);
  EXPECT_EQ(ellipsoid_vertices(ones, 1, 0, unused), plain);
  EXPECT_EQ(unused.counter(), 0u);
  Rng rng(1), same(1), other(2);
  const std::vector<Vec3> moved = ellipsoid_vertices(ones, 1, 0.05, rng);
  EXPECT_EQ(ellipsoid_vertices(ones, 1, 0.05, same), moved);
  EXPECT_NE(ellipsoid_vertices(ones, 1, 0.05, other), moved);
  double largest = 0;
  for (std::size_t k = 0; k < plain.size(); ++k) {
    EXPECT_NEAR(moved[k].norm(), 1, 4e-16);
    const double before = math::acos(plain[k].z()), after = math::acos(moved[k].z());
    EXPECT_LE(std::abs(after - before), 0.05 * before + 1e-7);
    if (before > 0) largest = std::max(largest, std::abs(after - before) / before);
  }
  EXPECT_GT(largest, 0.04);
  const Polyhedron p = hull_of(moved);
  EXPECT_EQ(p.vertices.size(), plain.size());
}

TEST(Solids, RandomGrainsUseEveryVertex) {
  Rng rng(4);
  for (const int count : {4, 5, 6, 8, 12, 20, 50, 200}) {
    for (int k = 0; k < 10; ++k) {
      const std::vector<Vec3> points = random_grain_vertices(count, 0.7, 0.5, rng);
      ASSERT_EQ(points.size(), static_cast<std::size_t>(count));
      const Polyhedron p = hull_of(points);
      EXPECT_EQ(p.vertices.size(), points.size());
      for (const Vec3& v : points) EXPECT_NEAR(v.cwiseQuotient(Vec3(1, 0.7, 0.35)).norm(), 1, 4e-16);
      for (const Plane& plane : p.planes) EXPECT_GT(plane.offset, 0.15 * 0.35);
    }
  }
  Rng a(9), b(9);
  EXPECT_EQ(random_grain_vertices(10, 1, 1, a), random_grain_vertices(10, 1, 1, b));
}

}  // namespace
}  // namespace scree
