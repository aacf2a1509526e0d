// Shapes of a state's bodies where they are, as kernels see them.
#pragma once

#include "narrowphase/placed_shape.h"
#include "narrowphase/placements.h"
#include "state/state.h"

namespace scree {

// Without its part.
inline PlacedShape place_shape(const State& state, BodyIndex i) {
  const Bodies& bodies = state.bodies;
  const Quat& q = bodies.orientation[i];
  PlacedShape placed;
  placed.radius = bodies.radius[i];
  placed.shape = &state.shapes[bodies.shape[i]];
  placed.scale = bodies.scale[i];
  placed.cosine = q.w() * q.w() - q.z() * q.z();
  placed.sine = 2 * q.w() * q.z();
  placed.orientation = &q;
  placed.position = &bodies.position[i];
  placed.body = i;
  return placed;
}

// With a part from the placements of a step, and with what neighbours cover of it.
inline PlacedShape place_shape(const State& state, const Placements& placements, BodyIndex i,
                               std::uint32_t part) {
  PlacedShape placed = place_shape(state, i);
  placed.part = part;
  if (is_polyhedral(placed.shape->kind)) placed.solid = &placements.of(i, part);
  if (placed.shape->kind == ShapeKind::polygon) placed.figure = &placements.figure(i, part);
  return placed;
}

// With a part that is placed for one question alone, in memory of the caller's: nothing is known of
// neighbours.
inline PlacedShape place_shape(const State& state, BodyIndex i, std::uint32_t part, PlacedCopy& copy) {
  PlacedShape placed = place_shape(state, i);
  placed.part = part;
  if (is_polyhedral(placed.shape->kind)) {
    copy.place(*placed.shape->parts[part], placed.scale, *placed.orientation);
    placed.solid = &copy.view;
  }
  if (placed.shape->kind == ShapeKind::polygon) placed.figure = placed.shape->figures[part].get();
  return placed;
}

}  // namespace scree
