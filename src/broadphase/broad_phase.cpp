#include "broadphase/broad_phase.h"

#include <array>
#include <atomic>
#include <string>

#include "base/errors.h"
#include "broadphase/brute_force.h"
#include "broadphase/cells.h"
#include "broadphase/choice/automatic.h"
#include "broadphase/heapsort.h"
#include "broadphase/lists.h"
#include "broadphase/sweep/sort_and_sweep.h"
#include "broadphase/tree/tree.h"

namespace scree {
namespace {

std::array<std::atomic<BroadPhaseMaker>, std::size(all_broad_phases)> registered{};

}  // namespace

void register_broad_phase(BroadPhaseKind kind, BroadPhaseMaker maker) {
  registered[static_cast<std::size_t>(kind)] = maker;
}

bool is_offered(BroadPhaseKind kind) {
  return kind != BroadPhaseKind::bvh || registered[static_cast<std::size_t>(kind)] != nullptr;
}

namespace {

template <template <int> class Method>
std::unique_ptr<BroadPhase> make_for(int dimension) {
  if (dimension == 2) return std::make_unique<Method<2>>();
  return std::make_unique<Method<3>>();
}

}  // namespace

std::unique_ptr<BroadPhase> make_broad_phase(BroadPhaseKind kind, int dimension) {
  if (const BroadPhaseMaker make = registered[static_cast<std::size_t>(kind)]) return make(dimension);
  switch (kind) {
    case BroadPhaseKind::sweep:
      if (dimension == 2) return std::make_unique<PlaneSortAndSweep>();
      return std::make_unique<SortAndSweep>();
    case BroadPhaseKind::tree: return make_for<TreeSearch>(dimension);
    case BroadPhaseKind::heapsort: return std::make_unique<SpatialHeapsort>(dimension);
    case BroadPhaseKind::cells: return make_for<CellSearch>(dimension);
    case BroadPhaseKind::lists: return std::make_unique<ListSearch>(dimension);
    case BroadPhaseKind::bvh:
      throw InputError("the neighbour search \"bvh\" needs Embree, which this program was built without");
    case BroadPhaseKind::brute: return std::make_unique<BruteForce>(dimension);
    case BroadPhaseKind::automatic: return std::make_unique<AutomaticSearch>(dimension);
  }
  return nullptr;
}

}  // namespace scree
