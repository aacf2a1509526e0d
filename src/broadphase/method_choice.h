// Which broad phase to run: first by rule, from the number of bodies; then by what updates cost. Now and then
// another method gets a few updates, and stays if it is quicker; trials take a small share of the time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "broadphase/broad_phase.h"

namespace scree {

class MethodChoice {
 public:
  explicit MethodChoice(int dimension) : dimension_(dimension) {}

  // For the next update, of so many bodies.
  BroadPhaseKind next(std::size_t bodies);
  // What that update took, in seconds.
  void took(double seconds);

  BroadPhaseKind favourite() const { return candidates_[favourite_].kind; }
  bool in_trial() const { return trial_.has_value(); }
  // In words, for the summary.
  std::string reason() const;

 private:
  struct Candidate {
    BroadPhaseKind kind;
    double cost = 0;  // s per body and update, when it was last tried or ran; 0: never
    int pause = 0;    // rounds of trials that it is left out: it was far too slow
  };
  struct Trial {
    std::size_t candidate;
    int updates = 0;
    double best = 0;
  };

  void start(std::size_t bodies);
  bool may_try() const;
  void begin_trial();
  void judge_trial();
  double usual() const;

  int dimension_;
  std::vector<Candidate> candidates_;
  std::size_t favourite_ = 0, last_tried_ = 0;
  std::optional<Trial> trial_;
  std::vector<double> recent_;  // s per body of the favourite's last updates
  std::size_t bodies_ = 0;
  double time_ = 0, time_of_trials_ = 0;
  std::string rule_;
  int switches_ = 0;
};

}  // namespace scree
