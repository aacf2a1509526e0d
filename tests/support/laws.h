// One material for all bodies of a state, with the law that follows from it.
#pragma once

#include "law/mixing.h"
#include "support/states.h"

namespace scree {

inline void use_material(State& s, const Material& material, NormalLaw normal,
                         double tangential_ratio = 2.0 / 7) {
  use_material(s, material, mix(material, material, normal, tangential_ratio));
}

}  // namespace scree
