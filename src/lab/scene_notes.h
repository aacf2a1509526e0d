// What is no mistake in a scene but may not be what its author expects.
#pragma once

#include <string>
#include <vector>

#include "lab/spec.h"
#include "state/state.h"

namespace scree {

// Each a sentence.
std::vector<std::string> notes_about(const State& state, const SceneSpec& spec);

}  // namespace scree
