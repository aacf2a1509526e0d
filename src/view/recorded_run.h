// The folder of a run as a row of models.
//
// A numbered frame comes from its VTK files, or from the trajectory where the run wrote no VTK. The last
// state is that of the newest checkpoint: every run leaves one, whatever else it writes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "scene/spec.h"
#include "view/model.h"

namespace scree {

class RecordedRun {
 public:
  // InputError when the folder is not that of a run. `warn` gets what is odd but not fatal.
  RecordedRun(std::filesystem::path folder, std::function<void(const std::string&)> warn);

  const std::vector<std::uint64_t>& frames() const { return frames_; }
  int dimension() const { return start_.dimension; }

  // InputError when there is no frame with this number, RunError when it cannot be read.
  Model frame(std::uint64_t number);

  // With forces it is one step later: forces of contacts are not kept in checkpoints.
  Model last(bool with_forces, int threads);

 private:
  bool is_wall(BodyId id, double time) const;
  Model from_trajectory(std::uint64_t number);
  void add_scene(Model& model) const;  // groups, gravity

  std::filesystem::path folder_;
  std::function<void(const std::string&)> warn_;
  SceneSpec spec_;
  State start_;  // as the scene gives it
  std::vector<std::uint64_t> frames_;
};

}  // namespace scree
