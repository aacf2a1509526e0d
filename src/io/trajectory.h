// Trajectories in HDF5. An HDF5 file that is being appended to is lost when the run is killed, so each
// frame is a file of its own, trajectory/frame_NNNNNN.h5, written atomically. trajectory.h5 is an index
// of them: /time and /step list the frames, /frames/NNNNNN link to their files, so readers see one file.
//
// A frame has the arrays id, group, position, orientation (w x y z), velocity, spin, radius, image, and
// the attributes time and step.
#pragma once

#include <filesystem>
#include <vector>

#include "io/frame.h"
#include "state/state.h"

namespace scree {

class Trajectory {
 public:
  // The output folder. `written` are the frames that a checkpoint knew: the index is cut back to them
  // and files of later frames removed.
  explicit Trajectory(std::filesystem::path folder, std::vector<Frame> written = {});

  // A frame with this number or a higher one is replaced.
  void write(const State& state, std::uint64_t number);

  const std::vector<Frame>& frames() const { return frames_; }

 private:
  void write_index() const;

  std::filesystem::path folder_;
  std::vector<Frame> frames_;
};

}  // namespace scree
