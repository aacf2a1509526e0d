// Runs with files that take no time.
#pragma once

#include <string>

#include "run/run.h"
#include "scene/read_scene.h"

namespace scree {

// Two balls and a box on the ground; the post is a wall until it is set free.
inline const std::string bodies_in_space = R"(
[simulation]
dt = "0.1 ms"
until = "4 ms"
gravity = [0, 0, -10]
[[material]]
name = "stone"
young = 1e6
[[shape]]
name = "ball"
kind = "sphere"
radius = 0.05
[[shape]]
name = "ground"
kind = "half-space"
[[shape]]
name = "brick"
kind = "box"
half_extents = [0.1, 0.05, 0.2]
[[body]]
name = "floor"
shape = "ground"
material = "stone"
[[body]]
name = "one"
shape = "ball"
material = "stone"
motion = "free"
position = [-0.04, 0, 0.0499]
spin = [0, 3, 1]
[[body]]
name = "two"
shape = "ball"
material = "stone"
motion = "free"
position = [0.059, 0, 0.05]
[[body]]
name = "post"
shape = "brick"
material = "stone"
position = [0.4, 0, 0.2]
[[event]]
at = "2.5 ms"
action = "motion"
target = "post"
motion = "free"
[[event]]
at = "1.5 ms"
action = "gravity"
gravity = [0, 0, -5]
[output]
every = "1 ms"
)";

// The same thought in the plane.
inline const std::string bodies_in_plane = R"(
[simulation]
dimension = 2
dt = "0.1 ms"
until = "2 ms"
gravity = [0, -10]
[[material]]
name = "stone"
young = 1e6
[[shape]]
name = "coin"
kind = "disc"
radius = 0.05
[[shape]]
name = "egg"
kind = "ellipse"
half_axes = [0.06, 0.04]
[[shape]]
name = "block"
kind = "polygon"
vertices = [[0, 0], [0.1, 0], [0.1, 0.1], [0, 0.1]]
[[shape]]
name = "ground"
kind = "half-plane"
[[body]]
name = "floor"
shape = "ground"
material = "stone"
[[body]]
shape = "coin"
material = "stone"
motion = "free"
position = [0, 0.0499]
spin = 5
[[body]]
shape = "egg"
material = "stone"
motion = "free"
position = [0.3, 0.0399]
[[body]]
shape = "block"
material = "stone"
motion = "free"
position = [-0.2, 0.0499]
[output]
every = "0.5 ms"
)";

// Returns the state at its end.
inline State run_into(const std::filesystem::path& folder, const std::string& scene,
                      const std::string& formats = R"(["vtk", "trajectory"])") {
  State last;
  RunOptions options;
  options.folder = folder;
  options.threads = 1;
  options.force_dt = true;
  options.finish = [&](const State& state, Workers&) { last = state; };
  run_scene(read_scene(scene + "formats = " + formats + "\n", "scene.toml"), options);
  return last;
}

}  // namespace scree
