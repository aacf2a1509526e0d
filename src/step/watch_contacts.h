// Looks at contacts that are deep: how deep they really are, and whether bodies go through each other.
#pragma once

#include <vector>

#include "narrowphase/placements.h"
#include "state/state.h"
#include "step/candidates.h"
#include "step/rows.h"

namespace scree {

// Depths are measured every so many steps; those of contacts that are hardly worth it every other time.
// Contacts last for many more, or the bodies are so fast that JumpWatch looks at them (watch_jumps.h).
inline constexpr std::uint64_t steps_between_depths = 4;
// PressTask::deep for a step.
inline double depths_due(std::uint64_t step) {
  if (step % steps_between_depths != 0) return 0;
  return step % (2 * steps_between_depths) == 0 ? 1 : 4;
}

struct WatchTask {
  const State& state;  // with bodies where they are in this step
  const Placements& placements;
  const Candidates& candidates;
  const Rows& rows;  // pressed
  bool measure;      // depths are due
};

// Of the contacts in rows.blocks[block].deep. Returns the largest depth over depth_scale, if that is more
// than the state's books know, and adds what is wrong to `seen`.
double watch_contacts(const WatchTask& task, std::size_t block, std::vector<Sighting>& seen);

}  // namespace scree
