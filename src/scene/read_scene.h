// Scene files: TOML in, SceneSpec out, or all that is wrong with it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "scene/spec.h"

namespace scree {

// `file_name` stands in messages and gives the scene its name when the text has none. `overrides` are
// texts "path.to.key=value" (scene/overrides.h). Throws InputError: a syntax error alone, with its place;
// otherwise every mistake, in the order of the file, then those of the overrides.
SceneSpec read_scene(std::string_view text, const std::string& file_name,
                     const std::vector<std::string>& overrides = {});

// The text of a scene file. Throws InputError for what cannot be one: folders, devices, files far too large.
std::string scene_text(const std::filesystem::path& path);

}  // namespace scree
