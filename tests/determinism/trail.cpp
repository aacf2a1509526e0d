#include "determinism/trail.h"

#include <algorithm>

#include "support/repository.h"

namespace scree::determinism {

Scene zoo(const std::vector<std::string>& overrides) {
  return Scene::from_file(repository() / "tests/scenes/zoo.toml", overrides);
}

Scene crowd(const std::vector<std::string>& overrides) {
  static const std::string text = R"(
[simulation]
until = "1 s"
dt = "50 us"
gravity = [0, 0, -9.81]
[cell]
periodic = [true, true, false]
size = [0.42, 0.42, 1]
[[material]]
name = "grain"
friction = 0.5
rolling_friction = 0.05
torsional_friction = 0.02
stiffness = "1e4 N/m"
[law]
normal = "spring"
[[shape]]
name = "ball"
kind = "sphere"
radius = "10 mm"
[[shape]]
name = "ground"
kind = "half-space"
[[shape]]
name = "slab"
kind = "box"
half_extents = [0.05, 0.05, 0.05]
[[body]]
name = "floor"
shape = "ground"
material = "grain"
motion = { kind = "oscillate", axis = [1, 0, 0.3], amplitude = "5 mm", frequency = "50 Hz" }
[[body]]
name = "mill"
shape = "slab"
material = "grain"
position = [0.2, 0.2, 0.33]
motion = { kind = "rotate", axis = [0, 0.2, 1], rate = "300 rpm" }
[[fill]]
name = "below"
region = { lower = [0, 0, 0.01], upper = [0.42, 0.42, 0.23] }
arrangement = "cubic"
count = 4400
shape = "ball"
material = "grain"
velocity = [1, 0.5, 0.5]
[[fill]]
name = "above"
region = { lower = [0, 0, 0.42], upper = [0.42, 0.42, 0.5] }
arrangement = "hexagonal"
count = 800
shape = "ball"
material = "grain"
velocity = [-1, 0, -30]
)";
  return Scene::from_text(text, "crowd", overrides);
}

std::vector<std::string> trail(const Scene& scene, std::uint64_t steps, const Options& options,
                               std::uint64_t between) {
  Simulation simulation(scene, options);
  std::vector<std::string> hashes{simulation.state_hash()};
  while (simulation.steps() < steps) {
    simulation.advance(std::min(between, steps - simulation.steps()));
    hashes.push_back(simulation.state_hash());
  }
  return hashes;
}

}  // namespace scree::determinism
