// One block on a slope: it holds without creeping, slides as Coulomb says, topples when its weight leaves its
// base. The floor is level and gravity leans.
#include "blocks_scene.h"

namespace scree::physics {
namespace {

struct Resting {
  const char* what;
  const char* floor;  // shape of the floor
  const char* shape;
  Vec3 position;
  const char* lines;
  double settling = 1.5;  // s, with overlap-energy, which lets faces rock (see below)
};

// A box of 1 m x 1 m x 0.6 m; a hexagonal prism of edge 0.5 m that lies on a side, its axis along the slope;
// a dodecahedron on a pentagon.
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
     "orientation = { axis = [0, 1, 0], angle = -0.5535743588970452 }",
     5},
};

SceneText slope(const Resting& c, const std::string& simulation, const std::string& law, double friction) {
  // F = Y V A / l^3 is softer than F = Y V / l by A / l^2: 4 to 14 times for these faces.
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

struct Way {
  std::string law, integrator;
  int part;      // of the automatic step
  double until;  // s; where long tests are asked for, all go on for ten seconds
};
const Way ways[] = {
    {"overlap", "verlet", 1, 10},        {"overlap", "verlet", 3, 3},
    {"overlap", "verlet", 10, 2},        {"overlap", "gear", 1, 4},
    {"overlap", "gear", 3, 2},           {"overlap", "gear", 10, 0},
    {"overlap-energy", "verlet", 1, 6},  {"overlap-energy", "verlet", 3, 2},
    {"overlap-energy", "verlet", 10, 0}, {"overlap-energy", "gear", 1, 2},
    {"overlap-energy", "gear", 3, 0},    {"overlap-energy", "gear", 10, 0},
};

// tan a = 0.98 mu. Gravity leans over in 0.3 s, the shaking dies away, and from then on nothing moves:
// friction has a spring, not a viscosity.
TEST(Blocks, HoldBelowTheFrictionAngle) {
  const double friction = 0.3;
  const double angle = std::atan(0.98 * friction);
  for (const Resting& c : resting) {
    Worst creep(fmt::format("{} at 0.98 mu, way after settling / size", c.what));
    Worst carried(fmt::format("{} at 0.98 mu, floor's force off the weight / weight", c.what));
    double automatic = 0;
    for (const Way& way : ways) {
      const double settling = way.law == "overlap" ? 1.5 : c.settling;
      if (way.part == 1) automatic = 0;
      if (!long_tests() && way.until < settling) continue;
      SceneText scene =
          slope(c, settings(leaning(0), way.integrator, automatic / way.part), way.law, friction);
      lean_over(scene, 0, angle, 0.1, 0.4);
      Simulation sim = scene.start();
      if (way.part == 1) automatic = sim.dt();
      sim.run_until(settling);
      const State& state = state_of(sim);
      const Poses settled(state);
      sim.run_until(long_tests() ? 10 : way.until);
      const std::string which = fmt::format("{}, {}, dt = {:.3g} s", way.law, way.integrator, sim.dt());
      const double weight = weight_of_free(state);
      creep.add(which, settled.moved(state), 0, 1);
      carried.add(which, (force_on_walls(state) - weight / g * leaning(angle)).norm() / weight, 0, 1);
    }
    creep.check(1e-6);
    carried.check(1e-6);
  }
}

// a = g (sin a - mu cos a), from the speeds half a second and a second after the start.
TEST(Blocks, SlideAboveTheFrictionAngle) {
  for (const char* law : {"overlap", "overlap-energy"})
    for (const char* integrator : {"verlet", "gear"}) {
      Worst acceleration(fmt::format("sliding block, {}, {}, acceleration [m/s^2]", law, integrator));
      for (const Resting& c : resting)
        for (const auto& [friction, degrees] : {std::pair{0.0, 10.0}, {0.1, 8.0}, {0.2, 20.0}, {0.3, 18.0}}) {
          if (std::string(integrator) == "gear" && degrees < 15 && !long_tests()) continue;
          const double angle = degrees * M_PI / 180;
          Simulation sim = slope(c, settings(leaning(angle), integrator), law, friction).start();
          sim.run_until(0.5);
          const double speed = state_of(sim).bodies.velocity[1].x(), begin = sim.time();
          sim.run_until(1);
          acceleration.add(fmt::format("{}, mu = {}, {} deg", c.what, friction, degrees),
                           (state_of(sim).bodies.velocity[1].x() - speed) / (sim.time() - begin),
                           g * (std::sin(angle) - friction * std::cos(angle)));
        }
      acceleration.check(1e-3);
    }
}

// A block topples about its lower edge at tan a = width/height. Near that angle it stands on a strip beside
// the edge, the nearer the narrower. With the distance x of the weight's line from the edge the strip is 3 x
// wide and the block tilts by about N/(k x^2), which brings the line nearer still: a soft floor lets it fall
// too early, and 3% below the limit takes hard stone. (With overlap-energy the strip's width counts twice in
// the force: 10% there.)
TEST(Blocks, ToppleWhenTheWeightLeavesTheBase) {
  struct Case {
    const char *law, *integrator;
    double width, height, young, below;
  };
  for (const Case& c :
       {Case{"overlap", "verlet", 1, 0.5, 1e10, 0.97}, Case{"overlap", "gear", 1, 0.5, 1e10, 0.97},
        Case{"overlap", "verlet", 1, 1, 3e10, 0.97}, Case{"overlap-energy", "verlet", 1, 0.5, 5e10, 0.9}})
    for (const double share : {c.below, 1.03}) {
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
      while (sim.time() < (share < 1 ? 1.2 : 2) && most < 0.2) {
        sim.advance(100);
        most = std::max(most, tilt_of(state, 1));
      }
      const std::string what = fmt::format("block of {} m x {} m at {} of the limit, {}, {}", c.width,
                                           c.height, share, c.law, c.integrator);
      if (share < 1)
        check_absolute(what + ", largest tilt [rad]", most, 0, 0.01);
      else
        EXPECT_GE(most, 0.2) << what << " still stands";
    }
}

// With overlap-energy, E = Y V^2 / (2 l^3), a block that turns a little on its whole face costs nothing: V
// stays. So it leans, until an edge is free. On a strip of width c = w - 2 h t the force Y V A / l^3, V = b
// c^2 t / 2, A = b c, acts in the middle, below the centre at the height h; with the sinking d of the level
// block
//     2 d w^2 = c^3 t.
TEST(Blocks, OverlapEnergyLetsBlocksLean) {
  const Vec3 half(0.2, 0.5, 0.5);
  const double young = 1e9, volume = 8 * half.prod(), area = 4 * half.x() * half.y();
  const double length = 4 * std::cbrt(3 * volume / (4 * M_PI));
  const double depth = 2500 * volume * g * std::pow(length, 3) / (young * area * area);
  const double width = 2 * half.x();
  double lean = 0;
  for (int n = 0; n < 50; ++n)
    lean = 2 * depth * width * width / std::pow(width - 2 * (half.z() - depth) * lean, 3);
  for (const char* law : {"overlap", "overlap-energy"}) {
    Simulation sim =
        SceneText(settings(leaning(0)))
            .law(law_named(law))
            .material("stone", material_lines(2500, young, 0.5))
            .plane("plane")
            .box("block", half)
            .body("floor", "plane", "stone", {0, 0, 0})
            .body("block", "block", "stone", {0, 0, half.z()}, free_body + moving({0, 0, 0}, {0, 1e-3, 0}))
            .start();
    sim.run_until(8);
    const double tilt = tilt_of(state_of(sim), 1);
    if (std::string(law) == "overlap")
      check_absolute("block pushed a little, overlap, tilt at rest [rad]", tilt, 0, 1e-7);
    else
      check("block pushed a little, overlap-energy, tilt at rest [rad]", tilt, lean, 1e-2);
  }
}

}  // namespace
}  // namespace scree::physics
