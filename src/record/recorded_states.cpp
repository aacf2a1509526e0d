#include "record/recorded_states.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "base/errors.h"
#include "io/atomic_file.h"
#include "io/checkpoint/checkpoint.h"
#include "io/recorded_bodies.h"
#include "io/trajectory_frame.h"
#include "run/laboratory.h"
#include "scene/read_scene.h"

namespace scree {
namespace {

namespace fs = std::filesystem;

fs::path vtk_file(const fs::path& folder, const char* stem, std::uint64_t number) {
  return folder / "vtk" / numbered_name(stem, number, ".vtp");
}

// Times by number from bodies.pvd (io/vtk/vtk_series.h): opening every frame for its time would take long.
void add_vtk_times(const fs::path& folder, std::map<std::uint64_t, double>& times) {
  const std::string text = file_content(folder / "bodies.pvd").value_or("");
  constexpr std::string_view time_key = "timestep=\"", file_key = "bodies_";
  for (std::size_t at = text.find(time_key); at != std::string::npos; at = text.find(time_key, at + 1)) {
    double time = 0;
    std::uint64_t number = 0;
    const std::size_t name = text.find(file_key, at);
    const char* end = text.data() + text.size();
    if (name == std::string::npos ||
        std::from_chars(text.data() + at + time_key.size(), end, time).ec != std::errc() ||
        std::from_chars(text.data() + name + file_key.size(), end, number).ec != std::errc())
      throw RunError(fmt::format("cannot read {}: it is not one of ours", (folder / "bodies.pvd").string()));
    if (fs::exists(vtk_file(folder, "bodies", number))) times[number] = time;
  }
}

void add_trajectory_times(const fs::path& folder, std::map<std::uint64_t, double>& times) {
  if (!fs::exists(folder / "trajectory.h5")) return;
  const std::vector<double> list = read_trajectory_times(folder);
  for (std::size_t n = 0; n < list.size(); ++n)
    if (fs::exists(folder / "trajectory" / numbered_name("frame", n, ".h5"))) times[n] = list[n];
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

SceneSpec recorded_scene(const fs::path& folder) {
  const fs::path file = folder / "scene.toml";
  const std::optional<std::string> text = file_content(file);
  if (!text)
    throw InputError(
        fmt::format("{} is not the output folder of a run: it has no scene.toml", folder.string()));
  return read_scene(*text, file.string());
}

RecordedStates::RecordedStates(fs::path folder, std::function<void(const std::string&)> warn)
    : folder_(std::move(folder)),
      warn_(std::move(warn)),
      spec_(recorded_scene(folder_)),
      start_(build_scene(spec_).state) {
  std::map<std::uint64_t, double> times;
  add_trajectory_times(folder_, times);
  add_vtk_times(folder_, times);
  for (const auto& [number, time] : times) frames_.push_back({number, 0, time});
}

RecordedState RecordedStates::frame(std::uint64_t number, const char* flag) const {
  const auto found = std::ranges::find(frames_, number, &Frame::number);
  if (found == frames_.end())
    throw InputError(
        frames_.empty()
            ? fmt::format("{} {}: the run in {} recorded no frames; --frame last takes its last state", flag,
                          number, folder_.string())
            : fmt::format("{} {}: the run in {} recorded the frames {} to {}", flag, number, folder_.string(),
                          frames_.front().number, frames_.back().number));
  RecordedState result{start_, found->time, number, true};
  const fs::path bodies = vtk_file(folder_, "bodies", number);
  if (fs::exists(bodies)) {
    place_bodies(read_bodies_vtp(bodies, result.time), bodies, result.state);
    read_contacts_vtp(vtk_file(folder_, "contacts", number), result.state);
  } else {
    const fs::path file = folder_ / "trajectory" / numbered_name("frame", number, ".h5");
    place_bodies(read_bodies_h5(file), file, result.state);
    result.knows_contacts = false;
  }
  result.state.gravity = gravity_at(spec_, result.time, start_.clock.dt);
  return result;
}

RecordedState RecordedStates::last(int threads) const {
  const fs::path checkpoints = folder_ / "checkpoints";
  const bool saved = !numbered_files(checkpoints, "step", ".h5").empty();
  if (!saved && !frames_.empty()) return frame(frames_.back().number);
  Laboratory lab(spec_, threads);
  if (saved) {
    RunProgress progress;
    for (const std::string& warning : load_newest(checkpoints, lab.state(), progress).warnings)
      warn_(warning);
    lab.advance();
  } else {
    warn_(fmt::format("there is no checkpoint in {}: this is the scene before its first step",
                      folder_.string()));
    lab.begin();
  }
  return {lab.state(), lab.state().clock.time(), std::nullopt, true};
}

}  // namespace scree
