// Pairs as they are found, sorted out at once into those that are known and those that are new. Most are
// known, so nothing long is ever sorted.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
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
    __builtin_prefetch(pairs_.data() + rows_[pair.a] + 7);
    __builtin_prefetch(seen_.data() + rows_[pair.a], 1);
  }

  // Several threads may tell of the same pair. Returns false if the pair is new.
  bool see(Pair pair) {
    const std::size_t place = find(pair);
    if (place == pairs_.size()) return false;
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
  // Where it is, if it is. Most bodies have few pairs: these are compared all at once, without a branch that
  // depends on which of them it is.
  std::size_t find(Pair pair) const {
    const std::size_t row = rows_[pair.a];
    const std::size_t end = rows_[pair.a + 1];
#if defined(__SSE__)
    constexpr std::size_t few = 8;
    if (row + few <= pairs_.size() && end <= row + few) {
      typedef std::uint32_t Two __attribute__((vector_size(16)));
      typedef float Signs __attribute__((vector_size(16)));
      const Two wanted{pair.a, pair.b, pair.a, pair.b};
      unsigned equal = 0;  // two bits for each pair
      for (unsigned k = 0; k < few; k += 2) {
        Two two;
        std::memcpy(&two, &pairs_[row + k], sizeof two);
        equal |= static_cast<unsigned>(__builtin_ia32_movmskps(std::bit_cast<Signs>(two == wanted)))
                 << (2 * k);
      }
      equal &= equal >> 1 & 0x5555u;
      return equal == 0 ? pairs_.size() : row + static_cast<unsigned>(std::countr_zero(equal)) / 2;
    }
#endif
    const Pair* const all = pairs_.data();
    const Pair* const at = std::lower_bound(all + row, all + end, pair);
    return at != all + end && *at == pair ? static_cast<std::size_t>(at - all) : pairs_.size();
  }

  bool valid_ = false;
  std::span<const Pair> pairs_;
  std::vector<std::uint32_t> rows_;  // where the pairs of a lower body begin
  std::vector<std::uint8_t> seen_;
};

}  // namespace scree
