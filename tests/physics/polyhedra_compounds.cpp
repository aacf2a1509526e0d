// Bodies of several convex parts, and floors of several boxes: seams between faces that meet must not be felt.
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
      apart = std::max(apart, (state_of(whole).bodies.position[0] - state_of(parts).bodies.position[0]).norm());
    }
    check_absolute(fmt::format("cube of 8 cubes falling flat, {}, largest distance from the cube / size", law),
                   apart / half, 0, 1e-6);
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
    check_absolute(fmt::format("cube of 8 cubes fallen over, {}, height at rest less that of the cube / size", law),
                   (height[1] - height[0]) / half, 0, 1e-6);
  }
}

struct Slide {
  double lowest = 0, highest = 0;  // of the height, less that on one large box
  double speed = 0;                // up or down, largest
  double tilt = 0;                 // largest
};

// A block slides along x over a floor of one box, or of two with their seam at x = 0.
Slide slide_over(const std::string& law, bool seam, bool compound) {
  SceneText scene("gravity = [0, 0, -9.81]\nintegrator = \"verlet\"\ndt = 2e-5");
  scene.law("normal = \"" + law + "\"")
      .material("m", "density = 2500\nyoung = 1e7\nrestitution = 0.4\nfriction = 0.1")
      .box("block", {half, half, half})
      .box("floor", {seam ? 0.05 : 0.1, 0.05, 0.02})
      .body("block", "block", "m", {-0.04, 0, half - 1e-6}, moving({1, 0, 0}) + "\n" + free_body);
  if (compound)
    scene
        .add("[[shape]]",
             "name = \"floors\"\nkind = \"compound\"\nparts = [{ shape = \"floor\", position = [-0.05, 0, 0] }, "
             "{ shape = \"floor\", position = [0.05, 0, 0] }]")
        .body("floors", "floors", "m", {0, 0, -0.02}, "motion = \"fixed\"");
  else if (seam)
    scene.body("left", "floor", "m", {-0.05, 0, -0.02}).body("right", "floor", "m", {0.05, 0, -0.02});
  else
    scene.body("floor", "floor", "m", {0, 0, -0.02});
  Simulation sim = scene.start();
  const Bodies& b = state_of(sim).bodies;
  Slide s;
  double rest = 0;
  while (b.position[0].x() < 0.03) {
    sim.advance();
    if (b.position[0].x() < -0.02) {  // settled: well before the seam
      rest = b.position[0].z();
      continue;
    }
    s.lowest = std::min(s.lowest, b.position[0].z() - rest);
    s.highest = std::max(s.highest, b.position[0].z() - rest);
    s.speed = std::max(s.speed, std::abs(b.velocity[0].z()));
    const Vec3 up = b.orientation[0] * Vec3::UnitZ();
    s.tilt = std::max(s.tilt, std::sqrt(up.x() * up.x() + up.y() * up.y()));
  }
  return s;
}

// Faces that two parts share are inside the body: nothing of them is felt.
TEST(PolyhedraCompounds, NoBumpAtTheSeamOfTwoParts) {
  for (const std::string law : overlap_laws) {
    const Slide plain = slide_over(law, false, false);
    const Slide seam = slide_over(law, true, true);
    const std::string what = fmt::format("block over the seam of two parts, {}", law);
    check_absolute(what + ", change of height / size",
                   (seam.highest - seam.lowest - plain.highest + plain.lowest) / half, 0, 1e-6);
    check_absolute(what + ", speed up and down over that along", seam.speed - plain.speed, 0, 1e-5);
    check_absolute(what + ", tilt [rad]", seam.tilt - plain.tilt, 0, 1e-5);
  }
}

// Two bodies do not know of each other: what remains of the seam is of the size of the depth to which the block
// sinks in under its weight.
TEST(PolyhedraCompounds, ASmallBumpAtTheSeamOfTwoBodies) {
  const double radius = half * std::cbrt(6 / M_PI), area = 4 * half * half, weight = 2 * half * area * 2500 * 9.81;
  for (const std::string law : overlap_laws) {
    const double depth = law == "overlap" ? weight * 4 * radius / (1e7 * area)
                                          : weight * std::pow(4 * radius, 3) / (1e7 * area * area);
    const Slide plain = slide_over(law, false, false);
    const Slide seam = slide_over(law, true, false);
    const std::string what = fmt::format("block over the seam of two boxes, {}", law);
    check_absolute(what + ", change of height / depth under its weight",
                   (seam.highest - seam.lowest - plain.highest + plain.lowest) / depth, 0, 1.5);
    check_absolute(what + ", speed up and down over that along", seam.speed - plain.speed, 0, 5e-3);
    check_absolute(what + ", tilt [rad]", seam.tilt - plain.tilt, 0, 5e-3);
  }
}

}  // namespace
}  // namespace scree::physics
