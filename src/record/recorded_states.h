// The folder of a run as a row of states to measure.
//
// A numbered frame has bodies from its VTK files or from the trajectory, and contacts with their forces where
// there are VTK files. The last state is that of the newest checkpoint.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "io/frame.h"
#include "scene/spec.h"
#include "state/state.h"

namespace scree {

struct RecordedState {
  State state;
  double time = 0;
  std::optional<std::uint64_t> frame;  // none: the last state
  bool knows_contacts = true;          // and their forces
};

// The scene of an output folder. InputError when it is none.
SceneSpec recorded_scene(const std::filesystem::path& folder);

class RecordedStates {
 public:
  // InputError when the folder is not that of a run. `warn` gets what is odd but not fatal.
  RecordedStates(std::filesystem::path folder, std::function<void(const std::string&)> warn);

  const SceneSpec& spec() const { return spec_; }
  const std::filesystem::path& folder() const { return folder_; }
  const std::vector<Frame>& frames() const { return frames_; }  // by number; steps are not known

  // InputError when there is no frame with this number, RunError when it cannot be read.
  RecordedState frame(std::uint64_t number, const char* flag = "--frame") const;

  // One step after the newest checkpoint: forces of contacts are not kept in it. Without a checkpoint the
  // last frame; without frames the scene before its first step.
  RecordedState last(int threads) const;

 private:
  std::filesystem::path folder_;
  std::function<void(const std::string&)> warn_;
  SceneSpec spec_;
  State start_;  // as the scene gives it
  std::vector<Frame> frames_;
};

}  // namespace scree
