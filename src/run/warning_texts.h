// Warnings in words.
#pragma once

#include <string>

#include "state/state.h"

namespace scree {

// A sentence or two: what was seen, and what would help. docs/warnings.md says more.
std::string text_of(const Warning& warning, const State& state);

}  // namespace scree
