// The surfaces of all bodies as a VTP file. Every point carries the numbers of its body: id, group,
// speed, velocity, spin, radius, kinetic_energy. Field data have each body once (io/recorded_bodies.h).
#pragma once

#include <string>

#include "state/state.h"

namespace scree {

std::string bodies_vtp(const State& state);

}  // namespace scree
