// Arches of 15 stones: they stand, and fall where limit analysis says so.
#include "blocks_scene.h"
#include "blocks_thrust_line.h"

namespace scree::physics {
namespace {

constexpr double mean_radius = 3.5;

// In the plane y = 0, from +x over +z to -x.
SceneText arch_of(const SemicircularArch& arch, double young, const std::string& law = "overlap") {
  const double c = std::cos(0.5 * arch.step()), s = std::sin(0.5 * arch.step());
  const auto corner = [&](double radius, double side) {
    return fmt::format("[{:.17g}, {:.17g}]", radius * c, radius * s * side);
  };
  const Quat turn(Eigen::AngleAxisd(0.5 * arch.step(), -Vec3::UnitY()) *
                  Eigen::AngleAxisd(0.5 * M_PI, Vec3::UnitX()));
  SceneText scene(settings(leaning(0)));
  scene.law(law_named(law))
      .material("stone", material_lines(2500, young, arch.friction, 0.6))
      .plane("ground")
      .add("[[shape]]", fmt::format("name = \"stone\"\nkind = \"prism\"\nlength = 1\norigin = \"given\"\n"
                                    "profile = [{}, {}, {}, {}]",
                                    corner(arch.inner, -1), corner(arch.outer, -1), corner(arch.outer, 1),
                                    corner(arch.inner, 1)))
      .body("ground", "ground", "stone", {0, 0, 0})
      .body("arch", "stone", "stone", {0, 0, 0},
            free_body +
                fmt::format("orientation = {{ quaternion = [{:.17g}, {:.17g}, {:.17g}, {:.17g}] }}\n"
                            "repeat = {{ count = {}, axis = [0, -1, 0], angle = {:.17g} }}",
                            turn.w(), turn.x(), turn.y(), turn.z(), arch.stones, arch.step()));
  return scene;
}

// Advances until a stone has moved by half its size: the arch falls.
bool falls(Simulation& sim, double until) {
  const Poses start(state_of(sim));
  double moved = 0;
  while (sim.time() < until && moved < 0.5) {
    sim.advance(200);
    moved = start.moved(state_of(sim));
  }
  if (std::getenv("SEE")) std::printf("# dt %g t %g moved %g\n", sim.dt(), sim.time(), moved);
  return moved >= 0.5;
}

double env(const char* n, double d) { return std::getenv(n) ? std::atof(std::getenv(n)) : d; }
TEST(Blocks, ArchStands) {
  for (const char* law : {"overlap"}) {
    Simulation sim = arch_of(SemicircularArch::of(15, mean_radius, 1, 0.7), env("Y", 3e8), law).start();
    const State& state = state_of(sim);
    if (std::getenv("SEE")) {
      for (double t = 0.5; t <= 6; t += 0.5) { const Poses p(state); sim.run_until(t); std::printf("# %s dt %g t %g moved %g\n", law, sim.dt(), t, p.moved(state)); }
    }
    sim.run_until(2);
    const Poses settled(state);
    sim.run_until(20);
    const double weight = weight_of_free(state);
    const std::string what = fmt::format("arch of 15 stones, {}, ", law);
    check_absolute(what + "drift from 2 s to 20 s / size [1/s]", settled.moved(state) / 18, 0, 1e-6);
    check_absolute(what + "ground's force off the weight / weight",
                   (force_on_walls(state) - weight * Vec3(0, 0, -1)).norm() / weight, 0, 1e-6);
  }
}

TEST(Blocks, ThinArchFalls) {
  const int stones = 9;
  const double least = thrust_line::least_thickness(stones, 0.7);
  if (std::getenv("SEE")) std::printf("# least %g %g %g\n", least, thrust_line::least_thickness(9, 2), thrust_line::least_thickness(41, 2));
  for (const double share : {env("S1", 0.97), env("S2", 1.2)}) {
    Simulation sim = arch_of(SemicircularArch::of(stones, mean_radius, share * least * mean_radius, 0.7), env("Y", 1e10)).start();
    if (std::getenv("SEE")) std::printf("# share %g\n", share);
    if (share < 1) EXPECT_TRUE(falls(sim, 1.5)); else EXPECT_FALSE(falls(sim, 1.5));
  }
}

TEST(Blocks, LeaningArchFalls) {
  const SemicircularArch arch = SemicircularArch::of(9, mean_radius, 0.2 * mean_radius, 0.7);
  const double limit = thrust_line::largest_lean(arch);
  if (std::getenv("SEE")) std::printf("# lean %g tan %g\n", limit, std::tan(limit));
  for (const double share : {env("S1", 0.95), env("S2", 1.03)}) {
    SceneText scene = arch_of(arch, env("Y", 1e10));
    lean_over(scene, 0, share * limit, 0.2, 1, 100);
    Simulation sim = scene.start();
    if (std::getenv("SEE")) std::printf("# share %g \n", share);
    if (share < 1) EXPECT_FALSE(falls(sim, 2)); else EXPECT_TRUE(falls(sim, 4));
  }
}

}  // namespace
}  // namespace scree::physics
