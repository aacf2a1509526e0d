#include "broadphase/pair_set.h"

#include "broadphase/pair_lists.h"

namespace scree {

void PairSet::change(std::vector<Pair>& met, std::vector<Pair>& parted, Workers& workers) {
  added_.swap(met);
  removed_.swap(parted);
  if (added_.empty() && removed_.empty()) return;
  merge_changes(all_, added_, removed_, scratch_, workers);
  all_.swap(scratch_);
}

void PairSet::replace(std::vector<Pair>& next, Workers& workers) {
  find_changes(all_, next, added_, removed_, workers);
  all_.swap(next);
}

std::size_t PairSet::renumber(std::span<const BodyIndex> new_index) {
  added_.clear();
  removed_.clear();
  return renumber_pairs(all_, new_index);
}

void PairSet::clear() {
  all_.clear();
  added_.clear();
  removed_.clear();
}

}  // namespace scree
