// Regions and size distributions.
#include <gtest/gtest.h>

#include <cmath>

#include "base/math.h"
#include "build/body_mix.h"
#include "build/region.h"

namespace scree {
namespace {

const Region regions[] = {Region::box(Vec3(-1, 2, 0), Vec3(3, 3, 5)),
                          Region::cylinder(Vec3(1, 2, 3), Vec3(1, -2, 2), 1.5, 4.0),
                          Region::sphere(Vec3(2, -1, 0), 2.5)};

TEST(Region, SamplesFillTheVolumeEvenly) {
  Rng rng(1);
  for (const Region& region : regions) {
    const Box b = region.bounds();
    const double box_volume = (b.upper - b.lower).prod();
    const int n = 100000;
    int inside = 0, sampled_half = 0;
    Vec3 mean = Vec3::Zero();
    for (int i = 0; i < n; ++i) {
      Vec3 p;
      for (int k = 0; k < 3; ++k) p[k] = rng.uniform(b.lower[k], b.upper[k]);
      inside += region.contains(p);
      const Vec3 s = region.sample(rng, 0.2);
      ASSERT_GE(region.clearance(s), 0.2 - 1e-12);
      mean += s / n;
      sampled_half += s[0] < region.centre()[0];
    }
    EXPECT_NEAR(inside * box_volume / n, region.volume(), 0.02 * region.volume());
    EXPECT_LT((mean - region.centre()).norm(), 0.03);
    EXPECT_NEAR(sampled_half, n / 2, 700);
  }
}

TEST(Region, ClearanceIsTheDistanceToTheBoundary) {
  // A step of that length in any direction stays inside, and some step a little longer leaves.
  Rng rng(2);
  for (const Region& region : regions)
    for (int i = 0; i < 50; ++i) {
      const Vec3 p = region.sample(rng);
      const double c = region.clearance(p);
      bool left = false;
      for (int t = 0; t < 4000; ++t) {
        const Vec3 u = rng.unit_vector();
        ASSERT_GE(region.clearance(p + c * u), -1e-9);
        left = left || region.clearance(p + 1.1 * c * u) < 0.0;
      }
      EXPECT_TRUE(left);
    }
}

TEST(Region, BoundsAreTight) {
  Rng rng(3);
  for (const Region& region : regions) {
    const Box b = region.bounds();
    Vec3 lower = region.centre(), upper = region.centre();
    for (int i = 0; i < 200000; ++i) {
      const Vec3 p = region.sample(rng);
      lower = lower.cwiseMin(p);
      upper = upper.cwiseMax(p);
    }
    EXPECT_GE((lower - b.lower).minCoeff(), -1e-12);
    EXPECT_GE((b.upper - upper).minCoeff(), -1e-12);
    EXPECT_LT((lower - b.lower).maxCoeff(), 0.15);
    EXPECT_LT((b.upper - upper).maxCoeff(), 0.15);
  }
}

TEST(Region, PullingInsideMovesNoMoreThanNeeded) {
  Rng rng(4);
  for (const Region& region : regions)
    for (int i = 0; i < 2000; ++i) {
      const Vec3 p = region.centre() + 6.0 * rng.in_unit_ball();
      const Vec3 q = region.pull_inside(p, 0.3);
      ASSERT_GE(region.clearance(q), 0.3 - 1e-12);
      if (region.clearance(p) >= 0.3) {
        ASSERT_LT((p - q).norm(), 1e-12);
      }
      // No point of the shrunken region is nearer.
      for (int t = 0; t < 10; ++t) ASSERT_GE((region.sample(rng, 0.3) - p).norm(), (q - p).norm() - 1e-9);
    }
}

TEST(Region, OpensAcrossAPeriod) {
  Cell cell;
  cell.periodic = {true, false, false};
  cell.origin = Vec3(-1, 0, 0);
  cell.length = Vec3(4, 1, 1);
  const Region box = regions[0].opened(cell);
  EXPECT_TRUE(box.open(0));
  EXPECT_FALSE(box.open(1));
  EXPECT_DOUBLE_EQ(box.clearance(Vec3(-1, 2.5, 2)), 0.5);
  EXPECT_DOUBLE_EQ(regions[0].clearance(Vec3(-1, 2.5, 2)), 0.0);
  const Region tube = Region::cylinder(Vec3(-1, 0, 0), Vec3(1, 0, 0), 1.0, 4.0).opened(cell);
  EXPECT_DOUBLE_EQ(tube.clearance(Vec3(-1, 0, 0)), 1.0);
  EXPECT_FALSE(regions[2].opened(cell).open(0));
}

TEST(Region, SpecsAreChecked) {
  RegionSpec s;
  s.upper = Vec3(1, 0, 1);
  EXPECT_NE(Region::from(s).error().find("empty along y"), std::string::npos);
  s.upper = Vec3(1, 1, 1);
  EXPECT_DOUBLE_EQ(Region::from(s).value().volume(), 1.0);
  s.kind = RegionKind::cylinder;
  EXPECT_FALSE(Region::from(s));
  s.radius = 1.0;
  s.length = 2.0;
  EXPECT_NEAR(Region::from(s).value().volume(), 2.0 * math::pi, 1e-14);
  s.axis = Vec3::Zero();
  EXPECT_NE(Region::from(s).error().find("axis"), std::string::npos);
  s.kind = RegionKind::disc;
  EXPECT_NE(Region::from(s).error().find("box, cylinder, sphere"), std::string::npos);
}

struct Moments {
  double mean = 0.0, deviation = 0.0, least = 1e300, most = -1e300;
};

Moments moments(const SizeDistribution& d) {
  Rng rng(5);
  Moments m;
  const int n = 200000;
  double square = 0.0;
  for (int i = 0; i < n; ++i) {
    const double x = d.draw(rng);
    m.mean += x / n;
    square += x * x / n;
    m.least = std::min(m.least, x);
    m.most = std::max(m.most, x);
  }
  m.deviation = std::sqrt(std::max(0.0, square - m.mean * m.mean));
  return m;
}

TEST(SizeDistribution, HasItsMeanDeviationAndLimits) {
  const Moments uniform = moments(SizeDistribution::from({SizeLaw::uniform, 1, 0, 0.8, 1.2}).value());
  EXPECT_NEAR(uniform.mean, 1.0, 0.002);
  EXPECT_NEAR(uniform.deviation, 0.4 / std::sqrt(12.0), 0.001);
  const Moments normal = moments(SizeDistribution::from({SizeLaw::normal, 2.0, 0.1, 1.0, 3.0}).value());
  EXPECT_NEAR(normal.mean, 2.0, 0.002);
  EXPECT_NEAR(normal.deviation, 0.1, 0.002);
  const Moments lognormal =
      moments(SizeDistribution::from({SizeLaw::lognormal, 1.0, 0.3, 0.01, 100.0}).value());
  EXPECT_NEAR(lognormal.mean, 1.0, 0.004);
  EXPECT_NEAR(lognormal.deviation, 0.3, 0.006);
  const Moments cut = moments(SizeDistribution::from({SizeLaw::normal, 1.0, 0.5, 0.9, 1.1}).value());
  EXPECT_GE(cut.least, 0.9);
  EXPECT_LE(cut.most, 1.1);
  EXPECT_NEAR(cut.mean, 1.0, 0.002);
  EXPECT_EQ(moments(SizeDistribution::from({SizeLaw::fixed, 1.5, 0, 1, 1}).value()).least, 1.5);
}

TEST(SizeDistribution, SpecsAreChecked) {
  EXPECT_FALSE(SizeDistribution::from({SizeLaw::uniform, 1, 0, 1.2, 0.8}));
  EXPECT_FALSE(SizeDistribution::from({SizeLaw::normal, 1, -1, 0.5, 2}));
  EXPECT_FALSE(SizeDistribution::from({SizeLaw::normal, 3, 1, 0.5, 2}));
}

}  // namespace
}  // namespace scree
