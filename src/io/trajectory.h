// Trajectories in HDF5. An HDF5 file that is being appended to is lost when the run is killed, so each
// frame is a file of its own, trajectory/frame_NNNNNN.h5, written atomically. trajectory.h5 is an index
// of them: /time and /step list the frames, /frames/NNNNNN link to their files, so readers see one file.
//
// A frame has the lists of RecordedBodies (io/recorded_bodies.h) and the attributes time and step.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "io/frame.h"
#include "state/state.h"

namespace scree {

class Trajectory {
 public:
  // The output folder. `written` are the frames that a checkpoint knew: the index is cut back to them
  // and files of later frames removed.
  explicit Trajectory(std::filesystem::path folder, std::span<const Frame> written = {});

  // The last of all frames so far. The run keeps the list of them.
  void write(const State& state, std::span<const Frame> frames);

 private:
  void write_index(std::span<const Frame> frames) const;

  std::filesystem::path folder_;
};

// The frames that trajectory.h5 in this folder lists. RunError when there is no such file, or it is damaged.
std::vector<Frame> read_trajectory_index(const std::filesystem::path& folder);

}  // namespace scree
