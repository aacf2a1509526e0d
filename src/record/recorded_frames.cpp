#include "record/recorded_frames.h"

#include <cmath>
#include <map>

#include "base/errors.h"
#include "io/trajectory.h"
#include "io/vtk/vtk_series.h"
#include "io/vtk/vtp_reader.h"

namespace scree {
namespace {

namespace fs = std::filesystem;

using Warn = std::function<void(const std::string&)>;

// What a list of frames says; nothing where there is none, or none that can be read.
template <class Read>
std::vector<Frame> listed(const fs::path& folder, const char* file, const Read& read, const Warn& warn) {
  if (!fs::exists(folder / file)) return {};
  try {
    return read(folder);
  } catch (const RunError& error) {
    warn(error.what());
    return {};
  }
}

void add_vtk_frames(std::map<std::uint64_t, Frame>& frames, const fs::path& folder, double dt,
                    const Warn& warn) {
  std::map<std::uint64_t, double> times;
  for (const Frame& frame : listed(folder, "bodies.pvd", read_collection, warn))
    times[frame.number] = frame.time;
  for (const auto& [number, file] : numbered_files(folder / "vtk", "bodies", ".vtp")) {
    if (frames.contains(number)) continue;
    try {
      // A file that is not listed yet, or no longer, is opened for its time.
      const auto known = times.find(number);
      const double time = known != times.end() ? known->second : VtpReader(file).time();
      frames[number] = {number, static_cast<std::uint64_t>(std::llround(time / dt)), time};
    } catch (const RunError& error) {
      warn(error.what());
    }
  }
}

}  // namespace

fs::path bodies_file(const fs::path& folder, std::uint64_t number) {
  return folder / "vtk" / numbered_name("bodies", number, ".vtp");
}

fs::path contacts_file(const fs::path& folder, std::uint64_t number) {
  return folder / "vtk" / numbered_name("contacts", number, ".vtp");
}

fs::path trajectory_file(const fs::path& folder, std::uint64_t number) {
  return folder / "trajectory" / numbered_name("frame", number, ".h5");
}

std::vector<Frame> recorded_frames(const fs::path& folder, double dt, const Warn& warn) {
  std::map<std::uint64_t, Frame> frames;
  for (const Frame& frame : listed(folder, "trajectory.h5", read_trajectory_index, warn))
    if (fs::exists(bodies_file(folder, frame.number)) || fs::exists(trajectory_file(folder, frame.number)))
      frames[frame.number] = frame;
  add_vtk_frames(frames, folder, dt, warn);
  std::vector<Frame> list;
  for (const auto& [number, frame] : frames) list.push_back(frame);
  return list;
}

}  // namespace scree
