// Sorted lists of pairs: what the broad phases do with them.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "base/parallel_lists.h"
#include "state/contacts.h"

namespace scree {

void sort_unique(std::vector<Pair>& pairs, Workers& workers);

// One sorted list of all pairs of several lists, which list_of(n) gives, doubles included. `bodies` is above
// every index. A counting sort by the lower body, then each short run by the higher one. list_done(n): list n
// is not needed any more.
template <class ListOf, class ListDone>
void sort_together(std::size_t lists, const ListOf& list_of, const ListDone& list_done, std::size_t bodies,
                   std::vector<Pair>& pairs, Workers& workers) {
  std::vector<std::uint32_t> start(bodies + 1, 0);
  const Pieces each(lists, 1);
  for_pieces(workers, each, [&](std::size_t n) {
    for (const Pair& p : list_of(n)) count_one(start[p.a]);
  });
  add_up(start, workers);
  make_length(pairs, start.back());
  for_pieces(workers, each, [&](std::size_t n) {
    for (const Pair& p : list_of(n)) pairs[take_from_end(start[p.a])] = p;
    list_done(n);
  });
  workers.for_ranges(bodies, 4096, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      std::sort(pairs.begin() + start[i], pairs.begin() + start[i + 1]);
  });
}

// The same for lists that are not needed afterwards.
inline void sort_together(std::vector<std::vector<Pair>>& lists, std::size_t bodies, std::vector<Pair>& pairs,
                          Workers& workers) {
  sort_together(
      lists.size(), [&](std::size_t n) -> const std::vector<Pair>& { return lists[n]; },
      [&](std::size_t n) { std::vector<Pair>().swap(lists[n]); }, bodies, pairs, workers);
}

// result = (pairs without parted) and met. All are sorted; parted is part of pairs, met is not.
void merge_changes(std::span<const Pair> pairs, std::span<const Pair> met, std::span<const Pair> parted,
                   std::vector<Pair>& result, Workers& workers);

// What is in one sorted list and not in the other.
void find_changes(std::span<const Pair> before, std::span<const Pair> now, std::vector<Pair>& added,
                  std::vector<Pair>& removed, Workers& workers);

// Drops the pairs of removed bodies, renumbers the others; returns how many were dropped.
std::size_t renumber_pairs(std::vector<Pair>& pairs, std::span<const BodyIndex> new_index);

}  // namespace scree
