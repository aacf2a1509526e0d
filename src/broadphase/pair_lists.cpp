#include "broadphase/pair_lists.h"

#include <algorithm>
#include <functional>

#include "base/parallel_lists.h"

namespace scree {
namespace {

constexpr std::size_t listed_pairs_together = 8192;

// The part of a sorted list that is neither before `first` nor from `last` on.
std::span<const Pair> between(std::span<const Pair> pairs, const Pair* first, const Pair* last) {
  const auto begin = first == nullptr ? pairs.begin() : std::ranges::lower_bound(pairs, *first);
  const auto end = last == nullptr ? pairs.end() : std::ranges::lower_bound(pairs, *last);
  return {begin, end};
}

// The first pair of a piece; none for the first piece and behind the last, which have no limit on that side.
const Pair* limit(std::span<const Pair> pairs, const Pieces& pieces, std::size_t p) {
  return p == 0 || p >= pieces.count() ? nullptr : &pairs[pieces.begin(p)];
}

// Changes are few: copies whole stretches between them.
void merge_piece(std::span<const Pair> pairs, std::span<const Pair> met, std::span<const Pair> parted,
                 Pair* out) {
  auto from = pairs.begin();
  auto in = met.begin();
  auto left = parted.begin();
  while (in != met.end() || left != parted.end()) {
    const bool leaves = in == met.end() || (left != parted.end() && *left < *in);
    const auto place = std::lower_bound(from, pairs.end(), leaves ? *left : *in);
    out = std::copy(from, place, out);
    from = place;
    if (leaves) {
      ++from;
      ++left;
    } else {
      *out++ = *in++;
    }
  }
  std::copy(from, pairs.end(), out);
}

// Most stand in both lists.
void differences(std::span<const Pair> before, std::span<const Pair> now, std::vector<Pair>& added,
                 std::vector<Pair>& removed) {
  auto i = before.begin();
  auto j = now.begin();
  while (i != before.end() && j != now.end()) {
    if (*i == *j) {
      ++i;
      ++j;
    } else if (*i < *j) {
      removed.push_back(*i++);
    } else {
      added.push_back(*j++);
    }
  }
  removed.insert(removed.end(), i, before.end());
  added.insert(added.end(), j, now.end());
}

}  // namespace

void sort_unique(std::vector<Pair>& pairs, Workers& workers) {
  sort(std::span(pairs), std::less<>(), workers);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

void merge_changes(std::span<const Pair> pairs, std::span<const Pair> met, std::span<const Pair> parted,
                   std::vector<Pair>& result, Workers& workers) {
  make_length(result, pairs.size() + met.size() - parted.size());
  if (pairs.empty()) {
    std::ranges::copy(met, result.begin());
    return;
  }
  const Pieces pieces(pairs.size(), listed_pairs_together);
  for_pieces(workers, pieces, [&](std::size_t p) {
    const Pair* const first = limit(pairs, pieces, p);
    const Pair* const last = limit(pairs, pieces, p + 1);
    const std::span<const Pair> in = between(met, first, last);
    const std::span<const Pair> out = between(parted, first, last);
    const std::size_t begin = pieces.begin(p);
    merge_piece(pairs.subspan(begin, pieces.end(p) - begin), in, out,
                result.data() + (begin + (in.data() - met.data()) - (out.data() - parted.data())));
  });
}

void find_changes(std::span<const Pair> before, std::span<const Pair> now, std::vector<Pair>& added,
                  std::vector<Pair>& removed, Workers& workers) {
  added.clear();
  removed.clear();
  if (now.size() <= listed_pairs_together) return differences(before, now, added, removed);
  const Pieces pieces(now.size(), listed_pairs_together);
  std::vector<std::vector<Pair>> came(pieces.count()), went(pieces.count());
  for_pieces(workers, pieces, [&](std::size_t p) {
    const std::size_t begin = pieces.begin(p);
    differences(between(before, limit(now, pieces, p), limit(now, pieces, p + 1)),
                now.subspan(begin, pieces.end(p) - begin), came[p], went[p]);
  });
  join(std::span<const std::vector<Pair>>(came), added, workers);
  join(std::span<const std::vector<Pair>>(went), removed, workers);
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
