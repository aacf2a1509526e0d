// A scene: what a user describes in a TOML file.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace scree {

struct SceneSpec;

class Scene {
 public:
  // Overrides are "path.to.key=value", as with `scree run --set`. All throw InputError with every
  // mistake found.
  static Scene from_file(const std::filesystem::path& path, const std::vector<std::string>& overrides = {});
  static Scene built_in(const std::string& name, const std::vector<std::string>& overrides = {});
  static Scene from_text(const std::string& text, const std::string& name = "scene",
                         const std::vector<std::string>& overrides = {});

  static std::vector<std::string> built_in_names();
  static std::string built_in_text(const std::string& name);

  const std::string& name() const;
  const std::string& description() const;
  const std::string& text() const;  // the TOML that really runs
  const SceneSpec& spec() const { return *spec_; }

 private:
  explicit Scene(std::shared_ptr<const SceneSpec> spec) : spec_(std::move(spec)) {}
  std::shared_ptr<const SceneSpec> spec_;
};

}  // namespace scree
