// Regions seen through the images of a periodic cell.
#include <gtest/gtest.h>

#include "build/region.h"

namespace scree {
namespace {

Cell periodic_along(bool x, bool y, bool z) {
  Cell cell;
  cell.periodic = {x, y, z};
  return cell;
}

// What the definition says: some image is inside.
bool any_image_inside(const Region& region, const Vec3& point, const Cell& cell) {
  for (int x = -2; x <= 2; ++x)
    for (int y = -2; y <= 2; ++y)
      for (int z = -2; z <= 2; ++z) {
        if ((x && !cell.periodic[0]) || (y && !cell.periodic[1]) || (z && !cell.periodic[2])) continue;
        if (region.contains(point + Vec3(x, y, z))) return true;
      }
  return false;
}

TEST(RegionImages, APointIsInsideWhereOneOfItsImagesIs) {
  const Region regions[] = {Region::box({0.8, -0.1, 0.2}, {1.3, 0.2, 0.9}),
                            Region::sphere({0.05, 0.97, 0.5}, 0.3),
                            Region::cylinder({0.9, 0.5, 0.1}, {1, 0.3, 0.5}, 0.2, 0.7),
                            Region::cylinder({0, 0, 0}, {1, 1, 1}, 0.1, 1.5)};
  Rng rng(1, 2, 0);
  for (const Region& region : regions)
    for (const Cell& cell : {periodic_along(true, true, true), periodic_along(true, false, false),
                             periodic_along(false, true, true), periodic_along(false, false, false)}) {
      int inside = 0;
      for (int n = 0; n < 2000; ++n) {
        const Vec3 point(rng.uniform(), rng.uniform(), rng.uniform());
        const bool expected = any_image_inside(region, point, cell);
        inside += expected;
        EXPECT_EQ(region.contains_image(point, cell), expected) << point.transpose();
      }
      EXPECT_GT(inside, 10);
    }
}

TEST(RegionImages, MovingARegionMovesWhatItHolds) {
  const Vec3 shift(3, -2, 0.5);
  Rng rng(1, 3, 0);
  for (const Region& region : {Region::box({0, 0, 0}, {0.5, 0.7, 0.9}), Region::sphere({0.5, 0.5, 0.5}, 0.4),
                               Region::cylinder({0.5, 0.5, 0}, {0, 0.2, 1}, 0.3, 0.8)})
    for (int n = 0; n < 300; ++n) {
      const Vec3 point(rng.uniform(), rng.uniform(), rng.uniform());
      EXPECT_NEAR(region.moved(shift).clearance(point + shift), region.clearance(point), 1e-14);
    }
}

}  // namespace
}  // namespace scree
