// The tests' own tools: scripts, and the shrinker with methods that are wrong on purpose.
#include "box_case.h"

#include <gtest/gtest.h>

#include "box_scripts.h"
#include "broadphase/brute_force.h"

namespace scree {
namespace {

using namespace test;

// Right but for what a derived class spoils.
class Wrong : public BroadPhase {
 public:
  void update(std::span<const Box> boxes, std::span<const std::uint8_t> mobile, const Cell& cell,
              Workers& workers) override {
    brute_.update(boxes, mobile, cell, workers);
    std::vector<Pair> pairs(brute_.pairs().begin(), brute_.pairs().end());
    spoil(pairs, boxes.size());
    replace_pairs(pairs, workers);
    ++counters_.updates;
  }
  void renumber(std::span<const BodyIndex> new_index) override {
    brute_.renumber(new_index);
    renumber_pairs_of(new_index);
  }
  void reset() override {
    brute_.reset();
    pairs_.clear();
  }
  std::size_t memory() const override { return 0; }
  std::string_view name() const override { return "wrong"; }

 protected:
  virtual void spoil(std::vector<Pair>& pairs, std::size_t bodies) = 0;

 private:
  BruteForce brute_;
};

// Does not see those who came after the first update.
class BlindToLatecomers final : public Wrong {
  void spoil(std::vector<Pair>& pairs, std::size_t bodies) override {
    if (counters_.updates == 0) known_ = bodies;
    std::erase_if(pairs, [&](const Pair& p) { return p.b >= known_; });
  }
  std::size_t known_ = 0;
};

// Loses a pair where there are more than three.
class CountsToThree final : public Wrong {
  void spoil(std::vector<Pair>& pairs, std::size_t) override {
    if (pairs.size() > 3) pairs.pop_back();
  }
};

// Its pairs are right, what it says of changes is not.
class ForgetsRemovals final : public Wrong {
  void spoil(std::vector<Pair>&, std::size_t) override {}
  void renumber(std::span<const BodyIndex>) override {}
};

std::size_t identities(const BoxCase& c) {
  std::set<std::uint32_t> all;
  for (const ScriptStep& step : c.steps)
    for (const ScriptBody& body : step.bodies) all.insert(body.identity);
  return all.size();
}

BoxCase busy_script() {
  WorldSpec spec;
  spec.seed = 1007;  // periodic on all axes
  spec.motion = Motion::fast;
  spec.count = 40;
  spec.population_changes = true;
  return ScriptWriter(spec).write();
}

TEST(Shrinker, LeavesTwoStepsAndTwoBodiesForOneThatIsBlindToLatecomers) {
  const Maker make = [] { return std::make_unique<BlindToLatecomers>(); };
  const BoxCase script = busy_script();
  ASSERT_NE(failure_of(script, make), "");
  const BoxCase small = shrunk(script, make);
  EXPECT_NE(failure_of(small, make), "");
  EXPECT_EQ(small.steps.size(), 2u);
  EXPECT_LE(identities(small), 2u);
  EXPECT_EQ(small.threads, 1);
  EXPECT_FALSE(small.cell.any());
  EXPECT_LT(text_of(small).size(), 900u) << text_of(small);
}

TEST(Shrinker, LeavesFourPairsForOneThatCountsToThree) {
  const Maker make = [] { return std::make_unique<CountsToThree>(); };
  const BoxCase small = shrunk(busy_script(), make);
  ASSERT_EQ(small.steps.size(), 1u);
  EXPECT_LE(identities(small), 5u);
  EXPECT_GE(right_pairs(small)[0].size(), 4u);
  for (const ScriptBody& body : small.steps[0].bodies) EXPECT_EQ(body.mobile, 1);
}

TEST(Shrinker, SeesWrongListsOfChanges) {
  const Maker make = [] { return std::make_unique<ForgetsRemovals>(); };
  const BoxCase small = shrunk(busy_script(), make);
  EXPECT_EQ(small.steps.size(), 2u);
  EXPECT_EQ(identities(small), 2u);
  EXPECT_NE(failure_of(small, make).find("pairs after removal"), std::string::npos);
}

TEST(Shrinker, LeavesWhatDoesNotFailAlone) {
  const Maker make = [] { return std::make_unique<BruteForce>(); };
  EXPECT_EQ(failure_of(busy_script(), make), "");
}

// What text_of() prints stands here as it was printed.
TEST(BoxCase, IsPrintedAsItWouldStandInATest) {
  const BoxCase small{.dimension = 3,
                      .threads = 1,
                      .cell = {{true, false, false}, Vec3(0, 0.5, 0), Vec3(8, 1, 1)},
                      .steps = {
                          {.bodies = {{0, {Vec3(0, 0, -inf), Vec3(1, 1, inf)}, 1}, {3, empty_box(), 0}},
                           .reset = false,
                           .appended_first = true},
                      }};
  EXPECT_EQ(text_of(small), R"(const BoxCase small{
    .dimension = 3,
    .threads = 1,
    .cell = {{true, false, false}, Vec3(0, 0.5, 0), Vec3(8, 1, 1)},
    .steps = {
        {.bodies = {{0, {Vec3(0, 0, -inf), Vec3(1, 1, inf)}, 1},
                    {3, empty_box(), 0}},
         .reset = false,
         .appended_first = true},
    }};
)");
}

}  // namespace
}  // namespace scree
