// Velocity Verlet: exact parabolas, reversible, of second order with velocity-dependent forces too.
#include "integrate/verlet.h"

#include <gtest/gtest.h>

#include <cmath>

#include "integrate/rotation.h"

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

TEST(Verlet, ParabolaIsExact) {
  Bodies b = one_body();
  b.velocity[0] = {1, 2, 3};
  b.force[0] = {0, 0, -4};
  for (int n = 0; n < 100; ++n) {
    const PredictedVelocities end = verlet_predict(b, 0, 0.01);
    EXPECT_NEAR(end.velocity.z(), 3 - 2 * 0.01 * (n + 1), 1e-12)
        << "forces see the velocity of the full step";
    b.force[0] = {0, 0, -4};
    verlet_correct(b, 0, 0.01);
  }
  EXPECT_LE((b.position[0] - Vec3(1, 2, 3 - 1)).norm(), 1e-13);
  EXPECT_LE((b.velocity[0] - Vec3(1, 2, 1)).norm(), 1e-13);
}

TEST(Verlet, OscillatorIsReversible) {
  Bodies b = one_body();
  b.position[0] = {1, 0.5, 0};
  b.velocity[0] = {0, 1, 0.3};
  b.force[0] = -b.position[0];
  const auto run = [&b](int steps, double dt) {
    for (int n = 0; n < steps; ++n) {
      verlet_predict(b, 0, dt);
      b.force[0] = -b.position[0];
      verlet_correct(b, 0, dt);
    }
  };
  run(1000, 0.02);
  b.velocity[0] = -b.velocity[0];
  run(1000, 0.02);
  EXPECT_LE((b.position[0] - Vec3(1, 0.5, 0)).norm(), 1e-11);
  EXPECT_LE((b.velocity[0] + Vec3(0, 1, 0.3)).norm(), 1e-11);
}

TEST(Verlet, TorqueChangesTheMomentumByItsTime) {
  Bodies b = one_body();
  b.orientation[0] = Quat(0.3, 0.5, -0.4, 0.2).normalized();
  b.spin[0] = {3, -2, 1};
  b.torque[0] = {0.1, 0.2, -0.3};
  const Vec3 before = momentum_of(b.orientation[0], b.inertia[0], b.spin[0]);
  for (int n = 0; n < 100; ++n) {
    verlet_predict(b, 0, 0.01);
    b.torque[0] = {0.1, 0.2, -0.3};
    verlet_correct(b, 0, 0.01);
    EXPECT_NEAR(b.orientation[0].norm(), 1, 1e-15);
  }
  const Vec3 after = momentum_of(b.orientation[0], b.inertia[0], b.spin[0]);
  EXPECT_LE((after - before - Vec3(0.1, 0.2, -0.3)).norm(), 1e-12);
}

}  // namespace
}  // namespace scree
