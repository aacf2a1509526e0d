#include "narrowphase/patch.h"

#include <gtest/gtest.h>

namespace scree {
namespace {

// Mean distance from the middle of a rectangle.
TEST(Patch, RectanglesHaveTheirLeverWithinTwoPercent) {
  const int n = 400;
  for (const double length : {1.0, 1.3, 2.0, 5.0, 30.0}) {
    double mean = 0;
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k)
        mean += std::hypot(length * (i + 0.5) / (2 * n), (k + 0.5) / (2 * n)) / (n * n);
    Touch touch;
    touch.area = length;
    shape_patch(2 * (length + 1), touch);
    EXPECT_NEAR(touch.lever / mean, 1, 0.02) << length;
  }
}

TEST(Patch, DiscsHaveTwoThirdsOfTheRadius) {
  Touch touch;
  touch.area = 4 * M_PI;
  shape_patch(4 * M_PI, touch);
  EXPECT_NEAR(touch.lever, 4.0 / 3.0, 1e-14);
  EXPECT_NEAR(touch.width2, 1, 1e-14);
}

TEST(Patch, NoLineIsNoPatch) {
  Touch touch;
  touch.area = 1;
  shape_patch(0, touch);
  EXPECT_EQ(touch.lever, 0);
  EXPECT_EQ(touch.width2, 0);
}

}  // namespace
}  // namespace scree
