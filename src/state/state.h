// All that a simulation consists of: the numbers that a checkpoint must hold and a hash must see.
// Scratch and caches live elsewhere.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "state/bodies.h"
#include "state/cell.h"
#include "state/contacts.h"
#include "state/drives.h"
#include "state/guards.h"
#include "state/integrator.h"
#include "state/ledger.h"
#include "state/materials.h"
#include "state/shapes.h"
#include "state/warnings.h"

namespace scree {

struct Clock {
  std::uint64_t step = 0;
  double dt = 0;
  double time() const { return static_cast<double>(step) * dt; }  // never accumulated
};

// Progress of what lets bodies in and out. Draws come from a counter-based generator, so a count is
// all the memory they need.
struct InletProgress {
  double open_since = 0;       // time from which the rate counts
  std::uint64_t released = 0;  // bodies let in since then
  std::uint64_t draws = 0;     // random placements tried, ever
  std::uint64_t total = 0;     // bodies let in, ever
  double missed = 0;           // bodies that found no room since it was opened; no part of the hash
  std::uint8_t open = 1;
};

struct OutletProgress {
  std::uint64_t removed = 0;
  ExactSum removed_mass;
};

struct State {
  int dimension = 3;
  double thickness = 1;  // of the layer that the plane stands for, m
  Clock clock;
  Cell cell;
  Vec3 gravity = Vec3::Zero();
  Integrator integrator = Integrator::gear;

  std::vector<Shape> shapes;
  std::vector<Material> materials;
  PairLaws laws;
  std::vector<std::string> groups;  // names of the scene's bodies, fills and inlets

  Bodies bodies;
  BodyId next_id = 0;
  Contacts contacts;
  std::vector<Drive> drives;

  Ledger ledger;
  std::vector<InletProgress> inlets;
  std::vector<OutletProgress> outlets;
  std::uint64_t events_done = 0;      // events fire in the order of time
  std::uint64_t taken_at_bounds = 0;  // bodies that left and were taken out

  Guards guards;
  Warnings warnings;  // so far; no part of the hash
};

// How volumes and masses grow with the scale of a shape, in space and in a layer.
inline double volume_factor(const State& state, double scale) {
  return state.dimension == 2 ? state.thickness * scale * scale : scale * scale * scale;
}

// The number of a group; one past the last where there is none of that name.
inline std::uint32_t group_of(const State& state, std::string_view name) {
  return static_cast<std::uint32_t>(std::ranges::find(state.groups, name) - state.groups.begin());
}

inline bool moves_by_drive(const State& state, BodyIndex i) {
  return !state.bodies.free(i) && state.drives[state.bodies.drive[i]].kind != DriveKind::fixed;
}

inline BodyNamed named(const State& state, BodyIndex i) {
  return {state.bodies.id[i], state.bodies.group[i]};
}

inline double equivalent_radius(const State& state, BodyIndex i) {
  return state.shapes[state.bodies.shape[i]].equivalent_radius * state.bodies.scale[i];
}

}  // namespace scree
