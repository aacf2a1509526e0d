// The folder of a run as a row of states: the one place where runs are opened for reading.
//
// A numbered frame has its bodies from the VTK file or the trajectory, both in double precision, and contacts
// with their forces where there are VTK files. Shapes follow from the scene; materials are not recorded. The
// last state is that of the newest checkpoint: every run leaves one, whatever else it writes.
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

class RecordedRun {
 public:
  // InputError when the folder is not that of a run. `warn` gets what is odd but not fatal.
  RecordedRun(std::filesystem::path folder, std::function<void(const std::string&)> warn);

  const SceneSpec& spec() const { return spec_; }
  int dimension() const { return start_.dimension; }
  const std::filesystem::path& folder() const { return folder_; }
  const std::vector<Frame>& frames() const { return frames_; }  // by number

  // InputError when there is no frame with this number, RunError when it cannot be read.
  RecordedState frame(std::uint64_t number, const char* flag = "--frame") const;

  // The newest checkpoint. Forces of contacts are not kept in it: with them it is the state one step later.
  // Without a checkpoint it is the last frame; without frames the scene before its first step.
  RecordedState last(bool with_contacts, int threads) const;

 private:
  std::filesystem::path folder_;
  std::function<void(const std::string&)> warn_;
  SceneSpec spec_;
  State start_;  // as the scene gives it
  std::vector<Frame> frames_;
};

}  // namespace scree
