// What is no mistake in a scene but may not be what its author expects.
#pragma once

#include <string>
#include <vector>

#include "scene/spec.h"
#include "state/state.h"

namespace scree {

// Each a sentence.
// Events and the like that would only come when a run is over, which ends at `until`.
std::vector<std::string> notes_on_what_comes_late(const SceneSpec& spec, double until);
std::vector<std::string> notes_about(const State& state, const SceneSpec& spec);

}  // namespace scree
