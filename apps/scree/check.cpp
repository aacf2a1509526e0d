// `scree check`: validate a scene, and say what would run.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>

#include "build/scene_notes.h"
#include "commands.h"
#include "law/contact_length.h"
#include "narrowphase/joined_touches.h"
#include "run/laboratory.h"
#include "run/run.h"
#include "run/warning_texts.h"
#include "step/soft_step.h"

namespace scree::app {
namespace {

struct CheckFlags {
  std::string scene;
  std::vector<std::string> set;
  bool force_dt = false;
};

// Those that occur, in the order of materials.
std::string law_of(const State& state) {
  std::vector<std::string_view> names;
  for (const PairLaw& law : state.laws.table)
    if (const std::string_view name = word_of(law.normal); std::ranges::find(names, name) == names.end())
      names.push_back(name);
  return fmt::format("{}", fmt::join(names, ", "));
}

// Who touches before anything has moved: what overlaps deeply will fly apart.
void print_overlaps(State& state) {
  Workers workers(1);
  SoftStep(state, workers, BroadPhaseKind::sweep).begin();
  std::size_t count = 0;
  double deepest = 0, metres = 0;
  Pair where;
  for_each_depth(state, [&](std::size_t k, const Touch&, double depth) {
    const Pair pair = state.contacts.pair[k];
    if (k == 0 || state.contacts.pair[k - 1] != pair) ++count;
    const double share = depth / depth_scale(state, pair);
    if (share <= deepest) return;
    deepest = share;
    where = pair;
    metres = depth;
  });
  if (deepest < 1e-3) return;
  const auto name = [&](BodyIndex i) {
    return fmt::format("body {} of '{}'", state.bodies.id[i], state.groups[state.bodies.group[i]]);
  };
  fmt::print(
      "  overlap {} pair{} touch{} at the start, the deepest by {:.3g} m, {:.2g} % of the smaller body: {} "
      "and "
      "{}\n",
      count, count == 1 ? "" : "s", count == 1 ? "es" : "", metres, 100 * deepest, name(where.a),
      name(where.b));
}

int check(const CheckFlags& flags) {
  const Scene scene = load_scene(flags.scene, flags.set);
  BuiltScene built = build_scene(scene.spec(), {flags.force_dt});
  State& state = built.state;
  std::size_t grains = 0;
  for (BodyIndex i = 0; i < state.bodies.size(); ++i) grains += state.bodies.free(i);
  const double until = scene.spec().simulation.until;
  const std::uint64_t steps = steps_until(until, built.dt.dt);
  fmt::print("{}: fine\n", scene.name());
  if (!scene.description().empty()) fmt::print("  {}\n", scene.description());
  fmt::print("  bodies  {} ({} free)\n", state.bodies.size(), grains);
  fmt::print("  dt      {:.4g} s: {}\n", built.dt.dt, built.dt.reason);
  fmt::print("  speed   up to {:.3g} m/s are assumed ({})\n", built.speed.value, built.speed.reason);
  fmt::print("  law     {}\n", law_of(state));
  fmt::print("  until   {:.6g} s, {} step{}\n", until, steps, steps == 1 ? "" : "s");
  print_overlaps(state);
  for (const std::string& text : built.notes) fmt::print("  note    {}\n", text);
  for (const std::string& text : notes_on_what_comes_late(scene.spec(), until))
    fmt::print("  note    {}\n", text);
  for (const Warning& warning : state.warnings.list())
    fmt::print("  warning {}: {}\n", name_of(warning.code), text_of(warning, state));
  return exit_done;
}

}  // namespace

void add_check(CLI::App& app, Action& action) {
  auto flags = std::make_shared<CheckFlags>();
  CLI::App* sub = app.add_subcommand("check", "validate a scene: every mistake at once, with its place");
  sub->add_option("SCENE", flags->scene, "a built-in scene or a file")->required();
  sub->add_option("--set", flags->set, "change a value first: path.to.key=value (repeatable)")
      ->allow_extra_args(false);
  sub->add_flag("--force-dt", flags->force_dt, "do not refuse a dt that is far too long");
  sub->footer("Example:\n  scree check my.toml\n");
  sub->callback([flags, &action] { action = [flags] { return check(*flags); }; });
}

}  // namespace scree::app
