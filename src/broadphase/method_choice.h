// Which broad phase to run: first by rule, from a census of the boxes; then by what updates cost. Each method
// gets a few updates at the beginning, and again now and then, and stays if it is quicker; after the first
// round trials take a small share of the time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "broadphase/box_census.h"
#include "broadphase/broad_phase.h"

namespace scree {

class MethodChoice {
 public:
  explicit MethodChoice(int dimension) : dimension_(dimension) {}

  // For the next update, of so many bodies.
  BroadPhaseKind next(std::size_t bodies);
  // What that update took, in seconds. Of short ones only some need to be timed; the others are said to have
  // gone by.
  void took(double seconds);
  bool wants_time();
  void went_by() { time_ += last_seconds_; }

  // The rule wants to know more: true until a census with motion has come.
  bool wants_census() const { return !candidates_.empty() && candidates_.size() > 1 && !guessed_; }
  void see(const BoxCensus& census);

  BroadPhaseKind favourite() const { return candidates_[favourite_].kind; }
  bool in_trial() const { return trial_.has_value(); }
  // In words, for the summary.
  std::string reason() const;

 private:
  struct Candidate {
    BroadPhaseKind kind;
    double cost = 0;      // s per body and update, when it was last tried or replaced; 0: never
    double promise = 0;   // of the trial that made it the favourite, until that is judged
    double flattery = 1;  // what it took in use over that
  };
  struct Trial {
    std::size_t candidate;
    int updates = 0;
    double least = 0, mean = 0;  // s per body, of the updates that count
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
  std::vector<double> recent_;  // s per body of the favourite's last updates, a ring
  std::size_t next_recent_ = 0;
  bool catching_up_ = true;  // the favourite's next update is not typical
  bool guessed_ = false;     // by rule, or there is nothing to go by
  int censuses_ = 0;
  std::size_t first_round_ = 0;  // trials left of it
  std::size_t bodies_ = 0;
  double time_ = 0, time_of_trials_ = 0, last_seconds_ = 0;
  unsigned turn_ = 0;
  std::string rule_;
  int switches_ = 0;
  int lost_trials_ = 0;         // since the last change
  double cost_when_tried_ = 0;  // of the favourite
};

// By rule: exchanges per body and update that sort-and-sweep would need, and what that leads to.
double expected_exchanges(const BoxCensus& census, int dimension);
BroadPhaseKind expected_best(const BoxCensus& census, int dimension);

}  // namespace scree
