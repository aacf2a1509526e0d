// The built-in scenes read without complaint, say what they are, and survive the way to disk and back.
#include <gtest/gtest.h>

#include "scene/embedded_scenes.h"
#include "scene/read_scene.h"

namespace scree {
namespace {

TEST(BuiltinScenes, AreTheOnesPromised) {
  std::string names;
  for (const EmbeddedScene& scene : embedded_scenes()) (names += scene.name) += ' ';
  EXPECT_EQ(names,
            "arch bed biaxial2d bounce chain collide deposition2d dice drum drum-large drum-slice drum2d "
            "drum2d-large "
            "embankment heap heap-spheres heap2d hopper2d polydisperse2d roll sandglass shear2d shock silo "
            "slope spin "
            "stack tower2d ");
}

TEST(BuiltinScenes, ReadAndHaveNameAndDescription) {
  for (const EmbeddedScene& scene : embedded_scenes()) {
    const SceneSpec spec = read_scene(scene.text, std::string(scene.name));
    EXPECT_EQ(spec.simulation.name, scene.name);
    EXPECT_FALSE(spec.simulation.description.empty()) << scene.name;
    EXPECT_FALSE(spec.probes.empty()) << scene.name;
    EXPECT_EQ(spec.text, scene.text);
  }
}

TEST(BuiltinScenes, WrittenByTheProgramReadBackToTheSame) {
  for (const EmbeddedScene& scene : embedded_scenes()) {
    const SceneSpec first = read_scene(scene.text, std::string(scene.name), {"simulation.seed=9"});
    const SceneSpec second = read_scene(first.text, "scene.toml");
    // An unchanged value of another key makes the program write the text anew: a fixed point.
    EXPECT_EQ(read_scene(second.text, "scene.toml", {"simulation.seed=9"}).text, first.text) << scene.name;
    ASSERT_EQ(second.bodies.size(), first.bodies.size());
    for (std::size_t i = 0; i < first.bodies.size(); ++i) {
      EXPECT_EQ(second.bodies[i].position, first.bodies[i].position);
      EXPECT_EQ(second.bodies[i].orientation.coeffs(), first.bodies[i].orientation.coeffs());
      EXPECT_EQ(second.bodies[i].velocity, first.bodies[i].velocity);
      EXPECT_EQ(second.bodies[i].motion.kind, first.bodies[i].motion.kind);
    }
    EXPECT_EQ(second.simulation.seed, 9u);
    EXPECT_EQ(second.simulation.dt, first.simulation.dt);
    EXPECT_EQ(second.fills.size(), first.fills.size());
    EXPECT_EQ(second.inlets.size(), first.inlets.size());
    EXPECT_EQ(second.events.size(), first.events.size());
    EXPECT_EQ(second.probes.size(), first.probes.size());
  }
}

}  // namespace
}  // namespace scree
