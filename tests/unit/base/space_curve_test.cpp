#include "base/space_curve.h"

#include <gtest/gtest.h>

#include <set>

namespace scree {
namespace {

// Every cell has its own place, and the cells of a cube of eight follow each other.
TEST(SpaceCurve, FillsCubesOneAfterTheOther) {
  std::set<std::uint64_t> places;
  const Vec3 lowest(-1, 2, 3);
  for (int x = 0; x < 8; ++x)
    for (int y = 0; y < 8; ++y)
      for (int z = 0; z < 8; ++z) {
        const std::uint64_t place =
            place_on_curve(lowest + 0.5 * Vec3(x + 0.5, y + 0.5, z + 0.5), lowest, 0.5);
        EXPECT_EQ(place / 8, place_on_curve(lowest + Vec3(x / 2 + 0.5, y / 2 + 0.5, z / 2 + 0.5), lowest, 1));
        places.insert(place);
      }
  EXPECT_EQ(places.size(), 512u);
  EXPECT_EQ(*places.rbegin(), 511u);
}

TEST(SpaceCurve, EndsWhereTheCellsEnd) {
  EXPECT_EQ(place_on_curve({-5, -5, -5}, Vec3::Zero(), 1), 0u);
  EXPECT_EQ(place_on_curve({1e300, 1e300, 1e300}, Vec3::Zero(), 1), (std::uint64_t{1} << 63) - 1);
}

}  // namespace
}  // namespace scree
