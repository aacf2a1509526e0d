#include "io/trajectory.h"

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

Trajectory::Trajectory(std::filesystem::path folder, std::vector<Frame> written)
    : folder_(std::move(folder)), frames_(std::move(written)) {
  const std::filesystem::path files = folder_ / "trajectory";
  make_folder(files);
  write_index();
  remove_partial_files(files);
  remove_frames_from(files, "frame", ".h5", next_number(frames_));
}

void Trajectory::write(const State& state, std::uint64_t number) {
  write_atomically(folder_ / "trajectory" / numbered_name("frame", number, ".h5"), frame_image(state));
  cut_frames(frames_, number);
  frames_.push_back({number, state.clock.step, state.clock.time()});
  write_index();
}

void Trajectory::write_index() const {
  std::vector<double> time;
  std::vector<std::uint64_t> step;
  Hdf5Writer file;
  file.group("frames");
  for (const Frame& frame : frames_) {
    time.push_back(frame.time);
    step.push_back(frame.step);
    const std::string name = numbered_name("frame", frame.number, ".h5");
    file.external_link("frames/" + name.substr(6, name.size() - 9), "trajectory/" + name, "/");
  }
  file.array("time", time);
  file.array("step", step);
  write_atomically(folder_ / "trajectory.h5", file.image());
}

}  // namespace scree
