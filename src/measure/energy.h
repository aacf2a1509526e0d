// The energy balance. Each term is integrated or computed on its own; their mismatch is the error.
#pragma once

#include "base/parallel.h"
#include "state/state.h"

namespace scree {

class Observation;

double kinetic_energy(const State& state, BodyIndex i);
double potential_energy(const State& state, BodyIndex i);  // in the gravity of now, images unwrapped

struct Energies {
  double kinetic = 0;
  double potential = 0;
  double elastic = 0;         // accumulated work of the springs
  double elastic_stored = 0;  // the same from the contacts' potentials
  double damping = 0;         // lost in dashpots
  double friction = 0;        // lost in sliders
  double work_of_drives = 0;
  double elastic_at_start = 0;  // in overlaps of bodies that began so or were set free so
  double went_in = 0;           // what the balance and what is created are compared with
  double balance_error = 0;     // mismatch over the energy that went in

  double dissipated() const { return damping + friction; }
  // What springs hold, less the work that was done on them: laws with a potential create nothing. (Of
  // contacts that went with their bodies both are booked as having left.)
  double created() const { return elastic_stored - elastic; }
};

double total_kinetic(const State& state, Workers& workers);
double total_potential(const State& state, Workers& workers);

// Call once before the first step.
void open_ledger(State& state, Workers& workers);

// Keeps track of the most potential energy released, for the scale of the error. Cheap, called at
// fixed step numbers.
void note_released_potential(State& state, Workers& workers);

// For all who look at the same state: Observation::energies().
Energies measure_energies(const Observation& now);
Energies measure_energies(const State& state, Workers& workers);

}  // namespace scree
