#include "measure/energy.h"

#include <algorithm>
#include <cmath>

#include "law/contact_energy.h"
#include "law/contact_length.h"
#include "narrowphase/joined_touches.h"

namespace scree {

double kinetic_energy(const State& state, BodyIndex i) {
  const Bodies& b = state.bodies;
  const Vec3 spin = b.orientation[i].toRotationMatrix().transpose() * b.spin[i];
  return 0.5 * b.mass[i] * b.velocity[i].squaredNorm() + 0.5 * b.inertia[i].dot(spin.cwiseProduct(spin));
}

double potential_energy(const State& state, BodyIndex i) {
  const Bodies& b = state.bodies;
  Vec3 x = b.position[i];
  for (int k = 0; k < 3; ++k)
    if (state.cell.periodic[k]) x[k] += b.image[i][k] * state.cell.length[k];
  return -b.mass[i] * state.gravity.dot(x);
}

double total_kinetic(const State& state, Workers& workers) {
  return workers.sum(state.bodies.size(), 0.0, [&](std::size_t i) {
    const BodyIndex body = static_cast<BodyIndex>(i);
    return state.bodies.free(body) ? kinetic_energy(state, body) : 0.0;
  });
}

double total_potential(const State& state, Workers& workers) {
  return workers.sum(state.bodies.size(), 0.0, [&](std::size_t i) {
    const BodyIndex body = static_cast<BodyIndex>(i);
    return state.bodies.free(body) ? potential_energy(state, body) : 0.0;
  });
}

void open_ledger(State& state, Workers& workers) {
  state.ledger.initial_kinetic = total_kinetic(state, workers);
  state.ledger.initial_potential = total_potential(state, workers);
  state.ledger.reference_potential = state.ledger.initial_potential;
}

void note_released_potential(State& state, Workers& workers) {
  const double released = state.ledger.reference_potential - total_potential(state, workers);
  state.ledger.potential_released = std::max(state.ledger.potential_released, released);
}

Energies measure_energies(const State& state, Workers& workers) {
  const Bodies& bodies = state.bodies;
  const Ledger& ledger = state.ledger;
  Energies e;
  e.kinetic = total_kinetic(state, workers);
  e.potential = total_potential(state, workers);
  const ContactWork work = workers.sum(bodies.size(), ContactWork{},
                                       [&](std::size_t i) -> const ContactWork& { return bodies.work[i]; });
  e.elastic = work.elastic + ledger.departed_elastic;
  e.damping = work.damping + ledger.departed_damping;
  e.friction = work.friction + ledger.departed_friction;
  e.work_of_drives = ledger.work_of_drives;
  const Contacts& contacts = state.contacts;
  for_each_touch(state, [&](std::size_t k, const Touch& touch) {
    if (!(touch.overlap > 0)) return;  // parted by the corrector
    const auto [a, b] = contacts.pair[k];
    e.elastic_stored += stored_energy(state.laws.of(bodies.material[a], bodies.material[b]), touch,
                                      contact_size(state, a, b), contacts.history[k], contacts.rolling[k]);
  });
  const double now = e.kinetic + e.potential + e.elastic + e.dissipated() + ledger.left;
  const double in = ledger.initial_kinetic + ledger.initial_potential + ledger.initial_elastic +
                    ledger.work_of_drives + ledger.entered + ledger.work_of_changes;
  const double released = std::max(ledger.potential_released, ledger.reference_potential - e.potential);
  // What was put in; a run that has blown up has more in motion than that.
  const double scale =
      std::max(ledger.initial_kinetic + ledger.initial_elastic + std::abs(ledger.work_of_drives) +
                   ledger.entered_kinetic + std::max(0.0, released),
               e.kinetic);
  e.balance_error = scale == 0 ? 0.0 : std::abs(now - in) / scale;  // not a number shows
  return e;
}

}  // namespace scree
