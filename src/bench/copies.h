// Large beds from copies of a small one that has settled.
#pragma once

#include <array>

#include "state/state.h"

namespace scree {

// How copies are numbered: along a curve that fills space, or not.
enum class CopyOrder { along_curve, random };

// Takes all free bodies out of `into` and puts copies of those of `settled` in their place, side by side
// along the axes of its periodic cell. The copies begin at the lower ends of `into`'s cell where that is
// periodic, and otherwise so that they are centred. Bodies that would reach beyond `room` are left out, and
// of what is left the highest ones (against gravity), until no more than `most` are there. Both states must
// come from scenes with the same shapes and materials for the bodies copied. Contacts begin anew.
void fill_with_copies(State& into, const State& settled, const std::array<int, 3>& copies, const Box& room,
                      std::size_t most, CopyOrder order = CopyOrder::along_curve);

}  // namespace scree
