// Walls that move: belts, shakers, turning floors, and the work they do.
#include "drive/pose.h"
#include "impact.h"

namespace scree::physics {
namespace {

const std::string grain = "density = 2500\nstiffness = 1e6\nrestitution = 0.4\nfriction = 0.3";
const double mass = 4.0 / 3 * M_PI * 2500e-6;

// A ball set on a running belt: it slips until it rolls backwards on it. The belt's work is the ball's
// energy and the heat.
TEST(Driven, BeltPaysForMotionAndHeat) {
  const double u = 0.8;
  for (const char* integrator : {"gear", "verlet"}) {
    Simulation sim = SceneText(fmt::format("gravity = [0, 0, -9.81]\nintegrator = \"{}\"", integrator))
                         .law("normal = \"spring\"")
                         .material("m", grain)
                         .sphere("ball", 0.01)
                         .plane("plane")
                         .body("belt", "plane", "m", {0, 0, 0},
                               fmt::format("motion = {{ kind = \"velocity\", velocity = [{}, 0, 0] }}", u))
                         .body("ball", "ball", "m", {0, 0, 0.01 - mass * 9.81 / 1e6})
                         .start();
    sim.run_until(0.3);
    const Summary s = sim.summary();
    const Bodies& b = state_of(sim).bodies;
    const std::string what = fmt::format("belt, {}, ", integrator);
    check(what + "speed of the ball [m/s]", b.velocity[1].x(), 2.0 / 7 * u, 1e-3);
    check(what + "R w [m/s]", 0.01 * b.spin[1].y(), -5.0 / 7 * u, 1e-3);
    check(what + "work of the belt [J]", s.work_of_drives, mass * 2.0 / 7 * u * u, 1e-3);
    check(what + "work / (energy gained + heat)", s.work_of_drives / (s.kinetic_energy + s.dissipated_energy),
          1, 1e-3);
    EXPECT_LE(s.energy_balance_error, 1e-3);
  }
}

// The same seen from the belt: a ball thrown backwards on a floor at rest.
TEST(Driven, BeltIsAFloorInAnotherFrame) {
  const auto run = [](double belt, double ball) {
    Simulation sim = SceneText("gravity = [0, 0, -9.81]\ndt = 1e-5")
                         .law("normal = \"spring\"")
                         .material("m", grain)
                         .sphere("ball", 0.01)
                         .plane("plane")
                         .body("belt", "plane", "m", {0, 0, 0},
                               fmt::format("motion = {{ kind = \"velocity\", velocity = [{}, 0, 0] }}", belt))
                         .body("ball", "ball", "m", {0, 0, 0.0101}, moving({ball, 0, 0}))
                         .start();
    sim.run_until(0.2);
    return Vec3(state_of(sim).bodies.velocity[1] - Vec3(belt, 0, 0));
  };
  EXPECT_LE((run(0.8, 0) - run(0, -0.8)).norm(), 1e-9);
}

// A ball on a shaken floor below the lift-off acceleration moves with it.
TEST(Driven, ShakenFloorCarriesTheBall) {
  const double amplitude = 1e-3;
  const double frequency = 10;
  const double w = 2 * M_PI * frequency;
  Simulation sim =
      SceneText("gravity = [0, 0, -9.81]")
          .law("normal = \"spring\"")
          .material("m", grain)
          .sphere("ball", 0.01)
          .plane("plane")
          .body("floor", "plane", "m", {0, 0, 0},
                fmt::format(
                    "motion = {{ kind = \"oscillate\", axis = [0, 0, 1], amplitude = {}, frequency = {}, "
                    "phase = \"-90 deg\" }}",
                    amplitude, frequency))
          .body("ball", "ball", "m", {0, 0, 0.01 - mass * 9.81 / 1e6})
          .start();
  sim.run_until(0.2);
  Worst force("shaken floor, force over m (g + a)");
  while (sim.time() < 0.3) {
    sim.advance();
    const double acceleration = -amplitude * w * w * std::sin(w * sim.time() - M_PI / 2);
    force.add(fmt::format("{:.4g} s", sim.time()), -state_of(sim).bodies.force[0].z() / mass,
              9.81 + acceleration);
  }
  force.check(1e-3);
  EXPECT_NEAR(state_of(sim).bodies.position[0].z(), amplitude * (std::sin(w * sim.time() - M_PI / 2) + 1),
              1e-12);
}

// A ball spun up by a turning floor: torque and work of a rotation.
TEST(Driven, TurningFloorSpinsUpATwistingBall) {
  Simulation sim = SceneText("gravity = [0, 0, -9.81]")
                       .law("normal = \"spring\"")
                       .material("m", grain + "\ntorsional_friction = 0.05")
                       .sphere("ball", 0.01)
                       .plane("plane")
                       .body("table", "plane", "m", {0, 0, 0},
                             "motion = { kind = \"rotate\", axis = [0, 0, 1], rate = 20 }")
                       .body("ball", "ball", "m", {0, 0, 0.01 - mass * 9.81 / 1e6})
                       .start();
  sim.run_until(0.5);
  const Summary s = sim.summary();
  const double inertia = 0.4 * mass * 1e-4;
  check("turning floor, spin of the ball [rad/s]", state_of(sim).bodies.spin[1].z(), 20, 1e-3);
  check("turning floor, work [J]", s.work_of_drives, inertia * 400, 2e-3);
  check("turning floor, heat [J]", s.dissipated_energy, 0.5 * inertia * 400, 2e-3);
}

}  // namespace
}  // namespace scree::physics
