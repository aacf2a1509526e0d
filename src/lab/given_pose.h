// Bodies turn in their own frames; people think of the coordinates in which they gave the shape.
#pragma once

#include "state/state.h"

namespace scree {

// How the coordinates in which its shape was given are turned.
inline Quat given_orientation(const State& state, BodyIndex i) {
  return state.bodies.orientation[i] * state.shapes[state.bodies.shape[i]].given_axes.conjugate();
}

}  // namespace scree
