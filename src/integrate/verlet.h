// Velocity Verlet. Forces see the velocity predicted for the full step (v + a dt), not that of half a
// step, so friction and dashpots are of second order too. Rotation: half a kick of angular momentum,
// a free turn, half a kick.
#pragma once

#include "state/state.h"

namespace scree {

void verlet_predict(Bodies& bodies, BodyIndex i, double dt);
void verlet_correct(Bodies& bodies, BodyIndex i, double dt);

}  // namespace scree
