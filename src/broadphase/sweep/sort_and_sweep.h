// Incremental sort-and-sweep, after Schinner (1999) in the plane and Chen and Matuttis (2013), appendix A, in
// space: one sorted list of interval ends per axis, repaired in each step, and a persistent list of pairs
// that changes only where the order of an axis does. docs/neighbours.md says what is different here, and why.
//
// A pair is entered once, by the first axis on which its boxes did not overlap in the step before; it
// leaves once, by the first axis on which they overlap no longer.
#pragma once

#include <array>
#include <cstddef>

#include "broadphase/broad_phase.h"
#include "broadphase/sweep/axis_list.h"

namespace scree {

// With two axes nothing is kept of z and nothing asked.
template <std::size_t axis_count>
class SortAndSweepOn final : public BroadPhase {
 public:
  // `region`: ends of an axis that are sorted by one task (AxisList); no result depends on it.
  explicit SortAndSweepOn(std::size_t region = AxisList::usual_region) { axes_.fill(AxisList(region)); }

  void update(std::span<const Box> boxes, std::span<const std::uint8_t> mobile, const Cell& cell,
              Workers& workers) override;
  void renumber(std::span<const BodyIndex> new_index) override;
  void reset() override;
  std::size_t memory() const override;
  std::string_view name() const override { return "sweep"; }

  // Pairs entered by each axis since the start, sweeps from scratch not counted.
  const std::array<std::uint64_t, axis_count>& entered() const { return entered_; }

 private:
  // What the exchanges of one region tell.
  struct Changes {
    std::vector<Pair> met, parted;
    std::vector<Pair> may_have_met, may_have_parted;  // hints not looked at yet
  };

  bool must_start(std::span<const std::uint8_t> mobile, const Cell& cell) const;
  void start_axes(std::size_t bodies, Workers& workers);
  bool follow(Workers& workers);
  void rebuild(Workers& workers);
  bool repair_axis(std::size_t axis, Workers& workers);
  void judge_meetings(std::size_t axis, Changes& changes) const;
  void judge_partings(std::size_t axis, Changes& changes) const;
  bool meets(std::size_t axis, BodyIndex a, BodyIndex b) const;
  bool parts(std::size_t axis, BodyIndex a, BodyIndex b) const;
  void apply_changes(Workers& workers);
  void select_exact(std::span<const Box> boxes, Workers& workers);
  template <class Task>
  void for_axes(Workers& workers, const Task& task) const;

  bool started_ = false;
  std::uint32_t pause_ = 0;   // updates left that sort afresh without trying to repair
  std::uint32_t pauses_ = 0;  // repairs given up in a row
  Cell cell_;
  std::vector<std::uint8_t> mobile_;  // of the last step
  std::array<AxisList, axis_count> axes_;
  std::array<std::vector<Changes>, axis_count> changes_;  // of each axis, by region
  std::array<std::uint64_t, axis_count> entered_{};
  // With periodic axes: those that overlap by the widened intervals of the axes. Those that overlap by
  // Cell::overlap are the pairs.
  PairSet near_;
  std::vector<Pair> scratch_;
};

extern template class SortAndSweepOn<2>;
extern template class SortAndSweepOn<3>;
using PlaneSortAndSweep = SortAndSweepOn<2>;
using SortAndSweep = SortAndSweepOn<3>;

}  // namespace scree
