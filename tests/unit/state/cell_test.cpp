// The periodic box: the nearest image, on periodic axes alone.
#include "state/cell.h"

#include <gtest/gtest.h>

#include <random>

namespace scree {
namespace {

Cell cell_of(bool x, bool y, bool z) {
  Cell c;
  c.periodic = {x, y, z};
  c.origin = {-1, 0, 2};
  c.length = {2, 3, 5};
  return c;
}

TEST(Cell, WithoutPeriodsThePlainDifference) {
  const Cell c = cell_of(false, false, false);
  EXPECT_FALSE(c.any());
  EXPECT_EQ(c.separation({0, 0, 0}, {9, -9, 100}), Vec3(9, -9, 100));
}

TEST(Cell, NearestImage) {
  const Cell c = cell_of(true, false, true);
  EXPECT_TRUE(c.any());
  const Vec3 d = c.separation({-0.9, 0, 2.1}, {0.9, 2.9, 6.9});
  EXPECT_LE((d - Vec3(-0.2, 2.9, -0.2)).norm(), 1e-14);
}

TEST(Cell, SeparationIsAntisymmetricAndShort) {
  const Cell c = cell_of(true, true, true);
  std::mt19937_64 draw(3);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (int n = 0; n < 1000; ++n) {
    Vec3 p, q;
    for (int k = 0; k < 3; ++k) {
      p[k] = c.origin[k] + uniform(draw) * c.length[k];
      q[k] = c.origin[k] + uniform(draw) * c.length[k];
    }
    const Vec3 d = c.separation(p, q);
    EXPECT_EQ(d, Vec3(-c.separation(q, p)));
    for (int k = 0; k < 3; ++k) {
      EXPECT_LE(std::abs(d[k]), 0.5 * c.length[k] * (1 + 1e-15));
      const double turns = (q[k] - p[k] - d[k]) / c.length[k];
      EXPECT_NEAR(turns, std::rint(turns), 1e-14) << "differs by whole cells";
    }
  }
}

TEST(Cell, BoxesOverlapThroughImages) {
  const Cell c = cell_of(true, false, false);
  const Box left{{-1.1, 0, 0}, {-0.8, 1, 1}};
  const Box right{{0.8, 0, 0}, {0.95, 1, 1}};
  EXPECT_TRUE(c.overlap(left, right, 0)) << "left reaches -1.1, which is 0.9";
  EXPECT_FALSE(cell_of(false, false, false).overlap(left, right, 0));
  const Box far{{0.0, 0, 0}, {0.2, 1, 1}};
  EXPECT_FALSE(c.overlap(left, far, 0));
  EXPECT_TRUE(c.overlap(left, far, 1));
}

}  // namespace
}  // namespace scree
