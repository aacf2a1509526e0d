// The depth of contacts: how far one of two boxes would have to move so that they no longer overlap.
// Separating axes give it exactly: the normals of faces and, in space, the directions across two edges.
#include <limits>
#include <vector>

#include "base/rng.h"
#include "scene_text.h"

namespace scree::physics {
namespace {

struct Block {
  Vec3 half, centre;
  Mat3 turn;  // columns: its axes
  double reach(const Vec3& n) const { return half.dot(Vec3((turn.transpose() * n).cwiseAbs())); }
};

double depth_along(const Block& a, const Block& b, const Vec3& n) {
  return a.reach(n) + b.reach(n) - std::abs(n.dot(b.centre - a.centre));
}

struct Depths {
  double of_faces, least;
};

Depths depths_of(const Block& a, const Block& b, int axes) {
  double faces = std::numeric_limits<double>::infinity();
  for (int k = 0; k < axes; ++k)
    for (const Block* block : {&a, &b}) faces = std::min(faces, depth_along(a, b, block->turn.col(k)));
  double least = faces;
  for (int i = 0; axes == 3 && i < 3; ++i)
    for (int k = 0; k < 3; ++k) {
      const Vec3 across = a.turn.col(i).cross(b.turn.col(k));
      if (across.norm() > 1e-6) least = std::min(least, depth_along(a, b, across.normalized()));
    }
  return {faces, least};
}

std::string orientation(const Quat& q) {
  return fmt::format("orientation = {{ quaternion = [{:.17g}, {:.17g}, {:.17g}, {:.17g}] }}\n", q.w(), q.x(),
                     q.y(), q.z());
}

TEST(TrueDepth, OfBoxesLiesBetweenThatOfAllAxesAndThatOfFaces) {
  Rng rng(4);
  int swallowed = 0, compared = 0;
  for (int n = 0; n < 400; ++n) {
    const Vec3 small(rng.uniform(0.1, 1), rng.uniform(0.1, 1), rng.uniform(0.1, 1));
    const Block a{Vec3(small * rng.uniform(1, 4)), Vec3::Zero(), Mat3::Identity()};
    const Quat q = rng.rotation();
    const Block b{small, rng.uniform(0, 2) * rng.unit_vector(), q.toRotationMatrix()};
    const Depths expected = depths_of(a, b, 3);
    if (!(expected.least > 1e-3)) continue;
    SceneText scene("gravity = [0, 0, 0]\nintegrator = \"verlet\"");
    scene.law("normal = \"overlap\"").material("m", "young = 1e6").box("a", a.half).box("b", b.half);
    scene.body("a", "a", "m", a.centre, "motion = \"free\"")
        .body("b", "b", "m", b.centre, "motion = \"free\"\n" + orientation(q));
    Simulation sim = scene.start();
    ASSERT_EQ(sim.contacts().size(), 1u) << n;
    const double depth = sim.contacts()[0].depth;
    EXPECT_GE(depth, expected.least * (1 - 1e-12)) << n;
    EXPECT_LE(depth, expected.of_faces * (1 + 1e-12)) << n;
    ++compared;
    swallowed += depth > 2 * sim.contacts()[0].overlap;
  }
  EXPECT_GT(compared, 200);
  EXPECT_GT(swallowed, 50) << "the mean depth would have done";
}

TEST(TrueDepth, OfBoxesInThePlaneIsThatOfEdges) {
  Rng rng(5);
  int compared = 0;
  for (int n = 0; n < 300; ++n) {
    const Vec3 small(rng.uniform(0.1, 1), rng.uniform(0.1, 1), 0);
    const double angle = rng.uniform(0, 6);
    const Block a{Vec3(small * rng.uniform(1, 4)), Vec3::Zero(), Mat3::Identity()};
    Mat3 turn = Mat3::Identity();
    turn.topLeftCorner<2, 2>() << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
    const double towards = rng.uniform(0, 6);
    const Block b{small, rng.uniform(0, 2) * Vec3(std::cos(towards), std::sin(towards), 0), turn};
    const Depths expected = depths_of(a, b, 2);
    if (!(expected.least > 1e-3)) continue;
    SceneText scene("dimension = 2\ngravity = [0, 0]\nintegrator = \"verlet\"");
    scene.law("normal = \"overlap\"").material("m", "young = 1e6");
    for (const auto& [name, block] : {std::pair{"a", a}, std::pair{"b", b}}) {
      scene.add("[[shape]]", fmt::format("name = \"{}\"\nkind = \"box\"\nhalf_extents = [{:.17g}, {:.17g}]",
                                         name, block.half.x(), block.half.y()));
      scene.add(
          "[[body]]",
          fmt::format("name = \"{0}\"\nshape = \"{0}\"\nmaterial = \"m\"\nmotion = \"free\"\nposition = "
                      "[{1:.17g}, {2:.17g}]\norientation = {{ angle = {3:.17g} }}",
                      name, block.centre.x(), block.centre.y(), block.turn(0, 0) == 1 ? 0.0 : angle));
    }
    Simulation sim = scene.start();
    ASSERT_EQ(sim.contacts().size(), 1u) << n;
    EXPECT_NEAR(sim.contacts()[0].depth / expected.least, 1, 1e-9) << n;
    ++compared;
  }
  EXPECT_GT(compared, 150);
}

// Below a floor a grain is as deep as its lowest corner.
TEST(TrueDepth, BelowAHalfSpaceIsThatOfTheLowestCorner) {
  for (const double height : {0.5, 0.0, -0.6, -7.0}) {
    SceneText scene("gravity = [0, 0, 0]\nintegrator = \"verlet\"");
    scene.law("normal = \"overlap\"").material("m", "young = 1e6").box("b", {0.3, 0.4, 0.6}).plane("g");
    scene.body("floor", "g", "m", Vec3::Zero()).body("b", "b", "m", {0, 0, height}, "motion = \"free\"");
    Simulation sim = scene.start();
    EXPECT_NEAR(sim.contacts()[0].depth, 0.6 - height, 1e-12);
    EXPECT_LT(sim.contacts()[0].overlap, 1.2 + 1e-12);
  }
}

}  // namespace
}  // namespace scree::physics
