// The surfaces of all bodies as a VTP file. Every point carries the numbers of its body: id, group,
// speed, velocity, spin, radius, kinetic_energy. Field data have each body once (io/recorded_bodies.h).
#pragma once

#include <string>

#include "base/parallel.h"
#include "io/put_bytes.h"
#include "state/state.h"

namespace scree {

void write_bodies_vtp(const State& state, Workers& workers, const PutBytes& put);

std::string bodies_vtp(const State& state);  // the whole file

}  // namespace scree
