#include "broadphase/pair_lists.h"

#include <algorithm>

namespace scree {

void sort_unique(std::vector<Pair>& pairs) {
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

void merge_changes(std::span<const Pair> pairs, std::span<const Pair> met, std::span<const Pair> parted,
                   std::vector<Pair>& result) {
  result.clear();
  auto from = pairs.begin();
  auto in = met.begin();
  auto out = parted.begin();
  // Changes are few: copy whole stretches between them.
  while (in != met.end() || out != parted.end()) {
    const bool leaves = in == met.end() || (out != parted.end() && *out < *in);
    const Pair& next = leaves ? *out : *in;
    const auto place = std::lower_bound(from, pairs.end(), next);
    result.insert(result.end(), from, place);
    from = place;
    if (leaves) {
      ++from;
      ++out;
    } else {
      result.push_back(*in++);
    }
  }
  result.insert(result.end(), from, pairs.end());
}

void count_changes(std::span<const Pair> before, std::span<const Pair> now, BroadPhaseCounters& counters) {
  auto b = before.begin();
  auto n = now.begin();
  std::uint64_t kept = 0;
  while (b != before.end() && n != now.end()) {
    if (*b == *n) {
      ++kept;
      ++b;
      ++n;
    } else if (*b < *n) {
      ++b;
    } else {
      ++n;
    }
  }
  counters.added += now.size() - kept;
  counters.removed += before.size() - kept;
}

std::size_t renumber_pairs(std::vector<Pair>& pairs, std::span<const BodyIndex> new_index) {
  std::size_t kept = 0;
  for (const Pair& p : pairs) {
    const Pair renamed{new_index[p.a], new_index[p.b]};
    if (renamed.a != no_body && renamed.b != no_body) pairs[kept++] = renamed;
  }
  const std::size_t dropped = pairs.size() - kept;
  pairs.resize(kept);
  return dropped;
}

}  // namespace scree
