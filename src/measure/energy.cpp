#include "measure/energy.h"

#include <algorithm>
#include <cmath>

#include "base/parallel_sum.h"
#include "law/contact_energy.h"
#include "law/contact_length.h"
#include "measure/observation.h"

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

namespace {

ExactSum kinetic_of_all(const State& state, Workers& workers) {
  return sum_exactly(workers, state.bodies.size(), [&](std::size_t i) {
    const BodyIndex body = static_cast<BodyIndex>(i);
    return state.bodies.free(body) ? kinetic_energy(state, body) : 0.0;
  });
}

ExactSum potential_of_all(const State& state, Workers& workers) {
  return sum_exactly(workers, state.bodies.size(), [&](std::size_t i) {
    const BodyIndex body = static_cast<BodyIndex>(i);
    return state.bodies.free(body) ? potential_energy(state, body) : 0.0;
  });
}

}  // namespace

double total_kinetic(const State& state, Workers& workers) { return kinetic_of_all(state, workers).value(); }
double total_potential(const State& state, Workers& workers) {
  return potential_of_all(state, workers).value();
}

void open_ledger(State& state, Workers& workers) {
  state.ledger.initial_kinetic = kinetic_of_all(state, workers);
  state.ledger.initial_potential = potential_of_all(state, workers);
  state.ledger.reference_potential = state.ledger.initial_potential;
}

void note_released_potential(State& state, Workers& workers) {
  const double released = state.ledger.reference_potential.value() - total_potential(state, workers);
  state.ledger.potential_released = std::max(state.ledger.potential_released, released);
}

Energies measure_energies(const State& state, Workers& workers) {
  return measure_energies(Observation(state, workers));
}

Energies measure_energies(const Observation& now) {
  const State& state = now.state();
  Workers& workers = now.workers();
  const Bodies& bodies = state.bodies;
  const Ledger& ledger = state.ledger;
  Energies e;
  e.kinetic = total_kinetic(state, workers);
  e.potential = total_potential(state, workers);
  const auto booked = [&](double ContactWork::*kind, const ExactSum& departed) {
    ExactSum sum = sum_exactly(workers, bodies.size(), [&](std::size_t i) { return bodies.work[i].*kind; });
    sum.add(departed);
    return sum.value();
  };
  e.elastic = booked(&ContactWork::elastic, ledger.departed_elastic);
  e.damping = booked(&ContactWork::damping, ledger.departed_damping);
  e.friction = booked(&ContactWork::friction, ledger.departed_friction);
  e.work_of_drives = ledger.work_of_drives.value();
  const Contacts& contacts = state.contacts;
  const JoinedTouches& touches = now.touches();
  const ExactSum stored = sum_exactly(workers, contacts.size(), [&](std::size_t k) {
    const TouchOnBed& touch = touches[k];
    if (!(touch.overlap > 0)) return 0.0;  // parted by the corrector
    const auto [a, b] = contacts.pair[k];
    return stored_energy(state.laws.of(bodies.material[a], bodies.material[b]), touch,
                         contact_size(state, a, b), contacts.history[k], contacts.rolling[k]);
  });
  e.elastic_stored = stored.value();
  const double initial_kinetic = ledger.initial_kinetic.value();
  const double initial_elastic = ledger.initial_elastic.value();
  const double held = e.kinetic + e.potential + e.elastic + e.dissipated() + ledger.left.value();
  const double in = initial_kinetic + ledger.initial_potential.value() + initial_elastic + e.work_of_drives +
                    ledger.entered.value() + ledger.work_of_changes.value();
  const double released =
      std::max(ledger.potential_released, ledger.reference_potential.value() - e.potential);
  e.elastic_at_start = initial_elastic + ledger.entered_elastic.value();
  e.went_in = initial_kinetic + e.elastic_at_start + std::abs(e.work_of_drives) +
              ledger.entered_kinetic.value() + std::max(0.0, released);
  const double mismatch = std::abs(held - in);
  // Not a number shows. Where nothing went in, what is there is compared with itself.
  const double scale = e.went_in > 0 ? e.went_in : e.kinetic + e.dissipated();
  e.balance_error = scale == 0 ? 0.0 : mismatch / scale;
  return e;
}

}  // namespace scree
