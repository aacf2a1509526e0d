// The soft-particle step.
#pragma once

#include "base/parallel.h"
#include "narrowphase/joined_touches.h"
#include "narrowphase/placements.h"
#include "state/state.h"
#include "step/neighbourhood.h"
#include "step/rows.h"
#include "step/sightings.h"
#include "step/stages.h"
#include "step/watch_jumps.h"

namespace scree {

// What a laboratory does around the step: bodies that enter and leave, events, probes, output.
class Surroundings {
 public:
  virtual ~Surroundings() = default;
  virtual void exchange(State&, Neighbourhood&) {}
  virtual void observe(State&) {}
};

class SoftStep {
 public:
  SoftStep(State& state, Workers& workers, BroadPhaseKind neighbours);

  // Forces of the initial state, without moving anything. Must precede the first advance of a new
  // run; a resumed run has them in its state.
  void begin();

  // One step of clock.dt. Throws RunError when a body leaves the finite numbers.
  void advance(Surroundings& around);

  Neighbourhood& neighbourhood() { return neighbourhood_; }
  const Neighbourhood& neighbourhood() const { return neighbourhood_; }
  const Placements& placements() const { return placements_; }
  const StageClock& stage_clock() const { return clock_; }
  const Cascade& cascade() const { return cascade_; }
  void reset_counters() {
    clock_.reset();
    cascade_ = {};
    neighbourhood_.reset_counters();
  }

  // For tests: forget every cache before each step, and give rows a new order. Results must not change by a
  // bit.
  void drop_caches(bool drop) {
    using enum Neighbourhood::Ordering;
    drop_caches_ = drop;
    neighbourhood_.order_rows(drop ? always : now_and_then);
  }
  // For tests: do without the wide registers of newer processors. Results must not change by a bit.
  void use_plain_instructions(bool plain) { plain_instructions_ = plain; }

 private:
  void record(BodyIndex i, const Vec3& velocity, const Vec3& spin);
  void predict();
  void place();
  void find_pairs();
  void touch();
  void join_at_surfaces();
  void find_slots();
  void press(double history_dt);
  void book_changes();
  void drive();
  void correct();

  State& state_;
  Workers& workers_;
  Neighbourhood neighbourhood_;
  Placements placements_;
  std::vector<SurfaceTouch> at_surfaces_;
  JumpWatch jumps_;
  Sightings seen_;  // in this step
  Rows rows_;
  Contacts
      next_;  // contacts of the step being made: they take the place of state_.contacts when all are pressed
  StageClock clock_;
  Cascade cascade_;
  bool drop_caches_ = false;
  bool plain_instructions_ = false;
};

}  // namespace scree
