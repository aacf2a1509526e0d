// Blocks between several walls: together they carry the weight.
#include "blocks_scene.h"

namespace scree::physics {
namespace {

// A smooth cube in a groove of two planes at 45 degrees: each carries W/sqrt(2) along its normal.
TEST(Blocks, GrooveSharesTheWeight) {
  for (const char* law : {"overlap", "overlap-energy"}) {
    Simulation sim = SceneText(settings(leaning(0)))
                         .law(law_named(law))
                         .material("stone", material_lines(2500, 1e8, 0))
                         .plane("left", {1, 0, 1})
                         .plane("right", {-1, 0, 1})
                         .box("cube", {0.5, 0.5, 0.5})
                         .body("left", "left", "stone", {0, 0, 0})
                         .body("right", "right", "stone", {0, 0, 0})
                         .body("cube", "cube", "stone", {0, 0, std::sqrt(0.5)},
                               free_body + "orientation = { axis = [0, 1, 0], angle = \"45 deg\" }")
                         .start();
    sim.run_until(2);
    const State& state = state_of(sim);
    const double weight = weight_of_free(state);
    const std::string what = fmt::format("cube in a groove, {}, ", law);
    check_absolute(what + "force on the left off its share / weight",
                   (state.bodies.force[0] - weight * Vec3(-0.5, 0, -0.5)).norm() / weight, 0, 1e-6);
    check_absolute(what + "force on the right off its share / weight",
                   (state.bodies.force[1] - weight * Vec3(0.5, 0, -0.5)).norm() / weight, 0, 1e-6);
  }
}

// A small heap of dodecahedra and boxes between a floor and four walls.
TEST(Blocks, FloorAndWallsCarryTheHeap) {
  SceneText scene(settings(leaning(0)));
  scene.law(law_named("overlap"))
      .material("stone", material_lines(2500, 1e7, 0.5))
      .plane("floor")
      .plane("west", {1, 0, 0})
      .plane("east", {-1, 0, 0})
      .plane("south", {0, 1, 0})
      .plane("north", {0, -1, 0})
      .box("brick", {0.2, 0.15, 0.1})
      .add("[[shape]]", "name = \"die\"\nkind = \"regular\"\nsolid = \"dodecahedron\"\nradius = 0.2")
      .body("floor", "floor", "stone", {0, 0, 0})
      .body("west", "west", "stone", {-0.5, 0, 0})
      .body("east", "east", "stone", {0.5, 0, 0})
      .body("south", "south", "stone", {0, -0.5, 0})
      .body("north", "north", "stone", {0, 0.5, 0})
      .add("[[fill]]",
           "name = \"heap\"\nshapes = [\"die\", \"brick\"]\nmaterial = \"stone\"\ncount = 16\n"
           "region = { lower = [-0.5, -0.5, 0], upper = [0.5, 0.5, 3] }");
  Simulation sim = scene.start();
  const State& state = state_of(sim);
  sim.run_until(5);
  const double weight = weight_of_free(state);
  const Vec3 carried = force_on_walls(state);
  check("heap of 16 blocks, force on floor and walls / weight", -carried.z() / weight, 1, 1e-6);
  check_absolute("heap of 16 blocks, horizontal force / weight",
                 std::hypot(carried.x(), carried.y()) / weight, 0, 1e-6);
  EXPECT_GT(-state.bodies.force[0].z(), 0.5 * weight);
  EXPECT_GT(state.bodies.force[1].norm(), 0.01 * weight) << "nothing leans on the walls";
}

}  // namespace
}  // namespace scree::physics
