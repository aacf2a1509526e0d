// How many threads are worth having. A loop over several threads ends with the last of them; if another
// program holds its core for a time slice, all the others wait, and fewer threads would have been quicker. So
// when threads are seen to wait, fewer get a trial, and stay if the steps become shorter. After that more get
// a trial now and then, for the other program may have gone. It knows times only from what it is told.
#pragma once

#include <cstdint>

namespace scree {

class ThreadPace {
 public:
  explicit ThreadPace(int granted);

  // For the next step.
  int threads() const { return now_; }
  // What a step with so many threads took, and the seconds for which threads waited for others in it, summed
  // over the threads.
  void step_took(double seconds, double waited);

 private:
  // Steps seen together: a thread that is off its core is late by milliseconds, so that single steps say
  // little.
  struct Stretch {
    double seconds = 0, waited = 0;
    std::int64_t steps = 0;
    double mean() const { return seconds / static_cast<double>(steps); }
  };
  // One of the directions in which trials go.
  struct Direction {
    double rested = 0;  // stretches since the last trial
    double pause = 0;   // stretches from that to the next
    int reach = 0;      // of the next trial: one thread, half or double the number, all that can be
  };

  // A trial that goes well is followed by a stretch with the usual number: it could be that the steps have
  // become shorter, or the machine quicker.
  enum class Phase { usual, trial, comparison };

  bool complete() const;
  bool hopeless() const;
  bool waits_much() const;
  void begin_trial();
  void end_trial(bool quicker);

  int granted_;
  int now_, usual_, tried_;
  Phase phase_ = Phase::usual;
  Stretch stretch_;
  double usual_mean_ = 0;    // seconds per step with the usual number; 0: not known yet
  double tried_mean_ = 0;    // the same of the trial
  double since_more_ = 1e9;  // stretches since the number was raised
  Direction fewer_, more_;
};

}  // namespace scree
