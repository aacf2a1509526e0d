// Which damping gives which restitution, when a contact never pulls.
//
// The dashpot would hold two bodies together at the end of an impact; that part of its force is cut off
// (see law/press.h), and the bodies part faster than the textbook formula says: a nominal 0.5 becomes
// 0.55. So the damping is solved for under this rule, and `restitution = e` is what comes out. Both
// laws have a restitution that does not depend on the speed, so one number serves all impacts. Overlap laws
// are linear face on face, and damped like the spring there; on an edge or a corner `overlap` loses more.
#pragma once

#include "state/materials.h"

namespace scree {

// Restitution of a head-on impact with this share of critical damping (0 or more).
double restitution_of(NormalLaw law, double damping);

// The inverse, for 0 < restitution <= 1.
double damping_for(NormalLaw law, double restitution);

}  // namespace scree
