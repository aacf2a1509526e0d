// Velocity Verlet: exact parabolas, reversible, of second order with velocity-dependent forces too.
#include "integrate/verlet.h"

#include <gtest/gtest.h>

#include <cmath>

#include "integrate/rotation.h"
#include "support/integrated_body.h"

namespace scree {
namespace {

IntegratedBody one_body() { return {0.5, {1, 2, 3}}; }

TEST(Verlet, ParabolaIsExact) {
  IntegratedBody b = one_body();
  b.velocity = {1, 2, 3};
  b.force = {0, 0, -4};
  for (int n = 0; n < 100; ++n) {
    const Velocities end = verlet_predict(b, 0.01);
    EXPECT_NEAR(end.velocity.z(), 3 - 2 * 0.01 * (n + 1), 1e-12)
        << "forces see the velocity of the full step";
    b.force = {0, 0, -4};
    verlet_correct(b, 0.01);
  }
  EXPECT_LE((b.position - Vec3(1, 2, 3 - 1)).norm(), 1e-13);
  EXPECT_LE((b.velocity - Vec3(1, 2, 1)).norm(), 1e-13);
}

TEST(Verlet, OscillatorIsReversible) {
  IntegratedBody b = one_body();
  b.position = {1, 0.5, 0};
  b.velocity = {0, 1, 0.3};
  b.force = -b.position;
  const auto run = [&b](int steps, double dt) {
    for (int n = 0; n < steps; ++n) {
      verlet_predict(b, dt);
      b.force = -b.position;
      verlet_correct(b, dt);
    }
  };
  run(1000, 0.02);
  b.velocity = -b.velocity;
  run(1000, 0.02);
  EXPECT_LE((b.position - Vec3(1, 0.5, 0)).norm(), 1e-11);
  EXPECT_LE((b.velocity + Vec3(0, 1, 0.3)).norm(), 1e-11);
}

TEST(Verlet, TorqueChangesTheMomentumByItsTime) {
  IntegratedBody b = one_body();
  b.orientation = Quat(0.3, 0.5, -0.4, 0.2).normalized();
  b.spin = {3, -2, 1};
  b.torque = {0.1, 0.2, -0.3};
  const Vec3 before = momentum_of(b.orientation, b.inertia, b.spin);
  for (int n = 0; n < 100; ++n) {
    verlet_predict(b, 0.01);
    b.torque = {0.1, 0.2, -0.3};
    verlet_correct(b, 0.01);
    EXPECT_NEAR(b.orientation.norm(), 1, 1e-15);
  }
  const Vec3 after = momentum_of(b.orientation, b.inertia, b.spin);
  EXPECT_LE((after - before - Vec3(0.1, 0.2, -0.3)).norm(), 1e-12);
}

}  // namespace
}  // namespace scree
