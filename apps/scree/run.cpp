// `scree run` and `scree resume`.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <atomic>
#include <csignal>
#include <optional>

#include "commands.h"
#include "flags.h"
#include "progress.h"
#include "run/run.h"
#include "say.h"
#include "view/preview.h"

namespace scree::app {
namespace {

std::atomic<bool> stop_asked{false};
static_assert(std::atomic<bool>::is_always_lock_free);

// The second time the signal does what it usually does, for whoever cannot wait.
extern "C" void ask_to_stop(int signal) {
  stop_asked.store(true);
  std::signal(signal, SIG_DFL);
}

void stop_at_signals() {
  std::signal(SIGINT, ask_to_stop);
  std::signal(SIGTERM, ask_to_stop);
  // Who starts the program with `nohup` wants it to outlive the terminal.
  if (std::signal(SIGHUP, ask_to_stop) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

struct RunFlags {
  std::string target;  // scene or folder
  std::optional<std::string> until;
  std::uint64_t steps = 0;
  int threads = 0;
  std::string output;
  std::vector<std::string> set;
  bool json = false, quiet = false, force = false, strict = false, force_dt = false;
};

double seconds(const std::string& text, const char* flag) {
  const double time = read_seconds(text, flag);
  if (!(time > 0))
    throw InputError(
        fmt::format("{} {}: a time above 0 is expected, for example 2 or \"500 ms\"", flag, text));
  return time;
}

int run(const RunFlags& flags, bool resume) {
  ProgressBar bar(flags.quiet);
  RunOptions options;
  options.threads = flags.threads;
  options.force = flags.force;
  options.strict = flags.strict;
  options.force_dt = flags.force_dt;
  options.stop = &stop_asked;
  options.report = [&bar](const RunProgressReport& r) { bar.show(r); };
  options.start = stop_at_signals;  // until then there is nothing to lose
  options.warn = [](const std::string& text) { say("scree: {}\n", text); };
  options.note = [&flags](const std::string& text) {
    if (!flags.quiet) say("scree: note: {}\n", text);
  };
  options.finish = [&options](const State& state, Workers& workers) {
    try {
      write_preview(options.folder, state, workers);
    } catch (const std::exception& error) {  // a picture less is no reason to lose the run
      options.warn(fmt::format("there is no preview.png: {}", error.what()));
    }
  };
  if (flags.steps > 0) options.steps = flags.steps;
  RunResult result;
  if (resume) {
    options.folder = flags.target;
    if (flags.until) options.until = seconds(*flags.until, "--until");
    result = resume_run(options);
  } else {
    std::vector<std::string> overrides = flags.set;
    if (flags.until)
      overrides.push_back(fmt::format("simulation.until={}", seconds(*flags.until, "--until")));
    const Scene scene = load_scene(flags.target, overrides);
    options.folder = flags.output.empty() ? "out/" + scene.name() : flags.output;
    result = run_scene(scene.spec(), options);
  }
  if (flags.json) fmt::print("{}\n", result.json);
  if (result.already_done) {
    if (!flags.quiet)
      say("scree: {} is at its end; --until or --steps goes further\n", options.folder.string());
    return exit_done;
  }
  if (!flags.json && !flags.quiet)
    fmt::print("{}  files      {}\n", result.summary.text(), options.folder.string());
  if (result.stopped_by_warning) {
    say("scree: stopped at a warning; `scree resume {}` goes on from here\n", options.folder.string());
    return exit_failed;
  }
  if (!result.interrupted) return exit_done;
  if (!flags.quiet) say("scree: interrupted; `scree resume {}` goes on from here\n", options.folder.string());
  return exit_interrupted;
}

void add_common(CLI::App* sub, RunFlags& flags) {
  auto* until = sub->add_option("--until", flags.until, "simulated time to reach, in seconds or with a unit");
  auto* steps = sub->add_option("--steps", flags.steps, "steps to make in all, instead of a time")
                    ->check(CLI::Range(std::uint64_t{1}, most_steps));
  until->excludes(steps);
  sub->add_option("--threads", flags.threads, "threads (default: all cores)")->check(CLI::Range(1, 1024));
  sub->add_flag("--json", flags.json, "print the summary as one line of JSON");
  sub->add_flag("--quiet", flags.quiet, "no progress bar, no summary text");
  sub->add_flag("--strict", flags.strict, "stop at the first warning, with a checkpoint and exit code 1");
}

}  // namespace

void add_run(CLI::App& app, Action& action) {
  auto flags = std::make_shared<RunFlags>();
  flags->target = default_scene;
  CLI::App* sub = app.add_subcommand("run", "run a scene");
  sub->add_option("SCENE", flags->target,
                  fmt::format("a built-in scene or a file (default: {})", default_scene));
  add_common(sub, *flags);
  sub->add_option("--output", flags->output, "folder for results (default: out/<scene name>)")
      ->check([](const std::string& folder) {
        return folder.empty() ? std::string("a folder is expected, for example out/mine") : "";
      });
  sub->add_option("--set", flags->set, "change a value of the scene: path.to.key=value (repeatable)")
      ->allow_extra_args(false);
  sub->add_flag("--force", flags->force, "replace an earlier run in the output folder");
  sub->add_flag("--force-dt", flags->force_dt, "take the scene's dt even if it is far too long");
  sub->footer(
      "Examples:\n"
      "  scree run bounce\n"
      "  scree run my.toml --until \"500 ms\" --threads 2\n"
      "  scree run silo --set simulation.seed=7 --set material.grain.friction=0.3 --output out/silo-7\n");
  sub->callback([flags, &action] { action = [flags] { return run(*flags, false); }; });
}

void add_resume(CLI::App& app, Action& action) {
  auto flags = std::make_shared<RunFlags>();
  CLI::App* sub = app.add_subcommand("resume", "go on from the last checkpoint in an output folder");
  sub->add_option("DIR", flags->target, "output folder of an earlier run")->required();
  add_common(sub, *flags);
  sub->footer("Examples:\n  scree resume out/silo\n  scree resume out/silo --until 10\n");
  sub->callback([flags, &action] { action = [flags] { return run(*flags, true); }; });
}

}  // namespace scree::app
