// Walls that stand side by side and move as one.
#pragma once

#include <vector>

#include "state/state.h"

namespace scree {

// From centre to centre, a before b. In a periodic cell there may be several ways, and then several of these.
struct WallPair {
  BodyIndex a, b;
  Vec3 way;
};

// All of them, in order. Where they stood when their drives started: that is the same at every step, to the
// last bit, so a run that is resumed finds the same.
std::vector<WallPair> walls_side_by_side(const State& state);

// What drives have in common is where they started.
inline const Quat& start_orientation(const State& state, BodyIndex wall) {
  return state.drives[state.bodies.drive[wall]].start_orientation;
}

}  // namespace scree
