// The scenes that live inside the program: scenes/*.toml, turned into C++ when the program is built.
#pragma once

#include <span>
#include <string_view>

namespace scree {

struct EmbeddedScene {
  std::string_view name;  // the file's name without .toml
  std::string_view text;
};

// In alphabetical order of the names.
std::span<const EmbeddedScene> embedded_scenes();

}  // namespace scree
