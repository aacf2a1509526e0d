#include "bench/settled.h"

#include <fmt/format.h>

#include <cstdlib>

#include "base/errors.h"
#include "base/hash.h"
#include "io/checkpoint/checkpoint.h"
#include "io/checkpoint/checkpoint_content.h"
#include "io/descriptor.h"
#include "io/sealed_file.h"

namespace scree {
namespace {

std::filesystem::path cache_folder() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::filesystem::path(value ? value : "");
  };
  if (const auto own = variable("SCREE_CACHE"); !own.empty()) return own;
  if (const auto shared = variable("XDG_CACHE_HOME"); !shared.empty()) return shared / "scree";
  if (const auto home = variable("HOME"); !home.empty()) return home / ".cache" / "scree";
  return {};
}

}  // namespace

std::filesystem::path settled_file(const std::string& name, const std::string& scene, double time) {
  const std::filesystem::path folder = cache_folder();
  if (folder.empty()) return {};
  Hasher hasher;
  hasher.bytes(scene.data(), scene.size());
  hasher.number(std::uint64_t{checkpoint_version});
  hasher.number(time);
  return folder / fmt::format("{}-{}.h5", name, hex(hasher.value()));
}

bool load_settled(const std::filesystem::path& file, State& state) {
  if (std::error_code ignored; file.empty() || !std::filesystem::exists(file, ignored)) return false;
  try {
    RunProgress progress;
    load_checkpoint(file, state, progress);
    return true;
  } catch (const RunError&) {
    return false;
  }
}

void save_settled(const std::filesystem::path& file, const State& state) {
  if (file.empty()) return;
  try {
    make_folder(file.parent_path());
    write_sealed(file, checkpoint_image(state, {}));
  } catch (const RunError&) {
  }
}

}  // namespace scree
