#include "record/recorded_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/errors.h"
#include "io/atomic_file.h"
#include "io/checkpoint/checkpoint.h"
#include "io/recorded_bodies.h"
#include "record/recorded_frames.h"
#include "run/laboratory.h"
#include "scene/read_scene.h"

namespace scree {
namespace {

namespace fs = std::filesystem;

// A run that was begun with a doubtful time step is read like any other.
constexpr Allowances as_it_ran{.any_dt = true};

SceneSpec scene_of_run(const fs::path& folder) {
  const fs::path file = folder / "scene.toml";
  const std::optional<std::string> text = file_content(file);
  if (!text)
    throw InputError(
        fmt::format("{} is not the output folder of a run: it has no scene.toml", folder.string()));
  return read_scene(*text, file.string());
}

Vec3 gravity_at(const SceneSpec& spec, double time, double dt) {
  Vec3 gravity = spec.simulation.gravity;
  double latest = 0;
  for (const EventSpec& event : spec.events)
    if (event.action == EventAction::gravity && event.at <= time + dt && event.at >= latest) {
      gravity = event.gravity;
      latest = event.at;
    }
  return gravity;
}

}  // namespace

RecordedRun::RecordedRun(fs::path folder, std::function<void(const std::string&)> warn)
    : folder_(std::move(folder)),
      warn_(std::move(warn)),
      spec_(scene_of_run(folder_)),
      start_(build_scene(spec_, as_it_ran).state),
      frames_(recorded_frames(folder_, start_.clock.dt, warn_)) {}

RecordedState RecordedRun::frame(std::uint64_t number, const char* flag) const {
  const auto found = std::ranges::find(frames_, number, &Frame::number);
  if (found == frames_.end())
    throw InputError(
        frames_.empty()
            ? fmt::format("{} {}: the run in {} recorded no frames; --frame last takes its last state", flag,
                          number, folder_.string())
            : fmt::format("{} {}: the run in {} recorded the frames {} to {}", flag, number, folder_.string(),
                          frames_.front().number, frames_.back().number));
  RecordedState result{start_, found->time, number, false};
  result.state.clock.step = found->step;
  result.state.gravity = gravity_at(spec_, found->time, start_.clock.dt);
  const fs::path vtk = bodies_file(folder_, number), contacts = contacts_file(folder_, number);
  if (fs::exists(vtk)) {
    place_bodies(read_bodies_vtp(vtk), vtk, result.state);
    result.knows_contacts = fs::exists(contacts);  // of a frame that is being written they may be missing
    if (result.knows_contacts) read_contacts_vtp(contacts, result.state);
  } else {
    const fs::path file = trajectory_file(folder_, number);
    place_bodies(read_bodies_h5(file), file, result.state);
  }
  return result;
}

RecordedState RecordedRun::last(bool with_contacts, int threads) const {
  const fs::path checkpoints = folder_ / "checkpoints";
  const bool saved = !numbered_files(checkpoints, "step", ".h5").empty();
  if (!saved && !frames_.empty()) return frame(frames_.back().number);
  Laboratory lab(spec_, threads, {false, as_it_ran});
  if (saved) {
    RunProgress progress;
    for (const std::string& warning : load_newest(checkpoints, lab.state(), progress).warnings)
      warn_(warning);
    if (with_contacts) lab.advance();
  } else {
    warn_(fmt::format("there is no checkpoint in {}: this is the scene before its first step",
                      folder_.string()));
    lab.begin();
  }
  return {lab.state(), lab.state().clock.time(), std::nullopt, with_contacts || !saved};
}

}  // namespace scree
