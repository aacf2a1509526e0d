// Velocity Verlet: half a kick, a drift, and half a kick with the new force. Rotation: half a kick of angular
// momentum, a free turn, half a kick. Forces see the velocities predicted for the full step, not those of
// half a step, so friction and dashpots are of second order too.
//
// Between the halves a body has its velocity of the half step, and so its spin if its inertia knows no
// direction (spheres; inlined, their steps overlap in the processor). Of others the angular momentum of the
// half step is handed on. From one step to the next nothing is remembered.
#pragma once

#include "integrate/moving_body.h"
#include "integrate/rotation.h"

namespace scree {

// The body goes to the end of the step. Returns what its velocities there would be if the force stayed as it
// is.
SCREE_HD SCREE_KERNEL Velocities verlet_predict(MovingBody& body, const BodyLoad& load, double dt,
                                                Vec3& half_momentum) {
  const double half_dt = 0.5 * dt;
  const Vec3 kick = load.force * (half_dt * load.inverse_mass);
  const Vec3 velocity = body.velocity + kick;
  body.position += dt * velocity;
  body.velocity = velocity;

  const Vec3 turning = load.torque * half_dt;
  if (isotropic(load.inertia)) {
    const Vec3 change = turning * (1 / load.inertia.x());
    body.spin += change;
    body.orientation = turned_by(body.spin * dt, body.orientation);
    return {velocity + kick, body.spin + change};
  }
  const Quat before = body.orientation;  // by reference to a copy: `body` itself can stay in registers
  const Vec3 inertia = load.inertia;
  half_momentum = momentum_of(before, inertia, body.spin) + turning;
  body.orientation = turn_freely(before, inertia, half_momentum, dt);
  body.spin = spin_of(body.orientation, inertia, half_momentum + turning);
  return {velocity + kick, body.spin};
}

// The velocities at the end of the step.
SCREE_HD SCREE_KERNEL Velocities verlet_correct(const MovingBody& body, const BodyLoad& load, double dt,
                                                const Vec3& half_momentum) {
  const double half_dt = 0.5 * dt;
  const Vec3 velocity = body.velocity + load.force * (half_dt * load.inverse_mass);
  const Vec3 turning = load.torque * half_dt;
  if (isotropic(load.inertia)) return {velocity, body.spin + turning * (1 / load.inertia.x())};
  return {velocity, spin_of(body.orientation, load.inertia, half_momentum + turning)};
}

}  // namespace scree
