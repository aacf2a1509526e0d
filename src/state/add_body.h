// How bodies come into a state: from plain values, with every other column following from them.
#pragma once

#include <optional>

#include "state/state.h"

namespace scree {

struct BodySetup {
  ShapeIndex shape = 0;
  MaterialIndex material = 0;
  double scale = 1;
  Vec3 position = Vec3::Zero();         // of the centroid
  Quat orientation = Quat::Identity();  // of the principal axes
  Vec3 velocity = Vec3::Zero();
  Vec3 spin = Vec3::Zero();
  std::uint32_t group = 0;
  std::optional<Drive> drive = {};  // prescribed motion, which starts now from this pose; none: free
};

// Appends a body under the next id. Nothing but gravity acts on it yet, and its derivatives are zero: an
// stepper that is under way is told of it and starts it (step/stepper.h).
BodyIndex add_body(State& state, const BodySetup& setup);

// From now on the body moves as prescribed, starting from the pose it has.
void prescribe_motion(State& state, BodyIndex i, Drive drive);

// From now on the body is free, with the velocities it has.
void set_free(State& state, BodyIndex i);

}  // namespace scree
