#include "run/run.h"

#include <fcntl.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>

#include "base/hash.h"
#include "build/scene_notes.h"
#include "io/atomic_file.h"
#include "io/checkpoint/checkpoint.h"
#include "io/descriptor.h"
#include "run/warning_texts.h"
#include "scene/read_scene.h"
#include "scree/errors.h"

namespace scree {
namespace {

namespace fs = std::filesystem;

// A slow run is also saved by the clock on the wall.
constexpr double wall_between_checkpoints = 300;

bool wants(const SceneSpec& spec, OutputFormat format) {
  return spec.output.every > 0 && std::ranges::find(spec.output.formats, format) != spec.output.formats.end();
}

fs::path summary_file(const fs::path& folder) { return folder / "summary.json"; }

void remove_file(const fs::path& path) {
  std::error_code error;
  fs::remove(path, error);
  if (error) throw RunError(fmt::format("cannot remove {}: {}", path.string(), error.message()));
}

class Run {
 public:
  Run(const SceneSpec& spec, const RunOptions& options, bool resumes = false)
      : options_(options),
        lab_(spec, options.threads, {false, {options.force_dt || resumes}, options.stepper}),
        start_(start_of(lab_.state())),
        cast_(cast_of(lab_.state())) {}

  // Everything that can be wrong with the input is found here, before a file is touched.
  void prepare() {
    const double until = options_.until.value_or(lab_.spec().simulation.until);
    last_step_ = options_.steps ? *options_.steps : steps_until(until, lab_.state().clock.dt);
  }

  // Two runs in one folder would spoil each other's files.
  void lock_folder() {
    lock_ = Descriptor(options_.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, "open");
    if (!lock_.lock())
      throw InputError(
          fmt::format("the folder {} is in use by another run; wait for its end, or choose another with "
                      "--output",
                      options_.folder.string()));
  }

  void start_new() {
    write_atomically(options_.folder / "scene.toml", lab_.spec().text);
    probes_ = ProbeFiles::start(lab_.spec(), options_.folder);
    open_series({});
    for (const std::string& text : notes())
      if (options_.note) options_.note(text);
    lab_.begin();
    observe(Observation(lab_.state(), lab_.workers()));
    save();
  }

  bool has_checkpoints() const { return !numbered_files(checkpoints(), "step", ".h5").empty(); }

  void load() {
    RunProgress& progress = loaded_;
    const LoadedCheckpoint loaded = load_newest(checkpoints(), lab_.state(), progress);
    for (const std::string& warning : loaded.warnings)
      if (options_.warn) options_.warn(warning);
    compare_scenes(progress);
    last_step_ = progress.counters.at("last_step");
    if (options_.until) last_step_ = steps_until(*options_.until, lab_.state().clock.dt);
    if (options_.steps) last_step_ = *options_.steps;
    next_frame_ = progress.counters.at("next_frame");
    next_checkpoint_ = progress.counters.at("next_checkpoint");
    lab_.body_updates = progress.counters.at("body_updates");
    lab_.stepping_seconds = progress.numbers.at("stepping_seconds");
    for (const StageTime& stage : lab_.stages())
      earlier_stages_.push_back(progress.numbers.at(stage_key(stage)));
    told_ = lab_.state().warnings.list().size();
  }

  // Cuts the files back to the checkpoint that was loaded. First comes all that may fail: then every file is
  // as it was.
  void open_files() {
    probes_ = ProbeFiles::resume(lab_.spec(), options_.folder, loaded_);
    check_folder();
    probes_.cut();
    open_series(loaded_.frames);
  }

  // The last checkpoint is written after the summary, so a run that is at its end has both.
  bool at_end() const { return lab_.state().clock.step >= last_step_; }

  RunResult go() {
    if (options_.start) options_.start();
    lab_.watch = [this](const Observation& now) { observe(now); };
    RunResult result;
    Clock& clock = lab_.state().clock;
    try {
      result.stopped_by_warning = tell_warnings();
      while (!at_end() && !result.stopped_by_warning) {
        if (options_.stop && options_.stop->load()) {
          result.interrupted = true;
          break;
        }
        lab_.advance();
        result.stopped_by_warning = tell_warnings();
        if (options_.report)
          options_.report({clock.time(), static_cast<double>(last_step_) * clock.dt, clock.step, last_step_});
      }
    } catch (const RunError& error) {
      keep_rows();
      throw RunError(fmt::format("{}\nthe last checkpoint is in {}", error.what(), checkpoints().string()));
    } catch (...) {
      keep_rows();
      throw;
    }
    const Observation last(lab_.state(), lab_.workers());
    lab_.look_at_energy(last);
    result.stopped_by_warning |= tell_warnings();
    result.summary = lab_.summary(last);
    for (std::size_t k = 0; k < earlier_stages_.size(); ++k)
      result.summary.stages[k].second += earlier_stages_[k];
    result.summary.notes = notes();
    result.json = result.summary.json();
    write_atomically(summary_file(options_.folder), result.json + "\n");
    if (options_.finish) options_.finish(lab_.state(), lab_.workers());
    save();
    return result;
  }

 private:
  // What is worth knowing about the scene, and about where it ends.
  std::vector<std::string> notes() const {
    std::vector<std::string> all = lab_.notes();
    const double until = static_cast<double>(last_step_) * lab_.state().clock.dt;
    std::ranges::move(notes_on_what_comes_late(lab_.spec(), until), std::back_inserter(all));
    return all;
  }

  // Each once, when it comes up. Returns whether one of them ends the run.
  bool tell_warnings() {
    const std::vector<Warning>& list = lab_.state().warnings.list();
    const bool strict = options_.strict || lab_.spec().simulation.on_warning == OnWarning::stop;
    bool ends = false;
    for (; told_ < list.size(); ++told_) {
      const Warning& warning = list[told_];
      if (options_.warn)
        options_.warn(fmt::format("warning {} at t = {:.4g} s: {}", name_of(warning.code), warning.first_time,
                                  text_of(warning, lab_.state())));
      ends |= strict ||
              (warning.code == WarningCode::left_bounds && lab_.state().guards.at_bounds == AtBounds::stop);
    }
    return ends;
  }

  // A scene may be changed while its run rests: laws, drives, events and outputs count from then on. What has
  // been built already stays.
  void compare_scenes(const RunProgress& progress) {
    const auto changed = [&](const char* key, std::uint64_t now) { return progress.counters.at(key) != now; };
    if (changed("cast", cast_))
      throw InputError(fmt::format(
          "{}: shapes, or the names and order of materials, bodies, fills and inlets, have changed since the "
          "checkpoint at step {}, whose bodies no longer fit; undo that, or begin a new run",
          (options_.folder / "scene.toml").string(), lab_.state().clock.step));
    if (!changed("scene", scene_checksum()) || !options_.warn) return;
    options_.warn(fmt::format(
        "scene.toml has changed since the checkpoint at step {}: from there on the run follows "
        "the changed scene, except for its time step{}",
        lab_.state().clock.step,
        changed("start", start_) ? "; bodies and fills have been placed already: what was changed "
                                   "in them has no effect"
                                 : ""));
  }

  // Who is on the stage: what bodies of a checkpoint refer to by number.
  static std::uint64_t cast_of(const State& state) {
    Hasher hasher;
    const auto text = [&](const std::string& s) { hasher.number(checksum(s.data(), s.size())); };
    for (const std::string& group : state.groups) text(group);
    for (const Material& material : state.materials) text(material.name);
    for (const Shape& shape : state.shapes) {
      text(shape.name);
      hasher.number(static_cast<std::uint64_t>(shape.kind));
      for (const double number :
           {shape.volume, shape.radius, shape.inertia.x(), shape.inertia.y(), shape.inertia.z()})
        hasher.number(number);
    }
    return hasher.value();
  }

  // Where they stand and how they move.
  static std::uint64_t start_of(const State& state) {
    const Bodies& b = state.bodies;
    Hasher hasher;
    for (BodyIndex i = 0; i < b.size(); ++i) {
      for (const std::uint32_t number : {b.shape[i], b.material[i], b.group[i]}) hasher.number(number);
      const Quat& q = b.orientation[i];
      for (const double number : {b.scale[i], b.mass[i], q.w(), q.x(), q.y(), q.z()}) hasher.number(number);
      for (const Vec3& v : {b.position[i], b.velocity[i], b.spin[i]})
        for (const double number : v) hasher.number(number);
    }
    return hasher.value();
  }

  static std::string stage_key(const StageTime& stage) { return fmt::format("stage.{}", stage.name); }

  fs::path checkpoints() const { return options_.folder / "checkpoints"; }

  void open_series(const std::vector<Frame>& frames) {
    if (wants(lab_.spec(), OutputFormat::vtk)) vtk_.emplace(options_.folder, frames);
    if (wants(lab_.spec(), OutputFormat::trajectory)) trajectory_.emplace(options_.folder, frames);
    frames_ = frames;
  }

  // Can files be written, and are there folders where folders must be?
  void check_folder() const {
    AtomicPath trial(options_.folder / "trial");
    write_atomically(trial.partial(), std::string(1 << 16, ' '));
    for (const char* name : {"probes", "vtk", "trajectory", "checkpoints"}) {
      std::error_code error;
      const fs::file_status status = fs::status(options_.folder / name, error);
      if (fs::exists(status) && !fs::is_directory(status))
        throw RunError(fmt::format("{} is not a folder", (options_.folder / name).string()));
    }
  }

  // The rows of probes up to a failure tell how it came about.
  void keep_rows() {
    try {
      RunProgress unused;
      probes_.flush_into(unused);
    } catch (const RunError&) {  // the failure is told, not that its rows cannot be written either
    }
  }

  // Output never writes to the state: a run with and one without are the same.
  void observe(const Observation& now) {
    const State& state = now.state();
    probes_.measure_due(now);
    const double every = lab_.spec().output.every;
    if (every > 0 && due_at(next_frame_, every, state.clock)) {
      frames_.push_back({next_number(frames_), state.clock.step, state.clock.time()});
      if (vtk_) vtk_->write(now, frames_);
      if (trajectory_) trajectory_->write(state, frames_);
      next_frame_ = next_due(next_frame_, every, state.clock);
    }
    const double save_every = lab_.spec().output.checkpoint_every;
    const bool time_to_save = save_every > 0 && due_at(next_checkpoint_, save_every, state.clock);
    if (state.clock.step > 0 && !at_end() && (time_to_save || wall_since_save() > wall_between_checkpoints)) {
      remove_file(summary_file(options_.folder));  // of an earlier end, whose checkpoint this one replaces
      save();
    }
  }

  void save() {
    const State& state = lab_.state();
    const double save_every = lab_.spec().output.checkpoint_every;
    if (save_every > 0) next_checkpoint_ = next_due(next_checkpoint_, save_every, state.clock);
    RunProgress progress;
    probes_.flush_into(progress);
    progress.frames = frames_;
    progress.counters["scene"] = scene_checksum();
    progress.counters["start"] = start_;
    progress.counters["cast"] = cast_;
    progress.counters["last_step"] = last_step_;
    progress.counters["next_frame"] = next_frame_;
    progress.counters["next_checkpoint"] = next_checkpoint_;
    progress.counters["body_updates"] = lab_.body_updates;
    progress.numbers["stepping_seconds"] = lab_.stepping_seconds;
    const std::vector<StageTime> stages = lab_.stages();
    for (std::size_t k = 0; k < stages.size(); ++k)
      progress.numbers[stage_key(stages[k])] =
          stages[k].seconds + (earlier_stages_.empty() ? 0 : earlier_stages_[k]);
    make_folder(checkpoints());
    save_checkpoint(checkpoints(), state, progress);
    saved_ = std::chrono::steady_clock::now();
  }

  std::uint64_t scene_checksum() const { return checksum(lab_.spec().text.data(), lab_.spec().text.size()); }

  double wall_since_save() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - saved_).count();
  }

  const RunOptions& options_;
  Descriptor lock_;
  Laboratory lab_;
  std::uint64_t start_;  // of the bodies that the scene begins with
  std::uint64_t cast_;
  RunProgress loaded_;
  ProbeFiles probes_;
  std::optional<VtkSeries> vtk_;
  std::optional<Trajectory> trajectory_;
  std::vector<Frame> frames_;
  std::uint64_t last_step_ = 0;
  std::size_t told_ = 0;  // warnings
  std::uint64_t next_frame_ = 0;
  std::uint64_t next_checkpoint_ = 0;
  std::vector<double> earlier_stages_;  // seconds of the run before it was resumed; none in a new one
  std::chrono::steady_clock::time_point saved_ = std::chrono::steady_clock::now();
};

// A scene that is being written or taken away: the folder is that of a run, but nobody resumes it.
constexpr const char* partial_scene = ".scene.toml.part";

bool holds_a_run(const fs::path& folder) {
  std::error_code error;
  for (const char* name : {"scene.toml", partial_scene, "summary.json"})
    if (fs::exists(folder / name, error)) return true;
  return !numbered_files(folder / "checkpoints", "step", ".h5").empty();
}

// Only files of ours are removed, whatever else lies in the folder. The scene goes first: without it
// nobody resumes a run that is half gone. What marks the folder as ours goes last.
void clear_folder(const fs::path& folder) {
  std::error_code error;
  if (fs::exists(folder / "scene.toml", error))
    fs::rename(folder / "scene.toml", folder / partial_scene, error);
  if (error)
    throw RunError(fmt::format("cannot remove {}: {}", (folder / "scene.toml").string(), error.message()));
  for (const char* name : {"summary.json", "bodies.pvd", "contacts.pvd", "trajectory.h5", "preview.png"})
    remove_file(folder / name);
  for (const auto& [name, ending] :
       {std::pair{"probes", ".csv"}, {"vtk", ".vtp"}, {"trajectory", ".h5"}, {"checkpoints", ".h5"}}) {
    error.clear();
    std::vector<fs::path> ours;
    for (fs::directory_iterator it(folder / name, error), end; !error && it != end; it.increment(error))
      if (it->path().extension() == ending && !it->is_directory(error)) ours.push_back(it->path());
    for (const fs::path& path : ours) remove_file(path);
    remove_partial_files(folder / name);
    if (fs::is_empty(folder / name, error) && !error) remove_file(folder / name);
  }
  remove_partial_files(folder);
}

}  // namespace

std::uint64_t steps_until(double until, double dt) {
  const double steps = std::ceil(until / dt - 1e-6);
  if (!(steps < static_cast<double>(most_steps)))
    throw InputError(fmt::format("until {:.6g} s is {:.3g} steps of {:.3g} s: more than a run can count",
                                 until, steps, dt));
  return static_cast<std::uint64_t>(std::max(0.0, steps));
}

RunResult run_scene(const SceneSpec& spec, const RunOptions& options) {
  std::error_code error;
  if (fs::is_symlink(options.folder, error) && !fs::exists(options.folder, error))
    throw InputError(
        fmt::format("{} is a symbolic link to {}, which does not exist; make that folder, or choose "
                    "another with --output",
                    options.folder.string(), fs::read_symlink(options.folder, error).string()));
  if (fs::exists(options.folder, error) && !fs::is_directory(options.folder, error))
    throw InputError(
        fmt::format("{} is not a folder; --output names the folder for results", options.folder.string()));
  if (fs::is_directory(options.folder, error) && !fs::is_empty(options.folder, error) && !options.force)
    throw InputError(
        fmt::format("the folder {} is not empty; choose another with --output, or replace the earlier run "
                    "with --force",
                    options.folder.string()));
  if (fs::is_directory(options.folder, error) && !fs::is_empty(options.folder, error) &&
      !holds_a_run(options.folder))
    throw InputError(
        fmt::format("the folder {} holds files but no run, and --force replaces runs only; choose another "
                    "with --output",
                    options.folder.string()));
  Run run(spec, options);
  run.prepare();
  make_folder(options.folder);
  run.lock_folder();
  clear_folder(options.folder);
  run.start_new();
  return run.go();
}

RunResult resume_run(const RunOptions& options) {
  const fs::path file = options.folder / "scene.toml";
  if (std::error_code error; !fs::exists(file, error))
    throw InputError(
        fmt::format("{} is not the output folder of a run: it has no scene.toml", options.folder.string()));
  Run run(read_scene(scene_text(file), file.string()), options, true);
  run.prepare();
  run.lock_folder();
  if (!run.has_checkpoints() && fs::exists(summary_file(options.folder)))
    throw InputError(fmt::format(
        "{} holds a run that came to its end, and no checkpoint to go on from; `scree run` with --force "
        "and --output would begin it anew",
        options.folder.string()));
  if (!run.has_checkpoints()) {
    // It ended before its first step: nothing is lost by beginning anew.
    if (options.warn)
      options.warn(
          fmt::format("there is no checkpoint yet in {}; the run begins anew", options.folder.string()));
    run.start_new();
    return run.go();
  }
  run.load();
  if (run.at_end()) {
    if (std::optional<std::string> summary = file_content(summary_file(options.folder))) {
      RunResult result;
      result.already_done = true;
      result.json = summary->substr(0, summary->find('\n'));
      return result;
    }
  }
  run.open_files();
  return run.go();
}

}  // namespace scree
