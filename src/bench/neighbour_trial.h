// One cell of the laboratory's table: a scene, a method, and how long it takes per body and step.
#pragma once

#include <memory>
#include <vector>

#include "bench/box_margins.h"
#include "bench/box_scenes.h"
#include "broadphase/broad_phase.h"

namespace scree {

enum class SearchMode : std::uint8_t {
  every_step,  // the boxes as they are, in every step
  margins      // boxes with margins, searched again when a body has left its own
};

enum class TrialClock : std::uint8_t {
  wall,
  processor  // of all threads together: for one thread on a machine that others use, too
};

struct NeighbourFigures {
  // Nanoseconds per body and step, of stretches. Where these have few searches, which need not cost the same,
  // the mean of all steps takes the place of the median.
  double median = 0, least = 0, most = 0;
  double first = 0;   // nanoseconds per body of the first update
  double search = 0;  // nanoseconds per body and search, margins renewed
  double steps_per_search = 1;
  std::uint64_t searches = 0;
  double bytes = 0;                                       // per body, pairs not counted
  double pairs = 0;                                       // per body
  double exchanges = 0, moved = 0, nodes = 0, tests = 0;  // per body and search
  double added = 0, removed = 0;                          // pairs per body and search
  double rebuilds = 0;                                    // per search
};

class NeighbourTrial {
 public:
  NeighbourTrial(std::unique_ptr<BoxScene> scene, std::unique_ptr<BroadPhase> method, SearchMode mode,
                 Workers& workers, TrialClock clock = TrialClock::wall);

  // An update, which builds everything if it is the first, and so many more to warm up, while that takes less
  // than so many seconds. What stretches measured before is forgotten.
  void start(int searches, double seconds);
  // A stretch: so many steps, or what of them can be done in so many seconds, with the motion of the scene.
  void run(std::uint64_t steps, double seconds);

  // Of those in start():
  double longest_search() const { return longest_search_; }  // seconds; ever
  double shortest_search() const { return shortest_search_; }
  double seconds_per_step() const { return seconds_per_step_; }  // the first apart, with the scene's motion
  double steps_per_search() const { return steps_per_search_; }
  // As it is now, for another trial that is to see the same motion.
  std::unique_ptr<BoxScene> scene() const { return scene_->clone(); }
  NeighbourFigures figures() const;
  const BroadPhase& method() const { return *method_; }

 private:
  struct Cost {
    double looking = 0, search = 0;  // seconds
    bool searched = false;
  };
  Cost one_step();
  Cost search();
  double now() const;

  std::unique_ptr<BoxScene> scene_;
  std::unique_ptr<BroadPhase> method_;
  SearchMode mode_;
  Workers& workers_;
  TrialClock clock_;
  BoxMargins margins_;
  double first_ = 0, longest_search_ = 0, shortest_search_ = 0;
  double seconds_per_step_ = 0, steps_per_search_ = 1;
  double in_searches_ = 0, in_steps_ = 0;  // seconds, of all stretches
  std::uint64_t steps_ = 0, searches_ = 0;
  std::vector<double> stretches_;  // seconds per step
};

}  // namespace scree
