// Beds at rest in the plane: what walls carry together is the weight, and servo walls hold their stress.
#include "plane_scene.h"

namespace scree::physics {
namespace {

const std::pair<const char*, std::string> shapes[] = {
    {"disc", disc_of(0.005)},
    {"ellipse", ellipse_of(0.007, 0.004)},
    {"polygon", "kind = \"grain\"\ncorners = 7\nradius = 0.006\nvariants = 10"}};

Vec3 force_on(const State& state, BodyIndex i) { return state.bodies.force[i]; }

// A silo of 6 cm between half-planes; walls 0, 1, 2 are floor, left and right. The floor sinks by a
// millimetre, so that the walls hold the grains up, and stops.
TEST(PlaneStatics, FloorAndWallFrictionCarryTheWeightOfASilo) {
  for (const auto& [name, lines] : shapes) {
    PlaneScene scene("integrator = \"verlet\"");
    scene.law("overlap").material("density = 2500\nyoung = 2e6\nrestitution = 0.2\nfriction = 0.5");
    scene.shape("grain", lines);
    for (const auto& [wall, normal, place] : {std::tuple{"floor", Vec2(0, 1), Vec2(0, 0)},
                                              {"left", Vec2(1, 0), Vec2(-0.03, 0)},
                                              {"right", Vec2(-1, 0), Vec2(0.03, 0)}})
      scene.shape(wall, "kind = \"half-plane\"\nnormal = " + text(normal)).body(wall, wall, place);
    scene.add("[[fill]]",
              "region = { lower = [-0.03, 0], upper = [0.03, 0.25] }\nshape = \"grain\"\nmaterial = \"m\"\n"
              "count = 60");
    const std::string moves = "action = \"motion\"\ntarget = \"floor\"\nmotion = ";
    scene.add("[[event]]",
              "at = 0.6\n" + moves + "{ kind = \"velocity\", velocity = [0, -0.01], ramp = 0.02 }");
    scene.add("[[event]]", "at = 0.71\n" + moves + "\"fixed\"");
    Simulation sim = scene.start();
    sim.run_until(1);
    const State& state = state_of(sim);
    const double weight = weight_of_free(state);
    const double floor = -force_on(state, 0).y();
    const double friction = -force_on(state, 1).y() - force_on(state, 2).y();
    check(fmt::format("silo of {}s, floor + wall friction over weight", name), (floor + friction) / weight, 1,
          1e-3);
    check_absolute(fmt::format("silo of {}s, push of the walls against each other over weight", name),
                   (force_on(state, 1).x() + force_on(state, 2).x() + force_on(state, 0).x()) / weight, 0,
                   1e-3);
    EXPECT_LT(floor, 0.9 * weight) << "the walls carry nothing";
    EXPECT_GT(floor, 0.1 * weight);
  }
}

// Four smooth walls, three of them servos, press a sample without weight: at rest each feels stress times
// area.
TEST(PlaneStatics, ServoWallsHoldTheirStress) {
  const double stress = 10e3;
  for (const auto& [name, lines] : shapes) {
    PlaneScene scene("gravity = [0, 0]\nintegrator = \"verlet\"");
    scene.law("overlap").material("density = 2600\nyoung = 2e6\nrestitution = 0.4\nfriction = 0");
    scene.add("[[material]]",
              "name = \"grain\"\ndensity = 2600\nyoung = 2e6\nrestitution = 0.4\nfriction = 0.3");
    scene.shape("grain", lines);
    const auto servo = [&](const Vec2& axis, const char* between) {
      return fmt::format("motion = {{ kind = \"servo\", axis = {}, stress = {}, between = {}, speed = 0.2 }}",
                         text(axis), stress, between);
    };
    for (const auto& [wall, normal, place, motion] :
         {std::tuple{"bottom", Vec2(0, 1), Vec2(0, 0), std::string()},
          {"top", Vec2(0, -1), Vec2(0, 0.13), servo({0, -1}, "[\"left\", \"right\"]")},
          {"left", Vec2(1, 0), Vec2(-0.05, 0), servo({1, 0}, "[\"bottom\", \"top\"]")},
          {"right", Vec2(-1, 0), Vec2(0.05, 0), servo({-1, 0}, "[\"bottom\", \"top\"]")}})
      scene.shape(wall, "kind = \"half-plane\"\nnormal = " + text(normal)).body(wall, wall, place, motion);
    scene.add(
        "[[fill]]",
        "region = { lower = [-0.05, 0], upper = [0.05, 0.13] }\nshape = \"grain\"\nmaterial = \"grain\"\n"
        "count = 60");
    Simulation sim = scene.start();
    sim.run_until(0.6);
    const Bodies& b = state_of(sim).bodies;
    const double width = b.position[3].x() - b.position[2].x(),
                 height = b.position[1].y() - b.position[0].y();
    Worst held(fmt::format("servo walls about {}s, force over stress x area", name));
    held.add("top", b.force[1].y() / (stress * width), 1);
    held.add("bottom", -b.force[0].y() / (stress * width), 1);
    held.add("left", -b.force[2].x() / (stress * height), 1);
    held.add("right", b.force[3].x() / (stress * height), 1);
    held.check(0.01);
  }
}

}  // namespace
}  // namespace scree::physics
