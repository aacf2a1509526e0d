// Which broad phase to run. A census of the boxes leads to a forecast of what each method costs
// (method_forecast.h), which decides at first and says what is worth a trial: a few updates with another
// method, which stays if it is quicker. Later a method gets another trial when forecasts and measured costs
// say that it has become the better one, and now and then without a reason.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "broadphase/broad_phase.h"
#include "broadphase/choice/box_census.h"
#include "broadphase/choice/method_cost.h"

namespace scree {

class MethodChoice {
 public:
  explicit MethodChoice(int dimension) : dimension_(dimension) {}

  // For the next update, of so many bodies.
  BroadPhaseKind next(std::size_t bodies);
  // What that update took, in seconds, and did. Of short ones only some need to be timed; the others are said
  // to have gone by.
  void took(double seconds, const BroadPhaseCounters& did = {});
  bool wants_time();
  void went_by(const BroadPhaseCounters& did = {});
  // What it took to change from one method to another, outside of updates.
  void changing_took(double seconds);

  // Now and then it wants to know the boxes, in two updates in a row because of the motion.
  bool wants_census() const;
  void see(const BoxCensus& census);

  BroadPhaseKind favourite() const { return candidates_[favourite_].kind; }
  bool in_trial() const { return trial_.has_value(); }
  // In words, for the summary.
  std::string reason() const;

 private:
  struct Candidate {
    explicit Candidate(BroadPhaseKind method);
    BroadPhaseKind kind;
    MethodCost cost;           // s per body, while it runs
    double known = 0;          // the same when it last ran; 0: it never did, or not for long
    double glimpse = 0;        // of a run that was too short to know it
    double forecast = 0;       // what the last census leads to; 0: nothing yet
    double forecast_then = 0;  // the same when it last ran
    double promise = 0;        // of the trial that made it the favourite, until that is judged
    double flattery = 1;       // what it took in use over that
    int lost = 0;              // trials in a row
    double beaten_by = 0;      // if the last of them was hopeless: what the favourite was thought to take
    double at_best = 0;        // what it would have told with more luck
    double left_at = 0;        // the time when it last ran
    double price = 0;          // of its last trial: seconds beyond what the favourite would have taken
  };

  void start(std::size_t bodies);
  double usual() const { return candidates_[favourite_].cost.mean(); }
  double scale() const;
  double expected(const Candidate& candidate) const;
  bool deserves_trial(const Candidate& candidate) const;
  void look_for_trial();
  bool is_decided(const Candidate& tried) const;
  void end_trial();
  void judge_promise();
  void make_favourite(std::size_t place);

  int dimension_;
  std::vector<Candidate> candidates_;
  std::size_t favourite_ = 0;
  struct Trial {
    std::size_t candidate;
    double seconds = 0;
  };
  std::optional<Trial> trial_;
  std::optional<std::size_t> missed_for_;     // the favourite's next updates make up for this one's trial
  int making_up_ = 0;                         // so many of them at most
  std::size_t bodies_ = 0, most_bodies_ = 0;  // beyond these others come into question
  std::int64_t updates_ = 0;
  double time_ = 0, last_seconds_ = 0;
  unsigned turn_ = 0;
  int censuses_ = 0;               // in vain, without motion
  bool guessed_ = false;           // by forecast
  bool looks_ = true;              // there is something new to choose by
  double next_census_ = 0;         // at this time, and
  std::int64_t until_census_ = 0;  // after so many updates
  std::string rule_;
  int switches_ = 0;
};

}  // namespace scree
