// Where two bodies of a state touch.
#pragma once

#include "narrowphase/contact_kernel.h"
#include "narrowphase/placements.h"
#include "state/state.h"

namespace scree {

inline const ContactKernel& kernel_of(const State& state, Pair pair) {
  const Bodies& b = state.bodies;
  return contact_kernel(state.shapes[b.shape[pair.a]].kind, state.shapes[b.shape[pair.b]].kind);
}

inline std::uint32_t parts_of(const State& state, BodyIndex i) {
  return part_count(state.shapes[state.bodies.shape[i]]);
}

// Effective radius of a pair, 1/(1/r_a + 1/r_b) of the spheres of equal volumes; walls count as flat.
double effective_radius(const State& state, Pair pair);

// The contact of one pair of parts now and then, if there is one: the bodies are placed for it alone. It
// knows nothing of their neighbours: faces that those cover count as surface here, and the sums over the pair
// are its own.
bool find_touch(const State& state, Pair pair, Parts parts, TouchOnBed& out);
inline bool find_touch(const State& state, Pair pair, TouchOnBed& out) {
  return find_touch(state, pair, {}, out);
}
// The same with what neighbours cover of them, but without sums over pairs.
bool find_touch(const State& state, const Placements& placements, Pair pair, Parts parts, TouchOnBed& out);

// Where the bodies of contact k touch as they stand now. A corrector may have moved them apart by a hair
// since the contact was pressed: the overlap is then 0.
TouchOnBed touch_of(const State& state, std::size_t k);
// The same with what neighbours cover of them, but without sums over pairs: narrowphase/joined_touches.h has
// those.
TouchOnBed touch_of(const State& state, const Placements& placements, std::size_t k);

}  // namespace scree
