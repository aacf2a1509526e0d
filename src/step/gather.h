// Sums the loads of all contacts per body, and books their energies.
#pragma once

#include "base/parallel.h"
#include "state/state.h"
#include "step/candidates.h"
#include "step/rows.h"

namespace scree {

// Force and torque of every body from its contacts (gravity is added later), energy of the contacts.
// Lower partners are summed in the order of their ids, then the row of the higher ones is added, which press
// has summed in their order. Where more than 64 touch on either side the sum is exact; on walls it always is,
// and so is the work of the drives.
void gather_loads(State& state, const Candidates& candidates, const Rows& rows, Workers& workers);

}  // namespace scree
