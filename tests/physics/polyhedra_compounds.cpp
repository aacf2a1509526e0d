// Bodies of several convex parts, and floors of several boxes: seams between faces that meet must not be
// felt.
#include "polyhedra.h"

namespace scree::physics {
namespace {

constexpr double half = 0.01;
const std::string free_body = "motion = \"free\"";

// A cube of this many parts along each edge.
SceneText& add_cube(SceneText& scene, int along) {
  if (along == 1) return scene.box("cube", Vec3::Constant(half));
  const double part = half / along;
  scene.box("part", Vec3::Constant(part));
  std::string parts;
  for (int i = 0; i < along; ++i)
    for (int j = 0; j < along; ++j)
      for (int k = 0; k < along; ++k)
        parts += fmt::format("{{ shape = \"part\", position = {} }}, ",
                             text(part * Vec3(2 * i + 1 - along, 2 * j + 1 - along, 2 * k + 1 - along)));
  return scene.add("[[shape]]", "name = \"cube\"\nkind = \"compound\"\nparts = [" + parts + "]");
}

Simulation dropped(int along, const std::string& law, const Quat& turn, double height, double dt) {
  SceneText scene(fmt::format("gravity = [0, 0, -9.81]\nintegrator = \"verlet\"\ndt = {}", dt));
  scene.law("normal = \"" + law + "\"")
      .material("m", "density = 2500\nyoung = 1e7\nrestitution = 0.4\nfriction = 0.5");
  add_cube(scene, along)
      .plane("plane")
      .body("cube", "cube", "m", {0, 0, height}, free_body + "\n" + turned(turn))
      .body("plane", "plane", "m", {0, 0, 0});
  return scene.start();
}

TEST(PolyhedraCompounds, ACubeOfCubesHasTheMassOfTheCube) {
  Simulation whole = dropped(1, "overlap", Quat::Identity(), 1, 1e-5);
  Simulation parts = dropped(2, "overlap", Quat::Identity(), 1, 1e-5);
  const Bodies& a = state_of(whole).bodies;
  const Bodies& b = state_of(parts).bodies;
  check("cube of 8 cubes, mass over that of the cube", b.mass[0] / a.mass[0], 1, 1e-14);
  check("cube of 8 cubes, moment of inertia over that of the cube", b.inertia[0].x() / a.inertia[0].x(), 1,
        1e-14);
  EXPECT_LE((b.inertia[0] - a.inertia[0]).norm(), 1e-14 * a.inertia[0].norm());
  EXPECT_NEAR(b.radius[0] / a.radius[0], 1, 1e-14);
}

// Flat on a plane: the same path.
TEST(PolyhedraCompounds, ACubeOfCubesFallsLikeTheCube) {
  for (const std::string law : overlap_laws) {
    Simulation whole = dropped(1, law, Quat::Identity(), 1.2 * half, 2e-5);
    Simulation parts = dropped(2, law, Quat::Identity(), 1.2 * half, 2e-5);
    double apart = 0;
    while (whole.time() < 0.2) {
      whole.advance();
      parts.advance();
      apart =
          std::max(apart, (state_of(whole).bodies.position[0] - state_of(parts).bodies.position[0]).norm());
    }
    check_absolute(
        fmt::format("cube of 8 cubes falling flat, {}, largest distance from the cube / size", law),
        apart / half, 0, 1e-4);  // roundings decide in which step they land
    const double height = state_of(parts).bodies.position[0].z();
    check_absolute(fmt::format("cube of 8 cubes at rest, {}, height less that of the cube / size", law),
                   (height - state_of(whole).bodies.position[0].z()) / half, 0, 1e-6);
    EXPECT_LT(state_of(parts).bodies.velocity[0].norm(), 1e-6);
    EXPECT_LT(height, half) << "it rests on the plane";
  }
}

// On an edge it falls over onto a face, and comes to rest there as the cube does.
TEST(PolyhedraCompounds, ACubeOfCubesComesToRestLikeTheCube) {
  for (const std::string law : overlap_laws) {
    double height[2];
    for (const int along : {1, 2}) {
      Simulation sim =
          dropped(along, law, Quat(Eigen::AngleAxisd(0.5, Vec3(1, 0.2, 0.1).normalized())), 1.5 * half, 2e-5);
      sim.run_until(0.8);
      height[along - 1] = state_of(sim).bodies.position[0].z();
      EXPECT_LT(state_of(sim).bodies.velocity[0].norm(), 1e-4) << law << ", " << along;
    }
    check_absolute(
        fmt::format("cube of 8 cubes fallen over, {}, height at rest less that of the cube / size", law),
        (height[1] - height[0]) / half, 0, 1e-5);
  }
}

enum class Floor { one_box, two_boxes, two_parts };

// A block slides along x over a floor of one box, or of two with their seam at x = 0.
Simulation sliding(const std::string& law, Floor floor) {
  SceneText scene("gravity = [0, 0, -9.81]\nintegrator = \"verlet\"\ndt = 2e-5");
  scene.law("normal = \"" + law + "\"")
      .material("m", "density = 2500\nyoung = 1e7\nrestitution = 0.4\nfriction = 0.1")
      .box("block", {half, half, half})
      .box("floor", {floor == Floor::one_box ? 0.1 : 0.05, 0.05, 0.02})
      .body("block", "block", "m", {-0.04, 0, half - 1e-6}, moving({1, 0, 0}) + "\n" + free_body);
  if (floor == Floor::one_box) scene.body("floor", "floor", "m", {0, 0, -0.02});
  if (floor == Floor::two_boxes)
    scene.body("left", "floor", "m", {-0.05, 0, -0.02}).body("right", "floor", "m", {0.05, 0, -0.02});
  if (floor == Floor::two_parts)
    scene
        .add("[[shape]]",
             "name = \"floors\"\nkind = \"compound\"\nparts = [{ shape = \"floor\", position = [-0.05, 0, 0] "
             "}, { shape = \"floor\", position = [0.05, 0, 0] }]")
        .body("floors", "floors", "m", {0, 0, -0.02}, "motion = \"fixed\"");
  return scene.start();
}

// Largest difference from the slide over one box.
struct Bump {
  double height = 0, speed = 0, tilt = 0;
};

Bump bump_of(const std::string& law, Floor floor) {
  Simulation plain = sliding(law, Floor::one_box), other = sliding(law, floor);
  const Bodies &a = state_of(plain).bodies, &b = state_of(other).bodies;
  Bump most;
  while (a.position[0].x() < 0.03) {
    plain.advance();
    other.advance();
    most.height = std::max(most.height, std::abs(a.position[0].z() - b.position[0].z()));
    most.speed = std::max(most.speed, (a.velocity[0] - b.velocity[0]).norm());
    most.tilt =
        std::max(most.tilt, (a.orientation[0] * Vec3::UnitZ() - b.orientation[0] * Vec3::UnitZ()).norm());
  }
  return most;
}

// Faces that two parts share are inside the body, and so are those of walls that move as one: nothing of them
// is felt.
TEST(PolyhedraCompounds, NoBumpAtASeam) {
  for (const std::string law : overlap_laws)
    for (const Floor floor : {Floor::two_parts, Floor::two_boxes}) {
      const Bump bump = bump_of(law, floor);
      const std::string what = fmt::format("block over the seam of two {}, {}",
                                           floor == Floor::two_parts ? "parts" : "boxes", law);
      check_absolute(what + ", change of height / size", bump.height / half, 0, 1e-6);
      check_absolute(what + ", change of velocity over velocity", bump.speed, 0, 1e-5);
      check_absolute(what + ", tilt [rad]", bump.tilt, 0, 1e-6);
    }
}

// A block that falls flat on four tiles bounces as on one: the dashpot is not a sum over them.
TEST(PolyhedraCompounds, ABlockBouncesOnTilesAsOnOne) {
  for (const std::string law : overlap_laws) {
    const auto highest = [&](int along) {
      const double tile = 0.05 / along;
      SceneText scene("gravity = [0, 0, -9.81]\nintegrator = \"verlet\"\ndt = 1e-5");
      scene.law("normal = \"" + law + "\"")
          .material("m", "density = 2500\nyoung = 1e7\nrestitution = 0.5\nfriction = 0.3")
          .box("block", {half, half, half})
          .box("tile", {tile, tile, 0.02})
          .body("block", "block", "m", {0.003, -0.002, 2 * half}, free_body);
      for (int i = 0; i < along; ++i)
        for (int j = 0; j < along; ++j)
          scene.body(fmt::format("tile-{}-{}", i, j), "tile", "m",
                     {tile * (2 * i + 1 - along), tile * (2 * j + 1 - along), -0.02});
      Simulation sim = scene.start();
      sim.run_until(0.06);  // it has landed
      double top = 0;
      while (sim.time() < 0.12) {
        sim.advance();
        top = std::max(top, state_of(sim).bodies.position[0].z());
      }
      return top - half;
    };
    const double expected = highest(1);
    check(fmt::format("block on 4 tiles, {}, height of a bounce [m]", law), highest(2), expected, 1e-5);
    check(fmt::format("block on 100 tiles, {}, height of a bounce [m]", law), highest(10), expected, 1e-5);
  }
}

// With a potential, a tumbling body keeps its energy however it is cut.
TEST(PolyhedraCompounds, ACubeOfCubesBouncesWithoutLoss) {
  for (const int along : {1, 2}) {
    double worst = 0;
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      Rng rng(seed, 2);
      SceneText scene("gravity = [0, 0, -100]\nintegrator = \"verlet\"\ndt = 1e-5");
      scene.law("normal = \"overlap-energy\"")
          .material("m", "density = 2500\nyoung = 1e8\ndamping = 0\nfriction = 0");
      const Quat turn = random_turn(rng);
      add_cube(scene, along)
          .plane("plane")
          .body("cube", "cube", "m", {0, 0, 3 * half},
                moving(Vec3::Zero(), 60 * random_vector(rng)) + "\n" + free_body + "\n" + turned(turn))
          .body("plane", "plane", "m", {0, 0, 0});
      Simulation sim = scene.start();
      const double before = mechanical_energy(sim);
      while (sim.time() < 0.15) {
        sim.advance();
        worst = std::max(worst, std::abs(mechanical_energy(sim) / before - 1));
      }
    }
    check_absolute(
        fmt::format("tumbling cube of {} parts, overlap-energy, energy error", along * along * along), worst,
        0, 1e-4);
  }
}

// The force on a ball beside two boxes, of which the second is shifted by this: as parts or as bodies.
Vec3 force_of(const std::string& law, bool as_parts, const Vec3& ball, const Vec3& shift) {
  SceneText scene("gravity = [0, 0, 0]");
  scene.law("normal = \"" + law + "\"")
      .material("m", "young = 1e7\nrestitution = 0.5\nfriction = 0.3")
      .sphere("ball", half)
      .box("box", {0.05, 0.05, 0.02})
      .body("ball", "ball", "m", ball);
  const Vec3 first(-0.05, 0, -0.02), second = first + shift;
  if (as_parts)
    scene
        .add("[[shape]]",
             fmt::format("name = \"both\"\nkind = \"compound\"\norigin = \"given\"\nparts = [{{ "
                         "shape = \"box\", position = {} }}, {{ shape = \"box\", position = {} }}]",
                         text(first), text(second)))
        .body("both", "both", "m", {0, 0, 0}, "motion = \"fixed\"");
  else
    scene.body("first", "box", "m", first).body("second", "box", "m", second);
  Simulation sim = scene.start();
  return state_of(sim).bodies.force[0];
}

// A sphere above the seam touches one surface, not two.
TEST(PolyhedraCompounds, ASphereFeelsNoSeam) {
  for (const std::string law : overlap_laws)
    for (const bool as_parts : {true, false}) {
      const auto force_at = [&](double x) {
        return force_of(law, as_parts, {x, 0.003, half - 1e-4}, {0.1, 0, 0});
      };
      const double plain = force_at(0.02).z();
      Worst worst(fmt::format("sphere above the seam of two {}, {}, force over that on a face",
                              as_parts ? "parts" : "boxes", law));
      for (const double x : {0.0, 1e-17, 1e-12, 1e-6, 1e-4, 5e-4, 1e-3})
        for (const double side : {-1.0, 1.0})
          worst.add(fmt::format("{} m from it", side * x), force_at(side * x).z(), plain);
      worst.check(1e-6);
    }
}

// The second box stands on the first, half a box along: in the corner between them a ball touches both.
TEST(PolyhedraCompounds, ASphereInACornerOfTwoPartsTouchesBoth) {
  for (const std::string law : overlap_laws)
    for (const bool as_parts : {true, false}) {
      const Vec3 force = force_of(law, as_parts, {-0.05 - half + 1e-4, 0.003, half - 1e-4}, {0.05, 0, 0.04});
      EXPECT_GT(force.z(), 0);
      EXPECT_NEAR(force.x() / force.z(), -1, 1e-6) << law << ", as parts: " << as_parts;
    }
}

// A ball in a groove between two prisms that share a face touches both, and keeps its energy: laws of depth
// have a potential for each contact, not for shares of one.
TEST(PolyhedraCompounds, ABallInAGrooveKeepsItsEnergy) {
  for (const char* law : {"spring", "hertz"}) {
    SceneText scene("gravity = [0, 0, -9.81]\nintegrator = \"verlet\"\ndt = 2e-6");
    scene.law(std::string("normal = \"") + law + "\"")
        .material("m", "density = 2500\nyoung = 1e7\nstiffness = 1e4\nrestitution = 1\nfriction = 0")
        .sphere("ball", 0.005);
    // Below a valley of 25 degrees on both sides of x = 0.
    for (const int side : {-1, 1})
      scene
          .add("[[shape]]",
               fmt::format(
                   "name = \"prism{0}\"\nkind = \"polyhedron\"\norigin = \"given\"\nvertices = [[0, -0.1, "
                   "0], [0, 0.1, 0], [0, -0.1, -0.02], [0, 0.1, -0.02], [{1}, -0.1, 0.0466], [{1}, 0.1, "
                   "0.0466], "
                   "[{1}, -0.1, -0.02], [{1}, 0.1, -0.02]]",
                   side, 0.1 * side))
          .body(fmt::format("prism{}", side), fmt::format("prism{}", side), "m", {0, 0, 0});
    scene.body("ball", "ball", "m", {0.0003, 0, 0.0052}, moving({0.02, 0.05, -0.1}));
    Simulation sim = scene.start();
    const auto energy = [&] {
      const Summary s = sim.summary();
      return s.kinetic_energy + s.potential_energy + s.elastic_energy_stored;
    };
    const double before = energy(), moving_energy = sim.summary().kinetic_energy;
    double off = 0;
    while (sim.time() < 0.2) {
      sim.advance(200);
      off = std::max(off, std::abs(energy() - before));
    }
    check_absolute(fmt::format("ball in a groove, {}, change of energy over that of its motion", law),
                   off / moving_energy, 0, 3e-3);
  }
}

}  // namespace
}  // namespace scree::physics
