#include "broadphase/brute_force.h"

namespace scree {

void BruteForce::update(std::span<const Box> boxes, std::span<const std::uint8_t> mobile, const Cell& cell,
                        Workers& workers) {
  ++counters_.updates;
  ++counters_.rebuilds;
  next_.clear();
  const auto n = static_cast<BodyIndex>(boxes.size());
  for (BodyIndex a = 0; a < n; ++a) {
    if (is_empty(boxes[a], dimension_)) continue;
    for (BodyIndex b = a + 1; b < n; ++b) {
      if ((mobile[a] == 0 && mobile[b] == 0) || is_empty(boxes[b], dimension_)) continue;
      if (overlap(cell, boxes[a], boxes[b], dimension_)) next_.push_back({a, b});
    }
  }
  counters_.tests += boxes.size() * (boxes.size() - 1) / 2;
  replace_pairs(next_, workers);
}

}  // namespace scree
