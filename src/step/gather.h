// Sums of the contacts' loads per body, in the order of partner ids: no locks, no atomics, and the
// same bits for any number of threads. Bodies with very many touching contacts (walls) are summed
// exactly, which needs no order and can be cut at will.
#pragma once

#include "base/parallel.h"
#include "state/state.h"

namespace scree {

// Fills force, torque, power and work of every body; bodies whose contacts began or ended lose their
// higher derivatives (Bodies::order = 0).
void gather_loads(State& state, Workers& workers);

}  // namespace scree
