// One number for the whole dynamic state: a hash per body and per touching contact, keyed by global ids
// and added modulo 2^64, mixed with the clock and what else is state. Storage order, threads and ranks
// do not enter.
#pragma once

#include <cstdint>

#include "state/state.h"

namespace scree {

std::uint64_t state_hash(const State& state);

}  // namespace scree
