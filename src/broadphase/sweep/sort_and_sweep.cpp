#include "broadphase/sweep/sort_and_sweep.h"

#include <algorithm>

#include "base/parallel_lists.h"
#include "broadphase/pair_lists.h"
#include "broadphase/sweep/sweep.h"

namespace scree {
namespace {

// An appended body crosses about half of each list; some of them cost as much as a fresh sort.
constexpr std::size_t most_appended = 8;
// Exchanges per body and axis that cost about as much as a fresh sort and sweep.
constexpr std::uint64_t most_exchanges = 16;
// A small list is not worth giving up.
constexpr std::uint64_t few_exchanges = 16384;
// Where bodies move too far for repairs, most updates go without trying one.
constexpr std::uint32_t longest_pause = 16;
// Hints of a region that are judged together.
constexpr std::size_t hints_together = 64;
// Below this, handing an axis to another thread costs more than the axis.
constexpr std::size_t bodies_worth_a_task = 1500;

}  // namespace

template <std::size_t axis_count>
template <class Task>
void SortAndSweepOn<axis_count>::for_axes(Workers& workers, const Task& task) const {
  if (mobile_.size() < bodies_worth_a_task)
    for (std::size_t k = 0; k < axis_count; ++k) task(k);
  else if constexpr (axis_count == 2)
    workers.invoke([&] { task(0); }, [&] { task(1); });
  else
    workers.invoke([&] { task(0); }, [&] { task(1); }, [&] { task(2); });
}

template <std::size_t axis_count>
void SortAndSweepOn<axis_count>::update(std::span<const Box> boxes, std::span<const std::uint8_t> mobile,
                                        const Cell& cell, Workers& workers) {
  ++counters_.updates;
  const bool fresh = must_start(mobile, cell);
  const std::size_t known = mobile_.size();
  cell_ = cell;
  mobile_.assign(mobile.begin(), mobile.end());
  if (fresh)
    start_axes(boxes.size(), workers);
  else if (mobile.size() > known)
    for (AxisList& axis : axes_) axis.append(mobile.size());
  for_axes(workers, [&](std::size_t k) { axes_[k].write(boxes, static_cast<int>(k), workers); });
  if (fresh || !follow(workers)) rebuild(workers);
  if (cell_.any()) select_exact(boxes, workers);
}

// A changed cell moves everything at once, and a body released or seized may pair with bodies that it
// has overlapped for long: no exchange would tell.
template <std::size_t axis_count>
bool SortAndSweepOn<axis_count>::must_start(std::span<const std::uint8_t> mobile, const Cell& cell) const {
  return !started_ || !(cell == cell_) || mobile.size() < mobile_.size() ||
         mobile.size() > mobile_.size() + most_appended ||
         !std::equal(mobile_.begin(), mobile_.end(), mobile.begin());
}

template <std::size_t axis_count>
void SortAndSweepOn<axis_count>::start_axes(std::size_t bodies, Workers& workers) {
  for_axes(workers, [&](std::size_t k) {
    axes_[k].start(bodies, cell_.periodic[k], cell_.origin[static_cast<int>(k)],
                   cell_.length[static_cast<int>(k)]);
  });
  started_ = true;
  pause_ = pauses_ = 0;
}

// Where one repair was too long the next one most likely is, too: each in a row that is given up doubles the
// number of updates that do not try.
template <std::size_t axis_count>
bool SortAndSweepOn<axis_count>::follow(Workers& workers) {
  if (pause_ > 0) {
    --pause_;
    return false;
  }
  std::array<bool, axis_count> repaired{};
  for_axes(workers, [&](std::size_t k) { repaired[k] = repair_axis(k, workers); });
  for (const AxisList& axis : axes_) counters_.exchanges += axis.exchanges();
  if (std::ranges::find(repaired, false) != repaired.end()) {
    pause_ = std::min(1u << pauses_, longest_pause);
    if (pause_ < longest_pause) ++pauses_;
    return false;
  }
  pauses_ = 0;
  apply_changes(workers);
  return true;
}

// Hints are judged some time after they came: until then their intervals are fetched from memory, many at a
// time.
template <std::size_t axis_count>
bool SortAndSweepOn<axis_count>::repair_axis(std::size_t k, Workers& workers) {
  std::vector<Changes>& changes = changes_[k];
  changes.resize(axes_[k].regions());
  for (Changes& c : changes) {
    c.met.clear();
    c.parted.clear();
    c.may_have_met.clear();
    c.may_have_parted.clear();
  }
  const bool repaired = axes_[k].repair(
      most_exchanges * mobile_.size() + few_exchanges,
      [&](std::size_t region, BodyIndex a, BodyIndex b) {
        for (std::size_t other = 1; other < axis_count; ++other)
          for (const BodyIndex i : {a, b}) axes_[(k + other) % axis_count].prefetch(i);
        changes[region].may_have_met.push_back({std::min(a, b), std::max(a, b)});
        if (changes[region].may_have_met.size() == hints_together) judge_meetings(k, changes[region]);
      },
      [&](std::size_t region, BodyIndex a, BodyIndex b) {
        for (std::size_t other = 1; other < axis_count; ++other)
          for (const BodyIndex i : {a, b}) axes_[(k + other) % axis_count].prefetch_before(i);
        changes[region].may_have_parted.push_back({std::min(a, b), std::max(a, b)});
        if (changes[region].may_have_parted.size() == hints_together) judge_partings(k, changes[region]);
      },
      workers);
  workers.for_ranges(changes.size(), 64, [&](std::size_t begin, std::size_t end) {
    for (std::size_t region = begin; region < end; ++region) {
      judge_meetings(k, changes[region]);
      judge_partings(k, changes[region]);
    }
  });
  return repaired;
}

template <std::size_t axis_count>
void SortAndSweepOn<axis_count>::judge_meetings(std::size_t k, Changes& changes) const {
  for (const Pair& p : changes.may_have_met)
    if (meets(k, p.a, p.b)) changes.met.push_back(p);
  changes.may_have_met.clear();
}

template <std::size_t axis_count>
void SortAndSweepOn<axis_count>::judge_partings(std::size_t k, Changes& changes) const {
  for (const Pair& p : changes.may_have_parted)
    if (parts(k, p.a, p.b)) changes.parted.push_back(p);
  changes.may_have_parted.clear();
}

// Overlap now on all axes (on this one too: a box may have jumped right over the other), and this axis
// is the first on which they did not overlap before. Most hints fail on another axis: ask those first.
template <std::size_t axis_count>
bool SortAndSweepOn<axis_count>::meets(std::size_t k, BodyIndex a, BodyIndex b) const {
  for (std::size_t other = 1; other < axis_count; ++other)
    if (!axes_[(k + other) % axis_count].overlap(a, b)) return false;
  if (!axes_[k].overlap(a, b) || axes_[k].overlapped_before(a, b)) return false;
  for (std::size_t first = 0; first < k; ++first)
    if (!axes_[first].overlapped_before(a, b)) return false;
  return mobile_[a] != 0 || mobile_[b] != 0;
}

template <std::size_t axis_count>
bool SortAndSweepOn<axis_count>::parts(std::size_t k, BodyIndex a, BodyIndex b) const {
  for (std::size_t other = 1; other < axis_count; ++other)
    if (!axes_[(k + other) % axis_count].overlapped_before(a, b)) return false;
  if (!axes_[k].overlapped_before(a, b) || axes_[k].overlap(a, b)) return false;
  for (std::size_t first = 0; first < k; ++first)
    if (!axes_[first].overlap(a, b)) return false;
  return mobile_[a] != 0 || mobile_[b] != 0;
}

template <std::size_t axis_count>
void SortAndSweepOn<axis_count>::apply_changes(Workers& workers) {
  std::vector<Pair> met, parted;
  for (std::size_t k = 0; k < axis_count; ++k) {
    std::vector<Pair> by_this_axis;
    for (const Changes& c : changes_[k]) {
      by_this_axis.insert(by_this_axis.end(), c.met.begin(), c.met.end());
      parted.insert(parted.end(), c.parted.begin(), c.parted.end());
    }
    // Real intervals and shadows may tell the same.
    if (cell_.periodic[k]) sort_unique(by_this_axis, workers);
    entered_[k] += by_this_axis.size();
    met.insert(met.end(), by_this_axis.begin(), by_this_axis.end());
  }
  sort_unique(met, workers);
  sort_unique(parted, workers);
  if (cell_.any())
    near_.change(met, parted, workers);
  else
    change_pairs(met, parted, workers);
}

template <std::size_t axis_count>
void SortAndSweepOn<axis_count>::rebuild(Workers& workers) {
  ++counters_.rebuilds;
  for_axes(workers, [&](std::size_t k) { axes_[k].sort(workers); });
  sweep_all(axes_, mobile_, scratch_, workers);
  if (cell_.any())
    near_.replace(scratch_, workers);
  else
    replace_pairs(scratch_, workers);
}

// The axes that are not periodic have decided exactly; the others widen their intervals.
template <std::size_t axis_count>
void SortAndSweepOn<axis_count>::select_exact(std::span<const Box> boxes, Workers& workers) {
  const auto overlap_on = [&](const Pair& p, std::size_t axis) {
    if (!cell_.periodic[axis]) return true;
    const int k = static_cast<int>(axis);
    const double clear = axes_[axis].clear_overlap();
    const Box& a = boxes[p.a];
    const Box& b = boxes[p.b];
    // Most pairs overlap as they stand: no image is needed.
    if (a.lower[k] + clear <= b.upper[k] && b.lower[k] + clear <= a.upper[k]) return true;
    return cell_.overlap(a, b, k);
  };
  select(
      near_.all(),
      [&](const Pair& p) {
        for (std::size_t axis = 0; axis < axis_count; ++axis)
          if (!overlap_on(p, axis)) return false;
        return true;
      },
      scratch_, workers);
  replace_pairs(scratch_, workers);
}

template <std::size_t axis_count>
void SortAndSweepOn<axis_count>::renumber(std::span<const BodyIndex> new_index) {
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
  renumber_pairs_of(new_index);
  near_.renumber(new_index);
}

template <std::size_t axis_count>
void SortAndSweepOn<axis_count>::reset() {
  started_ = false;
  mobile_.clear();
  near_.clear();
  pairs_.clear();
}

template <std::size_t axis_count>
std::size_t SortAndSweepOn<axis_count>::memory() const {
  std::size_t bytes = bytes_of(mobile_) + bytes_of(scratch_);
  for (const AxisList& axis : axes_) bytes += axis.memory();
  return bytes;
}

template class SortAndSweepOn<2>;
template class SortAndSweepOn<3>;

}  // namespace scree
