// Stacks of boxes.
#include "blocks_scene.h"

namespace scree::physics {
namespace {

const Vec3 brick(0.5, 0.3, 0.2);  // half its edges
double env(const char* n, double d) { return std::getenv(n) ? std::atof(std::getenv(n)) : d; }

SceneText stack_of(const Vec3& half, int count, double young, double friction, const std::string& law,
                   const std::string& integrator = "verlet") {
  SceneText scene(settings(leaning(0), integrator));
  scene.law(law_named(law))
      .material("stone", material_lines(2500, young, friction))
      .plane("ground")
      .box("box", half)
      .body("ground", "ground", "stone", {0, 0, 0})
      .body("stack", "box", "stone", {0, 0, half.z()},
            free_body + fmt::format("repeat = {{ count = {}, shift = [0, 0, {:.17g}] }}", count, 2 * half.z()));
  return scene;
}

TEST(Blocks, StackStands) {
  for (const char* law : {"overlap"})
    for (const char* integrator : {"verlet", "gear"}) {
      if (std::string(integrator) == "gear" && !long_tests()) continue;
      Simulation sim = stack_of(brick, 10, env("Y", 1e8), 0.5, law, integrator).start();
      const State& state = state_of(sim);
      if (std::getenv("SEE")) {
        for (double t = 0.5; t <= 6; t += 0.5) { const Poses p(state); sim.run_until(t); std::printf("# %s dt %g t %g moved %g\n", law, sim.dt(), t, p.moved(state)); }
      }
      sim.run_until(2);
      const Poses settled(state);
      sim.run_until(20);
      const std::string what = fmt::format("stack of 10, {}, {}, ", law, integrator);
      const double weight = weight_of_free(state);
      check_absolute(what + "drift from 2 s to 20 s / size [1/s]", settled.moved(state) / 18, 0, 1e-6);
      check(what + "force on the floor / weight", -state.bodies.force[0].z() / weight, 1, 1e-6);
    }
}

// Wide slabs, so that nothing topples, on a floor that is smoother than they are. At 0.98 of the floor's friction they
// hold; at 1.02 they slide, all together.
TEST(Blocks, StackSlidesAboveTheFrictionAngle) {
  const double friction = 0.3;
  for (const double share : {0.98, 1.02}) {
    SceneText scene(settings(leaning(0)));
    scene.law(law_named("overlap"))
        .material("stone", material_lines(2500, 1e9, 0.6))
        .material("ice", material_lines(2500, 1e9, friction))
        .plane("ground")
        .box("slab", {0.5, 0.5, 0.05})
        .body("ground", "ground", "ice", {0, 0, 0})
        .body("stack", "slab", "stone", {0, 0, 0.05}, free_body + "repeat = { count = 10, shift = [0, 0, 0.1] }");
    const double angle = std::atan(share * friction);
    lean_over(scene, 0, angle, 0.1, 0.4);
    Simulation sim = scene.start();
    const State& state = state_of(sim);
    sim.run_until(1);
    const double begin = sim.time();
    const Poses settled(state);
    std::vector<double> before;
    for (const Vec3& v : state.bodies.velocity) before.push_back(v.x());
    sim.run_until(1.5);
    if (std::getenv("SEE")) std::printf("# slabs dt %g share %g moved %g v %g\n", sim.dt(), share, settled.moved(state), state.bodies.velocity[10].x());
    if (share < 1) {
      check_absolute("10 slabs at 0.98 mu, way in half a second / size", settled.moved(state), 0, 1e-6);
      continue;
    }
    Worst acceleration("10 slabs at 1.02 mu, acceleration [m/s^2]");
    for (BodyIndex i = 1; i <= 10; ++i)
      acceleration.add(fmt::format("slab {}", i), (state.bodies.velocity[i].x() - before[i]) / (sim.time() - begin),
                       g * (std::sin(angle) - friction * std::cos(angle)));
    acceleration.check(1e-2);
  }
}

// The topmost box is pushed by a smooth wall that starts gently.
TEST(Blocks, TopOfTheStackResistsWithItsFriction) {
  SceneText scene = stack_of(brick, 10, 1e9, 0.5, "overlap");
  scene.material("ice", material_lines(2500, 1e9, 0))
      .body("pusher", "box", "ice", {-1, 0, 3.8},
            "motion = { kind = \"velocity\", velocity = [0.01, 0, 0], ramp = 1 }");
  Simulation sim = scene.start();
  const State& state = state_of(sim);
  const double limit = 0.5 * state.bodies.mass[10] * g;
  const Poses start(state);
  double most = 0;
  Worst sliding("top box of a stack pushed, force while it slides / (mu m g)");
  while (sim.time() < env("T", 2)) {
    sim.advance(20);
    const double push = -state.bodies.force[11].x() / limit;
    most = std::max(most, push);
    if (sim.time() > env("T", 2) - 0.2) sliding.add(fmt::format("{:.3g} s", sim.time()), push, 1);
    if (std::getenv("SEE") && sim.steps() % 1000 == 0) std::printf("# push %g: %g x10 %g x9 %g\n", sim.time(), push, start.way(state, 10).x(), start.way(state, 9).x());
  }
  if (std::getenv("SEE")) std::printf("# push dt %g most %g x5 %g x4 %g\n", sim.dt(), most, start.way(state, 10).x(), start.way(state, 9).x());
  sliding.check(1e-3);
  check("top box of a stack pushed, largest force / (mu m g)", most, 1, 1e-2);
}

// Box k from the top reaches s L/(2k) further than the one below, the last one over the edge of a table. The weight
// of the boxes above any edge acts at s L/2 from the middle of what is below it: s = 1 is the limit at all edges.
TEST(Blocks, HarmonicStackLeansToItsLimit) {
  const double length = 1;
  const Vec3 half(0.5, 0.25, 0.02);
  for (const int count : {4, 8})
    for (const double share : {0.97, 1.03}) {
      SceneText scene(settings(leaning(0)));
      scene.law(law_named("overlap"))
          .material("stone", material_lines(2500, env("Y", 1e10), 0.7, 0.5))
          .box("box", half)
          .box("table", {1, 1, 0.5})
          .body("table", "table", "stone", {-1, 0, -0.5});
      double x = -0.5 * length;
      for (int k = count; k >= 1; --k) {
        x += share * length / (2 * k);
        scene.body(fmt::format("box{}", k), "box", "stone", {x, 0, (2 * (count - k) + 1) * half.z()}, free_body);
      }
      Simulation sim = scene.start();
      const State& state = state_of(sim);
      const Poses start(state);
      double moved = 0;
      while (sim.time() < 1.2 && moved < 0.5) {
        sim.advance(200);
        moved = start.moved(state);
      }
      if (std::getenv("SEE")) std::printf("# harmonic %d %g dt %g t %g moved %g\n", count, share, sim.dt(), sim.time(), moved);
      if (share < 1)
        EXPECT_LT(moved, 0.01);
      else
        EXPECT_GE(moved, 0.5);
    }
}

}  // namespace
}  // namespace scree::physics
