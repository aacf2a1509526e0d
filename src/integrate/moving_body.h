// A body as integrators see it: plain values, whoever keeps them.
#pragma once

#include "state/bodies.h"

namespace scree {

struct MovingBody {
  Vec3 position;
  Quat orientation;
  Vec3 velocity;
  Vec3 spin;
};

// What changes its motion, and how much it resists.
struct BodyLoad {
  Vec3 force;
  Vec3 torque;
  double inverse_mass;
  Vec3 inertia;  // principal moments
};

struct Velocities {
  Vec3 velocity;
  Vec3 spin;
};

inline MovingBody moving_body(const Bodies& bodies, BodyIndex i) {
  return {bodies.position[i], bodies.orientation[i], bodies.velocity[i], bodies.spin[i]};
}
inline BodyLoad load_on(const Bodies& bodies, BodyIndex i) {
  return {bodies.force[i], bodies.torque[i], bodies.inverse_mass[i], bodies.inertia[i]};
}
inline void put(const MovingBody& body, Bodies& bodies, BodyIndex i) {
  bodies.position[i] = body.position;
  bodies.orientation[i] = body.orientation;
  bodies.velocity[i] = body.velocity;
  bodies.spin[i] = body.spin;
}

}  // namespace scree
