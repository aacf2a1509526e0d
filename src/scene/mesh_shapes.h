// Shapes that come from mesh files.
#pragma once

#include <vector>

#include "base/errors.h"
#include "scene/spec.h"
#include "scene/toml_tree.h"

namespace scree {

// Puts the corners of the hull in the place of every `kind = "hull"`, in the scene and in its text, so that
// what runs, and what lands on disk, needs no other file: a run goes on from its folder alone. Files are
// looked for beside the scene. True when there was one; problems are appended.
bool take_in_meshes(SceneSpec& scene, TomlNode& root, std::vector<Problem>& problems);

}  // namespace scree
