// A state with something in every place, and a folder that goes away with the test.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "io/checkpoint/checkpoint.h"
#include "state/state.h"

namespace scree {

class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::string contents(const std::filesystem::path& file);
void overwrite(const std::filesystem::path& file, const std::string& bytes);
std::size_t files_in(const std::filesystem::path& folder);

// What a scene file would give: shapes, materials, groups; no bodies yet.
State sample_scene();
// A floor, a box and `spheres` spheres, all columns filled with numbers that differ, among them -0,
// denormal and infinite ones; every second candidate pair touches.
State sample_state(std::uint64_t seed, std::size_t spheres = 5);
RunProgress sample_progress();

// A number that depends on every bit that a checkpoint must bring back.
std::uint64_t all_bits(const State& state);

}  // namespace scree
