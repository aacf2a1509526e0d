#include "view/colour.h"

#include <gtest/gtest.h>

#include <set>

namespace scree {
namespace {

double luminance(const Rgb& c) { return 0.2126 * c.x() + 0.7152 * c.y() + 0.0722 * c.z(); }

TEST(Colour, SrgbHasItsFixedPoints) {
  EXPECT_EQ(to_srgb({0, 0, 0}), (Pixel{0, 0, 0}));
  EXPECT_EQ(to_srgb({1, 1, 1}), (Pixel{255, 255, 255}));
  EXPECT_EQ(to_srgb({0.2140411f, 0.2140411f, 0.2140411f}), (Pixel{128, 128, 128}));  // half way for the eye
  EXPECT_EQ(to_srgb({-1, 2, 1e30f}), (Pixel{0, 255, 255}));
}

TEST(Colour, TheScaleGetsLighterAllTheWay) {
  for (int k = 0; k < 100; ++k)
    EXPECT_LT(luminance(scale_colour(k / 100.0)), luminance(scale_colour((k + 1) / 100.0))) << k;
}

TEST(Colour, StepsOfTheScaleLookAlike) {
  // In sRGB, which is roughly even to the eye, no step is more than three and a half times another.
  double least = 1e9, most = 0;
  for (int k = 0; k < 20; ++k) {
    const Pixel a = to_srgb(scale_colour(k / 20.0)), b = to_srgb(scale_colour((k + 1) / 20.0));
    double square = 0;
    for (int c = 0; c < 3; ++c) square += (a[c] - b[c]) * (a[c] - b[c]);
    least = std::min(least, square);
    most = std::max(most, square);
  }
  EXPECT_GT(least, 0);
  EXPECT_LT(most, 3.5 * 3.5 * least);
}

TEST(Colour, OutsideOfTheScaleIsItsEnd) {
  EXPECT_EQ(to_srgb(scale_colour(-3)), to_srgb(scale_colour(0)));
  EXPECT_EQ(to_srgb(scale_colour(1e300)), to_srgb(scale_colour(1)));
}

TEST(Colour, KindsDiffer) {
  std::set<Pixel> seen;
  for (std::size_t k = 0; k < 24; ++k) seen.insert(to_srgb(kind_colour(k)));
  EXPECT_EQ(seen.size(), 24u);
}

}  // namespace
}  // namespace scree
