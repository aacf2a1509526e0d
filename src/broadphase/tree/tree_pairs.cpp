#include "broadphase/tree/tree_pairs.h"

#include "base/parallel_lists.h"

namespace scree {

void KnownPairs::start(std::span<const Pair> pairs, std::size_t bodies, Workers& workers) {
  pairs_ = pairs;
  seen_.assign(pairs.size(), 0);
  if (valid_ && rows_.size() == bodies + 1) return;
  valid_ = true;
  make_length(rows_, bodies + 1);
  // The first pair of a body also begins the rows of all bodies without pairs before it.
  workers.for_ranges(pairs.size() + 1, 8192, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const std::size_t from = k == 0 ? 0 : pairs[k - 1].a + 1;
      const std::size_t to = k == pairs.size() ? bodies + 1 : pairs[k].a + 1;
      for (std::size_t body = from; body < to; ++body) rows_[body] = static_cast<std::uint32_t>(k);
    }
  });
}

}  // namespace scree
