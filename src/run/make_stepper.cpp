#include "run/make_stepper.h"

#include <string>

#include "base/errors.h"
#include "step/soft_step.h"

namespace scree {
namespace {

BroadPhaseKind broad_phase_for(const std::string& name) {
  for (const BroadPhaseKind kind : all_broad_phases)
    if (name == name_of(kind)) return kind;
  return BroadPhaseKind::automatic;
}

}  // namespace

std::unique_ptr<Stepper> make_stepper(const SceneSpec& spec, State& state, Workers& workers) {
  if (spec.simulation.stepping == "soft")
    return std::make_unique<SoftStep>(state, workers, broad_phase_for(spec.simulation.neighbours));
  throw InputError("there is no stepping '" + spec.simulation.stepping + "'");
}

}  // namespace scree
