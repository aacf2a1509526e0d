// Counts and sums over the contacts of a state.
#pragma once

#include <cstdint>
#include <vector>

#include "base/vector.h"
#include "state/state.h"

namespace scree {

class Observation;

struct ContactCounts {
  std::size_t touching = 0;
  std::size_t grain_grain = 0;  // touching, both free
  std::size_t grain_wall = 0;
  std::size_t grains = 0;
  double max_overlap = 0;  // depth over the smaller body's equivalent diameter
  double max_depth = 0;    // the shortest way out over what depths are compared with (narrowphase/depth.h)
  double coordination() const {
    return grains ? static_cast<double>(2 * grain_grain + grain_wall) / static_cast<double>(grains) : 0.0;
  }
};

// For all who look at the same state: Observation::counts().
ContactCounts count_contacts(const Observation& now);

// How many bodies touch each grain; walls of one name count once, however many pieces of them are touched.
struct Neighbours {
  std::uint32_t grains = 0, walls = 0;
};
std::vector<Neighbours> neighbours_of_each(const State& state);

struct Momentum {
  Vec3 linear = Vec3::Zero();
  Vec3 angular = Vec3::Zero();  // about the origin
};

Momentum total_momentum(const State& state);  // of the free bodies

}  // namespace scree
