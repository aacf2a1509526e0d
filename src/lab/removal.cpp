#include "lab/exchange.h"
#include "law/contact_energy.h"
#include "law/contact_length.h"
#include "measure/energy.h"
#include "narrowphase/dispatch.h"

namespace scree {
namespace {

// Spring energy of a contact that goes leaves with it; both bodies feel a jump.
void book_departure(State& state, std::size_t k) {
  Bodies& bodies = state.bodies;
  const Contacts& contacts = state.contacts;
  const auto [a, b] = contacts.pair[k];
  bodies.order[a] = bodies.order[b] = 0;
  Touch touch;
  if (!find_touch(state, contacts.pair[k], contacts.parts[k], touch)) return;
  const PairLaw& law = state.laws.of(bodies.material[a], bodies.material[b]);
  const double stored =
      stored_energy(law, touch, contact_size(state, a, b), contacts.history[k], contacts.rolling[k]);
  state.ledger.departed_elastic -= stored;
  state.ledger.left += stored;
}

}  // namespace

void book_overlaps_with_walls(State& state, std::span<const std::uint8_t> freed) {
  Bodies& bodies = state.bodies;
  for (BodyIndex i = 0; i < bodies.size(); ++i) {
    if (!freed[i]) continue;
    for (BodyIndex j = 0; j < bodies.size(); ++j) {
      // Others that are free have pressed on it already; of two that were freed the lower one books.
      if (j == i || (freed[j] ? j < i : bodies.free(j))) continue;
      const Pair pair{std::min(i, j), std::max(i, j)};
      for_each_parts(state, pair, [&](Parts parts) {
        Touch touch;
        if (!find_touch(state, pair, parts, touch)) return;
        const PairLaw& law = state.laws.of(bodies.material[i], bodies.material[j]);
        const double stored = stored_energy(law, touch, contact_size(state, pair.a, pair.b), {}, {});
        bodies.work[i].elastic += stored;
        state.ledger.entered += stored;
      });
    }
  }
}

void drop_contacts_of_walls(State& state) {
  std::vector<std::uint8_t> gone(state.contacts.size());
  for (std::size_t k = 0; k < gone.size(); ++k) {
    const auto [a, b] = state.contacts.pair[k];
    gone[k] = !state.bodies.free(a) && !state.bodies.free(b);
    if (gone[k]) book_departure(state, k);
  }
  state.contacts.remove(gone);
}

void remove_bodies(State& state, Neighbourhood& neighbourhood, std::span<const std::uint8_t> marked) {
  Bodies& bodies = state.bodies;
  for (std::size_t k = 0; k < state.contacts.size(); ++k) {
    const auto [a, b] = state.contacts.pair[k];
    if (marked[a] || marked[b]) book_departure(state, k);
  }
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
  state.contacts.renumber(new_index);
  neighbourhood.renumber(new_index);
}

}  // namespace scree
