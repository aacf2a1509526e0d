// Runs a scene through the public headers alone and checks what comes out against free fall.
#include <scree/scree.h>

#include <cmath>
#include <cstdio>
#include <stdexcept>

namespace {

constexpr const char* falling = R"(
[simulation]
dimension = 3
until = "1 s"
dt = "0.1 ms"
gravity = [0, 0, -10]

[[material]]
name = "grain"
density = "2500 kg/m^3"

[[shape]]
name = "ball"
kind = "sphere"
radius = "10 mm"

[[body]]
shape = "ball"
material = "grain"
position = [0, 0, 1]
)";

void check(bool holds, const char* what) {
  if (!holds) throw std::runtime_error(what);
}

}  // namespace

int main() try {
  const scree::Scene scene = scree::Scene::from_text(falling);
  scree::Simulation simulation(scene, scree::Options{.threads = 2});
  simulation.advance(1000);
  const double t = simulation.time();
  const double mass = 2500 * 4.0 / 3.0 * 3.14159265358979323846 * 1e-6;
  const double expected = 0.5 * mass * (10 * t) * (10 * t);
  check(std::fabs(t - 0.1) < 1e-9, "a thousand steps of 0.1 ms last 0.1 s");
  check(simulation.bodies().size() == 1, "one body");
  check(std::fabs(simulation.summary().kinetic_energy - expected) < 1e-9 * expected, "free fall");

  scree::Simulation built_in(scree::Scene::built_in("bounce"), scree::Options{.threads = 1});
  built_in.advance(10);
  check(built_in.time() > 0, "a built-in scene advances");

  bool refused = false;
  try {
    scree::Scene::from_text("[simulation]\nuntill = 1\n");
  } catch (const scree::InputError& error) {
    for (const scree::Problem& problem : error.problems()) refused = refused || problem.line == 2;
    std::printf("%s\n", error.what());
  }
  check(refused, "a mistake in a scene is an InputError that knows its line");
  std::printf("fine\n");
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "drop: %s\n", error.what());
  return 1;
}
