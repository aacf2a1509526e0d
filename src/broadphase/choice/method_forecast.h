// What a neighbour search will cost, told from a census before any of it has run. The figures are
// nanoseconds per body of one machine; only their ratios count, and measured costs correct them
// (method_choice.h). docs/neighbours.md says where they come from.
#pragma once

#include "broadphase/broad_phase.h"
#include "broadphase/choice/box_census.h"

namespace scree {

// Of the methods that `auto` chooses among; the motion must be known.
double expected_cost(BroadPhaseKind kind, const BoxCensus& census, int dimension);

}  // namespace scree
