#include "broadphase/choice/method_forecast.h"

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

// From this spread of sizes on cells, which know of sizes, gain on the tree.
constexpr double wide_spread = 2.5;

// Overlapping pairs per body, of boxes at random places that fill so much.
double expected_pairs(double filling, int dimension) { return std::ldexp(filling, dimension - 1); }

double cost_of_sweep(const BoxCensus& census, int dimension) {
  const double n = static_cast<double>(census.bodies);
  // Small systems pay for exchanges that the processor did not foresee; large ones have many at a time.
  const double per_exchange = 10 + 20 / (1 + n / 3000);
  const double afresh = dimension == 2 ? 210 : 500;
  return std::min(3.0 * dimension + per_exchange * census.passes, afresh);
}

double cost_of_tree(const BoxCensus& census, int dimension, double filling) {
  const double n = static_cast<double>(census.bodies), pairs = expected_pairs(filling, dimension);
  const double few = 1 / (1 + n / 1000);  // what does not grow with the number of bodies
  const double cost = dimension == 2 ? 25 + 22 * pairs + 40 * few + 150 * census.motion
                                     : 55 + 30 * pairs + 80 * few + 400 * census.motion;
  return census.dispersion < wide_spread ? cost : 1.4 * cost;
}

double cost_of_cells(const BoxCensus& census, int dimension) {
  const double n = static_cast<double>(census.bodies), pairs = expected_pairs(census.filling, dimension);
  const double few = 1 / (1 + n / 2000);
  const double cost = dimension == 2 ? 48 + 26 * pairs + 50 * few : 80 + 35 * pairs + 80 * few;
  return census.dispersion < wide_spread ? cost : 0.8 * cost;
}

// A look at all near pairs, and a renewal now and then: after the way that margins allow for (lists.cpp).
double cost_of_lists(const BoxCensus& census, int dimension) {
  const double margin = std::min(0.02 + 14 * census.motion, 0.3);
  const double quicker = std::clamp(census.quick_motion / std::max(census.motion, 1e-12), 1.0, 3.0);
  const double margin_of_quick = std::min(0.02 + 14 * census.quick_motion, 0.3 * quicker);
  const double period = std::max(1.0, margin_of_quick / std::max(census.quick_motion, 1e-6));
  const double near = census.filling * std::pow(1 + 2 * margin, dimension);
  const double look = dimension == 2 ? 10 + 4 * expected_pairs(near, 2) : 15 + 5 * expected_pairs(near, 3);
  const double renewal =
      cost_of_tree(census, dimension, near) + 30 * expected_pairs(census.filling, dimension);
  return look + renewal / period;
}

}  // namespace

double expected_cost(BroadPhaseKind kind, const BoxCensus& census, int dimension) {
  switch (kind) {
    case BroadPhaseKind::sweep: return cost_of_sweep(census, dimension);
    case BroadPhaseKind::tree: return cost_of_tree(census, dimension, census.filling);
    case BroadPhaseKind::cells: return cost_of_cells(census, dimension);
    case BroadPhaseKind::lists: return cost_of_lists(census, dimension);
    default: return 2.2 * static_cast<double>(census.bodies);  // all pairs
  }
}

}  // namespace scree
