// One block on a slope: it holds without creeping, slides as Coulomb says, topples when its weight leaves its base.
// The floor is level and gravity leans.
#include "blocks_scene.h"

namespace scree::physics {
namespace {

struct Resting {
  const char* what;
  const char* floor;  // shape of the floor
  const char* shape;
  Vec3 position;
  const char* lines;
};

// A box of 1 m x 1 m x 0.6 m; a hexagonal prism of edge 0.5 m that lies on a side, its axis along the slope; a
// dodecahedron on a pentagon.
const Resting resting[] = {
    {"box on a half-space", "plane", "box", {0, 0, 0.3}, ""},
    {"box on a fixed box", "slab", "box", {0, 0, 0.3}, ""},
    {"prism on a fixed box",
     "slab",
     "prism",
     {0, 0, 0.43301270189221933},
     "orientation = { quaternion = [0.5, 0.5, 0.5, 0.5] }"},
    {"dodecahedron on a half-space",
     "plane",
     "dodecahedron",
     {0, 0, 0.39732723611407},
     "orientation = { axis = [0, 1, 0], angle = -0.5535743588970452 }"},
};

SceneText slope(const Resting& c, const std::string& simulation, const std::string& law, double friction) {
  // F = Y V A / l^3 is softer than F = Y V / l by A / l^2, 4 to 14 times here.
  const double young = law == "overlap" ? 2e8 : 2e9;
  SceneText scene(simulation);
  scene.law(law_named(law))
      .material("stone", material_lines(2500, young, friction))
      .plane("plane")
      .box("slab", {20, 4, 1})
      .box("box", {0.5, 0.5, 0.3})
      .add("[[shape]]",
           "name = \"prism\"\nkind = \"prism\"\nlength = 1.5\n"
           "profile = [[0.5, 0], [0.25, 0.43301270189221933], [-0.25, 0.43301270189221933], "
           "[-0.5, 0], [-0.25, -0.43301270189221933], [0.25, -0.43301270189221933]]")
      .add("[[shape]]", "name = \"dodecahedron\"\nkind = \"regular\"\nsolid = \"dodecahedron\"\nradius = 0.5")
      .body("floor", c.floor, "stone", std::string(c.floor) == "slab" ? Vec3(0, 0, -1) : Vec3(0, 0, 0))
      .body("block", c.shape, "stone", c.position, free_body + c.lines);
  return scene;
}

// tan a = 0.98 mu. Gravity leans over in 0.3 s; what is left of the shaking dies away until 1 s, and from then on
// nothing moves: friction has a spring, not a viscosity.
TEST(Blocks, HoldBelowTheFrictionAngle) {
  const double friction = 0.3;
  const double angle = std::atan(0.98 * friction);
  for (const Resting& c : resting) {
    Worst creep(fmt::format("{} at 0.98 mu, way after 1 s / size", c.what));
    Worst carried(fmt::format("{} at 0.98 mu, floor's force off the weight / weight", c.what));
    for (const char* law : {"overlap", "overlap-energy"})
      for (const char* integrator : {"verlet", "gear"}) {
        double automatic = 0;
        for (const int part : {1, 3, 10}) {
          if (part == 10 && std::string(integrator) == "gear" && !long_tests()) continue;
          SceneText scene = slope(c, settings(leaning(0), integrator, automatic / part), law, friction);
          lean_over(scene, 0, angle, 0.1, 0.4);
          Simulation sim = scene.start();
          if (part == 1) automatic = sim.dt();
          sim.run_until(1);
          const State& state = state_of(sim);
          const Poses settled(state);
          sim.run_until(part == 1 || long_tests() ? 10 : part == 3 ? 4 : 2);
          const std::string which = fmt::format("{}, {}, dt = {:.3g} s", law, integrator, sim.dt());
          const double weight = weight_of_free(state);
          creep.add(which, settled.moved(state), 0, 1);
          carried.add(which, (force_on_walls(state) - weight / g * leaning(angle)).norm() / weight, 0, 1);
          if (std::getenv("SEE")) std::printf("# %s %s: moved %.3g  tilt %.3g z %.17g\n", c.what, which.c_str(), settled.moved(state), tilt_of(state,1), state.bodies.position[1].z());
        }
      }
    creep.check(1e-6);
    carried.check(1e-6);
  }
}

// a = g (sin a - mu cos a), from the speeds at 0.3 s and at 0.8 s.
TEST(Blocks, SlideAboveTheFrictionAngle) {
  for (const char* law : {"overlap", "overlap-energy"})
    for (const char* integrator : {"verlet", "gear"}) {
      Worst acceleration(fmt::format("sliding block, {}, {}, acceleration [m/s^2]", law, integrator));
      for (const Resting& c : resting)
        for (const auto& [friction, degrees] : {std::pair{0.0, 10.0}, {0.1, 8.0}, {0.2, 20.0}, {0.3, 18.0}}) {
          const double angle = degrees * M_PI / 180;
          if (std::string(c.floor) == "slab" && degrees > 10) continue;  // it is not long enough
          Simulation sim = slope(c, settings(leaning(angle), integrator), law, friction).start();
          const auto speed_at = [&](double time) {
            sim.run_until(time);
            return state_of(sim).bodies.velocity[1].x() + 0 * sim.time();
          };
          const double before = speed_at(0.3), begin = sim.time();
          const double after = speed_at(0.8), end = sim.time();
          acceleration.add(fmt::format("{}, mu {}, {} deg", c.what, friction, degrees),
                           (after - before) / (end - begin), g * (std::sin(angle) - friction * std::cos(angle)));
          if (std::getenv("SEE")) std::printf("# %s %s %s mu %g %g: %.6g %.6g\n", law, integrator, c.what, friction, degrees, (after - before) / (end - begin), g * (std::sin(angle) - friction * std::cos(angle)));
        }
      acceleration.check(1e-2);
    }
}

// A block topples about its lower edge at tan a = width/height. Near that angle it stands on a strip beside the edge,
// the narrower the nearer; a floor that gives way lets it fall a little earlier, hence the hard stone. (The
// force of overlap-energy has the strip's area as a factor, so it takes even harder ones.)
TEST(Blocks, ToppleWhenTheWeightLeavesTheBase) {
  struct Case {
    const char *law, *integrator;
    double width, height, young;
  };
  for (const Case& c : {Case{"overlap", "verlet", 1, 0.5, 1e10}, Case{"overlap", "gear", 1, 0.5, 1e10},
                        Case{"overlap", "verlet", 1, 1, 1e11}, Case{"overlap-energy", "verlet", 1, 0.5, 1e12}})
    for (const double share : {0.97, 1.03}) {
      const double angle = std::atan(share * c.width / c.height);
      SceneText scene(settings(leaning(0.8 * angle), c.integrator));
      scene.law(law_named(c.law))
          .material("stone", material_lines(2500, c.young, 3))
          .plane("plane")
          .box("block", 0.5 * Vec3(c.width, c.width, c.height))
          .body("floor", "plane", "stone", {0, 0, 0})
          .body("block", "block", "stone", {0, 0, 0.5 * c.height}, free_body);
      lean_over(scene, 0.8 * angle, angle, 0.05, 0.3, 50);
      Simulation sim = scene.start();
      const State& state = state_of(sim);
      double most = 0;
      while (sim.time() < 1.5 && most < 0.5) {
        sim.advance(100);
        most = std::max(most, tilt_of(state, 1));
      }
      if (std::getenv("SEE")) std::printf("# %s %s share %g dt %g t %g most %g\n", c.law, c.integrator, share, sim.dt(), sim.time(), most);
      const std::string what = fmt::format("block of {} x {} at {} of the limit, {}, {}", c.width, c.height, share, c.law, c.integrator);
      if (share < 1)
        check_absolute(what + ", largest tilt [rad]", most, 0, 0.01);
      else
        EXPECT_GE(most, 0.5) << what << " still stands";
    }
}

}  // namespace
}  // namespace scree::physics
