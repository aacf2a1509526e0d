// Gear's predictor-corrector with six values (position to fifth derivative, Nordsieck form), for
// translation and for the quaternion as a second-order equation. Coefficients for forces that depend
// on velocity (3/16, not 3/20: dashpots and friction do).
//
// Reset rule. Higher derivatives are meaningless after a jump of the force. Bodies::order counts the steps
// since the last one: it is set to 0 where a contact of the body begins or ends and where an event changes
// its drive or the gravity. Two steps are then those of velocity Verlet; after them each step adds the one
// derivative that the accelerations seen since can supply (nordsieck.h has the coefficients), up to six
// values. A body whose force is known and smooth from the start (start.h) leaves the two steps out.
#pragma once

#include "state/state.h"

namespace scree {

void gear_predict(Bodies& bodies, BodyIndex i, double dt);
void gear_correct(Bodies& bodies, BodyIndex i, double dt);

}  // namespace scree
