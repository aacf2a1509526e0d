// Velocity Verlet. Forces see the velocity predicted for the full step (v + a dt), not that of half a
// step, so friction and dashpots are of second order too. Rotation: half a kick of angular momentum,
// a free turn, half a kick.
//
// Between the two halves the body's derivatives.x[0] holds the old acceleration and derivatives.x[1] the
// angular momentum of the half step. Spheres, whose inertia knows no direction, are worth a path of their own: inlined,
// their steps overlap in the processor.
#pragma once

#include "integrate/rotation.h"
#include "state/bodies.h"

namespace scree {

inline void verlet_predict(Bodies& bodies, BodyIndex i, double dt) {
  Nordsieck& keep = bodies.derivatives[i];
  const Vec3 acceleration = bodies.force[i] * bodies.inverse_mass[i];
  keep.x[0] = acceleration;
  bodies.position[i] += dt * bodies.velocity[i] + (0.5 * dt * dt) * acceleration;
  bodies.velocity[i] += dt * acceleration;

  const Vec3 inertia = bodies.inertia[i];
  const Vec3 torque = bodies.torque[i];
  Quat& q = bodies.orientation[i];
  Vec3& spin = bodies.spin[i];
  if (isotropic(inertia)) {
    const double inverse = 1 / inertia.x();
    const Vec3 momentum = inertia.x() * spin;
    const Vec3 half = momentum + 0.5 * dt * torque;
    keep.x[1] = half;
    q = turned_by(half * (dt * inverse), q);
    spin = (momentum + dt * torque) * inverse;
  } else {
    const Vec3 momentum = momentum_of(q, inertia, spin);
    const Vec3 half = momentum + 0.5 * dt * torque;
    keep.x[1] = half;
    q = turn_freely(q, inertia, half, dt);
    spin = spin_of(q, inertia, momentum + dt * torque);
  }
}

inline void verlet_correct(Bodies& bodies, BodyIndex i, double dt) {
  const Nordsieck& keep = bodies.derivatives[i];
  const Vec3 acceleration = bodies.force[i] * bodies.inverse_mass[i];
  bodies.velocity[i] += 0.5 * dt * (acceleration - keep.x[0]);
  const Vec3 inertia = bodies.inertia[i];
  const Vec3 momentum = keep.x[1] + 0.5 * dt * bodies.torque[i];
  bodies.spin[i] =
      isotropic(inertia) ? Vec3(momentum * (1 / inertia.x())) : spin_of(bodies.orientation[i], inertia, momentum);
}

}  // namespace scree
