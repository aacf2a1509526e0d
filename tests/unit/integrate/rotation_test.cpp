// Rigid rotation: rotation vectors, Euler's equations, momentum and back.
#include "integrate/rotation.h"

#include <gtest/gtest.h>

#include <cmath>

namespace scree {
namespace {

const Vec3 inertia(1, 2, 3);
const Quat anyhow = Quat(0.3, 0.5, -0.4, 0.2).normalized();

TEST(Rotation, ByAVector) {
  for (const double angle : {0.0, 1e-12, 1e-3, 0.1, 0.19, 0.21, 1.0, 3.0, 6.0}) {
    const Vec3 axis = Vec3(1, 2, -2) / 3;
    const Quat q = rotation_by(angle * axis);
    const Mat3 expected = Eigen::AngleAxisd(angle, axis).toRotationMatrix();
    EXPECT_LE((q.toRotationMatrix() - expected).norm(), 1e-14) << angle;
    EXPECT_NEAR(q.norm(), 1, 1e-15) << angle;
  }
}

TEST(Rotation, SpinAndMomentumAreInverse) {
  const Vec3 spin(1, -2, 3);
  const Vec3 momentum = momentum_of(anyhow, inertia, spin);
  EXPECT_LE((spin_of(anyhow, inertia, momentum) - spin).norm(), 1e-14);
  EXPECT_LE((momentum_of(Quat::Identity(), inertia, spin) - Vec3(1, -4, 9)).norm(), 1e-15);
  EXPECT_GT(momentum.dot(spin), 0);
}

TEST(Rotation, EulersEquations) {
  const Vec3 spin(1, 2, 3);
  const Vec3 torque(0.5, 0, -1);
  const Vec3 a = angular_acceleration(Quat::Identity(), inertia, spin, torque);
  EXPECT_NEAR(a.x(), (0.5 - (3.0 - 2.0) * 2 * 3) / 1, 1e-14);
  EXPECT_NEAR(a.y(), (0 - (1.0 - 3.0) * 3 * 1) / 2, 1e-14);
  EXPECT_NEAR(a.z(), (-1 - (2.0 - 1.0) * 1 * 2) / 3, 1e-14);
  // In any orientation: turned along with everything.
  const Mat3 r = anyhow.toRotationMatrix();
  EXPECT_LE((angular_acceleration(anyhow, inertia, r * spin, r * torque) - r * a).norm(), 1e-13);
}

TEST(Rotation, SphereNeedsNoOrientation) {
  const Vec3 a = angular_acceleration(anyhow, {2, 2, 2}, {5, 6, 7}, {2, 4, 6});
  EXPECT_LE((a - Vec3(1, 2, 3)).norm(), 1e-15);
}

TEST(Rotation, ProductsWithQuaternions) {
  const Vec3 w(0.3, -0.7, 1.1);
  const Quat pure(0, w.x(), w.y(), w.z());
  EXPECT_LE((left_multiply(w, anyhow.coeffs()) - (pure * anyhow).coeffs()).norm(), 1e-15);
  const Quat other = Quat(0.1, -0.2, 0.8, 0.4).normalized();
  EXPECT_LE(
      (vector_of_product_with_conjugate(other.coeffs(), anyhow.coeffs()) - (other * anyhow.conjugate()).vec())
          .norm(),
      1e-15);
}

// Small turns take a shortcut. Many of them must end where one large step by the splitting would, were it
// exact: here the reference is the same time in far more, far smaller steps.
TEST(Rotation, SmallTurnsAreExactToRounding) {
  const Vec3 momentum(1, -2, 1.5);
  const double spin = spin_of(anyhow, inertia, momentum).norm();
  const auto turned = [&](double angle, int steps) {
    Quat q = anyhow;
    for (int n = 0; n < steps; ++n) q = turn_freely(q, inertia, momentum, angle / spin / steps);
    return q;
  };
  for (const double angle : {1e-6, 1e-4, 1e-3, 3.9e-3, 4.1e-3}) {
    const Quat one = turned(angle, 1), many = turned(angle, 16);
    EXPECT_LE((one.coeffs() - many.coeffs()).norm(), 1e-14) << angle;
    EXPECT_NEAR(one.norm(), 1, 1e-15) << angle;
  }
  EXPECT_LE((turned(0.4, 101).coeffs() - turned(0.4, 99).coeffs()).norm(), 1e-11)
      << "both sides of the limit";
}

TEST(Rotation, FreeTurnIsOfFourthOrder) {
  const Vec3 momentum(1, 2, 3);
  const auto turn = [&](int steps) {
    Quat q = anyhow;
    for (int n = 0; n < steps; ++n) q = turn_freely(q, inertia, momentum, 4.0 / steps);
    return q.toRotationMatrix();
  };
  const Mat3 exact = turn(4000);
  const double order = std::log2((turn(40) - exact).norm() / (turn(80) - exact).norm());
  EXPECT_NEAR(order, 4, 0.2);
}

}  // namespace
}  // namespace scree
