// Linked cells on several levels, built anew in each update. A body stands in the cell of its centre, on the
// first level whose cells are at least as long as its box; so bodies of one level that overlap stand in
// neighbouring cells, and a larger body looks through the cells of each finer level that its box may reach.
// Cells of a row lie side by side in memory: three of them are one stretch.
//
// The grid of a level spans its bodies; strays far away are counted to the cells at its border, which is
// right, because neighbours stay neighbours, and only slow for them. (docs/neighbours.md)
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "broadphase/broad_phase.h"
#include "broadphase/cell_levels.h"

namespace scree {

template <int dimension>
class CellSearch final : public BroadPhase {
 public:
  void update(std::span<const Box> boxes, std::span<const std::uint8_t> mobile, const Cell& cell,
              Workers& workers) override;
  void renumber(std::span<const BodyIndex> new_index) override { renumber_pairs_of(new_index); }
  void reset() override { pairs_.clear(); }
  std::string_view name() const override { return "cells"; }
  std::size_t memory() const override;

  const std::vector<CellLevel>& levels() const { return levels_; }

 private:
  // A body as its neighbours see it: on periodic axes moved into the cell, and widened by what that rounds.
  struct Item {
    std::array<double, dimension> lower, upper;
    BodyIndex body;
    std::uint32_t mobile;
  };
  // Items side by side; `far`: through an image, so that intervals cannot be compared as they stand.
  struct Stretch {
    std::uint32_t begin, end;
    bool far;
  };
  struct Found {
    std::vector<Pair> pairs;
    std::vector<Stretch> stretches;  // scratch
    std::uint64_t tests = 0, cells = 0;
  };

  void sort_into_cells(Workers& workers);
  Item item_of(BodyIndex body) const;
  void search_level(const CellLevel& level, std::uint32_t first_row, std::uint32_t end_row, Found& out) const;
  void search_below(const CellLevel& level, std::uint32_t begin, std::uint32_t end, Found& out) const;
  void add_row(const CellLevel& level, std::uint32_t row, int from, int to, bool far,
               std::vector<Stretch>& stretches) const;
  void compare(std::uint32_t i, std::span<const Stretch> stretches, Found& out) const;
  bool overlap_here(const Item& a, const Item& b) const;

  // Of this update:
  std::span<const Box> boxes_;
  std::span<const std::uint8_t> mobile_;
  Cell cell_;

  std::vector<CellLevel> levels_;
  std::vector<std::uint32_t> cell_of_;  // of each body, over all levels; none for empty boxes
  std::vector<std::uint32_t> start_;    // of each cell, and one more: its first item
  std::vector<Item> items_;
  std::vector<Found> found_;
  std::vector<Pair> next_;
};

extern template class CellSearch<2>;
extern template class CellSearch<3>;

}  // namespace scree
