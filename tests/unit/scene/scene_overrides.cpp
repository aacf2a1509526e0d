// --set: paths by name and index, values as TOML or bare text, and errors that say what would be right.
#include <gtest/gtest.h>

#include "scene_text.h"

namespace scree {
namespace {

using namespace scene_test;

SceneSpec with(const std::vector<std::string>& overrides, const std::string& text = good) {
  return read_scene(text, "s.toml", overrides);
}

TEST(SceneOverrides, SetKeysByNameAndByIndex) {
  const SceneSpec s =
      with({"material.grain.friction=0.4", "body[1].velocity=[0, 0, \"1 m/s\"]", "body.stone.scale = 2"});
  EXPECT_EQ(s.materials[0].friction, 0.4);
  EXPECT_EQ(s.bodies[1].velocity[2], 1);
  EXPECT_EQ(s.bodies[1].scale, 2);
}

TEST(SceneOverrides, TakeBareTexts) {
  EXPECT_EQ(with({"simulation.until=3 s"}).simulation.until, 3);
  EXPECT_FALSE(with({"simulation.dt=1e-5", "simulation.dt=auto"}).simulation.dt.has_value());
  EXPECT_EQ(with({"simulation.integrator=verlet"}).simulation.integrator, Integrator::verlet);
}

TEST(SceneOverrides, MakeTablesThatAreAbsent) {
  EXPECT_EQ(with({"output.every=1"}).output.every, 1);
  EXPECT_EQ(with({"body.floor.motion.kind=oscillate", "body.floor.motion.frequency=5",
                  "body.floor.motion.amplitude=1 mm"})
                .bodies[0]
                .motion.amplitude,
            1e-3);
  EXPECT_EQ(with({"body.stone.motion=fixed", "body.stone.motion.kind=free"}).bodies[1].motion.kind,
            MotionKind::free);
}

TEST(SceneOverrides, FindNamesWithDots) {
  const std::string text = replaced(good, "name = \"stone\"", "name = \"stone.a\"");
  EXPECT_EQ(with({"body.stone.a.scale=3"}, text).bodies[1].scale, 3);
}

TEST(SceneOverrides, TakeThePlaceOfAnAlternative) {
  const std::string text = replaced(good, "density", "restitution = 0.5\ndensity");
  EXPECT_EQ(*with({"material.grain.damping=0.1"}, text).materials[0].damping, 0.1);
  EXPECT_TRUE(has(complaints(good, {"material.grain.damping=0.1", "material.grain.restitution=1"}), "both"));
}

TEST(SceneOverrides, ComplainAtTheFlagAndNotAtTheFile) {
  const auto says = [](const std::string& set) { return complaints(good, {set}); };
  EXPECT_EQ(says("simulation.untill=1"),
            "--set simulation.untill=1: unknown key `simulation.untill`; did you mean `until`?");
  EXPECT_TRUE(has(says("simulation.until"), "--set simulation.until: there is no '='"));
  EXPECT_TRUE(has(says("=1"), "there is no path"));
  EXPECT_TRUE(has(says("simulation.until="), "there is no value"));
  EXPECT_TRUE(has(says("materiel.grain.friction=1"), "did you mean `material`?"));
  EXPECT_TRUE(
      has(says("material.grian.friction=1"), "there is no material called \"grian\"; did you mean `grain`?"));
  EXPECT_TRUE(has(says("body[2].scale=1"), "body[2] does not exist: there are 2, from body[0] to body[1]"));
  EXPECT_TRUE(has(says("body[99999999999999999999].scale=1"), "does not exist: there are 2"));
  EXPECT_TRUE(has(says("body[x].scale=1"), "is no index"));
  EXPECT_TRUE(has(says("body[0.scale=1"), "without ']'"));
  EXPECT_TRUE(has(says("body[0]=1"), "add one of its keys"));
  EXPECT_TRUE(has(says("body[0].=1"), "ends badly"));
  EXPECT_TRUE(has(says("fill.stones.count=100"), "the scene has no [[fill]]"));
  EXPECT_TRUE(has(says("simulation.gravity[2]=1"), "set it as a whole"));
  EXPECT_TRUE(has(says("simulation.gravity=[0, 0"), "is not a TOML value"));
  EXPECT_TRUE(
      has(says("simulation.until=-1"), "--set simulation.until=-1: simulation.until = -1 s is out of range"));
  EXPECT_TRUE(has(says("body.stone.shape=bal"), "did you mean `ball`?"));
  EXPECT_TRUE(has(says("simulation.until=1\nx=2"), "--set "));
}

TEST(SceneOverrides, StandInTheTextThatRuns) {
  const std::vector<std::string> sets{"material.grain.friction=0.1", "simulation.dt=1.2345678901234567e-5",
                                      "body[1].velocity=[0.1, 0, 1e-300]",
                                      "simulation.description=a \\ \"b\" \t c"};
  const SceneSpec first = with(sets);
  const SceneSpec second = read_scene(first.text, "s.toml");
  EXPECT_EQ(second.text, first.text);
  EXPECT_EQ(second.materials[0].friction, 0.1);
  EXPECT_EQ(*second.simulation.dt, 1.2345678901234567e-5);
  EXPECT_EQ(second.bodies[1].velocity, Vec3(0.1, 0, 1e-300));
  EXPECT_EQ(second.simulation.description, first.simulation.description);
  EXPECT_EQ(with({"simulation.seed=5"}, second.text).text, with({"simulation.seed=5"}, first.text).text);
}

}  // namespace
}  // namespace scree
