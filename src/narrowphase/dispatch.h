// Which kernel for which pair of kinds.
#pragma once

#include "state/cell.h"
#include "state/contacts.h"
#include "state/state.h"

namespace scree {

// Are these two kinds able to touch at all? (Kinds without a kernel are refused with the scene.)
bool can_touch(ShapeKind a, ShapeKind b);

// Contact of two placed bodies, if any. Pure: it reads poses and shapes and writes `out` alone.
bool find_touch(const State& state, Pair pair, Touch& out);

}  // namespace scree
