// A run with files on disk: probes, pictures, checkpoints, summary.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>

#include "io/trajectory.h"
#include "io/vtk/vtk_series.h"
#include "run/laboratory.h"
#include "run/probes.h"

namespace scree {

struct RunProgressReport {
  double time = 0;
  double until = 0;
  std::uint64_t step = 0;
  std::uint64_t last_step = 0;
};

struct RunOptions {
  std::filesystem::path folder;
  std::optional<double> until;         // overrides the scene's
  std::optional<std::uint64_t> steps;  // in all
  int threads = 0;
  bool force = false;                       // an existing folder's files of an earlier run are replaced
  bool strict = false;                      // the first warning ends the run
  bool force_dt = false;                    // a time step that is far too long is taken all the same
  StepperFactory stepper = make_stepper;    // from outside: one that no scene can ask for
  const std::atomic<bool>* stop = nullptr;  // set from outside: end after the current step
  std::function<void(const RunProgressReport&)> report;  // every step; must be quick
  std::function<void()> start;                           // the scene is built, the run begins
  std::function<void(const std::string&)> warn;
  std::function<void(const std::string&)> note;        // what is worth knowing and no reason to worry
  std::function<void(const State&, Workers&)> finish;  // gets the last state, before the run is closed
};

struct RunResult {
  Summary summary;
  std::string json;  // the summary as written to summary.json
  bool interrupted = false;
  bool stopped_by_warning = false;
  bool already_done =
      false;  // a resumed run was at its end: nothing was computed or written, only json is filled
};

// Times are step * dt: far beyond this the steps could not be told apart.
inline constexpr std::uint64_t most_steps = 1'000'000'000'000'000;

// How many steps of dt reach a time; InputError if there are more than a run can count.
std::uint64_t steps_until(double until, double dt);

// A new run. InputError for what is wrong before the first step, RunError after it; in both cases
// files written so far stay whole.
RunResult run_scene(const SceneSpec& spec, const RunOptions& options);

// Goes on from the newest loadable checkpoint in the folder; from the start where none was written yet.
RunResult resume_run(const RunOptions& options);

}  // namespace scree
