#include "step/candidates.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <tuple>

#include "base/parallel_lists.h"
#include "law/contact_length.h"
#include "narrowphase/depth.h"

namespace scree {
namespace {

// Candidates of a block: some ten microseconds of work. A pair of polygons costs as much as several of
// spheres, a pair of polyhedra as much as many. It goes by what the row's body costs with its like.
std::uint32_t block_size_of(ShapeKind kind) {
  switch (contact_kernel(kind, kind).cost) {
    case ContactKernel::Cost::low: return 256;
    case ContactKernel::Cost::middle: return 64;
    case ContactKernel::Cost::high: return 32;
  }
  return 256;
}
// What is worth a task.
constexpr std::size_t candidates_together = 4096;
constexpr std::size_t bodies_together = 4096;
constexpr std::size_t blocks_together = 32;

// Mean depths from which on the true one is measured: over the diameter, and over what depths are compared
// with, which is less where something is thin.
constexpr double overlap_worth_a_look = 0.01, share_worth_a_look = 0.05;
constexpr double never = std::numeric_limits<double>::infinity();

// What the facts of a pair are made of comes from anywhere in memory, so it is asked for this many candidates
// before.
constexpr std::size_t ahead = 16;
void prefetch(const Bodies& bodies, BodyIndex i) {
  __builtin_prefetch(&bodies.inverse_mass[i]);
  __builtin_prefetch(&bodies.scale[i]);
  __builtin_prefetch(&bodies.shape[i]);
  __builtin_prefetch(&bodies.material[i]);
  __builtin_prefetch(&bodies.drive[i]);
}

}  // namespace

namespace {

// Combinations of parts of a pair that may touch, and those that do: a touching pair stays until the narrow
// phase has seen it part.
void parts_of_pair(const State& state, Pair pair, const Candidates::ReachOf& reach,
                   std::vector<Parts>& parts) {
  const bool search = reach && has_many_parts(state, pair);
  find_near_parts(state, pair, search ? reach(pair) : PartsReach{}, parts);
  if (!search) return;
  const Contacts& contacts = state.contacts;
  const auto touching = std::ranges::equal_range(contacts.pair, pair);
  const auto first = touching.begin() - contacts.pair.begin();
  const std::size_t near = parts.size();
  parts.insert(parts.end(), contacts.parts.begin() + first,
               contacts.parts.begin() + first + static_cast<std::ptrdiff_t>(touching.size()));
  std::ranges::inplace_merge(parts, parts.begin() + static_cast<std::ptrdiff_t>(near));
  parts.erase(std::ranges::unique(parts).begin(), parts.end());
}

}  // namespace

void Candidates::assign(std::vector<Pair> pairs, const State& state, Workers& workers, const ReachOf& reach) {
  assert(order.size() == state.bodies.size());
  ++version;
  list_parts(std::move(pairs), state, workers, reach);
  state_facts(state, workers);
  forget_searches(workers);
  build_rows(state.bodies, workers);
  cut_blocks(state);
  workers.for_ranges(blocks.size(), blocks_together, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) describe(blocks[k], state);
  });
}

void Candidates::list_parts(std::vector<Pair> pairs, const State& state, Workers& workers,
                            const ReachOf& reach) {
  near_parts.clear();
  if (std::ranges::none_of(state.shapes, [](const Shape& shape) { return part_count(shape) > 1; })) {
    pair = std::move(pairs);
    make_length(parts, size());
    std::ranges::fill(parts, Parts{});
    return;
  }
  const Pieces pieces(pairs.size(), candidates_together);
  std::vector<std::vector<std::pair<Pair, Parts>>> found(pieces.count());
  for_pieces(workers, pieces, [&](std::size_t p) {
    std::vector<Parts> of_pair;
    for (std::size_t k = pieces.begin(p); k < pieces.end(p); ++k) {
      parts_of_pair(state, pairs[k], reach, of_pair);
      for (const Parts& combination : of_pair) found[p].emplace_back(pairs[k], combination);
    }
  });
  std::vector<std::size_t> place;
  for (const auto& piece : found) place.push_back(piece.size());
  make_length(pair, places_from_sizes(std::span(place)));
  make_length(parts, size());
  for_pieces(workers, pieces, [&](std::size_t p) {
    std::size_t next = place[p];
    for (const auto& [bodies, combination] : found[p]) {
      pair[next] = bodies;
      parts[next++] = combination;
    }
  });
  near_parts = near_parts_of(state, pair, parts);
}

// Contacts are in the order of bodies, so that is how the rows are gone through.
void Candidates::find_slots(const Contacts& contacts, Workers& workers) {
  make_length(slot, size());
  const auto contacts_from = [&](std::size_t body) {
    return static_cast<std::size_t>(std::ranges::lower_bound(contacts.pair, body, {}, &Pair::a) -
                                    contacts.pair.begin());
  };
  workers.for_ranges(order.size(), bodies_together, [&](std::size_t begin, std::size_t end) {
    const std::size_t last = contacts_from(end);
    std::size_t n = contacts_from(begin);
    for (std::size_t body = begin; body < end; ++body) {
      const std::uint32_t row = order.row_of[body];
      for (std::uint32_t k = row_start[row]; k < row_start[row + 1]; ++k) {
        const bool several = kernel_of(k).finds_several;
        const auto is_next = [&] {
          return n < last && contacts.pair[n] == pair[k] && (several || contacts.parts[n] == parts[k]);
        };
        slot[k] = is_next() ? static_cast<std::uint32_t>(n) : none;
        while (is_next()) ++n;
        if (!touches.empty()) touches[k] = slot[k] == none ? 0 : static_cast<std::uint32_t>(n) - slot[k];
      }
    }
    assert(n == last);  // a touching pair may not be forgotten
  });
}

void Candidates::state_facts(const State& state, Workers& workers) {
  const Bodies& bodies = state.bodies;
  make_length(facts, size());
  make_length(kernel, size());
  workers.for_ranges(size(), candidates_together, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      if (k + ahead < end) {
        prefetch(bodies, pair[k + ahead].b);
        if (pair[k + ahead].a != pair[k + ahead - 1].a) prefetch(bodies, pair[k + ahead].a);
      }
      const auto [a, b] = pair[k];
      facts[k] = {1 / std::sqrt(bodies.inverse_mass[a] + bodies.inverse_mass[b]),
                  0.5 / smaller_radius(state, a, b),
                  1 / contact_length(state, a, b),
                  reference_area(state, a, b),
                  effective_radius(state, pair[k]),
                  &state.laws.of(bodies.material[a], bodies.material[b])};
      const auto kind_of = [&](BodyIndex i) { return state.shapes[bodies.shape[i]].kind; };
      kernel[k] = kernel_number(kind_of(a), kind_of(b));
    }
  });
}

void Candidates::forget_searches(Workers& workers) {
  bool wanted = false, several = false;
  for (const KernelNumber number : kernel) {
    wanted |= table[number].has_warm_start;
    several |= table[number].finds_several;
  }
  make_length(warm, wanted ? size() : 0);
  make_length(touches, several ? size() : 0);
  workers.for_ranges(warm.size(), candidates_together, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) warm[k] = {};
  });
}

void Candidates::build_rows(const Bodies& bodies, Workers& workers) {
  const std::size_t n = bodies.size();
  assert(size() <= 0x7fffffffu);  // they would fill 200 GB
  row_start.resize(n + 1);
  // Rows begin where the lower body changes; those that are empty begin there, too.
  workers.for_ranges(size() + 1, candidates_together, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const std::size_t last = k == size() ? n : order.row_of[pair[k].a];
      for (std::size_t row = k == 0 ? 0 : order.row_of[pair[k - 1].a] + 1; row <= last; ++row)
        row_start[row] = static_cast<std::uint32_t>(k);
    }
  });
  list_below(bodies, workers);
}

// A counting sort by the row of the higher body, with several threads at once; then each short list by the
// lower one.
void Candidates::list_below(const Bodies& bodies, Workers& workers) {
  below_start.assign(bodies.size() + 1, 0);
  make_length(below, size());
  workers.for_ranges(size(), candidates_together, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) count_one(below_start[order.row_of[pair[k].b]]);
  });
  add_up(below_start, workers);
  workers.for_ranges(size(), candidates_together, [&](std::size_t begin, std::size_t end) {
    // Places are taken from the end, so the last candidate goes first.
    for (std::size_t k = end; k-- > begin;)
      below[take_from_end(below_start[order.row_of[pair[k].b]])] = {
          static_cast<std::uint32_t>(k) & 0x7fffffffu, !bodies.free(pair[k].a)};
  });
  workers.for_ranges(bodies.size(), bodies_together, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row)
      std::sort(below.begin() + below_start[row], below.begin() + below_start[row + 1],
                [&](const Below& x, const Below& y) {
                  const BodyIndex of_x = pair[x.candidate].a, of_y = pair[y.candidate].a;
                  return of_x != of_y ? of_x < of_y : x.candidate < y.candidate;
                });
  });
}

// What all its candidates have in common.
void Candidates::describe(Block& block, const State& state) const {
  for (std::uint32_t row = block.first_row + 1; row < block.end_row; ++row)
    block.by_number &= order.body_of[row] == order.body_of[row - 1] + 1;
  block.spheres = true;
  block.worth_a_look = never;
  block.law = block.begin < block.end ? facts[block.begin].law : nullptr;
  for (std::uint32_t k = block.begin; k < block.end; ++k) {
    const bool round = kernel_of(k).spheres;
    block.spheres &= round && !uses_volume(facts[k].law->normal);
    block.beds |= kernel_of(k).rests_on_bed && !uses_volume(facts[k].law->normal);
    if (facts[k].law != block.law) block.law = nullptr;
    // Round bodies have their depth in their overlap; of others it is a mean, and may be far less.
    const double share = round ? state.guards.deep_overlap : share_worth_a_look;
    const bool both_free = state.bodies.free(pair[k].a) && state.bodies.free(pair[k].b);
    const double over_scale =
        round && both_free ? 1 : depth_scale(state, pair[k]) * facts[k].inverse_diameter;
    block.worth_a_look =
        std::min({block.worth_a_look, share * over_scale, round ? never : overlap_worth_a_look});
  }
}

void Candidates::cut_blocks(const State& state) {
  const Bodies& bodies = state.bodies;
  blocks.clear();
  walls.clear();
  const std::uint32_t n = static_cast<std::uint32_t>(bodies.size());
  const auto is_wall = [&](std::uint32_t row) { return !bodies.free(order.body_of[row]); };
  const auto length = [&](std::uint32_t row) { return row_start[row + 1] - row_start[row]; };
  for (std::uint32_t first = 0; first < n;) {
    const bool of_walls = is_wall(first);
    const std::uint32_t most = block_size_of(state.shapes[bodies.shape[order.body_of[first]]].kind);
    // Bodies count too: rows may be empty, and each is written.
    std::uint32_t end = first;
    do {
      if (of_walls) walls.push_back(order.body_of[end]);
      ++end;
    } while (end < n && is_wall(end) == of_walls && end - first < most &&
             row_start[end] - row_start[first] < most && !(of_walls && length(end) > most));
    cut_rows(first, end, most, of_walls);
    first = end;
  }
}

// One block of these rows, or several of one that is very long.
void Candidates::cut_rows(std::uint32_t first, std::uint32_t end, std::uint32_t most, bool of_walls) {
  const bool cut = of_walls && end == first + 1 && row_start[end] - row_start[first] > most;
  std::uint32_t begin = row_start[first];
  do {
    std::uint32_t stop = cut ? std::min(begin + most, row_start[end]) : row_start[end];
    while (stop < row_start[end] && pair[stop] == pair[stop - 1]) ++stop;  // parts of a pair stay together
    blocks.push_back({first, end, begin, stop, of_walls, cut, true, false, false, nullptr, 0});
    begin = stop;
  } while (begin < row_start[end]);
}

}  // namespace scree
