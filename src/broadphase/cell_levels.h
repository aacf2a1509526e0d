// Grids for linked cells: how many levels, how long the cells, and where they lie.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "state/box.h"
#include "state/cell.h"

namespace scree {

struct CellLevel {
  double largest = 0;  // box among its bodies; cells are at least as long
  std::array<double, 3> origin{}, inverse_edge{};
  std::array<int, 3> count{1, 1, 1};        // cells along each axis
  std::array<bool, 3> wraps{};              // the last cell of a row lies beside the first
  std::array<bool, 3> whole{};              // a periodic axis too short for that: one cell
  std::uint32_t first_cell = 0, cells = 1;  // among those of all levels

  // Along an axis; rises with x, so that what is near stays near when it is held to the grid.
  int index(double x, int axis) const;
  std::uint32_t rows() const {
    return static_cast<std::uint32_t>(count[1]) * static_cast<std::uint32_t>(count[2]);
  }
};

// Levels for these boxes, the finest first. Empty boxes do not count.
std::vector<CellLevel> choose_levels(std::span<const Box> boxes, const Cell& cell, int dimension,
                                     Workers& workers);

// Where sides of a box count as ending, and its middle: sums and differences of these are numbers.
inline double ending(double x) { return std::clamp(x, -1e150, 1e150); }
inline double centre_of(const Box& box, int axis) {
  return 0.5 * (ending(box.lower[axis]) + ending(box.upper[axis]));
}
// The longest edge of a box.
double extent_of(const Box& box, int dimension);
// The level of a box: the first with cells of its length.
std::size_t level_of(double extent, std::span<const CellLevel> levels);

// How far a box has to be moved along a periodic axis so that its centre lies in the cell.
double shift_into(const Cell& cell, int axis, double centre);

}  // namespace scree
