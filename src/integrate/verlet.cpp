#include "integrate/verlet.h"

#include "integrate/rotation.h"

namespace scree {

// Between the two halves, derivatives.x[0] holds the old acceleration and derivatives.q[0] the
// angular momentum of the half step.
void verlet_predict(Bodies& bodies, BodyIndex i, double dt) {
  Nordsieck& keep = bodies.derivatives[i];
  const Vec3 acceleration = bodies.force[i] * bodies.inverse_mass[i];
  keep.x[0] = acceleration;
  bodies.position[i] += dt * bodies.velocity[i] + (0.5 * dt * dt) * acceleration;
  bodies.velocity[i] += dt * acceleration;

  const Vec3 momentum = momentum_of(bodies.orientation[i], bodies.inertia[i], bodies.spin[i]);
  const Vec3 half = momentum + 0.5 * dt * bodies.torque[i];
  keep.q[0].head<3>() = half;
  bodies.orientation[i] = turn_freely(bodies.orientation[i], bodies.inertia[i], half, dt);
  bodies.spin[i] = spin_of(bodies.orientation[i], bodies.inertia[i], momentum + dt * bodies.torque[i]);
}

void verlet_correct(Bodies& bodies, BodyIndex i, double dt) {
  const Nordsieck& keep = bodies.derivatives[i];
  const Vec3 acceleration = bodies.force[i] * bodies.inverse_mass[i];
  bodies.velocity[i] += 0.5 * dt * (acceleration - keep.x[0]);
  const Vec3 momentum = keep.q[0].head<3>() + 0.5 * dt * bodies.torque[i];
  bodies.spin[i] = spin_of(bodies.orientation[i], bodies.inertia[i], momentum);
}

}  // namespace scree
