#include "broadphase/broad_phase.h"

#include "broadphase/brute_force.h"
#include "broadphase/sort_and_sweep.h"

namespace scree {

std::unique_ptr<BroadPhase> make_broad_phase(BroadPhaseKind kind, int dimension) {
  if (kind == BroadPhaseKind::brute) return std::make_unique<BruteForce>(dimension);
  if (dimension == 2) return std::make_unique<PlaneSortAndSweep>();
  return std::make_unique<SortAndSweep>();
}

}  // namespace scree
