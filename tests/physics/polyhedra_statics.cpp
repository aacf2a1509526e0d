// Polyhedra at rest or about to move: cohesion, rolling resistance, the automatic time step.
#include "polyhedra.h"

namespace scree::physics {
namespace {

constexpr double half = 0.01, density = 2500;
constexpr double area = 4 * half * half, mass = 8 * half * half * half * density;

constexpr double young = 1e7;

// How deep a block is pressed into a wall by this force.
double depth_of(const std::string& law, double force) {
  const double length = 4 * std::cbrt(8 * half * half * half * 3 / (4 * M_PI));
  return law == "overlap" ? force * length / (young * area)
                          : force * std::pow(length, 3) / (young * area * area);
}

// A block under a ceiling, pressed into it by its cohesion less a weight, and a hair aslant: what would fall
// when touched does not hang.
SceneText hanging(const std::string& law, double cohesion, double weight, const std::string& simulation) {
  return SceneText(simulation + "\nintegrator = \"verlet\"")
      .law("normal = \"" + law + "\"")
      .material("m",
                fmt::format("density = {}\nyoung = {}\nrestitution = 0.3\nfriction = 0.5\ncohesion = {:.17g}",
                            density, young, cohesion))
      .box("block", Vec3::Constant(half))
      .box("ceiling", {5 * half, 5 * half, half})
      .body("block", "block", "m", {0, 0, -half + std::max(1e-9, depth_of(law, cohesion * area - weight))},
            "motion = \"free\"\norientation = { axis = [0.3, 1, 0], angle = 1e-6 }")
      .body("ceiling", "ceiling", "m", {0, 0, half});
}

TEST(PolyhedraStatics, ABlockHangsByItsCohesion) {
  for (const std::string law : overlap_laws)
    for (const double share : {0.9, 0.99, 1.01, 1.5}) {  // of the weight
      const double weight = mass * 9.81;
      Simulation sim = hanging(law, share * weight / area, weight, "gravity = [0, 0, -9.81]").start();
      sim.run_until(0.3);
      const State& state = state_of(sim);
      const double fallen = -half - state.bodies.position[0].z();
      if (share < 1) {
        EXPECT_EQ(state.contacts.size(), 0u) << law << ", " << share;
        EXPECT_GT(fallen, 0.1 * half) << law << ", " << share;
      } else {
        ASSERT_EQ(state.contacts.size(), 1u) << law << ", " << share;
        EXPECT_LE(std::abs(fallen), 1e-3 * half) << law << ", " << share;
        check(fmt::format("block hanging by a cohesion of {} of its weight, {}, force of the ceiling [N]",
                          share, law),
              state.contacts.normal_force(0), -weight, 1e-6);
      }
    }
}

// Gravity grows in steps of a two-hundredth until the block comes off.
TEST(PolyhedraStatics, PartingNeedsCohesionTimesArea) {
  for (const std::string law : overlap_laws) {
    const double cohesion = 2000;
    const double bearable = cohesion * area / mass;  // acceleration
    SceneText scene = hanging(law, cohesion, 0, "gravity = [0, 0, 0]");
    constexpr int steps = 220;
    constexpr double each = 0.005;  // several oscillations of the block, which are damped
    for (int n = 1; n <= steps; ++n)
      scene.add("[[event]]", fmt::format("at = {}\naction = \"gravity\"\ngravity = [0, 0, {:.17g}]", each * n,
                                         -bearable * n / 200));
    Simulation sim = scene.start();
    const State& state = state_of(sim);
    double largest = 0;
    while (sim.time() < each * (steps + 1) && state.contacts.size() > 0) {
      largest = -state.gravity.z() * mass;
      sim.advance();
    }
    EXPECT_EQ(state.contacts.size(), 0u) << "it never came off";
    check(fmt::format("pull at which a block comes off, {}, over cohesion times area", law),
          largest / (cohesion * area), 1, 0.01);
  }
}

constexpr double radius = 0.01;

// A ball of 1280 faces on a slope, let go. Its speed after an eighth of a second.
double speed_on(double slope, const std::string& law, double restitution, double rolling_friction) {
  const double angle = std::atan(slope);
  Simulation sim =
      SceneText(fmt::format("gravity = [{:.17g}, 0, {:.17g}]\nintegrator = \"verlet\"",
                            9.81 * std::sin(angle), -9.81 * std::cos(angle)))
          .law("normal = \"" + law + "\"")
          .material("m", fmt::format("density = 2500\nyoung = 1e8\nrestitution = {}\nfriction = 0.8\n"
                                     "rolling_friction = {}",
                                     restitution, rolling_friction))
          .add("[[shape]]", named("ball", "kind = \"ellipsoid\"\nhalf_axes = [0.01, 0.01, 0.01]\nlevel = 3"))
          .plane("slope")
          .body("ball", "ball", "m", {0, 0, radius - 2e-5})
          .body("slope", "slope", "m", {0, 0, 0})
          .start();
  sim.run_until(0.125);
  return state_of(sim).bodies.velocity[0].x();
}

double rigid_speed(double slope, double rolling_friction) {
  const double angle = std::atan(slope);
  return 0.125 * 9.81 * (std::sin(angle) - rolling_friction * std::cos(angle)) / 1.4;
}

TEST(PolyhedraStatics, RollingResistanceHoldsABallOfFaces) {
  for (const std::string law : overlap_laws) {
    check_absolute(fmt::format("ball of 1280 faces, slope 0.2, rolling friction 0.3, {}, speed [m/s]", law),
                   speed_on(0.2, law, 0.3, 0.3), 0, 1e-4);
    check(fmt::format("ball of 1280 faces, slope 0.5, rolling friction 0.3, {}, speed after 0.125 s [m/s]",
                      law),
          speed_on(0.5, law, 0.9, 0.3), rigid_speed(0.5, 0.3), 0.1);
    check(
        fmt::format("ball of 1280 faces, slope 0.2, no rolling friction, {}, speed after 0.125 s [m/s]", law),
        speed_on(0.2, law, 0.9, 0), rigid_speed(0.2, 0), 0.1);
  }
}

}  // namespace
}  // namespace scree::physics
