#include "base/thread_pace.h"

#include <algorithm>
#include <array>

namespace scree {
namespace {

// A stretch has both, so that it holds some time slices of the system and is no single step.
constexpr double stretch_seconds = 0.03;
constexpr std::int64_t stretch_steps = 3;
// After so much of it, a trial that is so much slower need not go on.
constexpr double share_to_give_up = 0.3;
constexpr double slow_to_give_up = 1.4;
// By what a trial has to be quicker.
constexpr double gain = 0.95;
// Pauses between trials of one direction, in stretches. They double from the least to the most while trials
// fail. A trial of more threads costs most where one is late: at a third of the speed, given up early, once
// in 32 stretches, it is 2 percent. One of fewer costs half of the speed at the most.
constexpr double least_pause = 4, most_pause_of_more = 32, most_pause_of_fewer = 128;
// Who goes back to fewer threads within so many stretches has been misled by a lucky trial.
constexpr double soon = 32;
constexpr double remembered = 0.5;  // share of the older ones in the usual mean, when a stretch is added

}  // namespace

ThreadPace::ThreadPace(int granted)
    : granted_(std::max(1, granted)), now_(granted_), usual_(granted_), tried_(granted_) {
  fewer_.pause = 1;
  more_.pause = least_pause;
}

void ThreadPace::step_took(double seconds, double waited) {
  if (granted_ == 1) return;
  stretch_.seconds += seconds;
  stretch_.waited += waited;
  ++stretch_.steps;
  const bool given_up = phase_ == Phase::trial && hopeless();
  if (!complete() && !given_up) return;
  for (double* since : {&fewer_.rested, &more_.rested, &since_more_}) *since += 1;
  const double mean = stretch_.mean();
  switch (phase_) {
    case Phase::usual:
      usual_mean_ = usual_mean_ > 0 ? remembered * usual_mean_ + (1 - remembered) * mean : mean;
      begin_trial();
      break;
    case Phase::trial:
      tried_mean_ = mean;
      if (mean < gain * usual_mean_) {
        phase_ = Phase::comparison;
        now_ = usual_;
      } else {
        end_trial(false);
      }
      break;
    case Phase::comparison:
      usual_mean_ = std::min(usual_mean_, mean);
      end_trial(tried_mean_ < gain * usual_mean_);
      break;
  }
  stretch_ = {};
}

bool ThreadPace::complete() const {
  return stretch_.seconds >= stretch_seconds && stretch_.steps >= stretch_steps;
}

bool ThreadPace::hopeless() const {
  return stretch_.seconds >= share_to_give_up * stretch_seconds &&
         stretch_.mean() > slow_to_give_up * usual_mean_ && stretch_.steps > 1;
}

// If n threads share their work w well, and one holds the others up for a time l, a step takes w / n + l, and
// without that one w / (n - 1). It does more harm than good if l is more than 1 / n of the step. Then the
// others wait for (n - 1) / n of a step altogether, which is (n - 1) / n^2 of what all could do. Half of it
// is enough for a trial.
bool ThreadPace::waits_much() const {
  const double n = now_;
  return stretch_.waited > 0.5 * (n - 1) / n * stretch_.seconds;
}

void ThreadPace::begin_trial() {
  if (usual_ > 1 && fewer_.rested >= fewer_.pause && waits_much())
    tried_ = std::array{usual_ - 1, usual_ / 2, 1}[fewer_.reach];
  else if (usual_ < granted_ && more_.rested >= more_.pause)
    tried_ = std::min(granted_, std::array{usual_ + 1, 2 * usual_, granted_}[more_.reach]);
  else
    return;
  now_ = tried_;
  phase_ = Phase::trial;
}

void ThreadPace::end_trial(bool quicker) {
  const bool was_more = tried_ > usual_;
  Direction& direction = was_more ? more_ : fewer_;
  direction.rested = 0;
  phase_ = Phase::usual;
  if (!quicker) {
    const double most = was_more ? most_pause_of_more : most_pause_of_fewer;
    direction.reach = (direction.reach + 1) % 3;
    direction.pause = std::clamp(2 * direction.pause, least_pause, most);
    now_ = usual_;
    return;
  }
  now_ = usual_ = tried_;
  usual_mean_ = tried_mean_;
  if (was_more) {
    since_more_ = 0;
    more_.rested = more_.pause;  // what went well may go on at once, and the way back is open
    fewer_.pause = 0;
  } else {
    fewer_.pause = 0;
    more_.pause =
        since_more_ < soon ? std::clamp(2 * more_.pause, least_pause, most_pause_of_more) : least_pause;
    more_.rested = 0;
  }
}

}  // namespace scree
