// The key reference, docs/scene-reference.md, from the schema.
#pragma once

#include <string>

namespace scree {

std::string scene_reference();

}  // namespace scree
