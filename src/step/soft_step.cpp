#include "step/soft_step.h"

#include "step/gather.h"

namespace scree {
namespace {

// In the order of the names that the constructor gives the clock.
enum SoftStage : std::size_t {
  predicting,
  placing,
  finding_pairs,
  touching,
  pressing,
  gathering,
  driving,
  correcting
};

}  // namespace

SoftStep::SoftStep(State& state, Workers& workers, BroadPhaseKind neighbours)
    : state_(state),
      workers_(workers),
      neighbourhood_(neighbours, state.dimension),
      clock_({"predict", "place", "find_pairs", "touch", "press", "gather", "drive", "correct"}) {
  if (state.integrator == Integrator::gear)
    GearIntegration::declare(state.bodies);
  else
    VerletIntegration::declare(state.bodies);
}

void SoftStep::advance() {
  clock_.start();
  ++state_.clock.step;
  predict();
  clock_.end(predicting);
  place();
  clock_.end(placing);
  find_pairs();
  clock_.end(finding_pairs);
  touch();
  clock_.end(touching);
  press(state_.clock.dt);
  clock_.end(pressing);
  gather_loads(state_, neighbourhood_.candidates(), rows_, workers_);
  clock_.end(gathering);
  drive();
  clock_.end(driving);
  correct();
  clock_.end(correcting);
}

void SoftStep::apply(const BodyChanges& changes) {
  if (!changes.new_index.empty()) neighbourhood_.renumber(changes.new_index);
  if (changes.changes_motions()) neighbourhood_.reset();
  with_integration([&](const auto& integration) {
    if (changes.gravity)
      for (BodyIndex i = 0; i < state_.bodies.size(); ++i) integration.jump(i);
    for (const BodyIndex i : changes.jumped) integration.jump(i);
    for (const BodyIndex i : changes.freed) {
      integration.start(i, state_.clock.dt);
      integration.jump(i);  // its contacts are still to come
    }
    for (const BodyIndex i : changes.appended) integration.start(i, state_.clock.dt);
  });
}

StepCounters SoftStep::counters() const {
  const BroadPhase& search = neighbourhood_.broad_phase();
  return {neighbourhood_.candidates().size(),
          {std::string(search.name()), search.reason(),
           margin_seconds_ + clock_.stages()[finding_pairs].seconds, search.counters()},
          cascade_};
}

void SoftStep::reset_counters() {
  clock_.reset();
  margin_seconds_ = 0;
  cascade_ = {};
  neighbourhood_.reset_counters();
}

}  // namespace scree
