// Which kernel for which pair of kinds.
#pragma once

#include "narrowphase/sphere_sphere.h"
#include "state/cell.h"
#include "state/contacts.h"
#include "state/state.h"

namespace scree {

// The kernel for a pair, decided once when the pair enters the list.
enum class Route : std::uint8_t { none, sphere_sphere, sphere_wall, wall_sphere };

Route route_for(ShapeKind a, ShapeKind b);

// Contact of two placed bodies, if any. Pure: it reads poses and shapes and writes `out` alone.
bool find_touch(const State& state, Pair pair, Route route, Touch& out);

inline bool find_touch(const State& state, Pair pair, Touch& out) {
  const Bodies& b = state.bodies;
  return find_touch(state, pair,
                    route_for(state.shapes[b.shape[pair.a]].kind, state.shapes[b.shape[pair.b]].kind), out);
}

// Where the bodies of contact k touch as they stand now. A corrector may have moved them apart by a hair
// since the contact was pressed: the overlap is then 0.
Touch touch_of(const State& state, std::size_t k);

// Whether find_touch would find one: between spheres much less work.
inline bool touches(const State& state, Pair pair, Route route) {
  if (route == Route::sphere_sphere) {
    const Bodies& b = state.bodies;
    return spheres_touch(triple(state.cell.separation(b.position[pair.a], b.position[pair.b])),
                         b.radius[pair.a], b.radius[pair.b]);
  }
  Touch ignored;
  return find_touch(state, pair, route, ignored);
}

}  // namespace scree
