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
#include "state/materials.h"
#include "state/shapes.h"

namespace scree {

enum class Integrator : std::uint8_t { gear, verlet };

struct Clock {
  std::uint64_t step = 0;
  double dt = 0;
  double time() const { return static_cast<double>(step) * dt; }  // never accumulated
};

// Energies that no body carries: each is integrated on its own.
struct Ledger {
  double work_of_drives = 0;
  double drive_power = 0;  // at the last evaluation
  double initial_kinetic = 0;
  double initial_potential = 0;
  double initial_elastic = 0;
  double reference_potential = 0;  // initial, plus that of bodies entered, minus that of bodies left
  double potential_released = 0;   // the most by which the potential energy was below that
  double entered = 0;              // kinetic and potential energy brought in by inlets and events
  double entered_kinetic = 0;      // the kinetic part, for the scale of the balance error
  double left = 0;                 // energy taken along by bodies that were removed
  double work_of_changes = 0;      // potential energy added by a change of gravity
  double departed_elastic = 0;     // contact work booked on bodies that have left
  double departed_damping = 0;
  double departed_friction = 0;
  double max_overlap_ever = 0;

  template <class Self, class Visit>
  static void for_each_number(Self& l, Visit&& visit) {
    visit("work_of_drives", l.work_of_drives);
    visit("drive_power", l.drive_power);
    visit("initial_kinetic", l.initial_kinetic);
    visit("initial_potential", l.initial_potential);
    visit("initial_elastic", l.initial_elastic);
    visit("reference_potential", l.reference_potential);
    visit("potential_released", l.potential_released);
    visit("entered", l.entered);
    visit("entered_kinetic", l.entered_kinetic);
    visit("left", l.left);
    visit("work_of_changes", l.work_of_changes);
    visit("departed_elastic", l.departed_elastic);
    visit("departed_damping", l.departed_damping);
    visit("departed_friction", l.departed_friction);
    visit("max_overlap_ever", l.max_overlap_ever);
  }
};

// Progress of what lets bodies in and out. Draws come from a counter-based generator, so a count is
// all the memory they need.
struct InletProgress {
  double open_since = 0;       // time from which the rate counts
  std::uint64_t released = 0;  // bodies let in since then
  std::uint64_t draws = 0;     // random placements tried, ever
  std::uint64_t total = 0;     // bodies let in, ever
  std::uint8_t open = 1;
};

struct OutletProgress {
  std::uint64_t removed = 0;
  double removed_mass = 0;
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
  std::uint64_t events_done = 0;  // events fire in the order of time
};

// How volumes and masses grow with the scale of a shape, in space and in a layer.
inline double volume_factor(const State& state, double scale) {
  return state.dimension == 2 ? state.thickness * scale * scale : scale * scale * scale;
}

// The number of a group; one past the last where there is none of that name.
inline std::uint32_t group_of(const State& state, std::string_view name) {
  return static_cast<std::uint32_t>(std::ranges::find(state.groups, name) - state.groups.begin());
}

inline double equivalent_radius(const State& state, BodyIndex i) {
  return state.shapes[state.bodies.shape[i]].equivalent_radius * state.bodies.scale[i];
}

}  // namespace scree
