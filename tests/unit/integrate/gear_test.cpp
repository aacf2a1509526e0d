// Gear's predictor-corrector: exact for polynomials up to degree five, and quiet about its own quaternion.
#include "integrate/gear.h"

#include <gtest/gtest.h>

#include <cmath>

#include "integrate/nordsieck.h"
#include "integrate/rotation.h"
#include "integrate/start.h"

namespace scree {
namespace {

Bodies one_body() {
  Bodies b;
  b.append(0);
  b.mass[0] = 2;
  b.inverse_mass[0] = 0.5;
  b.inertia[0] = {1, 2, 3};
  return b;
}

// p(t) = 3 - t + 2 t^2 - 0.7 t^3 + 0.4 t^4 - 0.3 t^5 and its derivatives.
double polynomial(double t, int derivative) {
  const double c[6] = {3, -1, 2, -0.7, 0.4, -0.3};
  double sum = 0;
  for (int k = derivative; k < 6; ++k) {
    double factor = c[k];
    for (int j = 0; j < derivative; ++j) factor *= k - j;
    sum += factor * std::pow(t, k - derivative);
  }
  return sum;
}

TEST(Gear, ExactForPolynomialsUpToDegreeFive) {
  const double dt = 0.05;
  Bodies b = one_body();
  const Vec3 along(1, -2, 0.5);
  b.position[0] = polynomial(0, 0) * along;
  b.velocity[0] = polynomial(0, 1) * along;
  double factor = dt;
  for (int k = 2; k < 6; ++k) {
    factor *= dt / k;
    b.derivatives[0].x[static_cast<std::size_t>(k - 2)] = polynomial(0, k) * factor * along;
  }
  b.order[0] = full_order;
  for (int n = 1; n <= 40; ++n) {
    gear_predict(b, 0, dt);
    const double t = n * dt;
    EXPECT_LE((b.position[0] - polynomial(t, 0) * along).norm(), 1e-12) << "prediction at " << t;
    b.force[0] = 2 * polynomial(t, 2) * along;
    gear_correct(b, 0, dt);
    EXPECT_LE((b.position[0] - polynomial(t, 0) * along).norm(), 1e-12) << t;
    EXPECT_LE((b.velocity[0] - polynomial(t, 1) * along).norm(), 1e-12) << t;
  }
  EXPECT_LE((b.derivatives[0].x[3] - polynomial(0, 5) * std::pow(dt, 5) / 120 * along).norm(), 1e-12);
}

// From a smooth start the derivatives come in one by one, and a force that is a cubic in time is integrated
// exactly from the third step on, whatever was unknown before.
TEST(Gear, DerivativesGrowFromAStart) {
  const double dt = 0.05;
  Bodies b = one_body();
  b.position[0].x() = polynomial(0, 0);
  b.velocity[0].x() = polynomial(0, 1);
  b.force[0].x() = 2 * polynomial(0, 2);
  start_body(b, 0, dt);
  EXPECT_EQ(b.order[0], smooth_start);
  for (int n = 1; n <= 40; ++n) {
    gear_predict(b, 0, dt);
    b.force[0].x() = 2 * polynomial(n * dt, 2);
    gear_correct(b, 0, dt);
    EXPECT_EQ(b.order[0], std::min(n + smooth_start, int{full_order}));
    if (n < 3) continue;
    EXPECT_NEAR(b.position[0].x(), polynomial(n * dt, 0), 1e-12) << n;
    EXPECT_NEAR(b.velocity[0].x(), polynomial(n * dt, 1), 1e-12) << n;
    EXPECT_NEAR(b.derivatives[0].x[3].x(), polynomial(0, 5) * std::pow(dt, 5) / 120, 1e-12) << n;
  }
}

// After a jump two steps are those of velocity Verlet, and nothing of the old derivatives is left.
TEST(Gear, StepsAfterAJumpAreVelocityVerlet) {
  const double dt = 0.01;
  Bodies b = one_body();
  b.velocity[0] = {1, 2, 3};
  b.force[0] = {2, 0, -4};
  start_body(b, 0, dt);
  b.derivatives[0].x[3] = Vec3(7, 7, 7);  // dropped by the correction that meets the jump
  Bodies twin = b;
  twin.derivatives[0].x[3].setZero();
  b.order[0] = twin.order[0] = 0;
  gear_predict(twin, 0, dt);
  const Vec3 expected = dt * Vec3(1, 2, 3) + 0.5 * dt * dt * Vec3(1, 0, -2);
  EXPECT_LE((twin.position[0] - expected).norm(), 1e-15);
  twin.force[0] = {4, 2, 0};
  gear_correct(twin, 0, dt);
  EXPECT_LE((twin.velocity[0] - (Vec3(1, 2, 3) + 0.5 * dt * (Vec3(1, 0, -2) + Vec3(2, 1, 0)))).norm(), 1e-14);
  gear_predict(b, 0, dt);
  gear_correct(b, 0, dt);
  EXPECT_EQ(b.derivatives[0].x[3], Vec3(Vec3::Zero()));
  EXPECT_EQ(b.order[0], 1);
}

TEST(Gear, QuaternionStaysUnitAndItsDerivativesFollow) {
  const double dt = 0.02;
  Bodies b = one_body();
  b.orientation[0] = Quat(0.3, 0.5, -0.4, 0.2).normalized();
  b.spin[0] = {3, -2, 1};
  start_body(b, 0, dt);
  for (int n = 0; n < 1000; ++n) {
    gear_predict(b, 0, dt);
    b.torque[0] = Vec3(std::sin(0.01 * n), 0.3, -0.1);
    gear_correct(b, 0, dt);
    const Vec4 q = b.orientation[0].coeffs();
    EXPECT_NEAR(q.norm(), 1, 1e-14);
    EXPECT_NEAR(q.dot(b.derivatives[0].q[0]), 0, 1e-14) << "q' is tangent to the unit sphere";
    const Vec3 spin = vector_of_product_with_conjugate(b.derivatives[0].q[0], q) * (2 / dt);
    EXPECT_LE((spin - b.spin[0]).norm(), 1e-12) << "spin and q' say the same";
  }
}

// A sphere at a constant spin turns by spin x time.
TEST(Gear, SphereTurnsAtAConstantRate) {
  const double dt = 0.01;
  Bodies b = one_body();
  b.inertia[0] = {1, 1, 1};
  b.spin[0] = {0, 0, 2};
  start_body(b, 0, dt);
  for (int n = 0; n < 500; ++n) {
    gear_predict(b, 0, dt);
    gear_correct(b, 0, dt);
  }
  EXPECT_NEAR(b.spin[0].z(), 2, 1e-7);
  const double angle = 2 * 500 * dt;
  const Quat expected(std::cos(angle / 2), 0, 0, std::sin(angle / 2));
  EXPECT_LE((b.orientation[0].toRotationMatrix() - expected.toRotationMatrix()).norm(), 1e-6);
}

}  // namespace
}  // namespace scree
