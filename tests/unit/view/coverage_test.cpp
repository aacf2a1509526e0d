// Areas that figures cover, pixel by pixel, against closed forms.
#include "view/coverage.h"

#include <gtest/gtest.h>

#include "base/math.h"
#include "base/rng.h"
#include "view/plane_raster.h"

namespace scree {
namespace {

constexpr PixelBox whole{0, 0, 64, 48};

std::vector<double> shares(Coverage& coverage, const PixelBox& box = whole) {
  std::vector<double> list(static_cast<std::size_t>(box.width) * box.height);
  coverage.take([&](int x, int y, double share) {
    ASSERT_TRUE(x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height);
    list[static_cast<std::size_t>(y - box.y) * box.width + (x - box.x)] += share;
  });
  return list;
}

std::vector<double> shares_of(const Loop& loop, const PixelBox& box = whole) {
  Coverage coverage(box);
  coverage.add_loop(loop);
  return shares(coverage, box);
}

double sum(const std::vector<double>& list) {
  double total = 0;
  for (const double x : list) total += x;
  return total;
}

double area(const Loop& loop) {
  double twice = 0;
  for (std::size_t k = 0; k < loop.size(); ++k) twice += cross(loop[k], loop[(k + 1) % loop.size()]);
  return std::abs(twice) / 2;
}

TEST(Coverage, APixelIsCoveredByTheShareThatLiesInIt) {
  const Loop box{{3.25, 5.5}, {6.5, 5.5}, {6.5, 7}, {3.25, 7}};
  const auto list = shares_of(box);
  EXPECT_DOUBLE_EQ(list[5 * 64 + 3], 0.75 * 0.5);
  EXPECT_DOUBLE_EQ(list[5 * 64 + 4], 0.5);
  EXPECT_DOUBLE_EQ(list[6 * 64 + 5], 1);
  EXPECT_DOUBLE_EQ(list[6 * 64 + 6], 0.5);
  EXPECT_EQ(list[6 * 64 + 7], 0);
  EXPECT_EQ(list[7 * 64 + 5], 0);
  const auto half = shares_of({{0, 0}, {1, 0}, {0, 1}});  // a diagonal
  EXPECT_DOUBLE_EQ(half[0], 0.5);
  EXPECT_DOUBLE_EQ(sum(half), 0.5);
}

TEST(Coverage, RandomTrianglesHaveTheirAreaWhicheverWayRound) {
  Rng rng(4);
  for (int k = 0; k < 2000; ++k) {
    Loop loop;
    for (int c = 0; c < 3; ++c) loop.emplace_back(rng.uniform(0, 64), rng.uniform(0, 48));
    const auto list = shares_of(loop);
    EXPECT_NEAR(sum(list), area(loop), 1e-3 + 1e-9 * area(loop));
    std::ranges::reverse(loop);
    const auto reversed = shares_of(loop);
    for (std::size_t p = 0; p < list.size(); ++p) EXPECT_NEAR(list[p], reversed[p], 1e-6);
  }
}

TEST(Coverage, DiscsHaveTheirAreaFromTenthsToHundredsOfPixels) {
  for (const double radius : {0.2, 0.7, 1.5, 5.0, 20.3, 200.0, 700.0}) {
    const PixelBox box{0, 0, 1500, 1500};
    const double got = sum(shares_of(circle_loop({{749.6, 750.3}, radius}), box));
    EXPECT_NEAR(got, math::pi * radius * radius, 1e-3 * math::pi * radius * radius) << radius;
  }
}

// What a box shows of a figure is what a larger box shows there.
TEST(Coverage, FiguresAreCutAtTheBordersOfTheBox) {
  Rng rng(8);
  const PixelBox large{-100, -100, 300, 300}, small{17, 9, 40, 30};
  for (int k = 0; k < 500; ++k) {
    Loop loop;
    for (int c = 0; c < 4; ++c) loop.emplace_back(rng.uniform(-90, 190), rng.uniform(-90, 190));
    const auto all = shares_of(loop, large), part = shares_of(loop, small);
    for (int y = 0; y < small.height; ++y)
      for (int x = 0; x < small.width; ++x)
        ASSERT_NEAR(part[static_cast<std::size_t>(y) * small.width + x],
                    all[static_cast<std::size_t>(y + 109) * large.width + x + 117], 1e-5)
            << k << " " << x << " " << y;
  }
}

TEST(Coverage, HugeAndDegenerateLoopsAreHarmless) {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NEAR(sum(shares_of({{-1e9, -1e9}, {1e9, -1e9}, {1e9, 1e9}, {-1e9, 1e9}})), 64 * 48, 1e-6);
  EXPECT_NEAR(sum(shares_of({{-1e9, 24}, {1e9, 24}, {1e9, 1e9}, {-1e9, 1e9}})), 64 * 24, 1e-6);
  EXPECT_EQ(sum(shares_of({})), 0);
  EXPECT_EQ(sum(shares_of({{3, 3}})), 0);
  EXPECT_EQ(sum(shares_of({{3, 3}, {9, 7}})), 0);
  EXPECT_EQ(sum(shares_of({{3, 3}, {3, 3}, {3, 3}})), 0);
  EXPECT_EQ(sum(shares_of({{3, 3}, {inf, 3}, {3, 9}})), 0);
  EXPECT_EQ(sum(shares_of({{3, 3}, {nan, 3}, {3, 9}})), 0);
  EXPECT_EQ(sum(shares_of({{100, 100}, {120, 100}, {110, 130}})), 0);
}

TEST(Coverage, PartsThatShareASideLeaveNoSeam) {
  Coverage coverage(whole);
  coverage.add_loop(Loop{{4, 4}, {20.3, 4}, {11.7, 20}, {4, 20}});
  coverage.add_loop(Loop{{20.3, 4}, {30, 4}, {30, 20}, {11.7, 20}});
  const auto list = shares(coverage);
  for (int y = 4; y < 20; ++y)
    for (int x = 4; x < 30; ++x) EXPECT_NEAR(list[static_cast<std::size_t>(y) * 64 + x], 1, 1e-9);
}

TEST(Coverage, LinesAreAsWideAsAskedWithRoundEnds) {
  for (const double width : {0.3, 1.0, 2.5, 7.0}) {
    const PlaneLine line{{15, 12}, {45, 31}, width};
    const double length = (line.to - line.from).norm();
    const double right = length * width + math::pi * width * width / 4;
    EXPECT_NEAR(sum(shares_of(line_loop(line))), right, 5e-3 * right) << width;
  }
  EXPECT_NEAR(sum(shares_of(line_loop({{15, 12}, {15, 12}, 4}))), 4 * math::pi, 0.02);
}

TEST(Coverage, OutlinesGrowByTheirWidth) {
  // A square grown by w without its corners' triangles of w^2 / 2.
  for (const bool backwards : {false, true}) {
    Loop square{{10, 10}, {20, 10}, {20, 20}, {10, 20}};
    if (backwards) std::ranges::reverse(square);
    EXPECT_NEAR(sum(shares_of(grown(square, 2))), 14 * 14 - 4 * 2, 1e-9);
  }
}

}  // namespace
}  // namespace scree
