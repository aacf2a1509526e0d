#include <filesystem>

#include "commands.h"

namespace scree::app {

Scene load_scene(const std::string& name, const std::vector<std::string>& overrides) {
  std::error_code error;
  const bool is_file = name.find('/') != std::string::npos || name.ends_with(".toml") ||
                       (std::filesystem::exists(name, error) && !std::filesystem::is_directory(name, error));
  return is_file ? Scene::from_file(name, overrides) : Scene::built_in(name, overrides);
}

}  // namespace scree::app
