// The pairs of a broad phase: one sorted list that persists, and what the last update changed of it.
#pragma once

#include <span>
#include <vector>

#include "base/parallel.h"
#include "state/contacts.h"

namespace scree {

class PairSet {
 public:
  // Sorted by (a, b), a < b, no doubles. Those that are in `all` and not in `added` were kept.
  std::span<const Pair> all() const { return all_; }
  std::span<const Pair> added() const { return added_; }
  std::span<const Pair> removed() const { return removed_; }

  // Both lists are taken; they are sorted, met is not part of the set and parted is.
  void change(std::vector<Pair>& met, std::vector<Pair>& parted, Workers& workers);
  // Takes a sorted list instead of the one that was; what changed is found by comparison.
  void replace(std::vector<Pair>& next, Workers& workers);

  // Follows bodies that were renumbered; returns how many pairs went with those removed. What the last update
  // changed is forgotten.
  std::size_t renumber(std::span<const BodyIndex> new_index);
  void clear();

 private:
  std::vector<Pair> all_, added_, removed_, scratch_;
};

}  // namespace scree
