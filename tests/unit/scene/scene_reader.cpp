// Reading scenes: numbers arrive in SI, defaults hold, and every mistake is told with its place.
#include <gtest/gtest.h>

#include <cmath>

#include "scene_text.h"

namespace scree {
namespace {

using namespace scene_test;

TEST(SceneReader, ReadsNumbersWithAndWithoutUnits) {
  const SceneSpec s = read_scene(good, "s.toml");
  EXPECT_EQ(s.simulation.name, "drop");
  EXPECT_EQ(s.simulation.until, 2);
  EXPECT_FALSE(s.simulation.dt.has_value());
  ASSERT_EQ(s.shapes.size(), 2u);
  EXPECT_DOUBLE_EQ(s.shapes[0].radius, 0.008);
  ASSERT_EQ(s.bodies.size(), 2u);
  EXPECT_DOUBLE_EQ(s.bodies[1].position[1], 0.008);
  EXPECT_EQ(s.bodies[1].position[2], 1);
  EXPECT_EQ(s.bodies[1].place.line, 23);
  EXPECT_EQ(s.source, "s.toml");
}

TEST(SceneReader, SpheresAreFreeAndWallsFixedUnlessSaid) {
  const SceneSpec s = read_scene(good, "s.toml");
  EXPECT_EQ(s.bodies[0].motion.kind, MotionKind::fixed);
  EXPECT_EQ(s.bodies[1].motion.kind, MotionKind::free);
  const SceneSpec t = read_scene(good + "motion = \"fixed\"\n", "s.toml");
  EXPECT_EQ(t.bodies[1].motion.kind, MotionKind::fixed);
}

TEST(SceneReader, KeepsTheTextOfAnUnchangedScene) {
  const std::string text = "# a remark\n" + good;
  EXPECT_EQ(read_scene(text, "s.toml").text, text);
}

TEST(SceneReader, TakesTheNameFromTheFileAndWritesItDown) {
  const std::string nameless = replaced(good, "name = \"drop\"\n", "");
  const SceneSpec s = read_scene(nameless, "dir/my scene.toml");
  EXPECT_EQ(s.simulation.name, "my_scene");
  EXPECT_EQ(read_scene(s.text, "elsewhere/scene.toml").simulation.name, "my_scene");
}

TEST(SceneReader, ReadsAutomaticAndGivenTimeSteps) {
  EXPECT_FALSE(read_scene(replaced(good, "until = \"2 s\"", "dt = \"auto\""), "s").simulation.dt.has_value());
  EXPECT_DOUBLE_EQ(*read_scene(replaced(good, "until = \"2 s\"", "dt = \"10 us\""), "s").simulation.dt, 1e-5);
}

TEST(SceneReader, TurnsByAxisAndAngleOrQuaternion) {
  const Quat a = read_scene(good + "orientation = { axis = [0, 0, 2], angle = \"90 deg\" }\n", "s")
                     .bodies[1]
                     .orientation;
  EXPECT_NEAR(a.w(), std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(a.z(), std::sqrt(0.5), 1e-15);
  const Quat b =
      read_scene(good + "orientation = { quaternion = [0, 3, 0, 0] }\n", "s").bodies[1].orientation;
  EXPECT_EQ(b.x(), 1);
  EXPECT_EQ(b.w(), 0);
}

TEST(SceneReader, ReadsDrivesMixesAndPairs) {
  const std::string text = good + R"(motion = { kind = "rotate", axis = [0, 1, 0], rate = "30 rpm" }
[[fill]]
region = { lower = [0, 0, 0], upper = [1, 1, "50 cm"] }
shapes = ["ball", { shape = "ball", weight = 3 }]
material = "grain"
solid_fraction = 0.3
[[law.pair]]
materials = ["grain", "grain"]
friction = 0.1
)";
  const SceneSpec s = read_scene(text, "s.toml");
  EXPECT_NEAR(s.bodies[1].motion.rate, M_PI, 1e-15);
  ASSERT_EQ(s.fills.size(), 1u);
  EXPECT_EQ(s.fills[0].region.upper[2], 0.5);
  ASSERT_EQ(s.fills[0].shapes.size(), 2u);
  EXPECT_EQ(s.fills[0].shapes[0].weight, 1);
  EXPECT_EQ(s.fills[0].shapes[1].weight, 3);
  EXPECT_FALSE(s.fills[0].count.has_value());
  ASSERT_EQ(s.law.pair.size(), 1u);
  EXPECT_EQ(*s.law.pair[0].friction, 0.1);
  EXPECT_FALSE(s.law.pair[0].stiffness.has_value());
}

TEST(SceneReader, TellsASyntaxErrorWithItsPlace) {
  const std::string c = complaints("[simulation]\nuntil = = 3\n");
  EXPECT_EQ(c.rfind("s.toml:2:9: ", 0), 0u) << c;
}

TEST(SceneReader, TellsAllMistakesInTheOrderOfTheFile) {
  std::string text = replaced(good, "until", "untill");
  text = replaced(text, "\"2600 kg/m^3\"", "-1");
  text = replaced(text, "\"8 mm\"", "\"8 kg\"");
  text = replaced(text, "shape = \"ball\"", "shape = \"bal\"");
  const std::string c = complaints(text);
  const std::size_t a = c.find("s.toml:3:1: unknown key `untill` in [simulation]; did you mean `until`?");
  const std::size_t b =
      c.find("s.toml:7:11: material[0].density = -1 kg/m^3 is out of range: it must be > 0");
  const std::size_t d = c.find("s.toml:12:10: shape[0].radius: ");
  const std::size_t e =
      c.find("s.toml:25:9: body[1].shape: there is no shape called \"bal\"; did you mean `ball`?");
  ASSERT_NE(a, std::string::npos) << c;
  ASSERT_NE(b, std::string::npos) << c;
  ASSERT_NE(d, std::string::npos) << c;
  ASSERT_NE(e, std::string::npos) << c;
  EXPECT_TRUE(a < b && b < d && d < e) << c;
}

struct Bad {
  const char* what;
  const char* from;
  const char* to;
  const char* complaint;
};

class SceneMistake : public testing::TestWithParam<Bad> {};

TEST_P(SceneMistake, IsRefusedWithWhatWouldBeRight) {
  const std::string c = complaints(replaced(good, GetParam().from, GetParam().to));
  EXPECT_TRUE(has(c, GetParam().complaint)) << c;
}

INSTANTIATE_TEST_SUITE_P(
    All, SceneMistake,
    testing::Values(
        Bad{"type", "until = \"2 s\"", "until = true",
            "s.toml:3:9: simulation.until is true or false; wanted"},
        Bad{"nan", "until = \"2 s\"", "until = nan", "no finite number"},
        Bad{"infinite", "until = \"2 s\"", "until = inf", "no finite number"},
        Bad{"list", "until = \"2 s\"", "gravity = [0, 1]", "is a list of 2; a list of 3 numbers is wanted"},
        Bad{"component", "\"8 mm\", 1]", "\"8 s\", 1]", "body[1].position[1]: "},
        Bad{"choice", "until = \"2 s\"", "integrator = \"verlt\"",
            "available: \"gear\", \"verlet\"; did you mean \"verlet\"?"},
        Bad{"future", "until = \"2 s\"", "integrator = \"rkn\"", "available: \"gear\", \"verlet\""},
        Bad{"dimension", "until = \"2 s\"", "dimension = 4", "it must be 2 to 3"},
        Bad{"fraction", "until = \"2 s\"", "seed = 1.5", "an integer is wanted"},
        Bad{"missing", "kind = \"sphere\"\n", "", "[[shape]] has no `kind`: one of"},
        Bad{"missing_radius", "radius = \"8 mm\"\n", "",
            "s.toml:9:1: [[shape]] has no `radius`: wanted: Radius"},
        Bad{"other_kind", "radius = \"8 mm\"\n", "radius = 1\nhalf_extents = [1, 1, 1]\n",
            "`half_extents` does not apply where kind = \"sphere\"; it belongs to \"box\""},
        Bad{"twice", "name = \"ground\"", "name = \"ball\"",
            "there is already a shape called \"ball\" (line 10)"},
        Bad{"odd_name", "name = \"stone\"", "name = \"my/stone\"", "for instance \"my_stone\""},
        Bad{"alternatives", "density = \"2600 kg/m^3\"", "restitution = 0.5\ndamping = 0.1",
            "both `restitution` and `damping`"},
        Bad{"fixed_moves", "shape = \"ground\"\n", "shape = \"ground\"\nvelocity = [0, 0, 1]\n",
            "`velocity` is for free bodies"},
        Bad{"free_floor", "shape = \"ground\"\n", "shape = \"ground\"\nmotion = \"free\"\n",
            "cannot be free"},
        Bad{"rotate", "shape = \"ground\"\n", "shape = \"ground\"\nmotion = \"rotate\"\n", "has no `rate`"},
        Bad{"no_list", "[[material]]", "[material]", "it is a list of tables: write [[material]]"},
        Bad{"normal", "kind = \"half-space\"", "kind = \"half-space\"\nnormal = [0, 0, 0]",
            "it must have a direction"},
        Bad{"periodic", "[[material]]", "[cell]\nperiodic = [true, false, true]\n[[material]]",
            "leans along the periodic axis z"}),
    [](const testing::TestParamInfo<Bad>& i) { return std::string(i.param.what); });

TEST(SceneReader, TakesAFreeBoxBesideWalls) {
  const std::string box =
      "[[shape]]\nname = \"brick\"\nkind = \"box\"\nhalf_extents = [1, 1, 1]\n"
      "[[body]]\nshape = \"brick\"\nmaterial = \"grain\"\nmotion = \"free\"\n";
  EXPECT_EQ(complaints(good + box), "");
}

TEST(SceneReader, RefusesAnEmptyScene) {
  EXPECT_TRUE(has(complaints(""), "s.toml:1:1: the scene is empty"));
  EXPECT_TRUE(has(complaints("[simulation]\nuntil = 1\n"), "s.toml:1:1: the scene is empty"));
}

TEST(SceneReader, SurvivesAnyTextCutShort) {
  for (std::size_t n = 0; n < good.size(); ++n) complaints(good.substr(0, n));
}

TEST(SceneReader, SurvivesEveryByteChanged) {
  for (std::size_t n = 0; n < good.size(); ++n)
    for (const char c : {'\0', '"', '[', '\n', '9', '\xff'}) {
      std::string text = good;
      text[n] = c;
      complaints(text);
    }
}

}  // namespace
}  // namespace scree
