// What stands inside a checkpoint, as HDF5 arrays.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "io/checkpoint/checkpoint.h"

namespace scree {

std::vector<std::byte> checkpoint_image(const State& state, const RunProgress& progress);

// Reads everything and checks that it fits together and fits the scene, then changes state and
// progress. Throws RunError.
void read_checkpoint(const std::filesystem::path& file, State& state, RunProgress& progress);

}  // namespace scree
