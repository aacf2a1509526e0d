// Blocks on plates that turn, and blocks that spin on their faces.
#include "blocks_scene.h"

namespace scree::physics {
namespace {

// A block at 1 m from the axis of a turning plate, moving with it from the start.
SceneText turning(double rate, double friction, const std::string& law, const std::string& integrator) {
  SceneText scene(settings(leaning(0), integrator));
  scene.law(law_named(law))
      .material("stone", material_lines(2500, 1e8, friction))
      .plane("plate")
      .box("block", {0.2, 0.3, 0.1})
      .body("plate", "plate", "stone", {0, 0, 0},
            fmt::format("motion = {{ kind = \"rotate\", axis = [0, 0, 1], rate = {:.17g} }}", rate))
      .body("block", "block", "stone", {1, 0, 0.1}, free_body + moving({0, rate, 0}, {0, 0, rate}));
  return scene;
}

// Seen from the plate.
struct OnPlate {
  Vec3 position;
  Quat orientation;
};
OnPlate on_plate(const State& state) {
  const Quat back = state.bodies.orientation[0].conjugate();
  return {back * state.bodies.position[1], back * state.bodies.orientation[1]};
}

// w^2 r = 0.98 mu g: after a full turn the block is where it was on the plate. What it creeps with Verlet is
// 2 pi/3 (w dt)^2 r per turn: the travel that friction sees is the trapezoidal rule of the velocities, the
// way is Verlet's, and they differ by the change of the acceleration. With Gear it is a rounding.
TEST(Blocks, CarriedRoundByATurningPlate) {
  const double friction = 0.4, rate = std::sqrt(0.98 * friction * g);
  Worst shift("block on a turning plate at 0.98 mu, way on the plate in a turn / r");
  Worst turn("block on a turning plate at 0.98 mu, turned on the plate in a turn [rad]");
  for (const char* law : {"overlap", "overlap-energy"})
    for (const char* integrator : {"verlet", "gear"}) {
      Simulation sim = turning(rate, friction, law, integrator).start();
      sim.run_until(1);
      const OnPlate before = on_plate(state_of(sim));
      sim.run_until(1 + 2 * M_PI / rate);
      const OnPlate after = on_plate(state_of(sim));
      const std::string which = fmt::format("{}, {}", law, integrator);
      shift.add(which, (after.position - before.position).norm(), 0, 1);
      turn.add(which, 2 * (after.orientation * before.orientation.conjugate()).vec().norm(), 0, 1);
    }
  shift.check(1e-6);
  turn.check(1e-8);
}

// w^2 r = 1.02 mu g: it slides off.
TEST(Blocks, SlideOffAFastPlate) {
  const double friction = 0.4, rate = std::sqrt(1.02 * friction * g);
  for (const char* law : {"overlap", "overlap-energy"}) {
    Simulation sim = turning(rate, friction, law, "verlet").start();
    while (sim.time() < 5 && on_plate(state_of(sim)).position.norm() < 2) sim.advance(100);
    EXPECT_GE(on_plate(state_of(sim)).position.norm(), 2) << law;
  }
}

// A block that spins on its face: the couple mu N 2/3 sqrt(A / pi) stops it after I w / couple, and it stays.
// (The mean lever of a square under uniform pressure is 0.3826 of its edge; that of the disc of equal area,
// which the law takes, 0.3761.)
TEST(Blocks, SpinningOnTheFaceEnds) {
  const double friction = 0.3, w = 8, young = 1e8;
  const Vec3 half(0.3, 0.3, 0.1);
  const double volume = 8 * half.prod(), mass = 2500 * volume, area = 4 * half.x() * half.y();
  const double inertia = mass * (half.x() * half.x() + half.y() * half.y()) / 3;
  const double couple = friction * mass * g * 2 / 3 * std::sqrt(area / M_PI);
  const double stop = inertia * w / couple;
  const double length = 4 * std::cbrt(3 * volume / (4 * M_PI));
  for (const std::string law : {"overlap", "overlap-energy"})
    for (const char* integrator : {"verlet", "gear"}) {
      const double stiffness =
          law == "overlap" ? young * area / length : young * area * area / std::pow(length, 3);
      Simulation sim = SceneText(settings(leaning(0), integrator))
                           .law(law_named(law))
                           .material("stone", material_lines(2500, young, friction))
                           .plane("plane")
                           .box("block", half)
                           .body("floor", "plane", "stone", {0, 0, 0})
                           .body("block", "block", "stone", {0, 0, half.z() - mass * g / stiffness},
                                 free_body + moving({0, 0, 0}, {0, 0, w}))
                           .start();
      const State& state = state_of(sim);
      const std::string what = fmt::format("spinning block, {}, {}, ", law, integrator);
      double before = w, stopped = 0;
      while (sim.time() < 2 * stop && stopped == 0) {
        sim.advance();
        const double spin = state.bodies.spin[1].z();
        if (spin <= 0) stopped = sim.time() - sim.dt() * spin / (spin - before);
        before = spin;
      }
      check(what + "time until it stands [s]", stopped, stop, 1e-4);
      sim.run_until(stop + 0.5);
      const Poses settled(state);
      sim.run_until(stop + 1.5);
      check_absolute(what + "way in the second after / size", settled.moved(state), 0, 1e-9);
      const Quat& turn = state.bodies.orientation[1];
      // It springs back by couple / (k_t a^2) in the end, a the arm.
      check(what + "angle turned [rad]", 2 * std::atan2(turn.z(), turn.w()), 0.5 * w * stop, 1e-3);
    }
}

// A spinning block that is nudged swings back. With one limit for sliding and another one for twisting it
// would begin to rock by itself, from the last bit of its pose, and stop a tenth too early.
TEST(Blocks, SpinningOnTheFaceDoesNotBeginToRock) {
  const double friction = 0.3, w = 8, young = 1e8;
  const Vec3 half(0.3, 0.3, 0.1);
  const double area = 4 * half.x() * half.y(), volume = 8 * half.prod();
  const double stop = 2 * half.x() * half.x() / 3 * w / (friction * g * 2 / 3 * std::sqrt(area / M_PI));
  const double depth = 2500 * volume * g / (young * area / (4 * std::cbrt(3 * volume / (4 * M_PI))));
  for (const char* integrator : {"verlet", "gear"}) {
    Simulation sim = SceneText(settings(leaning(0), integrator))
                         .law(law_named("overlap"))
                         .material("stone", material_lines(2500, young, friction))
                         .plane("plane")
                         .box("block", half)
                         .body("floor", "plane", "stone", {0, 0, 0})
                         .body("block", "block", "stone", {0.3, 0.17, half.z() - depth},
                               free_body + "orientation = { axis = [0, 0, 1], angle = 0.7 }\n" +
                                   moving({0, 0, 0}, {0.01, 0.005, w}))
                         .start();
    const State& state = state_of(sim);
    const std::string what = fmt::format("nudged spinning block, {}, ", integrator);
    sim.run_until(0.5 * stop);
    check_absolute(what + "rocking when half the spin is left [rad/s]", state.bodies.spin[1].head<2>().norm(),
                   0, 1e-4);
    check(what + "spin at half time [rad/s]", state.bodies.spin[1].z(), 0.5 * w, 1e-3);
  }
}

// A thin block that slides and spins. Friction is shared out: with u the spin times the arm a = 2/3
// sqrt(A/pi) v' = -mu g v/s and u' = -(m a^2/I) mu g u/s, s^2 = v^2 + u^2. Both end at once, later than
// either alone.
TEST(Blocks, SpinningBlocksSlideFarther) {
  const double friction = 0.3, young = 1e8, v0 = 2, w0 = 8;
  const Vec3 half(0.3, 0.3, 0.003);
  const double area = 4 * half.x() * half.y(), volume = 8 * half.prod();
  const double depth = 2500 * volume * g / (young * area / (4 * std::cbrt(3 * volume / (4 * M_PI))));
  const double arm = 2.0 / 3.0 * std::sqrt(area / M_PI);
  const double ratio = arm * arm / (2 * half.x() * half.x() / 3);
  Vec3 at(v0, arm * w0, 0);  // v, u, way
  const auto rate = [&](const Vec3& x) {
    const double s = std::hypot(x[0], x[1]);
    return Vec3(-friction * g * x[0] / s, -ratio * friction * g * x[1] / s, x[0]);
  };
  const double end = 0.7, h = end / 1000;
  for (int n = 0; n < 1000; ++n) {  // Runge and Kutta's rule
    const Vec3 k1 = rate(at), k2 = rate(at + 0.5 * h * k1), k3 = rate(at + 0.5 * h * k2),
               k4 = rate(at + h * k3);
    at += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  Simulation sim = SceneText(settings(leaning(0), "verlet"))
                       .law(law_named("overlap"))
                       .material("stone", material_lines(2500, young, friction))
                       .plane("plane")
                       .box("block", half)
                       .body("floor", "plane", "stone", {0, 0, 0})
                       .body("block", "block", "stone", {0, 0, half.z() - depth},
                             free_body + moving({v0, 0, 0}, {0, 0, w0}))
                       .start();
  sim.run_until(end);
  const State& state = state_of(sim);
  EXPECT_LT(v0 - friction * g * end, 0) << "without spin it would stand by now";
  check("sliding and spinning block, speed after 0.7 s [m/s]", state.bodies.velocity[1].x(), at[0], 1e-4);
  check("sliding and spinning block, spin after 0.7 s [rad/s]", state.bodies.spin[1].z(), at[1] / arm, 1e-4);
  check("sliding and spinning block, way in 0.7 s [m]", state.bodies.position[1].x(), at[2], 1e-4);
}

}  // namespace
}  // namespace scree::physics
