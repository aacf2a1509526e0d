// The length that turns an overlap into a strain, from the volume-equivalent radii of the whole bodies:
// l = 4 r_a r_b / (r_a + r_b), the mean diameter of two equal ones. Bodies with prescribed motion and
// half-spaces count as infinitely large, l = 4 r, however they are cut into pieces.
#pragma once

#include <algorithm>

#include "base/math.h"
#include "state/state.h"

namespace scree {

inline double contact_length(const State& state, BodyIndex a, BodyIndex b) {
  const double r_a = equivalent_radius(state, a), r_b = equivalent_radius(state, b);
  if (!state.bodies.free(a)) return 4 * r_b;
  if (!state.bodies.free(b)) return 4 * r_a;
  return 4 * r_a * r_b / (r_a + r_b);
}

// What turns the square of an overlap volume into an energy, Y V^2 / (2 l^2 depth): in space the depth is the
// length, in a layer its thickness, so that forces grow with that as they should.
struct ContactSize {
  double length, depth;
  double area;  // reference_area
};

inline double smaller_radius(const State& state, BodyIndex a, BodyIndex b) {
  if (!state.bodies.free(a)) return equivalent_radius(state, b);
  if (!state.bodies.free(b)) return equivalent_radius(state, a);
  return std::min(equivalent_radius(state, a), equivalent_radius(state, b));
}

// The area over which tangential springs of the overlap laws are thought to act: a great circle of the
// smaller body, in a layer its diameter. They must not depend on the patch: a patch that jumps from face to
// edge would tear them.
inline double reference_area(const State& state, double r) {
  return state.dimension == 2 ? 2 * r * state.thickness : math::pi * r * r;
}
inline double reference_area(const State& state, BodyIndex a, BodyIndex b) {
  return reference_area(state, smaller_radius(state, a, b));
}

inline ContactSize contact_size(const State& state, BodyIndex a, BodyIndex b) {
  const double length = contact_length(state, a, b);
  return {length, state.dimension == 2 ? state.thickness : length, reference_area(state, a, b)};
}

}  // namespace scree
