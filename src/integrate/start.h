// Derivatives of a body about which nothing but pose, velocities and forces is known: at the start, on
// entering, and after its motion was changed from outside.
#pragma once

#include "state/state.h"

namespace scree {

void start_body(Bodies& bodies, BodyIndex i, double dt);

}  // namespace scree
