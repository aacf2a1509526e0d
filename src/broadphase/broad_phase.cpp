#include "broadphase/broad_phase.h"

#include "broadphase/brute_force.h"
#include "broadphase/sort_and_sweep.h"
#include "broadphase/tree.h"

namespace scree {

const char* name_of(BroadPhaseKind kind) {
  switch (kind) {
    case BroadPhaseKind::sweep: return "sweep";
    case BroadPhaseKind::tree: return "tree";
    case BroadPhaseKind::heapsort: return "heapsort";
    case BroadPhaseKind::cells: return "cells";
    case BroadPhaseKind::bvh: return "bvh";
    case BroadPhaseKind::brute: return "brute";
  }
  return "";
}

std::unique_ptr<BroadPhase> make_broad_phase(BroadPhaseKind kind, int dimension) {
  switch (kind) {
    case BroadPhaseKind::brute: return std::make_unique<BruteForce>(dimension);
    case BroadPhaseKind::tree:
      if (dimension == 2) return std::make_unique<TreeSearch<2>>();
      return std::make_unique<TreeSearch<3>>();
    default: break;
  }
  if (dimension == 2) return std::make_unique<PlaneSortAndSweep>();
  return std::make_unique<SortAndSweep>();
}

}  // namespace scree
