#include "io/checkpoint/checkpoint.h"

#include <algorithm>
#include <exception>
#include <system_error>

#include "base/errors.h"
#include "io/atomic_file.h"
#include "io/checkpoint/checkpoint_content.h"
#include "io/descriptor.h"
#include "io/sealed_file.h"

namespace scree {
namespace {

constexpr std::string_view stem = "step";
constexpr std::string_view ending = ".h5";

bool is_whole(const std::filesystem::path& file) {
  try {
    check_seal(file);
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

// Keeps this one and the newest whole one before it. Later steps are of a run that was taken back.
void remove_others(const std::filesystem::path& folder, std::uint64_t step) {
  auto files = numbered_files(folder, stem, ending);
  std::reverse(files.begin(), files.end());
  bool kept_previous = false;
  for (const auto& [number, path] : files) {
    if (number == step) continue;
    if (number < step && !kept_previous && is_whole(path)) {
      kept_previous = true;
      continue;
    }
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
  }
}

}  // namespace

std::filesystem::path save_checkpoint(const std::filesystem::path& folder, const State& state,
                                      const RunProgress& progress) {
  make_folder(folder);
  const std::filesystem::path file = folder / numbered_name(stem, state.clock.step, ending, 12);
  write_sealed(file, checkpoint_image(state, progress));
  remove_others(folder, state.clock.step);
  return file;
}

void load_checkpoint(const std::filesystem::path& file, State& state, RunProgress& progress) {
  try {
    check_seal(file);
    read_checkpoint(file, state, progress);
  } catch (const std::exception& error) {  // ours, or no memory for a file that claims too much
    throw RunError("cannot use checkpoint " + file.string() + ": " + error.what());
  }
}

LoadedCheckpoint load_newest(const std::filesystem::path& folder, State& state, RunProgress& progress) {
  LoadedCheckpoint result;
  auto files = numbered_files(folder, stem, ending);
  std::reverse(files.begin(), files.end());
  for (const auto& [number, path] : files) {
    try {
      load_checkpoint(path, state, progress);
      result.file = path;
      return result;
    } catch (const RunError& error) {
      result.warnings.emplace_back(error.what());
    }
  }
  if (files.empty()) throw RunError("there is no checkpoint in " + folder.string());
  std::string all;
  for (const std::string& warning : result.warnings) {
    if (!all.empty()) all += '\n';
    all += warning;
  }
  throw RunError(all);
}

}  // namespace scree
