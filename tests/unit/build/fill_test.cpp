// Fills: nothing overlaps, nothing leaves the region, and what was asked for is there.
#include "build/fill.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "base/math.h"

namespace scree {
namespace {

MixEntry ball(double radius, double weight = 1.0, ShapeIndex shape = 0) {
  return {shape, weight, radius, 4.0 / 3.0 * math::pi * radius * radius * radius};
}

FillRequest request_for(const Region& region, double radius = 0.5) {
  FillRequest q;
  q.region = region;
  q.mix.shapes = {ball(radius)};
  return q;
}

FillResult fill_or_fail(const FillRequest& q) {
  Expected<FillResult> r = fill(q);
  EXPECT_TRUE(r) << r.error();
  return r ? r.value() : FillResult{};
}

std::string refusal(const FillRequest& q) {
  const Expected<FillResult> r = fill(q);
  EXPECT_FALSE(r);
  return r.error();
}

// Smallest distance over the sum of the radii, by brute force over all pairs.
double closest(const FillResult& f, const Cell& cell = {}) {
  double least = 1e300;
  for (std::size_t i = 0; i < f.bodies.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Vec3 d = cell.separation(f.bodies[i].position, f.bodies[j].position);
      least = std::min(least, d.norm() / (f.bodies[i].radius + f.bodies[j].radius));
    }
  return least;
}

double least_clearance(const FillResult& f, const Region& region) {
  double least = 1e300;
  for (const PlacedBody& b : f.bodies) least = std::min(least, region.clearance(b.position) / b.radius);
  return least;
}

double solid_fraction(const FillResult& f, const Region& region) {
  double v = 0.0;
  for (const PlacedBody& b : f.bodies) v += 4.0 / 3.0 * math::pi * b.radius * b.radius * b.radius;
  return v / region.volume();
}

const Region ten_box = Region::box(Vec3(-3, 1, 2), Vec3(7, 11, 12));
const Region ten_cylinder = Region::cylinder(Vec3(1, 2, 3), Vec3(1, 2, -1), 5.0, 12.0);
const Region ten_sphere = Region::sphere(Vec3(4, 5, 6), 5.5);

void expect_sound(const FillResult& f, const FillRequest& q) {
  EXPECT_GE(closest(f, q.cell), 1.0);  // not by a bit
  EXPECT_GE(least_clearance(f, q.region.opened(q.cell)), 1.0 - 1e-12);
}

TEST(Fill, RandomReachesHalfInEveryRegion) {
  for (const Region& region : {ten_box, ten_cylinder, ten_sphere})
    for (const double spread : {0.0, 0.3}) {
      FillRequest q = request_for(region);
      q.mix.size.kind = SizeLaw::uniform;
      q.mix.size.least = 1.0 - spread;
      q.mix.size.most = 1.0 + spread;
      q.solid_fraction = 0.5;
      const FillResult f = fill_or_fail(q);
      expect_sound(f, q);
      const double one = ball(0.5 * q.mix.size.most).volume / region.volume();
      EXPECT_NEAR(solid_fraction(f, region), 0.5, 0.5 * one * (1.0 + 1e-9));
    }
}

TEST(Fill, RandomGivesTheExactCountAtAnyDensity) {
  for (const std::uint64_t n : {0u, 1u, 2u, 100u, 500u, 900u}) {
    FillRequest q = request_for(ten_box);
    q.count = n;
    const FillResult f = fill_or_fail(q);
    EXPECT_EQ(f.bodies.size(), n);
    expect_sound(f, q);
  }
}

TEST(Fill, TenThousandAtHalfDensity) {
  FillRequest q = request_for(Region::box(Vec3::Zero(), Vec3(22, 22, 22)));
  q.solid_fraction = 0.5;
  const FillResult f = fill_or_fail(q);
  EXPECT_GT(f.bodies.size(), 10000u);
  expect_sound(f, q);
}

TEST(Fill, RandomIsNotALattice) {
  // The mean of sin(2 pi x / d) over positions relative to a lattice of diameters would be large.
  FillRequest q = request_for(ten_box);
  q.count = 800;
  const FillResult f = fill_or_fail(q);
  for (int k = 0; k < 3; ++k) {
    double s = 0.0, c = 0.0;
    for (const PlacedBody& b : f.bodies) {
      s += math::sin(2.0 * math::pi * b.position[k]) / 800.0;
      c += math::cos(2.0 * math::pi * b.position[k]) / 800.0;
    }
    EXPECT_LT(std::hypot(s, c), 0.5);
  }
}

TEST(Fill, TheSameRequestGivesTheSameBits) {
  FillRequest q = request_for(ten_cylinder);
  q.solid_fraction = 0.45;
  const FillResult a = fill_or_fail(q), b = fill_or_fail(q);
  ASSERT_EQ(a.bodies.size(), b.bodies.size());
  for (std::size_t i = 0; i < a.bodies.size(); ++i) {
    EXPECT_EQ(a.bodies[i].position, b.bodies[i].position);
    EXPECT_EQ(a.bodies[i].orientation.coeffs(), b.bodies[i].orientation.coeffs());
  }
  FillRequest other_seed = q, other_stream = q;
  other_seed.seed = 2;
  other_stream.stream = 1;
  for (const FillRequest& o : {other_seed, other_stream}) {
    const FillResult c = fill_or_fail(o);
    EXPECT_NE(a.bodies[0].position, c.bodies[0].position);
    EXPECT_NE(a.bodies[0].orientation.coeffs(), c.bodies[0].orientation.coeffs());
  }
}

TEST(Fill, TheGapIsKept) {
  FillRequest q = request_for(ten_box);
  q.gap = 0.2;
  q.count = 500;
  EXPECT_GE(closest(fill_or_fail(q)), 1.1);
  q.arrangement = Arrangement::hexagonal;
  EXPECT_NEAR(closest(fill_or_fail(q)), 1.1, 1e-9);
}

TEST(Fill, ObstaclesAndWallsAreAvoided) {
  FillRequest q = request_for(ten_box);
  q.obstacles = {{Vec3(2, 6, 7), 2.5}, {Vec3(-3, 1, 2), 1.0}, {Vec3(7.5, 6, 7), 1.5}};
  q.walls = [](const Vec3& p) { return p[2] - 4.0 + 0.2 * (p[0] - 2.0); };  // a slope through the region
  q.count = 350;
  for (const Arrangement a : {Arrangement::random, Arrangement::cubic, Arrangement::hexagonal}) {
    q.arrangement = a;
    const FillResult f = fill_or_fail(q);
    EXPECT_EQ(f.bodies.size(), 350u);
    EXPECT_GE(closest(f), 1.0 - 1e-9);
    EXPECT_GE(least_clearance(f, q.region), 1.0 - 1e-9);
    for (const PlacedBody& b : f.bodies) {
      EXPECT_GE(q.walls(b.position), b.radius * (1.0 - 1e-9));
      for (const Obstacle& o : q.obstacles)
        EXPECT_GE((b.position - o.position).norm(), (b.radius + o.radius) * (1.0 - 1e-9));
    }
  }
}

TEST(Fill, AFillAvoidsTheOneBefore) {
  FillRequest q = request_for(ten_box);
  q.count = 250;
  const FillResult first = fill_or_fail(q);
  for (const PlacedBody& b : first.bodies) q.obstacles.push_back({b.position, b.radius});
  q.stream = 1;
  FillResult both = fill_or_fail(q);
  both.bodies.insert(both.bodies.end(), first.bodies.begin(), first.bodies.end());
  EXPECT_EQ(both.bodies.size(), 500u);
  EXPECT_GE(closest(both), 1.0);
}

TEST(Fill, PeriodicAxesHaveNoBoundaryAndNoOverlapThroughIt) {
  FillRequest q = request_for(Region::box(Vec3::Zero(), Vec3(10, 10, 10)));
  q.cell.periodic = {true, true, false};
  q.cell.origin = Vec3(0, 0, 0);
  q.cell.length = Vec3(10, 10, 10);
  for (const Arrangement a : {Arrangement::random, Arrangement::cubic, Arrangement::hexagonal}) {
    q.arrangement = a;
    q.solid_fraction = 0.5;
    const FillResult f = fill_or_fail(q);
    EXPECT_GE(closest(f, q.cell), a == Arrangement::random ? 1.0 : 1.0 - 1e-9);
    int across = 0;
    for (const PlacedBody& b : f.bodies) {
      for (int k = 0; k < 2; ++k) {
        EXPECT_GE(b.position[k], 0.0);
        EXPECT_LT(b.position[k], 10.0);
      }
      EXPECT_GE(b.position[2], 0.5 * (1.0 - 1e-9));
      EXPECT_LE(b.position[2], 9.5 * (1.0 + 1e-9));
      across += b.position[0] < 0.499 || b.position[0] > 9.501;
    }
    if (a == Arrangement::random) {
      EXPECT_GT(across, 20);
    }  // the seam is filled like the rest
  }
}

TEST(Fill, ASlotAsWideAsTheSpheresIsFilled) {
  // Region and walls leave no freedom across: rounding must not make that a refusal.
  FillRequest q = request_for(Region::box(Vec3(0.3, 0.7, 0), Vec3(2.3, 0.8, 2)), 0.05);
  q.walls = [](const Vec3& p) { return std::min(p[1] - 0.7, 0.8 - p[1]); };
  q.count = 200;  // an area fraction of 0.39
  const FillResult f = fill_or_fail(q);
  EXPECT_EQ(f.bodies.size(), 200u);
  expect_sound(f, q);
}

TEST(Fill, APartOfAPeriodicCellStaysAPart) {
  // The region ends 0.3 before the period: spheres at its ends are neighbours through the boundary.
  FillRequest q = request_for(Region::box(Vec3(0.3, 0, 0), Vec3(6, 6, 6)));
  q.cell.periodic = {true, false, false};
  q.cell.length = Vec3(6, 6, 6);
  q.count = 150;
  const FillResult f = fill_or_fail(q);
  expect_sound(f, q);
}

TEST(Fill, ShapesComeInProportionToTheirWeights) {
  FillRequest q = request_for(ten_box, 0.2);
  q.mix.shapes = {ball(0.2, 3.0, 7), ball(0.25, 1.0, 9)};
  q.count = 2000;
  int seven = 0;
  for (const PlacedBody& b : fill_or_fail(q).bodies) {
    seven += b.shape == 7;
    EXPECT_DOUBLE_EQ(b.radius, b.shape == 7 ? 0.2 : 0.25);
  }
  EXPECT_NEAR(seven, 1500, 80);  // four deviations
}

TEST(Fill, OrientationsAreRandomOrNot) {
  FillRequest q = request_for(ten_box);
  q.count = 300;
  Mat3 mean = Mat3::Zero();
  for (const PlacedBody& b : fill_or_fail(q).bodies) mean += b.orientation.toRotationMatrix() / 300.0;
  EXPECT_LT(mean.cwiseAbs().maxCoeff(), 0.15);
  q.mix.random_orientation = false;
  for (const PlacedBody& b : fill_or_fail(q).bodies)
    EXPECT_EQ(b.orientation.coeffs(), Quat::Identity().coeffs());
}

TEST(Fill, BoundingSpheresCountNotVolumes) {
  // Flat bodies: a tenth of their bounding sphere is solid.
  FillRequest q = request_for(ten_box);
  q.mix.shapes[0].volume *= 0.1;
  q.solid_fraction = 0.04;
  const FillResult f = fill_or_fail(q);
  expect_sound(f, q);
  EXPECT_NEAR(solid_fraction(f, q.region), 0.4, 0.001);
}

TEST(Fill, TooManySaysHowManyWouldFit) {
  FillRequest q = request_for(ten_box);
  q.count = 2000;
  std::string why = refusal(q);
  EXPECT_NE(why.find("2000 bodies do not fit"), std::string::npos) << why;
  const std::size_t at = why.find("about ");
  ASSERT_NE(at, std::string::npos) << why;
  const int about = std::stoi(why.substr(at + 6));
  EXPECT_GT(about, 900);  // a solid fraction between 0.47 and 0.64
  EXPECT_LT(about, 1220);
  q.count = static_cast<std::uint64_t>(about);
  EXPECT_EQ(fill_or_fail(q).bodies.size(), static_cast<std::size_t>(about));

  q.count = 1'000'000'000'000;  // must answer quickly and without the memory for them
  why = refusal(q);
  EXPECT_NE(why.find("would fit"), std::string::npos) << why;
  q.count.reset();
  q.solid_fraction = 0.7;
  why = refusal(q);
  EXPECT_NE(why.find("a solid fraction of 0.7 does not fit"), std::string::npos) << why;
}

TEST(Fill, WhatCannotBeMeantIsRefused) {
  const FillRequest good = request_for(ten_box);
  FillRequest q = good;
  EXPECT_NE(refusal(q).find("needs a count or a solid fraction"), std::string::npos);
  q.count = 5;
  q.solid_fraction = 0.1;
  EXPECT_NE(refusal(q).find("not both"), std::string::npos);
  q = good;
  q.count = 1;
  q.mix.shapes[0].radius = 5.1;
  EXPECT_NE(refusal(q).find("radius 5.1 m does not fit"), std::string::npos);
  q.mix.shapes.clear();
  EXPECT_NE(refusal(q).find("at least one shape"), std::string::npos);
  q = good;
  q.count = 1;
  q.mix.shapes[0].radius = std::numeric_limits<double>::infinity();
  EXPECT_NE(refusal(q).find("half-space"), std::string::npos);
  q = good;
  q.solid_fraction = 1e-9;
  EXPECT_NE(refusal(q).find("less than half a body"), std::string::npos);
  q = good;
  q.count = 1;
  q.cell.periodic = {true, false, false};
  q.cell.length = Vec3(0.9, 1, 1);  // narrower than the body: it would meet its own image
  EXPECT_NE(refusal(q).find("does not fit"), std::string::npos);
  q = good;
  q.count = 3;
  q.walls = [](const Vec3&) { return -1.0; };  // all of the region lies within a wall
  EXPECT_NE(refusal(q).find("not even one"), std::string::npos);
  q.arrangement = Arrangement::cubic;
  EXPECT_NE(refusal(q).find("not even one"), std::string::npos);
}

}  // namespace
}  // namespace scree
