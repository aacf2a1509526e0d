// `scree check`: validate a scene, and say what would run.
#include <fmt/format.h>

#include "commands.h"
#include "lab/laboratory.h"
#include "lab/run.h"

namespace scree::app {
namespace {

struct Flags {
  std::string scene;
  std::vector<std::string> set;
};

int check(const Flags& flags) {
  const Scene scene = load_scene(flags.scene, flags.set);
  const BuiltScene built = build_scene(scene.spec());
  const State& state = built.state;
  std::size_t grains = 0;
  for (BodyIndex i = 0; i < state.bodies.size(); ++i) grains += state.bodies.free(i);
  const double until = scene.spec().simulation.until;
  const std::uint64_t steps = steps_until(until, built.dt.dt);
  fmt::print("{}: fine\n", scene.name());
  if (!scene.description().empty()) fmt::print("  {}\n", scene.description());
  fmt::print("  bodies  {} ({} free)\n", state.bodies.size(), grains);
  fmt::print("  dt      {:.4g} s: {}\n", built.dt.dt, built.dt.reason);
  fmt::print("  until   {:.6g} s, {} steps\n", until, steps);
  return exit_done;
}

}  // namespace

void add_check(CLI::App& app, Action& action) {
  auto flags = std::make_shared<Flags>();
  CLI::App* sub = app.add_subcommand("check", "validate a scene: every mistake at once, with its place");
  sub->add_option("SCENE", flags->scene, "a built-in scene or a file")->required();
  sub->add_option("--set", flags->set, "change a value first: path.to.key=value (repeatable)")
      ->allow_extra_args(false);
  sub->footer("Example:\n  scree check my.toml\n");
  sub->callback([flags, &action] { action = [flags] { return check(*flags); }; });
}

}  // namespace scree::app
