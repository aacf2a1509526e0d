// Shapes in the plane, from what a scene says of them.
#pragma once

#include <vector>

#include "base/errors.h"
#include "base/rng.h"
#include "scene/spec.h"
#include "state/shapes.h"

namespace scree {

// All shapes under this name: the variants of a grain, the pieces of a wall; else one.
Expected<std::vector<Shape>> make_figures(const SceneSpec& scene, const ShapeSpec& spec, Rng& rng);

}  // namespace scree
