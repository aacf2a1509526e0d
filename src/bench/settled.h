// States that are worth waiting for once, such as a bed that has come to rest: kept in the user's cache
// folder ($SCREE_CACHE, $XDG_CACHE_HOME/scree or ~/.cache/scree) and taken from there the next time.
#pragma once

#include <filesystem>
#include <string>

#include "state/state.h"

namespace scree {

// Where the state of this scene at this time belongs. `scene` is the text that runs: another scene,
// another time or another kind of file has another name. Empty when there is no home to keep it in.
std::filesystem::path settled_file(const std::string& name, const std::string& scene, double time);

// Fills a state that was built from the same scene. False, and nothing has changed, when the file is not
// there or is not whole.
bool load_settled(const std::filesystem::path& file, State& state);

// A cache that cannot be written is no error: the next one will settle again.
void save_settled(const std::filesystem::path& file, const State& state);

}  // namespace scree
