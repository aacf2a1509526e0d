#include "broadphase/broad_phase.h"

#include "broadphase/automatic.h"
#include "broadphase/brute_force.h"
#include "broadphase/cells.h"
#include "broadphase/sort_and_sweep.h"

namespace scree {

const char* name_of(BroadPhaseKind kind) {
  switch (kind) {
    case BroadPhaseKind::sweep: return "sweep";
    case BroadPhaseKind::tree: return "tree";
    case BroadPhaseKind::heapsort: return "heapsort";
    case BroadPhaseKind::cells: return "cells";
    case BroadPhaseKind::bvh: return "bvh";
    case BroadPhaseKind::brute: return "brute";
    case BroadPhaseKind::automatic: return "auto";
  }
  return "";
}

std::unique_ptr<BroadPhase> make_broad_phase(BroadPhaseKind kind, int dimension) {
  switch (kind) {
    case BroadPhaseKind::brute: return std::make_unique<BruteForce>(dimension);
    case BroadPhaseKind::automatic: return std::make_unique<AutomaticSearch>(dimension);
    case BroadPhaseKind::cells:
      if (dimension == 2) return std::make_unique<CellSearch<2>>();
      return std::make_unique<CellSearch<3>>();
    default: break;
  }
  if (dimension == 2) return std::make_unique<PlaneSortAndSweep>();
  return std::make_unique<SortAndSweep>();
}

}  // namespace scree
