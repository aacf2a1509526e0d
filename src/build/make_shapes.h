// From the shapes of a scene to those of a state.
#pragma once

#include <vector>

#include "base/errors.h"
#include "scene/spec.h"
#include "state/state.h"

namespace scree {

// Appends all shapes, in order; variants of one stand side by side under its name. Reports those that cannot
// be made, with the reason.
void add_shapes(State& state, const SceneSpec& spec, std::vector<Problem>& problems);

}  // namespace scree
