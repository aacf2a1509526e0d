#include "state/contacts.h"

#include <cassert>

namespace scree {

void Contacts::assign(std::span<const Pair> pairs, std::size_t bodies) {
  std::vector<std::uint8_t> new_touching(pairs.size(), 0);
  std::vector<ContactHistory> new_history(pairs.size());
  std::size_t old = 0;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    while (old < pair.size() && pair[old] < pairs[k]) {
      assert(!touching[old]);  // a touching pair may not be forgotten
      ++old;
    }
    if (old == pair.size() || pair[old] != pairs[k]) continue;
    new_touching[k] = touching[old];
    if (touching[old]) new_history[k] = history[old];
    ++old;
  }
  pair.assign(pairs.begin(), pairs.end());
  touching = std::move(new_touching);
  history = std::move(new_history);
  changed.assign(pair.size(), 0);
  touch.resize(pair.size());
  load.resize(pair.size());
  build_incidence(bodies);
}

void Contacts::renumber(std::span<const BodyIndex> new_index, std::size_t bodies) {
  std::size_t kept = 0;
  for (std::size_t k = 0; k < pair.size(); ++k) {
    const BodyIndex a = new_index[pair[k].a];
    const BodyIndex b = new_index[pair[k].b];
    if (a == no_body || b == no_body) continue;
    pair[kept] = {a, b};
    touching[kept] = touching[k];
    changed[kept] = changed[k];
    touch[kept] = touch[k];
    load[kept] = load[k];
    history[kept] = history[k];
    ++kept;
  }
  pair.resize(kept);
  touching.resize(kept);
  changed.resize(kept);
  touch.resize(kept);
  load.resize(kept);
  history.resize(kept);
  build_incidence(bodies);
}

void Contacts::build_incidence(std::size_t bodies) {
  above_start.assign(bodies + 1, 0);
  below_start.assign(bodies + 1, 0);
  for (const Pair& p : pair) {
    ++above_start[p.a + 1];
    ++below_start[p.b + 1];
  }
  for (std::size_t i = 0; i < bodies; ++i) {
    above_start[i + 1] += above_start[i];
    below_start[i + 1] += below_start[i];
  }
  below.resize(pair.size());
  std::vector<std::uint32_t> next(below_start.begin(), below_start.end() - 1);
  for (std::uint32_t k = 0; k < pair.size(); ++k) below[next[pair[k].b]++] = k;  // rising a, for each b
}

}  // namespace scree
