// Pairs as they are found, sorted out at once into those that are known and those that are new. Most are
// known, so nothing long is ever sorted.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "broadphase/broad_phase.h"

namespace scree {

class KnownPairs {
 public:
  // The pairs are not where they were.
  void forget() { valid_ = false; }

  // Before a search: `pairs` are those of the last update.
  void start(std::span<const Pair> pairs, std::size_t bodies, Workers& workers);

  // What see() will need, in the order of need.
  void prefetch_row(Pair pair) const { __builtin_prefetch(&rows_[pair.a]); }
  void prefetch_pairs(Pair pair) const {
    __builtin_prefetch(pairs_.data() + rows_[pair.a]);
    __builtin_prefetch(seen_.data() + rows_[pair.a], 1);
  }

  // Several threads may tell of the same pair. Returns false if the pair is new.
  bool see(Pair pair) {
    const std::size_t place = find(pair);
    if (place >= pairs_.size() || pairs_[place] != pair) return false;
    std::atomic_ref(seen_[place]).store(1, std::memory_order_relaxed);
    return true;
  }

  // After it: those that nobody told of, for which may_go(pair) holds.
  template <class MayGo>
  void list_unseen(const MayGo& may_go, std::vector<Pair>& parted) const {
    for (std::size_t k = 0; k < pairs_.size(); ++k)
      if (seen_[k] == 0 && may_go(pairs_[k])) parted.push_back(pairs_[k]);
  }

  std::size_t memory() const { return bytes_of(rows_) + bytes_of(seen_); }

 private:
  // Where it stands or would stand. Most bodies have few pairs: to count those before it, without a branch
  // that depends on them, is quicker than to stop at the right one.
  std::size_t find(Pair pair) const {
    constexpr std::size_t few = 8;
    const std::size_t row = rows_[pair.a];
    if (row + few <= pairs_.size()) {
      std::size_t before = 0;
      for (std::size_t k = 0; k < few; ++k)
        before += static_cast<std::size_t>((pairs_[row + k].a == pair.a) & (pairs_[row + k].b < pair.b));
      if (before < few) return row + before;
    }
    const Pair* const all = pairs_.data();
    return static_cast<std::size_t>(std::lower_bound(all + row, all + rows_[pair.a + 1], pair) - all);
  }

  bool valid_ = false;
  std::span<const Pair> pairs_;
  std::vector<std::uint32_t> rows_;  // where the pairs of a lower body begin
  std::vector<std::uint8_t> seen_;
};

}  // namespace scree
