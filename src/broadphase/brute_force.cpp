#include "broadphase/brute_force.h"

#include "broadphase/pair_lists.h"

namespace scree {
namespace {

bool is_empty(const Box& box) {
  for (int k = 0; k < 3; ++k)
    if (!(box.lower[k] <= box.upper[k])) return true;
  return false;
}

}  // namespace

void BruteForce::update(std::span<const Box> boxes, std::span<const std::uint8_t> mobile, const Cell& cell,
                        Workers& workers) {
  ++counters_.updates;
  ++counters_.rebuilds;
  next_.clear();
  const auto n = static_cast<BodyIndex>(boxes.size());
  for (BodyIndex a = 0; a < n; ++a) {
    if (is_empty(boxes[a])) continue;
    for (BodyIndex b = a + 1; b < n; ++b) {
      if ((mobile[a] == 0 && mobile[b] == 0) || is_empty(boxes[b])) continue;
      if (cell.overlap(boxes[a], boxes[b], 0) && cell.overlap(boxes[a], boxes[b], 1) &&
          cell.overlap(boxes[a], boxes[b], 2))
        next_.push_back({a, b});
    }
  }
  count_changes(pairs_, next_, counters_, workers);
  pairs_.swap(next_);
}

void BruteForce::renumber(std::span<const BodyIndex> new_index) {
  counters_.removed += renumber_pairs(pairs_, new_index);
}

}  // namespace scree
