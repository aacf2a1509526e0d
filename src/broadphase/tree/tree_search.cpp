// How a tree is searched for pairs.
#include <algorithm>

#include "base/parallel_lists.h"
#include "broadphase/pair_lists.h"
#include "broadphase/tree/tree.h"

namespace scree {
namespace {

// A walk is divided into so many parts; items that are asked about together.
constexpr std::size_t parts_wanted = 512;
constexpr std::size_t questions_together = 256;
// From here on new pairs are sorted by counting.
constexpr std::size_t many_new_pairs = 32768;
// Of a periodic length: boxes that overlap by this as they stand do so for Cell::overlap, however it rounds.
constexpr double clear_overlap = 0x1p-20;

}  // namespace

// The last word. Most boxes overlap as they stand, no image is needed.
template <int dimension>
inline bool TreeSearch<dimension>::touch(const Box& a, const Box& b) const {
  if (!any_periodic_) {
    for (int k = 0; k < dimension; ++k)
      if (!overlap_on_axis(a, b, k)) return false;
    return true;
  }
  for (int k = 0; k < dimension; ++k) {
    if (cell_.periodic[static_cast<std::size_t>(k)]) {
      const double clear = clear_overlap * cell_.length[k];
      if (a.lower[k] + clear <= b.upper[k] && b.lower[k] + clear <= a.upper[k]) continue;
    }
    if (!cell_.overlap(a, b, k)) return false;
  }
  return true;
}

// Boxes and lists of pairs come from anywhere in memory. Hits are put aside until they have come, many at a
// time.
template <int dimension>
inline auto TreeSearch<dimension>::hits(Part& part) {
  return [this, &part](ItemId x, ItemId y) {
    const BodyIndex i = body_of(x);
    const BodyIndex j = body_of(y);
    if (i == j) return;
    const Pair pair{std::min(i, j), std::max(i, j)};
    for (const BodyIndex k : {i, j}) {  // a box may lie across two lines of memory
      __builtin_prefetch(&boxes_[k].lower);
      __builtin_prefetch(&boxes_[k].upper[dimension - 1]);
    }
    known_.prefetch_row(pair);
    part.hits[part.hit_count++] = pair;
    if (part.hit_count == part.hits.size()) judge(part);
  };
}

template <int dimension>
void TreeSearch<dimension>::judge(Part& part) {
  std::size_t kept = 0;
  for (std::size_t k = 0; k < part.hit_count; ++k) {
    const Pair pair = part.hits[k];
    if (!touch(boxes_[pair.a], boxes_[pair.b])) continue;
    known_.prefetch_pairs(pair);
    part.hits[kept++] = pair;
  }
  for (std::size_t k = 0; k < kept; ++k)
    if (!known_.see(part.hits[k])) part.met.push_back(part.hits[k]);
  part.hit_count = 0;
}

template <int dimension>
void TreeSearch<dimension>::run(Part& part) {
  TreeWalk<dimension> walk(nodes_, domain_);
  const auto hit = hits(part);
  while (!part.pairs.empty()) {
    const NodePair pair = part.pairs.back();
    part.pairs.pop_back();
    walk.visit(pair, part.pairs, hit);
  }
  judge(part);
  part.tests += walk.tests();
}

// With several threads the walk is begun level by level, until there is enough to share.
template <int dimension>
void TreeSearch<dimension>::search_all(Workers& workers) {
  known_.start(pairs(), boxes_.size(), workers);
  if (parts_.empty()) parts_.resize(1);
  Part& first = parts_[0];
  TreeWalk<dimension> walk(nodes_, domain_);
  walk.start(first.pairs);
  if (workers.active() == 1) {
    run(first);
    finish(1, true, workers);
    return;
  }
  while (!first.pairs.empty() && first.pairs.size() < parts_wanted) {
    todo_.swap(first.pairs);
    first.pairs.clear();
    for (const NodePair& pair : todo_) walk.visit(pair, first.pairs, hits(first));
  }
  judge(first);
  first.tests += walk.tests();
  todo_.swap(first.pairs);
  first.pairs.clear();
  if (parts_.size() < todo_.size() + 1) parts_.resize(todo_.size() + 1);
  workers.for_costly_ranges(todo_.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      parts_[k + 1].pairs.push_back(todo_[k]);
      run(parts_[k + 1]);
    }
  });
  finish(todo_.size() + 1, true, workers);
}

template <int dimension>
void TreeSearch<dimension>::search_changed(Workers& workers) {
  known_.start(pairs(), boxes_.size(), workers);
  asked_count_ = changed_.size();
  const Pieces stretches(changed_.size(), questions_together);
  if (parts_.size() < stretches.count()) parts_.resize(stretches.count());
  for_pieces(workers, stretches, [&](std::size_t p) {
    TreeWalk<dimension> walk(nodes_, domain_);
    const auto hit = hits(parts_[p]);
    for (std::size_t k = stretches.begin(p); k < stretches.end(p); ++k)
      walk.query(changed_[k], parts_[p].groups, hit);
    judge(parts_[p]);
    parts_[p].tests += walk.tests();
  });
  finish(stretches.count(), false, workers);
}

// What is known and was not seen has parted; pairs of which neither body changed were not looked for.
template <int dimension>
void TreeSearch<dimension>::finish(std::size_t parts, bool all, Workers& workers) {
  met_.clear();
  parted_.clear();
  std::size_t new_pairs = 0;
  for (std::size_t p = 0; p < parts; ++p) {
    new_pairs += parts_[p].met.size();
    counters_.tests += parts_[p].tests;
    parts_[p].tests = 0;
  }
  if (new_pairs >= many_new_pairs) {
    sort_together(
        parts, [&](std::size_t p) -> const std::vector<Pair>& { return parts_[p].met; }, [](std::size_t) {},
        boxes_.size(), met_, workers);
    met_.erase(std::unique(met_.begin(), met_.end()), met_.end());
  } else {
    for (std::size_t p = 0; p < parts; ++p)
      met_.insert(met_.end(), parts_[p].met.begin(), parts_[p].met.end());
    sort_unique(met_, workers);
  }
  for (std::size_t p = 0; p < parts; ++p) parts_[p].met.clear();
  if (all)
    known_.list_unseen([](const Pair&) { return true; }, parted_);
  else
    known_.list_unseen([&](const Pair& p) { return (has_changed_[p.a] | has_changed_[p.b]) != 0; }, parted_);
  std::ranges::fill(has_changed_, std::uint8_t{0});
  if (!met_.empty() || !parted_.empty()) known_.forget();
  change_pairs(met_, parted_, workers);
}

#define SCREE_INSTANTIATE(dimension)                                 \
  template void TreeSearch<dimension>::search_all(Workers& workers); \
  template void TreeSearch<dimension>::search_changed(Workers& workers);
SCREE_INSTANTIATE(2)
SCREE_INSTANTIATE(3)
#undef SCREE_INSTANTIATE

}  // namespace scree
