#include "step/candidates.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <tuple>

#include "law/contact_length.h"

namespace scree {
namespace {

constexpr std::uint32_t block_size = 256;  // candidates; some ten microseconds of work
constexpr std::uint32_t no_limit = 0xffffffffu;

}  // namespace

void Candidates::assign(std::span<const Pair> pairs, const State& state) {
  list_parts(pairs, state);
  state_facts(state);
  build_rows(state.bodies);
  cut_blocks(state.bodies);
}

void Candidates::list_parts(std::span<const Pair> pairs, const State& state) {
  pair.clear();
  parts.clear();
  for (const Pair& p : pairs)
    for_each_parts(state, p, [&](Parts combination) {
      pair.push_back(p);
      parts.push_back(combination);
    });
  separating.assign(size(), Vec3::Zero());
}

void Candidates::find_slots(const Contacts& contacts) {
  slot.assign(size(), none);
  std::size_t k = 0;
  for (std::uint32_t n = 0; n < contacts.size(); ++n) {
    const auto wanted = std::tie(contacts.pair[n], contacts.parts[n]);
    while (k < size() && std::tie(pair[k], parts[k]) < wanted) ++k;
    assert(k < size() && std::tie(pair[k], parts[k]) == wanted);  // a touching pair may not be forgotten
    slot[k] = n;
  }
}

void Candidates::state_facts(const State& state) {
  const Bodies& bodies = state.bodies;
  facts.resize(size());
  route.resize(size());
  for (std::size_t k = 0; k < size(); ++k) {
    const auto [a, b] = pair[k];
    facts[k] = {1 / std::sqrt(bodies.inverse_mass[a] + bodies.inverse_mass[b]),
                0.5 / smaller_radius(state, a, b), 1 / contact_length(state, a, b),
                reference_area(state, a, b), &state.laws.of(bodies.material[a], bodies.material[b])};
    route[k] = route_for(state, pair[k]);
  }
}

void Candidates::build_rows(const Bodies& bodies) {
  const std::size_t n = bodies.size();
  row_start.assign(n + 1, 0);
  below_start.assign(n + 1, 0);
  for (const Pair& p : pair) {
    ++row_start[p.a + 1];
    ++below_start[p.b + 1];
  }
  for (std::size_t i = 0; i < n; ++i) {
    row_start[i + 1] += row_start[i];
    below_start[i + 1] += below_start[i];
  }
  assert(size() <= 0x7fffffffu);  // they would fill 200 GB
  below.resize(size());
  std::vector<std::uint32_t> next(below_start.begin(), below_start.end() - 1);
  for (std::uint32_t k = 0; k < size(); ++k)  // rising a, for each b
    below[next[pair[k].b]++] = {k & 0x7fffffffu, !bodies.free(pair[k].a)};
}

void Candidates::add_block(BodyIndex first_body, BodyIndex end_body, std::uint32_t begin, std::uint32_t end,
                           bool of_walls) {
  Block block{first_body, end_body, begin, end, of_walls, true, begin < end ? facts[begin].law : nullptr};
  for (std::uint32_t k = begin; k < end; ++k) {
    block.spheres &= route[k] == Route::sphere_sphere && !uses_volume(facts[k].law->normal);
    if (facts[k].law != block.law) block.law = nullptr;
  }
  blocks.push_back(block);
}

void Candidates::cut_blocks(const Bodies& bodies) {
  blocks.clear();
  walls.clear();
  const BodyIndex n = static_cast<BodyIndex>(bodies.size());
  for (BodyIndex i = 0; i < n;) {
    const bool of_walls = !bodies.free(i);
    BodyIndex end = i;
    // Bodies count too: rows may be empty, and each is written.
    while (end < n && bodies.free(end) != of_walls && end - i < block_size &&
           row_start[end] - row_start[i] < block_size) {
      if (of_walls) walls.push_back(end);
      ++end;
    }
    const std::uint32_t longest = of_walls ? block_size : no_limit;
    std::uint32_t begin = row_start[i];
    do {
      std::uint32_t stop = begin + std::min(longest, row_start[end] - begin);
      while (stop < row_start[end] && pair[stop] == pair[stop - 1]) ++stop;  // parts of a pair stay together
      add_block(i, end, begin, stop, of_walls);
      begin = stop;
    } while (begin < row_start[end]);
    i = end;
  }
}

}  // namespace scree
