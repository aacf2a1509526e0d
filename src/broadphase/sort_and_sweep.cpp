#include "broadphase/sort_and_sweep.h"

#include <algorithm>

#include "broadphase/pair_lists.h"
#include "broadphase/sweep.h"

namespace scree {
namespace {

// An appended body crosses about half of each list; some of them cost as much as a fresh sort.
constexpr std::size_t most_appended = 8;
// Exchanges per body and axis that cost about as much as a fresh sort and sweep.
constexpr std::uint64_t most_exchanges = 64;
// Below this, handing an axis to another thread costs more than the axis.
constexpr std::size_t bodies_worth_a_task = 1500;

bool same(const Cell& x, const Cell& y) {
  return x.periodic == y.periodic && x.origin == y.origin && x.length == y.length;
}

}  // namespace

template <class Task>
void SortAndSweep::for_axes(Workers& workers, const Task& task) const {
  if (mobile_.size() < bodies_worth_a_task)
    for (std::size_t k = 0; k < 3; ++k) task(k);
  else
    workers.invoke([&] { task(0); }, [&] { task(1); }, [&] { task(2); });
}

void SortAndSweep::update(std::span<const Box> boxes, std::span<const std::uint8_t> mobile, const Cell& cell,
                          Workers& workers) {
  ++counters_.updates;
  const bool fresh = must_start(mobile, cell);
  const std::size_t known = mobile_.size();
  cell_ = cell;
  mobile_.assign(mobile.begin(), mobile.end());
  if (!fresh && mobile.size() > known)
    for (AxisList& axis : axes_) axis.append(mobile.size());
  if (fresh || !follow(boxes, workers)) start(boxes, workers);
  if (cell_.any()) select_exact(boxes);
}

// A changed cell moves everything at once, and a body released or seized may pair with bodies that it
// has overlapped for long: no exchange would tell.
bool SortAndSweep::must_start(std::span<const std::uint8_t> mobile, const Cell& cell) const {
  return !started_ || !same(cell, cell_) || mobile.size() < mobile_.size() ||
         mobile.size() > mobile_.size() + most_appended ||
         !std::equal(mobile_.begin(), mobile_.end(), mobile.begin());
}

bool SortAndSweep::follow(std::span<const Box> boxes, Workers& workers) {
  for_axes(workers, [&](std::size_t k) { axes_[k].write(boxes, static_cast<int>(k)); });
  std::array<bool, 3> repaired{};
  for_axes(workers, [&](std::size_t k) { repaired[k] = repair_axis(k); });
  for (const AxisList& axis : axes_) counters_.exchanges += axis.exchanges();
  if (!(repaired[0] && repaired[1] && repaired[2])) return false;
  apply_changes();
  return true;
}

bool SortAndSweep::repair_axis(std::size_t k) {
  Changes& changes = changes_[k];
  changes.met.clear();
  changes.parted.clear();
  return axes_[k].repair(
      most_exchanges * mobile_.size() + 1024,
      [&](BodyIndex a, BodyIndex b) {
        if (meets(k, a, b)) changes.met.push_back({std::min(a, b), std::max(a, b)});
      },
      [&](BodyIndex a, BodyIndex b) {
        if (parts(k, a, b)) changes.parted.push_back({std::min(a, b), std::max(a, b)});
      });
}

// Overlap now on all axes (on this one too: a box may have jumped right over the other), and this axis
// is the first on which they did not overlap before. Most hints fail on another axis: ask those first.
bool SortAndSweep::meets(std::size_t k, BodyIndex a, BodyIndex b) const {
  for (std::size_t other = 1; other < 3; ++other)
    if (!axes_[(k + other) % 3].overlap(a, b)) return false;
  if (!axes_[k].overlap(a, b) || axes_[k].overlapped_before(a, b)) return false;
  for (std::size_t first = 0; first < k; ++first)
    if (!axes_[first].overlapped_before(a, b)) return false;
  return mobile_[a] != 0 || mobile_[b] != 0;
}

bool SortAndSweep::parts(std::size_t k, BodyIndex a, BodyIndex b) const {
  for (std::size_t other = 1; other < 3; ++other)
    if (!axes_[(k + other) % 3].overlapped_before(a, b)) return false;
  if (!axes_[k].overlapped_before(a, b) || axes_[k].overlap(a, b)) return false;
  for (std::size_t first = 0; first < k; ++first)
    if (!axes_[first].overlap(a, b)) return false;
  return mobile_[a] != 0 || mobile_[b] != 0;
}

void SortAndSweep::apply_changes() {
  Changes& all = changes_[0];
  for (std::size_t k = 0; k < 3; ++k) {
    sort_unique(changes_[k].met);
    entered_[k] += changes_[k].met.size();
    if (k == 0) continue;
    all.met.insert(all.met.end(), changes_[k].met.begin(), changes_[k].met.end());
    all.parted.insert(all.parted.end(), changes_[k].parted.begin(), changes_[k].parted.end());
  }
  sort_unique(all.met);
  sort_unique(all.parted);
  if (!cell_.any()) {
    counters_.added += all.met.size();
    counters_.removed += all.parted.size();
  }
  if (all.met.empty() && all.parted.empty()) return;
  merge_changes(near_, all.met, all.parted, scratch_);
  near_.swap(scratch_);
}

void SortAndSweep::start(std::span<const Box> boxes, Workers& workers) {
  ++counters_.rebuilds;
  for_axes(workers, [&](std::size_t k) {
    axes_[k].start(boxes.size(), cell_.periodic[k], cell_.origin[static_cast<int>(k)],
                   cell_.length[static_cast<int>(k)]);
    axes_[k].write(boxes, static_cast<int>(k));
    axes_[k].sort();
  });
  sweep_all(axes_, mobile_, scratch_);
  if (!cell_.any()) count_changes(near_, scratch_, counters_);
  near_.swap(scratch_);
  started_ = true;
}

// The axes that are not periodic have decided exactly; the others widen their intervals.
void SortAndSweep::select_exact(std::span<const Box> boxes) {
  scratch_ = near_;
  for (int k = 0; k < 3; ++k) {
    if (!cell_.periodic[k]) continue;
    const double clear = axes_[k].clear_overlap();
    const auto apart = [&](const Pair& p) {
      const Box& a = boxes[p.a];
      const Box& b = boxes[p.b];
      // Most pairs overlap as they stand: no image is needed.
      if (a.lower[k] + clear <= b.upper[k] && b.lower[k] + clear <= a.upper[k]) return false;
      return !cell_.overlap(a, b, k);
    };
    scratch_.erase(std::remove_if(scratch_.begin(), scratch_.end(), apart), scratch_.end());
  }
  count_changes(exact_, scratch_, counters_);
  exact_.swap(scratch_);
}

void SortAndSweep::renumber(std::span<const BodyIndex> new_index) {
  if (!started_) return;
  const std::size_t known = mobile_.size();
  if (new_index.size() != known) {
    // Bodies were appended since the last update: they have no pairs yet.
    for (AxisList& axis : axes_) axis.append(new_index.size());
    mobile_.resize(new_index.size(), 1);
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < new_index.size(); ++i)
    if (new_index[i] != no_body) mobile_[kept++] = mobile_[i];
  mobile_.resize(kept);
  for (AxisList& axis : axes_) axis.renumber(new_index, kept);
  counters_.removed += renumber_pairs(cell_.any() ? exact_ : near_, new_index);
  if (cell_.any()) renumber_pairs(near_, new_index);
}

void SortAndSweep::reset() {
  started_ = false;
  mobile_.clear();
  near_.clear();
  exact_.clear();
}

}  // namespace scree
