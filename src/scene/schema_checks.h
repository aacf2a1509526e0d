// What a schema cannot say about one key alone: keys that need or exclude each other, and how the
// tables of a scene go together.
#pragma once

#include <vector>

#include "scene/schema_reader.h"

namespace scree {

void check_scene(const SceneSpec& scene, const Places& places, std::vector<Problem>& problems);

// Fills in what follows from other keys: without a `motion` walls are fixed and other bodies free; in the
// plane regions are as thick as the layer, and turns are about z.
void settle(SceneSpec& scene);

}  // namespace scree
