// A run that goes on from a checkpoint is, bit for bit, the run that never stopped: at regular moments of the
// zoo, and at the steps around every event.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "determinism/trail.h"
#include "io/checkpoint/checkpoint.h"
#include "run/laboratory.h"
#include "state/state_hash.h"

namespace scree::determinism {
namespace {

namespace fs = std::filesystem;

struct Folder {
  fs::path path = fs::temp_directory_path() / ("scree-determinism-" + std::to_string(getpid()));
  ~Folder() { fs::remove_all(path); }
};

void advance(Laboratory& lab, std::uint64_t to) {
  while (lab.state().clock.step < to) lab.advance();
}

void expect_same_after_resuming(const Scene& scene, const std::set<std::uint64_t>& moments,
                                std::uint64_t further) {
  const Folder folder;
  Laboratory whole(scene.spec(), 1);
  whole.begin();
  // One laboratory goes from checkpoint to checkpoint, each time built anew; its errors would add up.
  for (auto at = moments.begin(); at != moments.end(); ++at) {
    advance(whole, *at);
    save_checkpoint(folder.path, whole.state(), {});
    Laboratory resumed(scene.spec(), 2);
    RunProgress progress;
    load_newest(folder.path, resumed.state(), progress);
    EXPECT_EQ(state_hash(resumed.state()), state_hash(whole.state())) << "loaded at step " << *at;
    const std::uint64_t end =
        std::next(at) != moments.end() ? std::min(*std::next(at), *at + further) : *at + further;
    advance(resumed, end);
    advance(whole, end);
    EXPECT_EQ(state_hash(resumed.state()), state_hash(whole.state())) << "from step " << *at << " to " << end;
  }
}

std::set<std::uint64_t> moments_of(const Scene& scene) {
  std::set<std::uint64_t> moments{0, 1, 2};
  for (const EventSpec& event : scene.spec().events) {
    const std::uint64_t step =
        static_cast<std::uint64_t>(event.at / scene.spec().simulation.dt.value() + 0.5);
    for (const std::uint64_t near : {step - 1, step, step + 1}) moments.insert(near);
  }
  for (std::uint64_t n = 1; n < 20; ++n) moments.insert(237 * n);
  std::erase_if(moments, [](std::uint64_t step) { return step > zoo_steps; });
  return moments;
}

TEST(a_resumed_run, is_the_run_that_never_stopped) {
  expect_same_after_resuming(zoo(), moments_of(zoo()), 300);
}

TEST(a_resumed_run, is_the_run_that_never_stopped_under_verlet_and_springs) {
  const Scene scene = zoo({"simulation.integrator=verlet", "law.normal=spring"});
  expect_same_after_resuming(scene, moments_of(scene), 100);
}

}  // namespace
}  // namespace scree::determinism
