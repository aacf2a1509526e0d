// The heart of the press stage: the contacts of one block, four side by side.
#pragma once

#include "state/state.h"
#include "step/candidates.h"
#include "step/rows.h"

namespace scree {

struct PressTask {
  const State& state;      // with the contacts of the last step
  Candidates& candidates;  // their slots move from the old contacts to the new ones
  Rows& rows;
  Contacts& next;        // the contacts of this step
  double dt = 0;         // 0: springs with memory do not move (the first evaluation of a run)
  bool rolling = false;  // some law has rolling or torsional friction
  bool plain = false;    // only the instructions that every processor of the family has
  // Contacts whose overlap is deeper than this many times Candidates::Block::worth_a_look are listed; 0: only
  // those that are worth a look and whose normal has turned round.
  double deep = 0;
};

// Places and presses the contacts that rows.found lists for a block, sums them by rows, and lists those worth
// a look (Rows::Block::deep). Returns the deepest overlap over the diameter. The result is the same for every
// processor, to the bit.
double press_block(const PressTask& task, std::size_t block);
}  // namespace scree
