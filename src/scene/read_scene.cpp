#include "scene/read_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <tuple>

#include "io/atomic_file.h"
#include "scene/mesh_shapes.h"
#include "scene/overrides.h"
#include "scene/schema_checks.h"
#include "scene/schema_reader.h"
#include "scene/schema_words.h"

namespace scree {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t largest_scene = 100'000'000;

void sort_by_place(std::vector<Problem>& problems) {
  const auto key = [](const Problem& p) { return std::tuple(p.line == 0, p.line, p.column); };
  std::stable_sort(problems.begin(), problems.end(),
                   [key](const Problem& a, const Problem& b) { return key(a) < key(b); });
}

// Puts the name into the tree, so that the text that goes to disk says it under any file name.
void put_name(TomlNode& root, const std::string& name) {
  TomlNode value;
  value.kind = TomlNode::Kind::text;
  value.text = name;
  TomlEntry* simulation = root.find("simulation");
  TomlNode& table = simulation == nullptr ? root.set("simulation", {}) : simulation->value;
  table.set("name", value);
}

}  // namespace

std::string scene_text(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  const std::string name = path.string();
  if (!fs::exists(status)) throw InputError(fmt::format("there is no scene file {}", name));
  if (fs::is_directory(status)) throw InputError(fmt::format("{} is a folder, not a scene file", name));
  if (!fs::is_regular_file(status))
    throw InputError(
        fmt::format("{} is a device or pipe, not a scene file; write the scene into a file", name));
  if (const std::uintmax_t size = fs::file_size(path, error); !error && size > largest_scene)
    throw InputError(
        fmt::format("{} has {} MB, and a scene file at most {} MB; large meshes belong into files of "
                    "their own",
                    name, size / 1'000'000, largest_scene / 1'000'000));
  std::optional<std::string> text = file_content(path);
  if (!text) throw InputError(fmt::format("cannot read the scene file {}", name));
  return *std::move(text);
}

SceneSpec read_scene(std::string_view text, const std::string& file_name,
                     const std::vector<std::string>& overrides) {
  TomlNode root = parse_toml(text, file_name);
  std::vector<Problem> problems;
  apply_overrides(root, overrides, problems);

  SceneSpec scene;
  scene.source = file_name;
  SchemaReader reader(root);
  describe(scene, reader);
  reader.finish();
  problems.insert(problems.end(), reader.problems().begin(), reader.problems().end());
  check_scene(scene, reader.places(), problems);
  const bool meshes = problems.empty() && take_in_meshes(scene, root, problems);
  if (!problems.empty()) {
    sort_by_place(problems);
    throw InputError(std::move(problems));
  }

  const bool named = !scene.simulation.name.empty();
  if (!named) {
    scene.simulation.name = make_good_name(std::filesystem::path(file_name).stem().string());
    put_name(root, scene.simulation.name);
  }
  // Without changes the user's own text, comments and all.
  scene.text = named && overrides.empty() && !meshes ? std::string(text) : write_toml(root);
  settle(scene);
  return scene;
}

}  // namespace scree
