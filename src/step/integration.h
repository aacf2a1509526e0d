// What the soft step asks of an integrator, over the columns of all bodies. One struct per integrator:
//   declare  what it remembers of bodies from step to step
//   start    a body of which only pose, velocities and loads are known begins to move
//   jump     the force on a body is about to jump
//   predict  the body to the end of the step; returns the velocities that contacts are to see
//   correct  with the load found there
#pragma once

#include <vector>

#include "integrate/gear.h"
#include "integrate/start.h"
#include "integrate/verlet.h"
#include "state/state.h"

namespace scree {

struct GearIntegration {
  explicit GearIntegration(Bodies& all) : bodies(all), own(all.stepper.as<GearColumns>()) {}
  static void declare(Bodies& all) { all.stepper.declare<GearColumns>("soft, gear", all.size()); }

  void start(BodyIndex i, double dt) const {
    own.derivatives[i] = start_derivatives(moving_body(bodies, i), load_on(bodies, i), dt);
    own.order[i] = smooth_start;
  }
  void jump(BodyIndex i) const { own.order[i] = 0; }
  Velocities predict(BodyIndex i, double dt) const {
    MovingBody body = moving_body(bodies, i);
    gear_predict(body, own.derivatives[i], dt);
    put(body, bodies, i);
    return {body.velocity, body.spin};
  }
  void correct(BodyIndex i, double dt) const {
    MovingBody body = moving_body(bodies, i);
    gear_correct(body, load_on(bodies, i), own.derivatives[i], own.order[i], dt);
    put(body, bodies, i);
  }

  Bodies& bodies;
  GearColumns& own;
};

struct VerletIntegration {
  // The momenta live from predict to correct.
  VerletIntegration(Bodies& all, std::vector<Vec3>& momenta) : bodies(all), half_momentum(momenta) {
    half_momentum.resize(all.size());
  }
  static void declare(Bodies& all) { all.stepper.declare<NoColumns>("soft, verlet", all.size()); }

  void start(BodyIndex, double) const {}
  void jump(BodyIndex) const {}
  Velocities predict(BodyIndex i, double dt) const {
    MovingBody body = moving_body(bodies, i);
    const Velocities predicted = verlet_predict(body, load_on(bodies, i), dt, half_momentum[i]);
    put(body, bodies, i);
    return predicted;
  }
  void correct(BodyIndex i, double dt) const {
    const auto [velocity, spin] =
        verlet_correct(moving_body(bodies, i), load_on(bodies, i), dt, half_momentum[i]);
    bodies.velocity[i] = velocity;
    bodies.spin[i] = spin;
  }

  Bodies& bodies;
  std::vector<Vec3>& half_momentum;
};

}  // namespace scree
