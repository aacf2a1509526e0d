// How a scene advances in time. A laboratory owns a stepper and knows nothing of it but what stands here.
//
// What a stepper remembers of each body from one step to the next it declares, when it is made, as columns of
// the state (state/stepper_columns.h). Whatever else it keeps is a cache or scratch: a stepper made anew for
// the same state goes on with the same bits. Why it is cut like this: docs/decisions/steppers.md.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "broadphase/broad_phase.h"
#include "narrowphase/cascade.h"
#include "state/body_changes.h"
#include "state/state.h"
#include "step/stage_clock.h"

namespace scree {

// Work done since the counters were reset, for summaries and benchmarks. No part of any result.
struct StepCounters {
  std::size_t candidate_pairs = 0;  // now
  struct Search {
    std::string method = "none", reason;
    double seconds = 0;
    BroadPhaseCounters work;
  } search;  // for neighbours
  Cascade cascade;
};

struct StepperClock {
  std::string name;
  Clock clock;
};

class Stepper {
 public:
  virtual ~Stepper() = default;

  // Forces of the initial state, without moving anything. Must precede the first advance of a new run; a
  // resumed run has them in its state.
  virtual void begin() = 0;

  // What has happened to bodies since the last step; it may be told before begin(), too.
  virtual void apply(const BodyChanges& changes) = 0;

  // From the time of the state's clock to the next time at which all bodies can be looked at together. Throws
  // RunError when a body leaves the finite numbers.
  virtual void advance() = 0;

  // The clocks that bodies go by. The first is the state's, which events, output and checkpoints follow;
  // after advance() all show the same time.
  virtual std::vector<StepperClock> clocks() const = 0;

  // In the order of the step; always the same names.
  virtual std::span<const StageTime> stages() const = 0;
  virtual StepCounters counters() const = 0;
  virtual void reset_counters() = 0;

  // For tests: forget every cache before each step, or do without the wide registers of newer processors.
  // Results must not change by a bit.
  virtual void drop_caches(bool) {}
  virtual void use_plain_instructions(bool) {}
};

}  // namespace scree
