// Spatial heapsort, after O'Connor (1996), chapter 2, and Swegle: every update sorts the lower ends of all
// boxes afresh on each axis. A binary search gives the range of places on an axis whose boxes may reach a
// body; the shortest of its ranges is gone through, and ranks say who is in the other ranges, too.
//
// What is different here, and has to be: lower ends alone do not tell where to begin on an axis, because a
// large body may begin far below. So the search begins the largest extent below the body, and bodies much
// larger than the rest stand on a list of their own that is held against everybody, or else one wall would
// stretch every range over the whole bed.
#pragma once

#include <array>
#include <cstddef>

#include "broadphase/broad_phase.h"
#include "broadphase/plain_boxes.h"
#include "broadphase/sweep/axis_ranks.h"

namespace scree {

class SpatialHeapsort final : public BroadPhase {
 public:
  explicit SpatialHeapsort(int dimension = 3) : dimension_(dimension) {}

  void update(std::span<const Box> boxes, std::span<const std::uint8_t> mobile, const Cell& cell,
              Workers& workers) override;
  void renumber(std::span<const BodyIndex> new_index) override { renumber_pairs_of(new_index); }
  void reset() override { pairs_.clear(); }
  std::size_t memory() const override;
  std::string_view name() const override { return "heapsort"; }

  // Of the last update.
  std::size_t large_bodies() const { return large_.size(); }

 private:
  using Id = AxisRanks::Id;  // of an image that is not large
  struct Axis {
    AxisRanks ranks;
    // The ranks on the two other axes by place on this one: a range is read from one end to the other.
    std::vector<Id> next, after_next;
    std::vector<AxisRanks::Range> range;  // by id: who may reach it on this axis
    double largest = 0;                   // extent of a body that is not on the list
    std::uint64_t exchanges = 0;
    std::uint64_t crowding = 0;
  };
  // What is found for some bodies.
  struct Found {
    std::vector<Pair> pairs;
    std::uint64_t tests = 0;
  };

  void set_large_apart(Workers& workers);
  void sort_axes(Workers& workers);
  void choose_primary();
  void find_ranges(Workers& workers);
  void search(Id id, std::span<const Box> boxes, const Cell& cell, Found& found) const;
  void search_large(std::size_t first_large, const PlainBox& image, std::span<const Box> boxes,
                    const Cell& cell, Found& found) const;
  void test(const PlainBox& x, const PlainBox& y, std::span<const Box> boxes, const Cell& cell,
            Found& found) const;
  template <class Task>
  void for_axes(Workers& workers, const Task& task);

  int dimension_;
  PlainBoxes plain_boxes_;
  std::vector<PlainBox> usual_;  // by id
  std::vector<PlainBox> large_;
  std::array<Axis, 3> axes_;
  int primary_ = 0;  // the least crowded axis: only who stands ahead of a body there is looked at
  std::vector<Pair> next_;
};

}  // namespace scree
