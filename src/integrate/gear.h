// Gear's predictor-corrector with six values (position to fifth derivative, Nordsieck form), for
// translation and for the quaternion as a second-order equation. Coefficients for forces that depend
// on velocity (3/16, not 3/20: dashpots and friction do).
//
// Reset rule. Higher derivatives are meaningless after a jump of the force. Bodies::order counts how many
// steps have passed since the last one: it is set to 0 where a body enters, where a contact of it
// begins or ends, and where an event changes its drive or the gravity. The corrector then uses the
// coefficients of the 3-value method (velocity Verlet), next step those of the 4-value method, and so
// on up to 6: each step adds the one derivative that the differences seen since the jump can supply.
#pragma once

#include "state/state.h"

namespace scree {

void gear_predict(Bodies& bodies, BodyIndex i, double dt);
void gear_correct(Bodies& bodies, BodyIndex i, double dt);

}  // namespace scree
