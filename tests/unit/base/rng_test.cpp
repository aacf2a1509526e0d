#include "base/rng.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace scree {
namespace {

using Block = std::array<std::uint32_t, 4>;

// The known-answer vectors published with the algorithm.
TEST(Rng, PhiloxGivesThePublishedAnswers) {
  EXPECT_EQ(philox4x32({0, 0, 0, 0}, {0, 0}), (Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox4x32({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}),
            (Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Rng, GoesOnFromItsCounter) {
  Rng a(42, 7);
  for (int i = 0; i < 13; ++i) a.uniform();
  a.normal();
  a.rotation();
  Rng b(42, 7, a.counter());
  for (int i = 0; i < 100; ++i) ASSERT_EQ(a.bits(), b.bits());
}

TEST(Rng, SeedsAndStreamsDiffer) {
  Rng a(1, 0), b(2, 0), c(1, 1);
  int same = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t x = a.bits(), y = b.bits(), z = c.bits();
    same += (x == y) + (x == z) + (y == z);
  }
  EXPECT_EQ(same, 0);
}

TEST(Rng, UniformHasItsMomentsAndRange) {
  Rng r(5);
  const int n = 400000;
  double mean = 0.0, square = 0.0, least = 1.0, most = 0.0;
  for (int i = 0; i < n; ++i) {
    const double x = r.uniform();
    mean += x / n;
    square += x * x / n;
    least = std::min(least, x);
    most = std::max(most, x);
  }
  EXPECT_NEAR(mean, 0.5, 0.002);  // four standard errors
  EXPECT_NEAR(square, 1.0 / 3.0, 0.002);
  EXPECT_GE(least, 0.0);
  EXPECT_LT(most, 1.0);
  EXPECT_EQ(Rng(1).uniform(3.0, 3.0), 3.0);
}

TEST(Rng, NormalHasItsMoments) {
  Rng r(6);
  const int n = 400000;
  double m1 = 0.0, m2 = 0.0, m4 = 0.0;
  for (int i = 0; i < n; ++i) {
    const double x = r.normal();
    m1 += x / n;
    m2 += x * x / n;
    m4 += x * x * x * x / n;
  }
  EXPECT_NEAR(m1, 0.0, 0.007);
  EXPECT_NEAR(m2, 1.0, 0.01);
  EXPECT_NEAR(m4, 3.0, 0.08);
}

TEST(Rng, BelowIsUniform) {
  Rng r(8);
  std::vector<int> count(7, 0);
  for (int i = 0; i < 70000; ++i) ++count[r.below(7)];
  for (const int c : count) EXPECT_NEAR(c, 10000, 400);
  EXPECT_EQ(r.below(1), 0u);
  EXPECT_EQ(r.below(0), 0u);
  // More than half the range: rejection must not hang nor leave it.
  for (int i = 0; i < 100; ++i) EXPECT_LT(r.below((1ull << 63) + 1), (1ull << 63) + 1);
}

TEST(Rng, DirectionsAndBallsAreIsotropic) {
  Rng r(9);
  const int n = 200000;
  Mat3 directions = Mat3::Zero(), ball = Mat3::Zero();
  Vec3 mean = Vec3::Zero();
  for (int i = 0; i < n; ++i) {
    const Vec3 u = r.unit_vector(), b = r.in_unit_ball();
    ASSERT_NEAR(u.norm(), 1.0, 1e-14);
    ASSERT_LE(b.norm(), 1.0 + 1e-14);
    directions += u * u.transpose() / n;
    ball += b * b.transpose() / n;
    mean += u / n;
  }
  EXPECT_LT((directions - Mat3::Identity() / 3.0).cwiseAbs().maxCoeff(), 0.004);
  EXPECT_LT((ball - Mat3::Identity() / 5.0).cwiseAbs().maxCoeff(), 0.004);
  EXPECT_LT(mean.norm(), 0.008);
}

TEST(Rng, RotationsAreUniform) {
  Rng r(10);
  const int n = 200000;
  Mat3 mean = Mat3::Zero();
  Eigen::Matrix4d square = Eigen::Matrix4d::Zero();
  for (int i = 0; i < n; ++i) {
    const Quat q = r.rotation();
    ASSERT_NEAR(q.norm(), 1.0, 1e-14);
    mean += q.toRotationMatrix() / n;
    square += q.coeffs() * q.coeffs().transpose() / n;
  }
  EXPECT_LT(mean.cwiseAbs().maxCoeff(), 0.008);
  EXPECT_LT((square - Eigen::Matrix4d::Identity() / 4.0).cwiseAbs().maxCoeff(), 0.004);
}

}  // namespace
}  // namespace scree
