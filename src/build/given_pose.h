// Bodies turn in their own frames; people think of the coordinates in which they gave the shape.
#pragma once

#include "state/state.h"

namespace scree {

// How the coordinates in which its shape was given are turned.
inline Quat given_orientation(const State& state, BodyIndex i) {
  return state.bodies.orientation[i] * state.shapes[state.bodies.shape[i]].given_axes.conjugate();
}

// What a scene calls its position.
inline Vec3 given_position(const State& state, BodyIndex i) {
  const Bodies& b = state.bodies;
  const Shape& shape = state.shapes[b.shape[i]];
  if (!shape.given_origin) return b.position[i];
  return b.position[i] - given_orientation(state, i) * Vec3(b.scale[i] * shape.given_centroid);
}

}  // namespace scree
