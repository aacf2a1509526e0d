// Velocity Verlet: half a kick, a drift, and half a kick with the new force. Rotation: half a kick of angular
// momentum, a free turn, half a kick. Forces see the velocities predicted for the full step, not those of
// half a step, so friction and dashpots are of second order too.
//
// Between the halves a body has its velocity of the half step, and so its spin if its inertia knows no
// direction (spheres; inlined, their steps overlap in the processor). Of others derivatives.x[0] holds the
// angular momentum.
#pragma once

#include "integrate/rotation.h"
#include "state/bodies.h"

namespace scree {

// At the end of the step if the force stayed as it is.
struct PredictedVelocities {
  Vec3 velocity;
  Vec3 spin;
};

inline PredictedVelocities verlet_predict(Bodies& bodies, BodyIndex i, double dt) {
  const double half_dt = 0.5 * dt;
  const Vec3 kick = bodies.force[i] * (half_dt * bodies.inverse_mass[i]);
  const Vec3 velocity = bodies.velocity[i] + kick;
  bodies.position[i] += dt * velocity;
  bodies.velocity[i] = velocity;

  const Vec3 inertia = bodies.inertia[i];
  const Vec3 turning = bodies.torque[i] * half_dt;
  Quat& q = bodies.orientation[i];
  Vec3& spin = bodies.spin[i];
  if (isotropic(inertia)) {
    const Vec3 change = turning * (1 / inertia.x());
    spin += change;
    q = turned_by(spin * dt, q);
    return {velocity + kick, spin + change};
  }
  const Vec3 momentum = momentum_of(q, inertia, spin) + turning;
  bodies.derivatives[i].x[0] = momentum;
  q = turn_freely(q, inertia, momentum, dt);
  spin = spin_of(q, inertia, momentum + turning);
  return {velocity + kick, spin};
}

inline void verlet_correct(Bodies& bodies, BodyIndex i, double dt) {
  const double half_dt = 0.5 * dt;
  bodies.velocity[i] += bodies.force[i] * (half_dt * bodies.inverse_mass[i]);
  const Vec3 inertia = bodies.inertia[i];
  const Vec3 turning = bodies.torque[i] * half_dt;
  if (isotropic(inertia))
    bodies.spin[i] += turning * (1 / inertia.x());
  else
    bodies.spin[i] = spin_of(bodies.orientation[i], inertia, bodies.derivatives[i].x[0] + turning);
}

}  // namespace scree
