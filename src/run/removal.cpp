#include "law/contact_energy.h"
#include "law/contact_length.h"
#include "measure/energy.h"
#include "narrowphase/joined_touches.h"
#include "narrowphase/near_parts.h"
#include "run/exchange.h"

namespace scree {
namespace {

// Of one contact; none where the corrector has parted it.
double energy_in(const State& state, std::size_t k, const TouchOnBed& touch) {
  if (!(touch.overlap > 0)) return 0;
  const auto [a, b] = state.contacts.pair[k];
  const PairLaw& law = state.laws.of(state.bodies.material[a], state.bodies.material[b]);
  return stored_energy(law, touch, contact_size(state, a, b), state.contacts.history[k],
                       state.contacts.rolling[k]);
}

// Spring energy of contacts that go leaves with them; both bodies feel a jump.
void book_departures(State& state, BodyChanges& changes, std::span<const std::uint8_t> going) {
  const Contacts& contacts = state.contacts;
  for_each_touch(
      state,
      [&](std::size_t k, const TouchOnBed& touch) {
        const auto [a, b] = contacts.pair[k];
        changes.jumped.insert(changes.jumped.end(), {a, b});
        const double stored = energy_in(state, k, touch);
        state.ledger.departed_elastic.add(-stored);
        state.ledger.left.add(stored);
      },
      going);
}

}  // namespace

void book_overlaps_with_walls(State& state, std::span<const std::uint8_t> freed) {
  Bodies& bodies = state.bodies;
  State met = state;  // with these contacts alone
  std::vector<Pair> pairs;
  std::vector<Parts> parts, near;
  for (BodyIndex a = 0; a < bodies.size(); ++a)
    for (BodyIndex b = a + 1; b < bodies.size(); ++b) {
      // Others that are free have pressed on it already.
      const auto was_wall = [&](BodyIndex i) { return freed[i] || !bodies.free(i); };
      if (!(freed[a] || freed[b]) || !was_wall(a) || !was_wall(b)) continue;
      find_near_parts(state, {a, b}, {}, near);
      for (const Parts& combination : near) {
        TouchOnBed touch;
        if (!find_touch(state, {a, b}, combination, touch)) continue;
        pairs.push_back({a, b});
        parts.push_back(combination);
      }
    }
  met.contacts.assign(pairs);
  met.contacts.parts = parts;
  for_each_touch(met, [&](std::size_t k, const TouchOnBed& touch) {
    if (!(touch.overlap > 0)) return;  // a neighbour of the wall has it
    const auto [a, b] = pairs[k];
    const PairLaw& law = state.laws.of(bodies.material[a], bodies.material[b]);
    const double stored = stored_energy(law, touch, contact_size(state, a, b), {}, {});
    bodies.work[freed[a] ? a : b].elastic += stored;
    state.ledger.entered.add(stored);
    state.ledger.entered_elastic.add(stored);
  });
}

std::vector<double> spring_energies(const State& state) {
  const Contacts& contacts = state.contacts;
  std::vector<double> energies(contacts.size());
  for_each_touch(state,
                 [&](std::size_t k, const TouchOnBed& touch) { energies[k] = energy_in(state, k, touch); });
  return energies;
}

void book_changed_springs(State& state, std::span<const double> before) {
  Bodies& bodies = state.bodies;
  const std::vector<double> now = spring_energies(state);
  for (std::size_t k = 0; k < now.size(); ++k) {
    const auto [a, b] = state.contacts.pair[k];
    const double change = now[k] - before[k];
    bodies.work[bodies.free(a) ? a : b].elastic += change;
    state.ledger.work_of_changes.add(change);
  }
}

void drop_contacts_of_walls(State& state, BodyChanges& changes, std::span<const std::uint8_t> seized) {
  std::vector<std::uint8_t> gone(state.contacts.size());
  for (std::size_t k = 0; k < gone.size(); ++k) {
    const auto [a, b] = state.contacts.pair[k];
    const auto will_be_wall = [&](BodyIndex i) { return seized[i] || !state.bodies.free(i); };
    gone[k] = will_be_wall(a) && will_be_wall(b);
  }
  book_departures(state, changes, gone);
  state.contacts.remove(gone);
}

void remove_bodies(State& state, BodyChanges& changes, std::span<const std::uint8_t> marked) {
  Bodies& bodies = state.bodies;
  std::vector<std::uint8_t> going(state.contacts.size());
  for (std::size_t k = 0; k < going.size(); ++k)
    going[k] = marked[state.contacts.pair[k].a] || marked[state.contacts.pair[k].b];
  book_departures(state, changes, going);
  for (BodyIndex i = 0; i < bodies.size(); ++i) {
    if (!marked[i]) continue;
    state.ledger.departed_elastic.add(bodies.work[i].elastic);
    state.ledger.departed_damping.add(bodies.work[i].damping);
    state.ledger.departed_friction.add(bodies.work[i].friction);
    if (!bodies.free(i)) continue;
    const double potential = potential_energy(state, i);
    state.ledger.left.add(kinetic_energy(state, i) + potential);
    state.ledger.reference_potential.add(-potential);
  }
  const std::vector<BodyIndex> new_index = bodies.remove(marked);
  state.contacts.renumber(new_index);
  changes.removed(new_index);
}

}  // namespace scree
