// Derivatives of a body about which nothing but pose, velocities and loads is known: at the start, on
// entering, and after its motion was changed from outside.
#pragma once

#include "integrate/moving_body.h"
#include "integrate/nordsieck.h"

namespace scree {

// To be integrated as from `smooth_start` on, if the load is that of the next moment, too. Bodies without
// inverse mass do not move by themselves and have none.
Nordsieck start_derivatives(const MovingBody& body, const BodyLoad& load, double dt);

}  // namespace scree
