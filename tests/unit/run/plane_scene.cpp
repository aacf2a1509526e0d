// Scenes in the plane: what they say, and what comes of it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numeric>

#include "base/math.h"
#include "build/build.h"
#include "narrowphase/placements.h"
#include "run/laboratory.h"
#include "scene/read_scene.h"

namespace scree {
namespace {

const std::string head = R"(
[simulation]
dimension = 2
thickness = "20 cm"
[[material]]
name = "rock"
density = 2000
[[shape]]
name = "stone"
kind = "polygon"
vertices = [[0, 0], ["3 cm", 0], ["3 cm", "2 cm"], [0, "2 cm"]]
[[shape]]
name = "coin"
kind = "disc"
radius = "1 cm"
[[shape]]
name = "ground"
kind = "half-plane"
)";

std::string body(const std::string& shape, const std::string& more = "") {
  return "[[body]]\nshape = \"" + shape + "\"\nmaterial = \"rock\"\n" + more + "\n";
}

std::string shape(const std::string& name, const std::string& keys) {
  return "[[shape]]\nname = \"" + name + "\"\n" + keys + "\n";
}

State built(const std::string& text) { return build_scene(read_scene(head + text, "s.toml")).state; }

std::string complaints(const std::string& text) {
  try {
    build_scene(read_scene(text, "s.toml"));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(PlaneScene, VectorsHaveTwoNumbersAndTurnsAreAboutZ) {
  const State s = built(body("ground") + body("stone", R"(position = ["1 cm", 2]
velocity = [3, 4]
spin = "60 rpm"
orientation = "30 deg")"));
  EXPECT_EQ(s.dimension, 2);
  EXPECT_EQ(s.gravity, Vec3(0, -9.81, 0));
  EXPECT_EQ(s.shapes[2].normal, Vec3(0, 1, 0));
  EXPECT_EQ(s.bodies.position[1], Vec3(0.01, 2, 0));
  EXPECT_EQ(s.bodies.velocity[1], Vec3(3, 4, 0));
  EXPECT_NEAR(s.bodies.spin[1].z(), 2 * math::pi, 1e-12);
  EXPECT_EQ(s.bodies.spin[1].head<2>(), Vec2::Zero());
  const Quat q = s.bodies.orientation[1] * s.shapes[0].given_axes.conjugate();
  EXPECT_NEAR(q.z(), std::sin(math::pi / 12), 1e-15);
  EXPECT_EQ(q.x(), 0);
}

// The default direction along z once stayed in those of two numbers, and the walls left the plane.
TEST(PlaneScene, WallsThatOscillateOrPushStayInThePlane) {
  for (const char* motion : {"kind = \"oscillate\", axis = [1, 0], amplitude = 1, frequency = 1",
                             "kind = \"servo\", axis = [0, -2], force = 1, speed = 1, mass = 1"}) {
    const State s = built(body("stone", fmt::format("motion = {{ {} }}", motion)));
    EXPECT_EQ(s.drives[0].axis.z(), 0) << motion;
    EXPECT_NEAR(s.drives[0].axis.norm(), 1, 1e-15);
  }
  const State turning = built(body("stone", "motion = { kind = \"rotate\", rate = 1 }"));
  EXPECT_EQ(turning.drives[0].axis, Vec3(0, 0, 1));
}

TEST(PlaneScene, TheThicknessGivesMasses) {
  const State s = built(body("stone") + body("coin", "scale = 2"));
  EXPECT_NEAR(s.bodies.mass[0], 2000 * 0.03 * 0.02 * 0.2, 1e-12);
  EXPECT_NEAR(s.bodies.inertia[0].z(), s.bodies.mass[0] * (0.03 * 0.03 + 0.02 * 0.02) / 12, 1e-12);
  EXPECT_NEAR(s.bodies.mass[1], 2000 * math::pi * 0.02 * 0.02 * 0.2, 1e-12);
  EXPECT_NEAR(s.bodies.inertia[1].z(), 0.5 * s.bodies.mass[1] * 0.02 * 0.02, 1e-15);
}

// A time step that is right for one thickness is right for another: nothing but units changes.
TEST(PlaneScene, TheThicknessChangesNoMotion) {
  for (const char* law : {"overlap", "overlap-energy"}) {
    const std::string text = head + body("stone") + fmt::format("[law]\nnormal = \"{}\"\n", law);
    const double thin = build_scene(read_scene(text, "s.toml", {"simulation.thickness=1e-3"})).dt.dt;
    const double thick = build_scene(read_scene(text, "s.toml", {"simulation.thickness=1e3"})).dt.dt;
    EXPECT_EQ(thin, thick) << law;
  }
}

TEST(PlaneScene, FillsStayInThePlaneAndDoNotOverlap) {
  for (const char* arrangement : {"random", "cubic", "hexagonal"}) {
    const State s = built(
        fmt::format("[[fill]]\nshape = \"coin\"\nmaterial = \"rock\"\ncount = 150\narrangement = \"{}\"\n"
                    "region = {{ lower = [0, 0], upper = [\"30 cm\", \"30 cm\"] }}\n",
                    arrangement));
    ASSERT_EQ(s.bodies.size(), 150u);
    for (BodyIndex i = 0; i < s.bodies.size(); ++i) {
      EXPECT_EQ(s.bodies.position[i].z(), 0);
      EXPECT_EQ(s.bodies.orientation[i].x(), 0);
      EXPECT_EQ(s.bodies.orientation[i].y(), 0);
      for (BodyIndex j = 0; j < i; ++j)
        EXPECT_GE((s.bodies.position[i] - s.bodies.position[j]).norm(), 0.02 * (1 - 1e-9));
    }
  }
}

TEST(PlaneScene, SolidFractionsAreOfAreas) {
  const State s = built(
      "[[fill]]\nshape = \"coin\"\nmaterial = \"rock\"\nsolid_fraction = 0.6\n"
      "region = { kind = \"disc\", centre = [1, 2], radius = \"20 cm\" }\n");
  double area = 0;
  for (BodyIndex i = 0; i < s.bodies.size(); ++i) {
    area += math::pi * 0.01 * 0.01;
    EXPECT_LE((s.bodies.position[i] - Vec3(1, 2, 0)).norm(), 0.19 + 1e-9);
  }
  EXPECT_NEAR(area / (math::pi * 0.2 * 0.2), 0.6, 0.5 * 0.01 * 0.01 / 0.04 + 1e-9);
}

TEST(PlaneScene, LatticesOfTrianglesAreDense) {
  const State s = built(
      "[[fill]]\nshape = \"coin\"\nmaterial = \"rock\"\ncount = 33\narrangement = \"hexagonal\"\n"
      "region = { lower = [0, 0], upper = [\"20 cm\", \"8 cm\"] }\n");
  EXPECT_EQ(s.bodies.size(), 33u);  // rows of 10, 9, 10 and more, 1.73 cm apart
  EXPECT_NEAR(s.bodies.position[10].y() - s.bodies.position[0].y(), 0.02 * std::sqrt(0.75), 1e-12);
}

Placements placements_of(const State& s) {
  std::vector<BodyIndex> order(s.bodies.size());
  std::iota(order.begin(), order.end(), 0);
  Workers alone(1);
  Placements placements;
  placements.update(s, {order, 0}, 0, alone);
  return placements;
}

TEST(PlaneScene, ARingIsAClosedWallInPieces) {
  const State s = built(shape("drum", "kind = \"ring\"\nradius = 1\nsides = 12\nwidth = 0.1") +
                        body("drum", "position = [5, 0]"));
  ASSERT_EQ(s.bodies.size(), 12u);
  const Placements placements = placements_of(s);
  for (BodyIndex i = 0; i < 12; ++i) {
    EXPECT_FALSE(s.bodies.free(i));
    EXPECT_EQ(s.bodies.group[i], s.bodies.group[0]);
    EXPECT_EQ(placements.figure(i, 0).covered.size(), 2u);
    EXPECT_EQ(placements.surface(i), 0u);
    EXPECT_NEAR((s.bodies.position[i] - Vec3(5, 0, 0)).norm(), 1.05, 2e-3);
  }
}

// Each piece finds the centre of the ring on its own, with its own roundings.
TEST(PlaneScene, ARingThatAnEventTurnsStaysOneSurface) {
  Laboratory laboratory(
      read_scene(
          head + "[output]\nevery = 0\n" +
              shape("drum", "kind = \"ring\"\nradius = 0.37\nsides = 24\nwidth = 0.1") +
              "[[body]]\nname = \"drum\"\nshape = \"drum\"\nmaterial = \"rock\"\nposition = [0.3, 0.2]\n"
              "motion = { kind = \"rotate\", rate = \"3 rad/s\" }\n"
              "[[event]]\nat = 0.0101\naction = \"motion\"\ntarget = \"drum\"\n"
              "motion = { kind = \"rotate\", rate = \"-1 rad/s\" }\n" +
              body("coin", "motion = \"free\""),
          "s.toml"),
      1);
  laboratory.begin();
  while (laboratory.state().clock.time() < 0.02) laboratory.advance();
  const Placements placements = placements_of(laboratory.state());
  for (BodyIndex i = 0; i < 24; ++i) EXPECT_EQ(placements.surface(i), 0u);
}

// A line from end to end of a periodic axis meets itself there.
TEST(PlaneScene, ALineRoundAPeriodicCellIsOneSurface) {
  const State s =
      built("[cell]\nperiodic = [true, false]\norigin = [0, 0]\nsize = [3, 3]\n" +
            shape("floor",
                  "kind = \"polyline\"\npoints = [[0, 0], [1, 0], [1.5, 0.2], [3, 0]]\nwidth = 0.5\n"
                  "side = \"left\"") +
            body("floor", "position = [0, 1]"));
  ASSERT_EQ(s.bodies.size(), 6u) << "no piece is longer than a quarter of the cell";
  const Placements placements = placements_of(s);
  for (BodyIndex i = 0; i < 6; ++i) {
    EXPECT_EQ(placements.figure(i, 0).covered.size(), 2u);
    EXPECT_EQ(placements.surface(i), 0u);
  }
}

// Boxes side by side are one surface as long as they move as one. Those that only touch at a corner are not.
TEST(PlaneScene, WallsSideBySideAreOneSurface) {
  const auto walls = [&](const std::string& motion) {
    return built(shape("tile", "kind = \"box\"\nhalf_extents = [0.5, 0.5]") + body("tile") +
                 body("tile", "position = [1, 0.25]\n" + motion) + body("tile", "position = [2, 1.25]"));
  };
  const State s = walls("");
  const Placements at_rest = placements_of(s);
  ASSERT_EQ(at_rest.figure(0, 0).covered.size(), 1u);
  const CoveredEdge& covered = at_rest.figure(0, 0).covered[0];
  EXPECT_NEAR(covered.from, 0.25, 1e-12);
  EXPECT_NEAR(covered.to, 1, 1e-12);
  EXPECT_FALSE(covered.cover_first);
  EXPECT_TRUE(at_rest.figure(1, 0).covered[0].cover_first);
  EXPECT_EQ(at_rest.surface(1), at_rest.surface(0));
  EXPECT_EQ(at_rest.surface(2), no_body);
  EXPECT_TRUE(s.shapes[0].figures[0]->covered.empty());
  const State driven = walls("motion = { kind = \"velocity\", velocity = [0, 1] }");
  const Placements moving = placements_of(driven);
  EXPECT_TRUE(moving.figure(0, 0).covered.empty());
  EXPECT_FALSE(moving.has_surfaces());
}

TEST(PlaneScene, OneSidedLinesLieOnTheSideTheySay) {
  for (const auto& [side, low, high] :
       {std::tuple{"left", -0.2, 0.0}, {"right", 0.0, 0.2}, {"both", -0.1, 0.1}}) {
    const State s = built(shape("wall", fmt::format("kind = \"polyline\"\npoints = [[0, 0], [1, 0], [2, 0]]\n"
                                                    "width = 0.2\nside = \"{}\"",
                                                    side)) +
                          body("wall"));
    ASSERT_EQ(s.bodies.size(), 2u);
    for (BodyIndex i = 0; i < 2; ++i) {
      const Box box = bounds(s.shapes[s.bodies.shape[i]], 1, s.bodies.position[i], s.bodies.orientation[i]);
      EXPECT_NEAR(box.lower.y(), low, 1e-12) << side;
      EXPECT_NEAR(box.upper.y(), high, 1e-12) << side;
    }
  }
}

TEST(PlaneScene, CompoundsOfPolygonsHaveTheMassOfAllParts) {
  const State s = built(
      shape("bar", "kind = \"box\"\nhalf_extents = [\"3 cm\", \"1 cm\"]") +
      shape(
          "tee",
          "kind = \"compound\"\nparts = [{ shape = \"bar\" }, { shape = \"bar\", position = [0, \"-4 cm\"], "
          "orientation = \"90 deg\" }]") +
      body("tee"));
  EXPECT_NEAR(s.bodies.mass[0], 2000 * 2 * 0.06 * 0.02 * 0.2, 1e-12);
  const Shape& tee = s.shapes[s.bodies.shape[0]];
  ASSERT_EQ(tee.figures.size(), 2u);
  EXPECT_EQ(tee.figures[0]->covered.size(), 1u);
  EXPECT_NEAR(tee.given_centroid.y(), -0.02, 1e-15);
  const double own = 0.06 * 0.02 * (0.06 * 0.06 + 0.02 * 0.02) / 12;
  EXPECT_NEAR(tee.inertia.z(), 2 * (own + 0.06 * 0.02 * 0.02 * 0.02), 1e-15);
}

TEST(PlaneScene, MistakesAreToldWithWhatWouldBeRight) {
  const std::pair<std::string, const char*> cases[] = {
      {body("stone", "position = [0, 0, 0]"), "a list of 2 numbers (dimension = 2)"},
      {body("stone", "spin = [0, 0, 1]"), "in the plane a number (an angular velocity"},
      {body("stone", "orientation = { axis = [0, 0, 1], angle = 1 }"), "is for scenes of dimension 3"},
      {shape("ball", "kind = \"sphere\"\nradius = 1") + body("ball"), "what comes nearest is \"disc\""},
      {shape("gon", "kind = \"regular\"\nradius = 1") + body("gon"), "has no `sides`"},
      {shape("gon", "kind = \"regular\"\nradius = 1\nsides = 5\nsolid = \"cube\"") + body("gon"),
       "dimension 3"},
      {shape("wall", "kind = \"polyline\"\npoints = [[0, 0], [1, 0], [0, 0.1]]\nwidth = 0.1") + body("wall"),
       "turns back"},
      {shape("wall", "kind = \"polyline\"\npoints = [[0, 0], [1, 0], [1, 0.01], [0, 0.02]]\nwidth = 0.5") +
           body("wall"),
       "too short"},
      {shape("wall", "kind = \"segment\"\npoints = [[0, 0], [1, 0], [2, 0]]\nwidth = 0.5") + body("wall"),
       "has two points"},
      {shape("wall", "kind = \"segment\"\npoints = [[0, 0], [1, 0]]\nwidth = 0.5") +
           body("wall", "motion = \"free\""),
       "is a wall in pieces and cannot be free"},
      {shape("dent", "kind = \"polygon\"\nvertices = [[0, 0], [2, 0], [1, 0.5], [1, 2]]") + body("dent"),
       "dent"},
      {"[[fill]]\nshape = \"ground\"\nmaterial = \"rock\"\ncount = 3\nregion = { lower = [0, 0], upper = [1, "
       "1] }",
       "has no end"},
      {"[[fill]]\nshape = \"coin\"\nmaterial = \"rock\"\ncount = 3\nregion = { kind = \"sphere\", radius = 1 "
       "}",
       "a \"box\" or a \"disc\""},
      {body("stone", "motion = { kind = \"servo\", force = 1, speed = 1 }"), "has no `axis`"},
      {body("stone", "motion = { kind = \"servo\", axis = [0, 1], stress = 1, speed = 1 }"),
       "neither an `area`"},
      {body("stone", "motion = { kind = \"table\", table = [[0, 0, 0, 0, 0]] }"), "[time, dx, dy, angle]"},
      {shape("wall", "kind = \"polyline\"\npoints = [[0, 0], [2, 0], [1, 1], [1, -1]]\nwidth = 0.1") +
           body("wall"),
       "crosses itself"},
      {shape("wall", "kind = \"ring\"\nradius = 1\nsides = 12\nwidth = 0.1") +
           body("wall", "motion = { kind = \"velocity\", spin = 5 }"),
       "use kind = \"rotate\""},
      {"[cell]\nperiodic = [true, false, false]\n" + body("stone"), "two times true or false"},
  };
  for (const auto& [text, wanted] : cases) {
    const std::string said = complaints(head + text);
    EXPECT_NE(said.find(wanted), std::string::npos) << text << "\n" << said;
  }
  const std::string space =
      "[[material]]\nname = \"rock\"\n[[shape]]\nname = \"coin\"\nkind = \"disc\"\nradius = 1\n" +
      body("coin", "position = [0, 0, 0]");
  EXPECT_NE(complaints(space).find("what comes nearest is \"sphere\""), std::string::npos);
  EXPECT_NE(complaints("[simulation]\nthickness = 2\n" + space).find("is for scenes of dimension 2"),
            std::string::npos);
}

}  // namespace
}  // namespace scree
