#include "broadphase/brute_force.h"

#include "broadphase/pair_lists.h"

namespace scree {
namespace {

bool is_empty(const Box& box, int axes) {
  for (int k = 0; k < axes; ++k)
    if (!(box.lower[k] <= box.upper[k])) return true;
  return false;
}

bool overlap(const Cell& cell, const Box& a, const Box& b, int axes) {
  for (int k = 0; k < axes; ++k)
    if (!cell.overlap(a, b, k)) return false;
  return true;
}

}  // namespace

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
  count_changes(pairs_, next_, counters_, workers);
  pairs_.swap(next_);
}

void BruteForce::renumber(std::span<const BodyIndex> new_index) {
  counters_.removed += renumber_pairs(pairs_, new_index);
}

}  // namespace scree
