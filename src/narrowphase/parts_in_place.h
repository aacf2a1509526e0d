// Parts of bodies where they are: from the placements of a step, or placed for one question alone.
#pragma once

#include "narrowphase/placements.h"
#include "narrowphase/plane_contacts.h"
#include "state/state.h"

namespace scree {

struct FromPlacements {
  const Placements& placements;
  const PlacedPolyhedron& operator()(BodyIndex body, std::uint32_t part) const {
    return placements.of(body, part);
  }
  const Polygon& figure(BodyIndex body, std::uint32_t part) const { return placements.figure(body, part); }
};

struct OnTheSpot {
  const State& state;
  const PlacedPolyhedron& operator()(BodyIndex body, std::uint32_t part) const {
    static thread_local PlacedCopy copies[2];
    static thread_local int last = 0;
    last = 1 - last;  // two are in use at a time
    const Bodies& b = state.bodies;
    copies[last].place(*state.shapes[b.shape[body]].parts[part], b.scale[body], b.orientation[body]);
    return copies[last].view;
  }
  const Polygon& figure(BodyIndex body, std::uint32_t part) const {
    return *state.shapes[state.bodies.shape[body]].figures[part];
  }
};

inline Vec3 outward_normal(const State& state, BodyIndex half_space) {
  const Bodies& b = state.bodies;
  return b.orientation[half_space].toRotationMatrix() * state.shapes[b.shape[half_space]].normal;
}

template <class Placed>
TurnedPolygon turned_part(const State& state, const Placed& placed, BodyIndex i, std::uint32_t part) {
  return turned(placed.figure(i, part), state.bodies.scale[i], state.bodies.orientation[i]);
}

}  // namespace scree
