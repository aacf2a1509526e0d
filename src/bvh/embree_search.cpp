#include "bvh/embree_search.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>

#include "broadphase/pair_lists.h"
#include "bvh/embree_tree.h"

namespace scree {
namespace {

// What the threads find. Embree does not say which of them calls, so each has a list by its own number; where
// there are more threads than lists, some share one.
class FoundPairs {
 public:
  void add(std::span<const Pair> pairs, std::uint64_t tests) {
    List& list = lists_[number_of_this_thread() % lists_.size()];
    const std::scoped_lock lock(list.one_by_one);
    list.pairs.insert(list.pairs.end(), pairs.begin(), pairs.end());
    list.tests += tests;
  }
  // Returns the number of tests.
  std::uint64_t take(std::vector<std::vector<Pair>>& lists) {
    std::uint64_t tests = 0;
    for (List& list : lists_) {
      const std::scoped_lock lock(list.one_by_one);
      if (!list.pairs.empty()) lists.emplace_back().swap(list.pairs);
      tests += list.tests;
    }
    return tests;
  }

 private:
  struct alignas(64) List {
    std::mutex one_by_one;
    std::vector<Pair> pairs;
    std::uint64_t tests = 0;
  };
  static std::size_t number_of_this_thread() {
    static std::atomic<std::size_t> next{0};
    thread_local const std::size_t number = next++;
    return number;
  }

  std::array<List, 64> lists_;
};

bool overlap(const PlainBox& x, const PlainBox& y, int dimension) {
  for (int k = 0; k < dimension; ++k)
    if (!overlap_on_axis(x.box, y.box, k)) return false;
  return may_pair(x, y);
}

}  // namespace

EmbreeSearch::EmbreeSearch(int dimension) : dimension_(dimension), tree_(std::make_unique<EmbreeTree>()) {}
EmbreeSearch::~EmbreeSearch() = default;

void EmbreeSearch::update(std::span<const Box> boxes, std::span<const std::uint8_t> mobile, const Cell& cell,
                          Workers& workers) {
  ++counters_.updates;
  plain_boxes_.write(boxes, mobile, cell, dimension_, workers);
  const std::span<const PlainBox> plain = plain_boxes_.all();
  next_.clear();
  if (plain.size() < 2) {
    stale_ = true;
    replace_pairs(next_, workers);
    return;
  }
  const bool anew = tree_->write(plain, dimension_, stale_, workers);
  FoundPairs found;
  const auto judge = [&](std::span<const RTCCollision> collisions) {
    constexpr std::size_t together = 16;
    while (!collisions.empty()) {
      const std::span<const RTCCollision> some = collisions.first(std::min(together, collisions.size()));
      collisions = collisions.subspan(some.size());
      std::array<Pair, together> pairs;
      std::size_t count = 0, tests = 0;
      for (const RTCCollision& c : some) {
        if (c.primID0 >= c.primID1) continue;
        ++tests;
        const PlainBox& x = plain[c.primID0];
        const PlainBox& y = plain[c.primID1];
        if (!overlap(x, y, dimension_)) continue;
        const Pair pair{std::min(x.body, y.body), std::max(x.body, y.body)};
        if (plain_boxes_.exact() || scree::overlap(cell, boxes[pair.a], boxes[pair.b], dimension_))
          pairs[count++] = pair;
      }
      if (tests > 0) found.add(std::span(pairs).first(count), tests);
    }
  };
  tree_->collide(judge, workers);
  std::vector<std::vector<Pair>> lists;
  const std::uint64_t tests = found.take(lists);
  counters_.tests += tests;
  if (anew) {
    ++counters_.rebuilds;
    usual_tests_ = tests;
  }
  stale_ = tests > usual_tests_ + usual_tests_ / 4 + plain.size();
  sort_together(lists, boxes.size(), next_, workers);
  // On a periodic axis two bodies may meet both in the cell and through its edge.
  if (cell.any()) next_.erase(std::unique(next_.begin(), next_.end()), next_.end());
  replace_pairs(next_, workers);
}

void EmbreeSearch::renumber(std::span<const BodyIndex> new_index) {
  renumber_pairs_of(new_index);
  stale_ = true;
}

void EmbreeSearch::reset() {
  pairs_.clear();
  stale_ = true;
}

std::size_t EmbreeSearch::memory() const { return plain_boxes_.memory() + tree_->memory() + bytes_of(next_); }

void register_embree_search() {
  register_broad_phase(BroadPhaseKind::bvh, [](int dimension) -> std::unique_ptr<BroadPhase> {
    return std::make_unique<EmbreeSearch>(dimension);
  });
}

}  // namespace scree
