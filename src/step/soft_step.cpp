#include "step/soft_step.h"

#include "step/gather.h"

namespace scree {

SoftStep::SoftStep(State& state, Workers& workers, BroadPhaseKind neighbours)
    : state_(state), workers_(workers), neighbourhood_(neighbours, state.dimension) {}

void SoftStep::advance(Surroundings& around) {
  clock_.start();
  around.exchange(state_, neighbourhood_);
  clock_.end(Stage::exchange);
  ++state_.clock.step;
  predict();
  clock_.end(Stage::predict);
  place();
  clock_.end(Stage::place);
  find_pairs();
  clock_.end(Stage::find_pairs);
  touch();
  clock_.end(Stage::touch);
  press(state_.clock.dt);
  clock_.end(Stage::press);
  gather_loads(state_, neighbourhood_.candidates(), rows_, workers_);
  clock_.end(Stage::gather);
  drive();
  clock_.end(Stage::drive);
  correct();
  clock_.end(Stage::correct);
  around.observe(state_);
  clock_.end(Stage::observe);
}

}  // namespace scree
