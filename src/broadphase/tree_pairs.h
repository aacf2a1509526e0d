// Pairs as they are found, sorted out at once into those that are known and those that are new. Most are
// known, so nothing long is ever sorted.
#pragma once

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

  // Several threads may tell of the same pair. Returns false if the pair is new.
  bool see(Pair pair) {
    const Pair* const begin = pairs_.data() + rows_[pair.a];
    const Pair* const end = pairs_.data() + rows_[pair.a + 1];
    const Pair* at = begin;
    if (end - begin > 32)
      at = std::lower_bound(begin, end, pair);
    else
      while (at != end && at->b < pair.b) ++at;
    if (at == end || at->b != pair.b) return false;
    std::atomic_ref(seen_[static_cast<std::size_t>(at - pairs_.data())]).store(1, std::memory_order_relaxed);
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
  bool valid_ = false;
  std::span<const Pair> pairs_;
  std::vector<std::uint32_t> rows_;  // where the pairs of a lower body begin
  std::vector<std::uint8_t> seen_;
};

}  // namespace scree
