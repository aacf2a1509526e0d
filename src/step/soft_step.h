// The soft-particle step: one time step for all bodies, contacts that act by their overlap.
#pragma once

#include "base/parallel.h"
#include "narrowphase/joined_touches.h"
#include "narrowphase/placements.h"
#include "state/state.h"
#include "step/integration.h"
#include "step/neighbourhood.h"
#include "step/rows.h"
#include "step/sightings.h"
#include "step/stepper.h"
#include "step/watch_jumps.h"

namespace scree {

class SoftStep : public Stepper {
 public:
  SoftStep(State& state, Workers& workers, BroadPhaseKind neighbours);

  void begin() override;
  void apply(const BodyChanges& changes) override;
  void advance() override;  // by clock.dt

  std::vector<StepperClock> clocks() const override { return {{"scene", state_.clock}}; }
  std::span<const StageTime> stages() const override { return clock_.stages(); }
  StepCounters counters() const override;
  void reset_counters() override;

  void drop_caches(bool drop) override {
    using enum Neighbourhood::Ordering;
    drop_caches_ = drop;
    neighbourhood_.order_rows(drop ? always : now_and_then);  // rows get a new order, too
  }
  void use_plain_instructions(bool plain) override { plain_instructions_ = plain; }

  Neighbourhood& neighbourhood() { return neighbourhood_; }
  const Neighbourhood& neighbourhood() const { return neighbourhood_; }
  const Placements& placements() const { return placements_; }

 private:
  // Calls visit(integration) with that of the scene.
  template <class Visit>
  void with_integration(const Visit& visit) {
    if (state_.integrator == Integrator::gear)
      visit(GearIntegration(state_.bodies));
    else
      visit(VerletIntegration(state_.bodies, half_momentum_));
  }
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
  std::vector<Vec3> half_momentum_;  // scratch of VerletIntegration
  StageClock clock_;
  double margin_seconds_ = 0;  // of `place`, for the search for neighbours
  Cascade cascade_;
  bool drop_caches_ = false;
  bool plain_instructions_ = false;
};

}  // namespace scree
