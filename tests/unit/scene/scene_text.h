// A small good scene that the reader's tests change, and what it says about a bad one.
#pragma once

#include <string>
#include <vector>

#include "base/errors.h"
#include "scene/read_scene.h"

namespace scree::scene_test {

inline const std::string good = R"([simulation]
name = "drop"
until = "2 s"

[[material]]
name = "grain"
density = "2600 kg/m^3"

[[shape]]
name = "ball"
kind = "sphere"
radius = "8 mm"

[[shape]]
name = "ground"
kind = "half-space"

[[body]]
name = "floor"
shape = "ground"
material = "grain"

[[body]]
name = "stone"
shape = "ball"
material = "grain"
position = [0, "8 mm", 1]
)";

// The messages about a scene, one line each; empty for a good one.
inline std::string complaints(const std::string& text, const std::vector<std::string>& overrides = {}) {
  try {
    read_scene(text, "s.toml", overrides);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos) return "no such text: " + from;
  return text.replace(at, from.size(), to);
}

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace scree::scene_test
