// `scree scenes`: the built-in scenes.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "commands.h"

namespace scree::app {
namespace {

int list(const std::string& name) {
  if (!name.empty()) {
    fmt::print("{}", Scene::built_in_text(name));
    return exit_done;
  }
  for (const std::string& each : Scene::built_in_names())
    fmt::print("{:<12} {}\n", each, Scene::built_in(each).description());
  return exit_done;
}

}  // namespace

void add_scenes(CLI::App& app, Action& action) {
  auto name = std::make_shared<std::string>();
  CLI::App* sub = app.add_subcommand("scenes", "list the built-in scenes; with a name, print its file");
  sub->add_option("NAME", *name, "a built-in scene");
  sub->footer("Example:\n  scree scenes silo > my.toml\n");
  sub->callback([name, &action] { action = [name] { return list(*name); }; });
}

}  // namespace scree::app
