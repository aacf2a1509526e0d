#include "io/trajectory.h"

#include "base/errors.h"
#include "io/atomic_file.h"
#include "io/descriptor.h"
#include "io/hdf5_file.h"
#include "io/recorded_bodies.h"

namespace scree {
namespace {

std::vector<std::byte> frame_image(const State& state) {
  Hdf5Writer file;
  file.attribute("time", state.clock.time());
  file.attribute("step", state.clock.step);
  const RecordedBodies bodies = record_bodies(state);
  RecordedBodies::for_each_list(bodies, [&](const char* name, std::size_t columns, const auto& list) {
    file.array(name, list, columns);
  });
  return file.image();
}

}  // namespace

Trajectory::Trajectory(std::filesystem::path folder, std::span<const Frame> written)
    : folder_(std::move(folder)) {
  const std::filesystem::path files = folder_ / "trajectory";
  make_folder(files);
  write_index(written);
  remove_partial_files(files);
  remove_frames_from(files, "frame", ".h5", next_number(written));
}

void Trajectory::write(const State& state, std::span<const Frame> frames) {
  write_atomically(folder_ / "trajectory" / numbered_name("frame", frames.back().number, ".h5"),
                   frame_image(state));
  write_index(frames);
}

void Trajectory::write_index(std::span<const Frame> frames) const {
  std::vector<double> time;
  std::vector<std::uint64_t> step;
  Hdf5Writer file;
  file.group("frames");
  for (const Frame& frame : frames) {
    time.push_back(frame.time);
    step.push_back(frame.step);
    const std::string name = numbered_name("frame", frame.number, ".h5");
    file.external_link("frames/" + name.substr(6, name.size() - 9), "trajectory/" + name, "/");
  }
  file.array("time", time);
  file.array("step", step);
  write_atomically(folder_ / "trajectory.h5", file.image());
}

std::vector<Frame> read_trajectory_index(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / "trajectory.h5";
  std::vector<Frame> frames;
  try {
    const Hdf5Reader file(path);
    const auto time = file.array<double>("time");
    const auto step = file.array_of<std::uint64_t>("step", time.size());
    // They are numbered from 0 without gaps.
    for (std::uint64_t n = 0; n < time.size(); ++n) frames.push_back({n, step[n], time[n]});
  } catch (const std::exception& error) {  // ours, or that the file is gone
    throw RunError("cannot read " + path.string() + ": " + error.what());
  }
  return frames;
}

}  // namespace scree
