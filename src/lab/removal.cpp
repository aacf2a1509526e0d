#include "lab/exchange.h"
#include "law/press.h"
#include "measure/energy.h"
#include "narrowphase/dispatch.h"

namespace scree {
namespace {

// Spring energy of the contacts that go leaves with them.
void book_contacts(State& state, std::span<const std::uint8_t> marked) {
  Bodies& bodies = state.bodies;
  Contacts& contacts = state.contacts;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    if (!contacts.touching[k]) continue;
    const auto [a, b] = contacts.pair[k];
    if (!marked[a] && !marked[b]) continue;
    bodies.order[a] = 0;
    bodies.order[b] = 0;
    Touch touch;
    if (!find_touch(state, contacts.pair[k], touch)) continue;
    const PairLaw& law = state.laws.of(bodies.material[a], bodies.material[b]);
    const double stored = stored_energy(law, touch, contacts.history[k]);
    state.ledger.departed_elastic -= stored;
    state.ledger.left += stored;
  }
}

}  // namespace

void remove_bodies(State& state, Neighbourhood& neighbourhood, std::span<const std::uint8_t> marked) {
  Bodies& bodies = state.bodies;
  book_contacts(state, marked);
  for (BodyIndex i = 0; i < bodies.size(); ++i) {
    if (!marked[i]) continue;
    state.ledger.departed_elastic += bodies.work[i].elastic;
    state.ledger.departed_damping += bodies.work[i].damping;
    state.ledger.departed_friction += bodies.work[i].friction;
    if (!bodies.free(i)) continue;
    const double potential = potential_energy(state, i);
    state.ledger.left += kinetic_energy(state, i) + potential;
    state.ledger.reference_potential -= potential;
  }
  const std::vector<BodyIndex> new_index = bodies.remove(marked);
  state.contacts.renumber(new_index, bodies.size());
  neighbourhood.renumber(new_index);
}

}  // namespace scree
