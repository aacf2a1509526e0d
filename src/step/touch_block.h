// The heart of the touch stage: which candidates of one block touch.
#pragma once

#include "state/state.h"
#include "step/candidates.h"
#include "step/rows.h"

namespace scree {

struct TouchTask {
  const State& state;
  const Placements& placements;
  Candidates& candidates;  // the planes that part them
  Rows& rows;
  bool plain = false;  // only the instructions that every processor of the family has
};

// Lists the block's candidates that touch in rows.found, and in rows.blocks how many they are and where that
// differs from the last step. How many touch in the row of body i goes to rows.first_slot[i + 1], unless the
// block is only part of a row.
void touch_block(const TouchTask& task, std::size_t block);

}  // namespace scree
