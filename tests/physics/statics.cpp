// Bodies at rest, and contacts with the faces, edges and corners of boxes.
#include "impact.h"

namespace scree::physics {
namespace {

// A small heap in a box of half-spaces, at two steps and with both integrators.
TEST(Statics, FloorCarriesTheWeight) {
  double automatic = 0;
  for (const char* integrator : {"gear", "verlet"})
    for (const double factor : {1.0, 0.4}) {
      SceneText scene(fmt::format("gravity = [0, 0, -9.81]\nintegrator = \"{}\"", integrator) +
                      (factor < 1 ? fmt::format("\ndt = {:.17g}", factor * automatic) : ""));
      scene.law("normal = \"spring\"")
          .material("m",
                    "density = 2500\nstiffness = 5e3\nrestitution = 0.5\nfriction = 0.5\n"
                    "rolling_friction = 0.05\ntorsional_friction = 0.05")
          .sphere("ball", 0.01)
          .plane("floor")
          .plane("west", {1, 0, 0})
          .plane("east", {-1, 0, 0})
          .plane("south", {0, 1, 0})
          .plane("north", {0, -1, 0})
          .body("floor", "floor", "m", {0, 0, 0})
          .body("west", "west", "m", {-0.03, 0, 0})
          .body("east", "east", "m", {0.03, 0, 0})
          .body("south", "south", "m", {0, -0.03, 0})
          .body("north", "north", "m", {0, 0.03, 0})
          .add("[[fill]]",
               "name = \"heap\"\nshape = \"ball\"\nmaterial = \"m\"\ncount = 25\n"
               "region = { lower = [-0.03, -0.03, 0], upper = [0.03, 0.03, 0.12] }");
      Simulation sim = scene.start();
      if (factor == 1) automatic = sim.dt();
      sim.run_until(1.5);
      const Bodies& b = state_of(sim).bodies;
      double weight = 0;
      for (BodyIndex i = 0; i < b.size(); ++i) weight += b.free(i) ? 9.81 * b.mass[i] : 0;
      Vec3 carried = Vec3::Zero();
      for (BodyIndex i = 0; i < 5; ++i) carried += b.force[i];
      const std::string what = fmt::format("heap of 25, {}, dt = {:.3g} s, ", integrator, sim.dt());
      check(what + "force on floor and walls / weight", -carried.z() / weight, 1, 1e-6);
      check_absolute(what + "horizontal force / weight", std::hypot(carried.x(), carried.y()) / weight, 0,
                     1e-6);
      check_absolute(what + "kinetic energy / (weight R)", sim.summary().kinetic_energy / (weight * 0.01), 0,
                     1e-12);
      EXPECT_GT(-b.force[0].z(), 0.5 * weight);
    }
}

// A ball let down on a floor sinks by m g/k and stays.
TEST(Statics, SunkByItsWeight) {
  for (const char* law : {"spring", "hertz"})
    for (const char* dt : {"\"auto\"", "1e-5", "4e-6"}) {
      Simulation sim =
          SceneText(fmt::format("gravity = [0, 0, -9.81]\ndt = {}", dt))
              .law(fmt::format("normal = \"{}\"", law))
              .material("m",
                        "density = 2500\nstiffness = 1e4\nyoung = 1e7\npoisson = 0.25\nrestitution = 0.3")
              .sphere("ball", 0.01)
              .plane("plane")
              .body("ball", "ball", "m", {0, 0, 0.0101})
              .body("plane", "plane", "m", {0, 0, 0})
              .start();
      sim.run_until(0.5);
      const double weight = 4.0 / 3 * M_PI * 2500e-6 * 9.81;
      const double young = 1e7 / (2 * (1 - .0625));
      const double depth =
          std::string(law) == "spring" ? weight / 1e4 : std::pow(0.75 * weight / (young * 0.1), 2.0 / 3);
      check(fmt::format("ball at rest, {}, dt {}, depth [m]", law, dt),
            0.01 - state_of(sim).bodies.position[0].z(), depth, 1e-6);
    }
}

// Rebound of a frictionless ball from a box: along the face's normal, away from an edge, away from a corner.
TEST(Statics, NormalsOfABox) {
  const double radius = 0.01;
  const double half = 0.05;
  const struct {
    const char* what;
    Vec3 from;  // direction from the nearest point of the box to the ball
    Vec3 at;
  } cases[] = {{"face", {0, 0, 1}, {0.01, -0.02, half}},
               {"edge", Vec3(0, 0.6, 0.8), {0.01, half, half}},
               {"corner", Vec3(2, -1, 2) / 3, {half, -half, half}}};
  for (const auto& c : cases)
    for (const double angle : {0.0, 37.0}) {
      const Mat3 turn = Eigen::AngleAxisd(angle * M_PI / 180, Vec3(1, 2, 3).normalized()).toRotationMatrix();
      const Vec3 out = turn * c.from;
      const Vec3 speed = turn * Vec3(0.3, 0.2, 0.1) - out;
      Simulation sim =
          SceneText("gravity = [0, 0, 0]\ndt = 2e-7")
              .law("normal = \"spring\"")
              .material("m", "stiffness = 1e7\nrestitution = 1\nfriction = 0")
              .sphere("ball", radius)
              .box("box", Vec3::Constant(half))
              .body("box", "box", "m", {0, 0, 0},
                    fmt::format("orientation = {{ axis = [1, 2, 3], angle = \"{} deg\" }}", angle))
              .body("ball", "ball", "m", turn * c.at + 1.0001 * radius * out, moving(speed))
              .start();
      run_through_impact(sim);
      const Vec3 after = speed - 2 * speed.dot(out) * out;
      check_absolute(fmt::format("rebound from a box's {}, turned by {} deg, velocity [m/s]", c.what, angle),
                     (state_of(sim).bodies.velocity[1] - after).norm(), 0, 0.02);
      // The normal turns a little while a soft ball rolls over an edge; the stiffer, the less.
    }
}

// A sphere on the face of a large box behaves as on a half-space.
TEST(Statics, BoxFaceIsAHalfSpace) {
  Vec3 position[2];
  Vec3 spin[2];
  for (const bool box : {false, true}) {
    SceneText scene("gravity = [0.5, 0.2, -9.81]\ndt = 2e-5");
    scene
        .material("m",
                  "young = 1e7\nrestitution = 0.6\nfriction = 0.3\nrolling_friction = "
                  "0.01\ntorsional_friction = 0.01")
        .sphere("ball", 0.01)
        .plane("plane")
        .box("slab", {2, 2, 0.5});
    if (box)
      scene.body("floor", "slab", "m", {0, 0, -0.5});
    else
      scene.body("floor", "plane", "m", {0, 0, 0});
    Simulation sim =
        scene.body("ball", "ball", "m", {0.1, 0.2, 0.02}, moving({0.4, -0.3, 0.1}, {9, 8, 7})).start();
    sim.run_until(0.5);
    position[box] = state_of(sim).bodies.position[1];
    spin[box] = state_of(sim).bodies.spin[1];
  }
  check_absolute("half a second on a box's face and on a half-space, distance [m]",
                 (position[0] - position[1]).norm(), 0, 1e-10);
  check_absolute("half a second on a box's face and on a half-space, spins [rad/s]",
                 (spin[0] - spin[1]).norm(), 0, 1e-8);
}

// Too long a step is an error with a reason, never a NaN.
TEST(Statics, RunawayIsAnError) {
  for (const char* integrator : {"gear", "verlet"}) {
    Simulation sim =
        SceneText(fmt::format("gravity = [0, 0, -9.81]\ndt = 1e-2\nintegrator = \"{}\"", integrator))
            .law("normal = \"spring\"")
            .material("m", "density = 2500\nstiffness = 1e9\nrestitution = 0.1")
            .sphere("ball", 0.01)
            .plane("up")
            .plane("down", {0, 0, -1})
            .body("floor", "up", "m", {0, 0, 0})
            .body("ceiling", "down", "m", {0, 0, 0.0199})
            .body("ball", "ball", "m", {0, 0, 0.01})
            .start();
    try {
      sim.advance(100000);
      ADD_FAILURE() << "a step far beyond stability went unnoticed with " << integrator;
    } catch (const RunError& error) {
      const std::string message = error.what();
      EXPECT_NE(message.find("time step"), std::string::npos) << message;
      EXPECT_NE(message.find("body 2"), std::string::npos) << message;
    }
  }
}

}  // namespace
}  // namespace scree::physics
