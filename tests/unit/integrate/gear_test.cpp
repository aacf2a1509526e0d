// Gear's predictor-corrector: exact for polynomials up to degree five, and quiet about its own quaternion.
#include "integrate/gear.h"

#include <gtest/gtest.h>

#include <cmath>

#include "integrate/rotation.h"
#include "support/integrated_body.h"

namespace scree {
namespace {

IntegratedBody one_body() { return {0.5, {1, 2, 3}}; }

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
  IntegratedBody b = one_body();
  const Vec3 along(1, -2, 0.5);
  b.position = polynomial(0, 0) * along;
  b.velocity = polynomial(0, 1) * along;
  double factor = dt;
  for (int k = 2; k < 6; ++k) {
    factor *= dt / k;
    b.derivatives.x[static_cast<std::size_t>(k - 2)] = polynomial(0, k) * factor * along;
  }
  b.order = full_order;
  for (int n = 1; n <= 40; ++n) {
    gear_predict(b, dt);
    const double t = n * dt;
    EXPECT_LE((b.position - polynomial(t, 0) * along).norm(), 1e-12) << "prediction at " << t;
    b.force = 2 * polynomial(t, 2) * along;
    gear_correct(b, dt);
    EXPECT_LE((b.position - polynomial(t, 0) * along).norm(), 1e-12) << t;
    EXPECT_LE((b.velocity - polynomial(t, 1) * along).norm(), 1e-12) << t;
  }
  EXPECT_LE((b.derivatives.x[3] - polynomial(0, 5) * std::pow(dt, 5) / 120 * along).norm(), 1e-12);
}

// From a smooth start the derivatives come in one by one, and a force that is a cubic in time is integrated
// exactly from the third step on, whatever was unknown before.
TEST(Gear, DerivativesGrowFromAStart) {
  const double dt = 0.05;
  IntegratedBody b = one_body();
  b.position.x() = polynomial(0, 0);
  b.velocity.x() = polynomial(0, 1);
  b.force.x() = 2 * polynomial(0, 2);
  start(b, dt);
  EXPECT_EQ(b.order, smooth_start);
  for (int n = 1; n <= 40; ++n) {
    gear_predict(b, dt);
    b.force.x() = 2 * polynomial(n * dt, 2);
    gear_correct(b, dt);
    EXPECT_EQ(b.order, std::min(n + smooth_start, int{full_order}));
    if (n < 3) continue;
    EXPECT_NEAR(b.position.x(), polynomial(n * dt, 0), 1e-12) << n;
    EXPECT_NEAR(b.velocity.x(), polynomial(n * dt, 1), 1e-12) << n;
    EXPECT_NEAR(b.derivatives.x[3].x(), polynomial(0, 5) * std::pow(dt, 5) / 120, 1e-12) << n;
  }
}

// After a jump two steps are those of velocity Verlet, and nothing of the old derivatives is left.
TEST(Gear, StepsAfterAJumpAreVelocityVerlet) {
  const double dt = 0.01;
  IntegratedBody b = one_body();
  b.velocity = {1, 2, 3};
  b.force = {2, 0, -4};
  start(b, dt);
  b.derivatives.x[3] = Vec3(7, 7, 7);  // dropped by the correction that meets the jump
  IntegratedBody twin = b;
  twin.derivatives.x[3].setZero();
  b.order = twin.order = 0;
  gear_predict(twin, dt);
  const Vec3 expected = dt * Vec3(1, 2, 3) + 0.5 * dt * dt * Vec3(1, 0, -2);
  EXPECT_LE((twin.position - expected).norm(), 1e-15);
  twin.force = {4, 2, 0};
  gear_correct(twin, dt);
  EXPECT_LE((twin.velocity - (Vec3(1, 2, 3) + 0.5 * dt * (Vec3(1, 0, -2) + Vec3(2, 1, 0)))).norm(), 1e-14);
  gear_predict(b, dt);
  gear_correct(b, dt);
  EXPECT_EQ(b.derivatives.x[3], Vec3(Vec3::Zero()));
  EXPECT_EQ(b.order, 1);
}

TEST(Gear, QuaternionStaysUnitAndItsDerivativesFollow) {
  const double dt = 0.02;
  IntegratedBody b = one_body();
  b.orientation = Quat(0.3, 0.5, -0.4, 0.2).normalized();
  b.spin = {3, -2, 1};
  start(b, dt);
  for (int n = 0; n < 1000; ++n) {
    gear_predict(b, dt);
    b.torque = Vec3(std::sin(0.01 * n), 0.3, -0.1);
    gear_correct(b, dt);
    const Vec4 q = b.orientation.coeffs();
    EXPECT_NEAR(q.norm(), 1, 1e-14);
    EXPECT_NEAR(q.dot(b.derivatives.q[0]), 0, 1e-14) << "q' is tangent to the unit sphere";
    const Vec3 spin = vector_of_product_with_conjugate(b.derivatives.q[0], q) * (2 / dt);
    EXPECT_LE((spin - b.spin).norm(), 1e-12) << "spin and q' say the same";
  }
}

// A sphere at a constant spin turns by spin x time.
TEST(Gear, SphereTurnsAtAConstantRate) {
  const double dt = 0.01;
  IntegratedBody b = one_body();
  b.inertia = {1, 1, 1};
  b.spin = {0, 0, 2};
  start(b, dt);
  for (int n = 0; n < 500; ++n) {
    gear_predict(b, dt);
    gear_correct(b, dt);
  }
  EXPECT_NEAR(b.spin.z(), 2, 1e-7);
  const double angle = 2 * 500 * dt;
  const Quat expected(std::cos(angle / 2), 0, 0, std::sin(angle / 2));
  EXPECT_LE((b.orientation.toRotationMatrix() - expected.toRotationMatrix()).norm(), 1e-6);
}

}  // namespace
}  // namespace scree
