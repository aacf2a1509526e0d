// What the laboratory says of a neighbour search is what happened.
#include "bench/neighbour_trial.h"

#include <gtest/gtest.h>

namespace scree {
namespace {

NeighbourFigures figures_of(const char* scene, BroadPhaseKind kind, SearchMode mode, int dimension = 2,
                            TrialClock clock = TrialClock::wall) {
  Workers workers(1);
  NeighbourTrial trial(find_box_scene(scene)->make({.dimension = dimension, .bodies = 200}),
                       make_broad_phase(kind, dimension), mode, workers, clock);
  trial.start(3, 1);
  for (int n = 0; n < 3; ++n) trial.run(60, 10);
  EXPECT_GT(trial.longest_search(), 0);
  return trial.figures();
}

TEST(NeighbourTrial, CountsPerBodyAndSearch) {
  for (const SearchMode mode : {SearchMode::every_step, SearchMode::margins}) {
    const NeighbourFigures brute = figures_of("bed", BroadPhaseKind::brute, mode);
    // 200 bodies and a floor, each against each.
    EXPECT_NEAR(brute.tests, 201 * 200 / 2 / 200.0, 1);
    EXPECT_EQ(brute.exchanges, 0);
    EXPECT_GT(brute.pairs, 1);
    const NeighbourFigures sweep = figures_of("bed", BroadPhaseKind::sweep, mode);
    EXPECT_GT(sweep.exchanges, 0.1);
    EXPECT_GT(sweep.bytes, 40);
    EXPECT_GE(sweep.first, sweep.least) << "building costs more than an update";
  }
}

TEST(NeighbourTrial, TimesAreInOrderAndOfTheWholeStep) {
  for (const TrialClock clock : {TrialClock::wall, TrialClock::processor}) {
    const NeighbourFigures every = figures_of("bed", BroadPhaseKind::sweep, SearchMode::every_step, 3, clock);
    EXPECT_GT(every.least, 0);
    EXPECT_LE(every.least, every.median);
    EXPECT_LE(every.median, every.most);
    EXPECT_EQ(every.steps_per_search, 1);
    EXPECT_LE(every.least, every.search);
    EXPECT_GE(every.most, every.search);
  }
}

// 12 steps ahead and a share of the half-width: 15 steps of a hundredth.
TEST(NeighbourTrial, MarginsSaveSearches) {
  const NeighbourFigures f = figures_of("bed", BroadPhaseKind::sweep, SearchMode::margins);
  EXPECT_GE(f.steps_per_search, 14);
  EXPECT_LE(f.steps_per_search, 16);
  EXPECT_LT(f.median, f.search) << "a step is cheaper than a search";
  EXPECT_GT(f.searches, 2u);
}

// A method that begins where another stands sees the same steps, and searches in the same ones.
TEST(NeighbourTrial, MethodsThatBeginTogetherSeeTheSameMotion) {
  Workers workers(1);
  for (const SearchMode mode : {SearchMode::every_step, SearchMode::margins}) {
    NeighbourTrial first(find_box_scene("hopper")->make({.dimension = 2, .bodies = 300}),
                         make_broad_phase(BroadPhaseKind::sweep, 2), mode, workers);
    first.start(40, 10);
    first.run(25, 10);
    NeighbourTrial second(first.scene(), make_broad_phase(BroadPhaseKind::tree, 2), mode, workers);
    for (NeighbourTrial* trial : {&first, &second}) {
      trial->start(3, 10);
      for (int n = 0; n < 5; ++n) trial->run(30, 10);
    }
    const NeighbourFigures a = first.figures(), b = second.figures();
    EXPECT_EQ(a.searches, b.searches);
    EXPECT_EQ(a.pairs, b.pairs);
    EXPECT_EQ(a.added, b.added);
    EXPECT_EQ(a.removed, b.removed);
    EXPECT_GT(a.added, 0);
  }
}

TEST(NeighbourTrial, AStretchEndsWhenItsTimeIsOver) {
  Workers workers(1);
  NeighbourTrial trial(find_box_scene("bed")->make({.dimension = 2, .bodies = 200}),
                       make_broad_phase(BroadPhaseKind::brute, 2), SearchMode::every_step, workers);
  trial.start(3, 1);
  trial.run(1'000'000'000, 0.002);
  EXPECT_GT(trial.figures().searches, 0u);
}

}  // namespace
}  // namespace scree
