// What two materials make together. Springs in series count: the stiffness of a pair is the harmonic
// mean of the two, so two equal ones give their own. Restitution: geometric mean. Friction of any
// kind: the smaller one, as the smoother surface slips; likewise cohesion.
#pragma once

#include <optional>

#include "state/materials.h"

namespace scree {

struct PairOverride {
  std::optional<NormalLaw> normal;
  std::optional<double> stiffness, young, restitution, damping, friction, rolling_friction,
      torsional_friction, cohesion;
};

PairLaw mix(const Material& a, const Material& b, NormalLaw normal, double tangential_ratio,
            const PairOverride& override = {});

}  // namespace scree
