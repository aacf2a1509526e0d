// What figures, lines and texts cover, pixel by pixel, against closed forms.
#include <gtest/gtest.h>

#include "base/math.h"
#include "base/rng.h"
#include "view/plane_cairo.h"

namespace scree {
namespace {

constexpr PixelBox whole{0, 0, 64, 48};
constexpr Pixel black{0, 0, 0}, white{255, 255, 255};
constexpr double step = 0.04;  // in which Cairo counts the rows of a pixel: fifteenths, and half of one

using Shares = std::vector<double>;

// How black the pixels are, row by row.
Shares shares_of(PlaneGroup group, const PixelBox& box = whole) {
  group.clip = box;
  PlanePicture drawing{
      .width = box.x + box.width, .height = box.y + box.height, .title = "", .groups = {group}};
  const Picture picture = raster(drawing);
  Shares list;
  for (int y = box.y; y < box.y + box.height; ++y)
    for (int x = box.x; x < box.x + box.width; ++x) list.push_back(1 - picture.at(x, y)[1] / 255.0);
  return list;
}

Shares shares_of(const Loop& loop, const PixelBox& box = whole) {
  return shares_of(PlaneGroup{.figures = {{.loops = {loop}, .fill = black}}}, box);
}

double sum(const Shares& list) {
  double total = 0;
  for (const double x : list) total += x;
  return total;
}

double area(const Loop& loop) {
  double twice = 0;
  for (std::size_t k = 0; k < loop.size(); ++k) twice += cross(loop[k], loop[(k + 1) % loop.size()]);
  return std::abs(twice) / 2;
}

TEST(Raster, APixelIsCoveredByTheShareThatLiesInIt) {
  const Shares list = shares_of(Loop{{3.25, 5.5}, {6.5, 5.5}, {6.5, 7}, {3.25, 7}});
  EXPECT_NEAR(list[5 * 64 + 3], 0.75 * 0.5, step);
  EXPECT_NEAR(list[5 * 64 + 4], 0.5, step);
  EXPECT_EQ(list[6 * 64 + 5], 1);
  EXPECT_NEAR(list[6 * 64 + 6], 0.5, step);
  EXPECT_EQ(list[6 * 64 + 7], 0);
  EXPECT_EQ(list[7 * 64 + 5], 0);
  EXPECT_NEAR(shares_of(Loop{{0, 0}, {1, 0}, {0, 1}})[0], 0.5, step);
}

TEST(Raster, RandomTrianglesHaveTheirAreaWhicheverWayRound) {
  Rng rng(4);
  for (int k = 0; k < 300; ++k) {
    Loop loop;
    for (int c = 0; c < 3; ++c) loop.emplace_back(rng.uniform(0, 64), rng.uniform(0, 48));
    const Shares list = shares_of(loop);
    EXPECT_NEAR(sum(list), area(loop), 1 + 0.01 * area(loop));
    std::ranges::reverse(loop);
    EXPECT_NEAR(sum(shares_of(loop)), sum(list), 0.1);
  }
}

TEST(Raster, DiscsHaveTheirAreaFromHalfPixelsToHundreds) {
  for (const double radius : {0.7, 1.5, 5.0, 20.3, 200.0, 700.0}) {
    const PixelBox box{0, 0, 1500, 1500};
    const PlaneGroup group{.figures = {{.circles = {{{749.6, 750.3}, radius}}, .fill = black}}};
    const double right = math::pi * radius * radius;
    EXPECT_NEAR(sum(shares_of(group, box)), right, 0.05 + 0.005 * right) << radius;
  }
}

// What a box shows of a figure is what a larger box shows there.
TEST(Raster, FiguresAreCutAtTheBordersOfTheirGroup) {
  Rng rng(8);
  const PixelBox large{0, 0, 200, 200}, small{77, 69, 40, 30};
  for (int k = 0; k < 50; ++k) {
    Loop loop;
    for (int c = 0; c < 4; ++c) loop.emplace_back(rng.uniform(-90, 290), rng.uniform(-90, 290));
    const Shares all = shares_of(loop, large), part = shares_of(loop, small);
    for (int y = 0; y < small.height; ++y)
      for (int x = 0; x < small.width; ++x)
        ASSERT_NEAR(part[static_cast<std::size_t>(y) * small.width + x],
                    all[static_cast<std::size_t>(y + small.y) * large.width + x + small.x], 0.06)
            << k << " " << x << " " << y;
  }
}

TEST(Raster, HugeAndDegenerateFiguresAreHarmless) {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  for (const double far : {1e5, 1e7, 1e9, 1e12}) {
    EXPECT_EQ(sum(shares_of(Loop{{-far, -far}, {far, -far}, {far, far}, {-far, far}})), 64 * 48) << far;
    EXPECT_NEAR(sum(shares_of(Loop{{-far, 24}, {far, 24}, {far, far}, {-far, far}})), 64 * 24, 1) << far;
    const PlaneGroup disc{.figures = {{.circles = {{{32, 24 + far}, far}}, .fill = black}}};
    EXPECT_GT(sum(shares_of(disc)), 64 * 23)
        << far;  // to the last pixel only where the radius is below a million
    const PlaneGroup line{.ink = black, .lines = {{{-far, 20}, {far, 20}, 6}}};
    EXPECT_NEAR(sum(shares_of(line)), 64 * 6, 1) << far;
  }
  EXPECT_LE(sum(shares_of(Loop{{3, 3}, {1e300, 3}, {1e300, 1e300}})), 64 * 48);
  for (const Loop& loop : {Loop{}, Loop{{3, 3}}, Loop{{3, 3}, {9, 7}}, Loop{{3, 3}, {3, 3}, {3, 3}},
                           Loop{{3, 3}, {inf, 3}, {3, 9}}, Loop{{3, 3}, {nan, 3}, {3, 9}},
                           Loop{{100, 100}, {120, 100}, {110, 130}}})
    EXPECT_EQ(sum(shares_of(loop)), 0);
  EXPECT_EQ(sum(shares_of(PlaneGroup{.ink = black, .lines = {{{3, 3}, {nan, 5}, 2}}})), 0);
}

// The edge of a disc that is large enough is straight; here it goes through the middle.
TEST(Raster, DiscsMuchLargerThanThePictureHaveTheirEdge) {
  for (const double radius : {1e4, 1e5, 9e5}) {
    const PlaneGroup disc{.figures = {{.circles = {{{32, 24 + radius}, radius}}, .fill = black}}};
    EXPECT_NEAR(sum(shares_of(disc)), 64 * 24, 16) << radius;
  }
}

TEST(Raster, PartsOfABodyLeaveNeitherSeamsNorHoles) {
  Loop left{{4, 4}, {20.3, 4}, {11.7, 20}, {4, 20}}, right{{20.3, 4}, {30, 4}, {30, 20}, {11.7, 20}};
  const Loop across{{8, 8}, {25, 8}, {25, 16}, {8, 16}};
  std::ranges::reverse(right);
  const PlaneGroup group{
      .figures = {{.loops = {left, right, across}, .circles = {{{18, 12}, 3}}, .fill = black}}};
  const Shares list = shares_of(group);
  for (int y = 4; y < 20; ++y)
    for (int x = 4; x < 30; ++x) EXPECT_GT(list[static_cast<std::size_t>(y) * 64 + x], 0.99) << x << " " << y;
}

TEST(Raster, PartsThatLieApartAreNotJoined) {
  const Loop left{{4, 4}, {8, 4}, {8, 8}, {4, 8}}, right{{40, 30}, {44, 30}, {44, 34}, {40, 34}};
  const PlaneGroup group{.figures = {{.loops = {left, right}, .circles = {{{50.5, 8.5}, 4}}, .fill = black}}};
  EXPECT_NEAR(sum(shares_of(group)), 16 + 16 + math::pi * 16, 1);
}

TEST(Raster, LinesAreAsWideAsAskedWithRoundEnds) {
  for (const double width : {0.3, 1.0, 2.5, 7.0}) {
    const PlaneLine line{{15, 12}, {45, 31}, width};
    const double right = (line.to - line.from).norm() * width + math::pi * width * width / 4;
    EXPECT_NEAR(sum(shares_of(PlaneGroup{.ink = black, .lines = {line}})), right, 0.03 * right) << width;
  }
}

TEST(Raster, OutlinesGrowByTheirWidthAndLieUnderTheFill) {
  for (const bool backwards : {false, true}) {
    Loop square{{10, 10}, {20, 10}, {20, 20}, {10, 20}};
    if (backwards) std::ranges::reverse(square);
    const PlaneGroup group{.ink = black, .outline = 2, .figures = {{.loops = {square}, .fill = white}}};
    // A square grown by 2, without its corners' triangles of 2, less what is filled.
    EXPECT_NEAR(sum(shares_of(group)), 14 * 14 - 4 * 2 - 10 * 10, 0.5);
  }
  const PlaneGroup disc{.ink = black, .outline = 2, .figures = {{.circles = {{{30, 20}, 8}}, .fill = white}}};
  EXPECT_NEAR(sum(shares_of(disc)), math::pi * (10 * 10 - 8 * 8), 1.5);
}

TEST(Raster, BetweenTouchingBodiesIsInkAndNotPaper) {
  const Loop left{{4, 4}, {20.5, 4}, {20.5, 30}, {4, 30}}, right{{20.5, 4}, {40, 4}, {40, 30}, {20.5, 30}};
  const Pixel red{255, 0, 0};
  const PlaneGroup group{
      .clip = whole, .ink = black, .outline = 0.2, .figures = {{{left}, {}, red}, {{right}, {}, red}}};
  const Picture picture = raster({.width = 64, .height = 48, .title = "", .groups = {group}});
  EXPECT_LT(picture.at(20, 15)[0], 200);
  EXPECT_LT(picture.at(20, 15)[1], 40);
}

TEST(Raster, TextsStandOnTheirLineAtTheSideThatIsGiven) {
  const auto inked = [](Side side) {
    const PlaneGroup group{.ink = black, .texts = {{30, 40, 20, side, "H8"}}};
    const Shares list = shares_of(group);
    PixelBox box{64, 48, 0, 0};  // width and height as right and lower end
    for (int y = 0; y < 48; ++y)
      for (int x = 0; x < 64; ++x)
        if (list[static_cast<std::size_t>(y) * 64 + x] > 0.3)
          box = {std::min(box.x, x), std::min(box.y, y), std::max(box.width, x + 1),
                 std::max(box.height, y + 1)};
    return box;
  };
  const PixelBox left = inked(Side::left), middle = inked(Side::middle), right = inked(Side::right);
  for (const PixelBox& box : {left, middle, right}) {
    EXPECT_NEAR(box.height, 40, 1);
    EXPECT_NEAR(box.height - box.y, 0.73 * 20, 2);
  }
  EXPECT_NEAR(left.x, 30, 3);
  EXPECT_NEAR(right.width, 30, 3);
  EXPECT_NEAR(0.5 * (middle.x + middle.width), 30, 2);
}

}  // namespace
}  // namespace scree
