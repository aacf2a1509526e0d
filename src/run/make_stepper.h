// Which stepper a scene asks for.
#pragma once

#include <functional>
#include <memory>

#include "base/parallel.h"
#include "scene/spec.h"
#include "state/state.h"
#include "step/stepper.h"

namespace scree {

// Steppers keep references to the state and the workers.
using StepperFactory = std::function<std::unique_ptr<Stepper>(const SceneSpec&, State&, Workers&)>;

// By `simulation.stepping`.
std::unique_ptr<Stepper> make_stepper(const SceneSpec& spec, State& state, Workers& workers);

}  // namespace scree
