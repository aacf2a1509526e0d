// --set path.to.key=value: changes to a scene before it is read. A table with a name is addressed by it
// (material.grain.friction=0.4), any item of a list by its index (body[3].velocity=[0,0,1]). Values are
// TOML; what is no TOML is a plain text (simulation.dt=auto, simulation.until=2 s). A key that stands
// beside an alternative (count, solid_fraction) takes its place.
#pragma once

#include <string>
#include <vector>

#include "base/errors.h"
#include "scene/toml_tree.h"

namespace scree {

// Applies the texts in order; what is wrong with a path is added to the problems. Values are judged
// when the tree is read: they stand at the place "--set TEXT".
void apply_overrides(TomlNode& root, const std::vector<std::string>& texts, std::vector<Problem>& problems);

}  // namespace scree
