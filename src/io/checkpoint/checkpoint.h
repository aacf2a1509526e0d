// Checkpoints: everything that a run needs to go on as if it had never stopped, bit for bit, in
// checkpoints/step_NNNNNNNNNNNN.h5. The scene file gives shapes, materials, laws and the periodic box;
// the checkpoint gives all that changes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "io/frame.h"
#include "state/state.h"

namespace scree {

// What the run has written so far, so that a resumed run cuts its files back to this moment.
struct RunProgress {
  std::vector<Frame> frames;                         // of vtk/ and trajectory/
  std::map<std::string, std::uint64_t> log_lengths;  // name of a probe -> what AppendLog::flush returned
  std::map<std::string, std::uint64_t> counters;     // the run loop's own: next outputs, ...
  std::map<std::string, double> numbers;             // the run loop's own: wall time so far, ...
  friend bool operator==(const RunProgress&, const RunProgress&) = default;
};

// Writes a checkpoint of the state between two steps into this folder (made if need be). Then removes
// the others, except the newest whole one before it. Throws RunError; the earlier checkpoints stay.
std::filesystem::path save_checkpoint(const std::filesystem::path& folder, const State& state,
                                      const RunProgress& progress);

struct LoadedCheckpoint {
  std::filesystem::path file;
  std::vector<std::string> warnings;  // newer checkpoints that were passed over, and why
};

// Fills a state that was built from the run's scene file with the newest whole checkpoint of the
// folder. Contacts are then the touching pairs with their history; touches and loads come with the
// next step. Throws RunError when there is none; state and progress are then untouched.
LoadedCheckpoint load_newest(const std::filesystem::path& folder, State& state, RunProgress& progress);

// One certain file.
void load_checkpoint(const std::filesystem::path& file, State& state, RunProgress& progress);

}  // namespace scree
