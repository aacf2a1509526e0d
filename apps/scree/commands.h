// One function per subcommand: adds its options to the command line and says what to do.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "scree/scree.h"

namespace CLI {
class App;  // <CLI/CLI.hpp> is slow to compile: only files that add options include it
}

namespace scree::app {

inline constexpr int exit_done = 0;
inline constexpr int exit_failed = 1;
inline constexpr int exit_wrong_input = 2;
inline constexpr int exit_interrupted = 130;

using Action = std::function<int()>;  // returns the exit code

void add_run(CLI::App& app, Action& action);
void add_resume(CLI::App& app, Action& action);
void add_check(CLI::App& app, Action& action);
void add_scenes(CLI::App& app, Action& action);
void add_bench(CLI::App& app, Action& action);
void add_render(CLI::App& app, Action& action);
void add_mesh(CLI::App& app, Action& action);
void add_measure(CLI::App& app, Action& action);

inline constexpr const char* default_scene = "drum";

// A built-in name, or a file: what has a '/' or ends in .toml, or exists, is a file.
Scene load_scene(const std::string& name_or_file, const std::vector<std::string>& overrides);

}  // namespace scree::app
