// Reads back a frame of a trajectory (io/trajectory.h).
#pragma once

#include <filesystem>
#include <vector>

#include "base/ids.h"
#include "base/vector.h"

namespace scree {

struct TrajectoryFrame {
  double time = 0;
  std::vector<BodyId> id;
  std::vector<std::uint32_t> group;
  std::vector<Vec3> position, velocity, spin;
  std::vector<Quat> orientation;
  std::vector<double> radius;  // of the bounding sphere; 0 for half-spaces
};

// Frame `number` of the run in this folder. Throws RunError when it is not there or not whole.
TrajectoryFrame read_trajectory_frame(const std::filesystem::path& folder, std::uint64_t number);

// Times of the frames in order; frames are numbered from 0 without gaps.
std::vector<double> read_trajectory_times(const std::filesystem::path& folder);

}  // namespace scree
