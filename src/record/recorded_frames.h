// Which frames a run has recorded, and in which files.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "io/frame.h"

namespace scree {

std::filesystem::path bodies_file(const std::filesystem::path& folder, std::uint64_t number);
std::filesystem::path contacts_file(const std::filesystem::path& folder, std::uint64_t number);
std::filesystem::path trajectory_file(const std::filesystem::path& folder, std::uint64_t number);

// By number: those whose VTK file is there, and those that the trajectory lists and has. Where the trajectory
// does not say it, the step is the one that comes to the frame's time with steps of dt. `warn` gets what
// cannot be read.
std::vector<Frame> recorded_frames(const std::filesystem::path& folder, double dt,
                                   const std::function<void(const std::string&)>& warn);

}  // namespace scree
