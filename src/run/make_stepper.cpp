#include "run/make_stepper.h"

#include "step/soft_step.h"

namespace scree {

std::unique_ptr<Stepper> make_stepper(const SceneSpec& spec, State& state, Workers& workers) {
  switch (spec.simulation.stepping) {  // a new word is to be a warning of the compiler
    case Stepping::soft: break;
  }
  return std::make_unique<SoftStep>(state, workers, spec.simulation.neighbours);
}

}  // namespace scree
