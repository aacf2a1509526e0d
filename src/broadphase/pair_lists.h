// Sorted lists of pairs: what the broad phases do with them.
#pragma once

#include <span>
#include <vector>

#include "base/parallel.h"
#include "state/contacts.h"

namespace scree {

void sort_unique(std::vector<Pair>& pairs, Workers& workers);

// One sorted list of all pairs of several lists, doubles included. `bodies` is above every index.
void sort_together(std::vector<std::vector<Pair>>& lists, std::size_t bodies, std::vector<Pair>& pairs,
                   Workers& workers);

// result = (pairs without parted) and met. All are sorted; parted is part of pairs, met is not.
void merge_changes(std::span<const Pair> pairs, std::span<const Pair> met, std::span<const Pair> parted,
                   std::vector<Pair>& result, Workers& workers);

// What is in one sorted list and not in the other.
void find_changes(std::span<const Pair> before, std::span<const Pair> now, std::vector<Pair>& added,
                  std::vector<Pair>& removed, Workers& workers);

// Drops the pairs of removed bodies, renumbers the others; returns how many were dropped.
std::size_t renumber_pairs(std::vector<Pair>& pairs, std::span<const BodyIndex> new_index);

}  // namespace scree
