// What a schema cannot say about one key alone: keys that need or exclude each other, and how the
// tables of a scene go together.
#pragma once

#include <vector>

#include "lab/schema_reader.h"

namespace scree {

void check_scene(const SceneSpec& scene, const Places& places, std::vector<Problem>& problems);

// Without a `motion`, spheres are free, boxes and half-spaces fixed.
void settle_motion(const SceneSpec& scene, BodySpec& body);

}  // namespace scree
