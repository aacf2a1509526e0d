// A state with something in every place.
#pragma once

#include <cstdint>

#include "io/checkpoint/checkpoint.h"
#include "state/state.h"
#include "support/files.h"

namespace scree {

// What a scene file would give: shapes, materials, groups; no bodies yet.
State sample_scene();
// A floor, a box and `spheres` spheres, all columns filled with numbers that differ, among them -0,
// denormal and infinite ones; every second candidate pair touches.
State sample_state(std::uint64_t seed, std::size_t spheres = 5);
RunProgress sample_progress();

// A number that depends on every bit that a checkpoint must bring back.
std::uint64_t all_bits(const State& state);

}  // namespace scree
