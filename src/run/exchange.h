// What enters and leaves between two steps: inlets, outlets, events.
#pragma once

#include <vector>

#include "build/body_mix.h"
#include "build/region.h"
#include "scene/spec.h"
#include "state/body_changes.h"
#include "state/state.h"

namespace scree {

class Exchange {
 public:
  // The state must have been built from the same scene.
  Exchange(const SceneSpec& spec, const State& state);

  // Before the first forces: events at the start.
  BodyChanges begin(State& state);

  // Everything that is due at the state's time.
  BodyChanges apply(State& state);

 private:
  struct Inlet {
    InletSpec spec;
    Region region;
    BodyMix mix;
    MaterialIndex material;
    std::uint32_t group;
    std::uint64_t stream;
  };
  struct Outlet {
    Region region;
    double start;
  };

  void fire_events(State& state, BodyChanges& changes);
  void fire(const EventSpec& event, State& state, BodyChanges& changes);
  void empty_outlets(State& state, BodyChanges& changes);
  void take_out_who_left(State& state, BodyChanges& changes);
  void feed(std::size_t which, State& state, BodyChanges& changes);

  std::uint64_t seed_;
  std::vector<EventSpec> events_;  // in the order of time
  std::vector<std::string> inlet_names_;
  std::vector<Inlet> inlets_;
  std::vector<Outlet> outlets_;
};

// Takes the marked bodies out: their energy, and that of their contacts, is booked as having left, and
// what they touched feels a jump.
void remove_bodies(State& state, BodyChanges& changes, std::span<const std::uint8_t> marked);

// Bodies just set free may overlap with walls or with each other, which did not matter before: their contacts
// begin with energy in their springs, which has entered.
void book_overlaps_with_walls(State& state, std::span<const std::uint8_t> freed);

// Two bodies with prescribed motion do not press on each other: contacts whose last free body is among those
// about to be seized go, and their spring energy with them.
void drop_contacts_of_walls(State& state, BodyChanges& changes, std::span<const std::uint8_t> seized);

// What the springs of each contact hold. A free body and a wall of the same size press otherwise
// (law/contact_length.h), so where one becomes the other its springs hold more or less all at once; that
// is booked as work of the change. Given is what they held before.
std::vector<double> spring_energies(const State& state);
void book_changed_springs(State& state, std::span<const double> before);

}  // namespace scree
