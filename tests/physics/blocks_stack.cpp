// Stacks of boxes: they stand, slide together, resist at the top, and lean as far as the harmonic series.
#include "blocks_scene.h"

namespace scree::physics {
namespace {

SceneText stack_of(const Vec3& half, int count, double young, double friction, double floor_friction,
                   const std::string& integrator = "verlet") {
  SceneText scene(settings(leaning(0), integrator));
  scene.law(law_named("overlap"))
      .material("stone", material_lines(2500, young, friction))
      .material("floor", material_lines(2500, young, floor_friction))
      .plane("ground")
      .box("box", half)
      .body("ground", "ground", "floor", {0, 0, 0})
      .body(
          "stack", "box", "stone", {0, 0, half.z()},
          free_body + fmt::format("repeat = {{ count = {}, shift = [0, 0, {:.17g}] }}", count, 2 * half.z()));
  return scene;
}

// Ten boxes of 1 m x 0.6 m x 0.4 m, put on each other without any overlap: they sink by their weight, sway a
// little, and then stand for good.
TEST(Blocks, StackStands) {
  for (const char* integrator : {"verlet", "gear"}) {
    Simulation sim = stack_of({0.5, 0.3, 0.2}, 10, 1e8, 0.5, 0.5, integrator).start();
    const State& state = state_of(sim);
    sim.run_until(4);
    const Poses settled(state);
    const double end = std::string(integrator) == "verlet" || long_tests() ? 20 : 5;
    sim.run_until(end);
    const std::string what = fmt::format("stack of 10, {}, ", integrator);
    check_absolute(what + fmt::format("drift from 4 s to {} s / size [1/s]", end),
                   settled.moved(state) / (end - 4), 0, 1e-6);
    check(what + "force on the floor / weight", -state.bodies.force[0].z() / weight_of_free(state), 1, 1e-6);
  }
}

// Wide slabs, so that nothing topples, on a floor that is smoother than they are. At 0.98 of the floor's
// friction they hold; at 1.02 they slide, all together.
TEST(Blocks, StackSlidesAboveTheFrictionAngle) {
  const double friction = 0.3;
  for (const double share : {0.98, 1.02}) {
    SceneText scene = stack_of({0.5, 0.5, 0.05}, 10, 2e8, 0.6, friction);
    const double angle = std::atan(share * friction);
    lean_over(scene, 0, angle, 0.1, 0.4);
    Simulation sim = scene.start();
    const State& state = state_of(sim);
    sim.run_until(2);
    const double begin = sim.time();
    const Poses settled(state);
    const std::vector<Vec3> before = state.bodies.velocity;
    sim.run_until(2.5);
    if (share < 1) {
      check_absolute("10 slabs at 0.98 mu, way in half a second / size", settled.moved(state), 0, 1e-6);
      continue;
    }
    Worst acceleration("10 slabs at 1.02 mu, acceleration [m/s^2]");
    for (BodyIndex i = 1; i <= 10; ++i)
      acceleration.add(fmt::format("slab {}", i),
                       (state.bodies.velocity[i] - before[i]).x() / (sim.time() - begin),
                       g * (std::sin(angle) - friction * std::cos(angle)));
    acceleration.check(1e-3);
  }
}

// The topmost of five slabs is pushed by a smooth wall that starts gently: the force rises to mu m g and
// stays there. (The stack leans by some 1e-4, and it is that much downhill.)
TEST(Blocks, TopOfTheStackResistsWithItsFriction) {
  const int count = 5;
  const double friction = 0.5;
  SceneText scene = stack_of({0.5, 0.5, 0.1}, count, 1e9, friction, friction);
  scene.material("ice", material_lines(2500, 1e9, 0))
      .body("pusher", "box", "ice", {-1, 0, 0.2 * count - 0.1},
            "motion = { kind = \"velocity\", velocity = [0.005, 0, 0], ramp = 0.5 }");
  Simulation sim = scene.start();
  const State& state = state_of(sim);
  const double limit = friction * state.bodies.mass[count] * g;
  const Poses start(state);
  Worst sliding("top of a stack pushed, force while it slides / (mu m g)");
  while (sim.time() < 1) {
    sim.advance(20);
    const double push = -state.bodies.force[count + 1].x() / limit;
    if (sim.time() < 0.1) {
      EXPECT_LT(start.way(state, count).x() - start.way(state, count - 1).x(), 2e-5) << "slips at " << push;
    }
    if (sim.time() > 0.6) sliding.add(fmt::format("{:.3g} s", sim.time()), push, 1);
  }
  sliding.check(1e-3);
  EXPECT_GT(start.way(state, count).x(), 1e-3);
  EXPECT_LT(start.way(state, count - 1).x(), 2e-4);
}

// Box k from the top reaches s L/(2k) further than the one below, the last one over the edge of a table. What
// lies above any edge has its weight at s L/2 from the middle of the box with that edge: s = 1 is the limit
// at all edges at once. At 0.97 each group stands on a strip of 4.5% of the length; that takes hard boxes (Y
// = 2e9 Pa for plates of 1 m x 0.5 m x 4 cm; with 1e9 Pa eight of them lean by three times as much) and
// gravity that comes gradually.
TEST(Blocks, HarmonicStackLeansToItsLimit) {
  const double length = 1;
  const Vec3 half(0.5 * length, 0.25, 0.02);
  for (const int count : long_tests() ? std::vector{4, 5, 6, 7, 8} : std::vector{4})
    for (const double share : {0.97, 1.03}) {
      SceneText scene(settings(0.1 * leaning(0)));
      scene.law(law_named("overlap"))
          .material("stone", material_lines(2500, 2e9, 0.7))
          .box("box", half)
          .box("table", {1, 1, 0.5})
          .body("table", "table", "stone", {-1, 0, -0.5});
      double x = -0.5 * length;
      for (int k = count; k >= 1; --k) {
        x += share * length / (2 * k);
        scene.body(fmt::format("box{}", k), "box", "stone", {x, 0, (2 * (count - k) + 1) * half.z()},
                   free_body);
      }
      for (int n = 1; n <= 50; ++n)
        scene.add("[[event]]", fmt::format("at = {:.17g}\naction = \"gravity\"\ngravity = {}", 0.3 * n / 50,
                                           text((0.1 + 0.9 * n / 50) * leaning(0))));
      Simulation sim = scene.start();
      const State& state = state_of(sim);
      const Poses start(state);
      const auto moves_until = [&](double time) {
        double most = 0;
        while (sim.time() < time && most < 0.2) {
          sim.advance(200);
          most = std::max(most, start.moved(state));
        }
        return most;
      };
      const double early = moves_until(0.8), late = moves_until(0.9);
      const std::string what = fmt::format("{} boxes at {} of the harmonic overhang", count, share);
      if (share < 1) {
        check_absolute(what + ", largest way / size", early, 0, 0.1);
        EXPECT_LE(late, 1.05 * early) << what << " goes on leaning";
      } else {
        EXPECT_GE(late, 0.2) << what << " stands";
      }
    }
}

}  // namespace
}  // namespace scree::physics
