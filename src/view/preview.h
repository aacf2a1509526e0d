// The small picture that every run leaves.
#pragma once

#include <filesystem>

#include "base/parallel.h"
#include "state/state.h"
#include "view/picture.h"

namespace scree {

Picture preview_of(const State& state, Workers& workers);

// DIR/preview.png. Throws RunError where it cannot be written.
void write_preview(const std::filesystem::path& folder, const State& state, Workers& workers);

}  // namespace scree
