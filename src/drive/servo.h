// Walls that hold a force: pistons with a mass, free along one axis only.
//
//   M dv/dt = F - P - (F / c) v
//
// F is the force asked for, or a stress times the area between the walls beside it, P what bodies press
// against it, and c the speed it reaches where nothing resists. At rest P = F exactly, whatever M and c are.
// A mass instead of a gain needs no knowledge of how stiff the sample is: with that of the whole sample the
// wall never moves faster than what it presses on can follow.
#pragma once

#include "state/state.h"

namespace scree {

// From the forces of this step to the way in the next. All bodies of a group move as one.
void steer_servos(State& state);

// Free space between the surfaces of two groups of walls that look at each other.
double gap_between(const State& state, std::uint32_t group_a, std::uint32_t group_b);

}  // namespace scree
