// The bits of a run depend on its scene alone: not on threads, caches, or the way pairs are found.
#include <gtest/gtest.h>

#include "determinism/trail.h"
#include "support/effort.h"

namespace scree::determinism {
namespace {

void expect_same_for_threads(const Scene& scene, std::uint64_t steps) {
  const std::vector<std::string> one = trail(scene, steps, {.threads = 1});
  EXPECT_NE(one.front(), one.back());
  for (const int threads : {2, 3, 4})
    EXPECT_EQ(trail(scene, steps, {.threads = threads}), one) << threads << " threads";
}

TEST(same_bits, for_any_number_of_threads_in_the_zoo) { expect_same_for_threads(zoo(), zoo_steps); }

TEST(same_bits, for_any_number_of_threads_in_a_crowd) { expect_same_for_threads(crowd(), 75 / shorter); }

TEST(same_bits, for_any_number_of_threads_in_a_crowd_under_verlet_and_hertz) {
  expect_same_for_threads(crowd({"simulation.integrator=verlet", "law.normal=hertz"}), 40 / shorter);
}

// The same run again, in the same process, gives the same: nothing outside the state plays a part.
TEST(same_bits, when_run_twice) {
  EXPECT_EQ(trail(zoo(), zoo_steps / 5, {.threads = 2}), trail(zoo(), zoo_steps / 5, {.threads = 2}));
}

TEST(same_bits, with_caches_dropped) {
  EXPECT_EQ(trail(zoo(), zoo_steps, {.threads = 1}),
            trail(zoo(), zoo_steps, {.threads = 1, .drop_caches = true}));
  EXPECT_EQ(trail(crowd(), 20 / shorter, {.threads = 2}),
            trail(crowd(), 20 / shorter, {.threads = 2, .drop_caches = true}));
}

TEST(same_bits, with_all_pairs_looked_at) {
  EXPECT_EQ(trail(zoo({"simulation.neighbours=sweep"}), zoo_steps, {.threads = 1}),
            trail(zoo({"simulation.neighbours=brute"}), zoo_steps, {.threads = 1}));
}

// What the zoo has under gear and hertz, it also has in the other combinations.
TEST(same_bits, under_verlet_and_springs) {
  const std::vector<std::vector<std::string>> variants{{"simulation.integrator=verlet"},
                                                       {"law.normal=spring"},
                                                       {"simulation.integrator=verlet", "law.normal=spring"},
                                                       {"cell.periodic=[false, false, false]"}};
  for (const std::vector<std::string>& changes : variants) {
    const std::uint64_t steps = zoo_steps / 4;
    const std::vector<std::string> plain = trail(zoo(changes), steps, {.threads = 1});
    EXPECT_EQ(trail(zoo(changes), steps, {.threads = 3, .drop_caches = true}), plain) << changes.front();
    std::vector<std::string> brute = changes;
    brute.push_back("simulation.neighbours=brute");
    EXPECT_EQ(trail(zoo(brute), steps, {.threads = 2}), plain) << changes.front();
  }
}

TEST(same_bits, in_the_built_in_scenes) {
  for (const std::string& name : Scene::built_in_names()) {
    const Scene scene = Scene::built_in(name);
    const std::uint64_t steps = rounds(Simulation(scene, {.threads = 1}).size() > 1000 ? 60 : 1000);
    const std::vector<std::string> one = trail(scene, steps, {.threads = 1});
    EXPECT_EQ(trail(scene, steps, {.threads = 2, .drop_caches = true}), one) << name;
    EXPECT_EQ(trail(scene, steps, {.threads = 3}), one) << name;
  }
}

// The hash sees the smallest change of the scene.
TEST(same_bits, differ_when_the_scene_does) {
  const std::string plain = trail(zoo(), 100, {.threads = 1}).back();
  EXPECT_NE(trail(zoo({"body.top.velocity=[0.5000000000000001, 1, 0]"}), 100, {.threads = 1}).back(), plain);
  EXPECT_NE(trail(zoo({"simulation.seed=12"}), 100, {.threads = 1}).back(), plain);
  EXPECT_EQ(trail(zoo({"simulation.description=other"}), 100, {.threads = 1}).back(), plain);
}

}  // namespace
}  // namespace scree::determinism
