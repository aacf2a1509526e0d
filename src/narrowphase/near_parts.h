// Which parts of two bodies are near each other.
#pragma once

#include <span>
#include <vector>

#include "state/state.h"

namespace scree {

// How far two bodies may go while the parts that are found stay all that may touch.
struct PartsReach {
  double margin_a = 0, margin_b = 0;  // no point of a body goes further, if its shape has a tree of parts
  const Box *box_a = nullptr,
            *box_b = nullptr;  // no other body leaves its box; by default where it stands now
};

inline bool has_many_parts(const State& state, BodyIndex i) {
  return !state.shapes[state.bodies.shape[i]].tree.empty();
}
// Whether a pair is worth a search. Others have few parts: all combinations are candidates.
inline bool has_many_parts(const State& state, Pair pair) {
  return has_many_parts(state, pair.a) || has_many_parts(state, pair.b);
}

// Replaces `parts` by the combinations that may touch, in order; of pairs of few parts by all.
void find_near_parts(const State& state, Pair pair, const PartsReach& reach, std::vector<Parts>& parts);

// A part of a body.
struct BodyPart {
  BodyIndex body = no_body;
  std::uint32_t part = 0;
  friend auto operator<=>(const BodyPart&, const BodyPart&) = default;
};

// Those of bodies of many parts that stand in a list of pairs, in order.
std::vector<BodyPart> near_parts_of(const State& state, std::span<const Pair> pairs,
                                    std::span<const Parts> parts);

}  // namespace scree
