// Spheres that slide, roll and twist on a plane. Gravity is tilted instead of the plane: x runs down.
#include "scene_text.h"

namespace scree::physics {
namespace {

constexpr double radius = 0.005;
constexpr double density = 2000;
constexpr double g = 9.8;
constexpr double stiffness = 1e5;
const double mass = 4.0 / 3 * M_PI * density * radius * radius * radius;

// A ball on a slope, pressed in by its weight, so that it neither falls nor hops.
Simulation on_slope(double angle, const std::string& friction, const std::string& lines,
                    const Vec3& velocity = Vec3::Zero(), const Vec3& spin = Vec3::Zero()) {
  const Vec3 gravity(g * std::sin(angle), 0, -g * std::cos(angle));
  const double sunk = -mass * gravity.z() / stiffness;
  return SceneText("gravity = " + text(gravity) + "\n" + lines)
      .law("normal = \"spring\"")
      .material("m", fmt::format("density = {:.17g}\nstiffness = {:.17g}\nrestitution = 0.8\n", density,
                                 stiffness) +
                         friction)
      .sphere("ball", radius)
      .plane("plane")
      .body("ball", "ball", "m", {0, 0, radius - sunk}, moving(velocity, spin))
      .body("plane", "plane", "m", {0, 0, 0})
      .start();
}

double automatic_dt() { return on_slope(0.1, "friction = 0.5", "").dt(); }

// The automatic step with both integrators, and half of it.
std::vector<std::string> steps() {
  return {"integrator = \"gear\"", "integrator = \"verlet\"",
          fmt::format("dt = {:.17g}", 0.5 * automatic_dt())};
}

TEST(Rolling, BuiltInSceneMeetsMercury) {
  for (const std::vector<std::string>& change :
       {std::vector<std::string>{}, {"simulation.integrator=\"verlet\""}, {"simulation.dt=2e-6"}}) {
    Options options;
    options.threads = 1;
    Simulation sim(Scene::built_in("roll", change), options);
    sim.run_until(1);
    const Bodies& b = state_of(sim).bodies;
    const BodyIndex ball = b.free(0) ? 0 : 1;
    check_absolute(fmt::format("scene roll, speed after 1 s [m/s], dt = {:.3g} s{}", sim.dt(),
                               change.empty() ? "" : ", " + change[0]),
                   b.velocity[ball].x(), 1.81167, 1e-4);
    check("scene roll, R w / v", 0.005 * b.spin[ball].y() / b.velocity[ball].x(), 1, 1e-3);
  }
}

TEST(Rolling, AccelerationDownASlope) {
  const double angle = 20 * M_PI / 180;
  for (const std::string& lines : steps()) {
    Simulation sim = on_slope(angle, "friction = 0.2", lines);
    sim.run_until(0.05);
    const Vec3 v0 = state_of(sim).bodies.velocity[0];
    const double t0 = sim.time();
    sim.run_until(0.2);
    check(fmt::format("sphere rolls at 20 deg, acceleration [m/s^2], dt = {:.3g} s", sim.dt()),
          (state_of(sim).bodies.velocity[0] - v0).x() / (sim.time() - t0), 5.0 / 7 * g * std::sin(angle),
          1e-3);
  }
}

// The dashpot against rocking, without which blocks would rock on their faces for ever, once braked balls.
TEST(Rolling, AccelerationUnderOverlapLaws) {
  const double angle = 20 * M_PI / 180;
  for (const char* law : {"overlap", "overlap-energy"}) {
    Simulation sim = SceneText("integrator = \"verlet\"\ngravity = " +
                               text(Vec3(g * std::sin(angle), 0, -g * std::cos(angle))))
                         .law(std::string("normal = \"") + law + "\"")
                         .material("m", "density = 2000\nyoung = 1e7\nrestitution = 0.3\nfriction = 0.3")
                         .sphere("ball", radius)
                         .plane("plane")
                         .body("ball", "ball", "m", {0, 0, radius - 1e-5}, moving(Vec3::Zero()))
                         .body("plane", "plane", "m", {0, 0, 0})
                         .start();
    sim.run_until(0.2);
    const Vec3 v0 = state_of(sim).bodies.velocity[0];
    const double t0 = sim.time();
    sim.run_until(0.4);
    check(fmt::format("sphere rolls at 20 deg under {}, acceleration [m/s^2]", law),
          (state_of(sim).bodies.velocity[0] - v0).x() / (sim.time() - t0), 5.0 / 7 * g * std::sin(angle),
          1e-3);
  }
}

// Below mu = 2/7 tan(angle) it slides and spins up slower.
TEST(Rolling, SlidingDownASlope) {
  const double angle = 40 * M_PI / 180;
  for (const std::string& lines : steps()) {
    Simulation sim = on_slope(angle, "friction = 0.1", lines);
    sim.run_until(0.1);
    const Bodies& b = state_of(sim).bodies;
    check(fmt::format("sphere slides at 40 deg, speed [m/s], dt = {:.3g} s", sim.dt()), b.velocity[0].x(),
          g * (std::sin(angle) - 0.1 * std::cos(angle)) * sim.time(), 1e-3);
    check("sphere slides at 40 deg, R w [m/s]", radius * b.spin[0].y(),
          2.5 * 0.1 * g * std::cos(angle) * sim.time(), 1e-3);
  }
}

TEST(Rolling, FromSlidingToRolling) {
  const double v0 = 1;
  const double mu = 0.3;
  for (const std::string& lines : steps()) {
    Simulation sim = on_slope(0, fmt::format("friction = {}", mu), lines, {v0, 0, 0});
    const Bodies& b = state_of(sim).bodies;
    const double target = 2 * v0 / (7 * mu * g);
    double slip = v0;
    double stuck = 0;
    while (sim.time() < 2 * target) {
      sim.advance();
      const double now = b.velocity[0].x() - radius * b.spin[0].y();
      if (slip > 0 && now <= 0 && stuck == 0) stuck = sim.time() + sim.dt() * now / (slip - now);
      slip = now;
    }
    check(fmt::format("sliding to rolling, time [s], dt = {:.3g} s", sim.dt()), stuck, target, 1e-3);
    check("sliding to rolling, speed [m/s]", b.velocity[0].x(), 5.0 / 7 * v0, 1e-3);
    check("sliding to rolling, R w [m/s]", radius * b.spin[0].y(), 5.0 / 7 * v0, 1e-3);
  }
}

// With rolling friction mu_r a sphere rests on slopes up to tan(angle) = mu_r.
TEST(Rolling, RollingFrictionHoldsAndLetsGo) {
  const double mu_r = 0.1;
  for (const std::string& lines : steps()) {
    Simulation below = on_slope(std::atan(0.97 * mu_r), "friction = 0.5\nrolling_friction = 0.1", lines);
    below.run_until(0.08);
    const Vec3 x0 = state_of(below).bodies.position[0];
    below.run_until(0.16);
    const Bodies& rest = state_of(below).bodies;
    check_absolute(
        fmt::format("sphere 3% below its rolling friction, creep over 0.08 s [m], dt = {:.3g} s", below.dt()),
        (rest.position[0] - x0).norm(), 0, 1e-9 * radius);
    EXPECT_LT(rest.velocity[0].norm(), 1e-9);
    EXPECT_LT(x0.x(), 1e-3 * radius) << "it has rolled before it rested";

    const double angle = std::atan(1.03 * mu_r);
    Simulation above = on_slope(angle, "friction = 0.5\nrolling_friction = 0.1", lines);
    above.run_until(0.1);
    const Vec3 v0 = state_of(above).bodies.velocity[0];
    const double t0 = above.time();
    above.run_until(0.3);
    check(
        fmt::format("sphere 3% above its rolling friction, acceleration [m/s^2], dt = {:.3g} s", above.dt()),
        (state_of(above).bodies.velocity[0] - v0).x() / (above.time() - t0),
        5.0 / 7 * g * (std::sin(angle) - mu_r * std::cos(angle)), 1e-3);
  }
}

TEST(Rolling, RollingFrictionBrakesOnTheLevel) {
  const double v0 = 0.05;
  for (const std::string& lines : steps()) {
    Simulation sim =
        on_slope(0, "friction = 0.5\nrolling_friction = 0.05", lines, {v0, 0, 0}, {0, v0 / radius, 0});
    const Bodies& b = state_of(sim).bodies;
    sim.run_until(0.08);
    check(fmt::format("rolling friction on the level, speed [m/s], dt = {:.3g} s", sim.dt()),
          b.velocity[0].x(), v0 - 5.0 / 7 * 0.05 * g * sim.time(), 1e-3);
    sim.run_until(0.25);
    EXPECT_LT(b.velocity[0].norm(), 1e-9) << "it comes to rest and stays";
  }
}

TEST(Rolling, TorsionalFrictionStopsASpin) {
  const double w0 = 20;
  const double mu_t = 0.02;
  const double target = 2 * radius * w0 / (5 * mu_t * g);
  for (const std::string& lines : steps()) {
    Simulation sim =
        on_slope(0, "friction = 0.5\ntorsional_friction = 0.02", lines, Vec3::Zero(), {0, 0, w0});
    const Bodies& b = state_of(sim).bodies;
    double spin = w0;
    double stopped = 0;
    while (sim.time() < 1.5 * target) {
      sim.advance();
      const double now = b.spin[0].z();
      if (spin > 0 && now <= 0 && stopped == 0) stopped = sim.time() + sim.dt() * now / (spin - now);
      spin = now;
    }
    check(fmt::format("torsional friction, time to stop [s], dt = {:.3g} s", sim.dt()), stopped, target,
          1e-3);
    check_absolute("torsional friction, spin afterwards [rad/s]", b.spin[0].norm(), 0, 1e-6);
    EXPECT_LT(b.velocity[0].norm(), 1e-9);
  }
}

// The seam between two boxes with a common face plane is no bump.
TEST(Rolling, AcrossCoplanarBoxes) {
  SceneText scene("gravity = [0, 0, -9.8]");
  scene.law("normal = \"spring\"")
      .material("m",
                fmt::format("density = 2000\nstiffness = {}\nrestitution = 0.5\nfriction = 0.5", stiffness))
      .sphere("ball", radius)
      .box("slab", {0.02, 0.02, 0.01});
  const double sunk = mass * g / stiffness;
  scene.body("ball", "ball", "m", {-0.015, 0.003, radius - sunk}, moving({0.5, 0, 0}, {0, 0.5 / radius, 0}));
  Simulation one = scene.body("a", "slab", "m", {0, 0, -0.01}).start();
  Simulation two = scene.body("b", "slab", "m", {0.04, 0, -0.01}).start();
  one.run_until(0.06);  // still on the first
  two.run_until(0.06);
  EXPECT_EQ(state_of(one).bodies.velocity[0], state_of(two).bodies.velocity[0]);
  const Vec3 before = state_of(two).bodies.velocity[0];
  two.run_until(0.1);
  const Vec3 after = state_of(two).bodies.velocity[0];
  check_absolute("rolling over the seam of two boxes, change of speed [m/s]", (after - before).norm(), 0,
                 5e-6);
}

}  // namespace
}  // namespace scree::physics
