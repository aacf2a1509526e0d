// What the filters of the cascade cost per pair, one after the other and each alone; and what the processor
// needs at the least for the same operations.
#pragma once

#include <string>
#include <vector>

#include "narrowphase/placements.h"
#include "state/state.h"
#include "step/candidates.h"

namespace scree {

struct FilterCost {
  std::string name;
  std::size_t pairs = 0;   // that it decided
  double nanoseconds = 0;  // per pair
  double operations = 0;   // on four numbers at once, per pair: estimated from what takes part
};

// Of the state as it stands: every candidate goes to the filter that decides it, many times over. One thread.
std::vector<FilterCost> profile_cascade(const State& state, const Placements& placements,
                                        const Candidates& candidates);

// Speed of this machine: nanoseconds per operation on four numbers in registers, and per byte that is read
// and written in a piece of memory of this size. One thread.
double nanoseconds_per_operation();
double nanoseconds_per_byte(std::size_t size);

}  // namespace scree
