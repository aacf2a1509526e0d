// One body, its load, and what the integrators hand on from half step to half step and from step to step: as
// a state would keep them, without one.
#pragma once

#include "integrate/gear.h"
#include "integrate/start.h"
#include "integrate/verlet.h"

namespace scree {

struct IntegratedBody : MovingBody, BodyLoad {
  IntegratedBody(double inverse, const Vec3& moments)
      : MovingBody{Vec3::Zero(), Quat::Identity(), Vec3::Zero(), Vec3::Zero()},
        BodyLoad{Vec3::Zero(), Vec3::Zero(), inverse, moments} {}
  Nordsieck derivatives;
  std::uint8_t order = 0;
  Vec3 half_momentum = Vec3::Zero();
};

inline void start(IntegratedBody& b, double dt) {
  b.derivatives = start_derivatives(b, b, dt);
  b.order = smooth_start;
}
inline void gear_predict(IntegratedBody& b, double dt) { gear_predict(b, b.derivatives, dt); }
inline void gear_correct(IntegratedBody& b, double dt) { gear_correct(b, b, b.derivatives, b.order, dt); }
inline Velocities verlet_predict(IntegratedBody& b, double dt) {
  return verlet_predict(b, b, dt, b.half_momentum);
}
inline void verlet_correct(IntegratedBody& b, double dt) {
  const auto [velocity, spin] = verlet_correct(b, b, dt, b.half_momentum);
  b.velocity = velocity;
  b.spin = spin;
}

}  // namespace scree
