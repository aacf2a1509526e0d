#include "broadphase/cell_levels.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel_lists.h"
#include "broadphase/broad_phase.h"

namespace scree {
namespace {

constexpr double no_end = std::numeric_limits<double>::infinity();
constexpr std::size_t boxes_together = 8192;
// Cells are a little longer than boxes: indices are rounded.
constexpr double slack = 1 + 1e-6;
// Cells per body of a level, at most: beyond that they get longer.
constexpr double cells_per_body = 2;
constexpr double few_cells = 64;
// Smaller boxes share the level of larger ones as long as that makes stretches at most so much longer.
constexpr double crowding = 4;

// Boxes whose longest edges have the same power of two.
struct SizeClass {
  std::size_t count = 0;
  double largest = 0;
  std::array<double, 3> low{no_end, no_end, no_end}, high{-no_end, -no_end, -no_end};  // of their centres

  void add(const SizeClass& o) {
    count += o.count;
    largest = std::max(largest, o.largest);
    for (std::size_t k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], o.low[k]);
      high[k] = std::max(high[k], o.high[k]);
    }
  }
};
constexpr int classes = 128;
using Census = std::array<SizeClass, classes>;

int class_of(double extent) {
  if (!(extent > 0)) return 0;
  return std::clamp(std::ilogb(extent) + classes / 2, 0, classes - 1);
}

Census count_sizes(std::span<const Box> boxes, int dimension, Workers& workers) {
  const Pieces pieces(boxes.size(), boxes_together);
  std::vector<Census> censuses(pieces.count());
  for_pieces(workers, pieces, [&](std::size_t p) {
    for (std::size_t i = pieces.begin(p); i < pieces.end(p); ++i) {
      const Box& box = boxes[i];
      if (is_empty(box, dimension)) continue;
      const double extent = extent_of(box, dimension);
      SizeClass& its = censuses[p][static_cast<std::size_t>(class_of(extent))];
      ++its.count;
      its.largest = std::max(its.largest, extent);
      for (int k = 0; k < dimension; ++k) {
        const auto axis = static_cast<std::size_t>(k);
        const double centre = centre_of(box, k);
        its.low[axis] = std::min(its.low[axis], centre);
        its.high[axis] = std::max(its.high[axis], centre);
      }
    }
  });
  Census all;
  for (const Census& census : censuses)
    for (std::size_t c = 0; c < classes; ++c) all[c].add(census[c]);
  return all;
}

// Classes that share a level, the finest first.
std::vector<SizeClass> join_classes(const Census& census, int dimension) {
  const double ratio = std::pow(crowding, 1.0 / dimension);
  std::vector<SizeClass> levels;
  for (std::size_t c = classes; c-- > 0;) {
    if (census[c].count == 0) continue;
    if (levels.empty() || levels.back().largest > ratio * census[c].largest)
      levels.push_back(census[c]);
    else
      levels.back().add(census[c]);
  }
  std::ranges::reverse(levels);
  return levels;
}

// Where most of the boxes are: between the second and the 98th percentile of a sample, and some beyond.
void leave_strays_out(std::span<const Box> boxes, int dimension, SizeClass& range) {
  constexpr std::size_t wanted = 1024;
  const std::size_t stride = std::max<std::size_t>(1, boxes.size() / wanted);
  for (int k = 0; k < dimension; ++k) {
    std::vector<double> sample;
    for (std::size_t i = 0; i < boxes.size(); i += stride)
      if (!is_empty(boxes[i], dimension)) sample.push_back(centre_of(boxes[i], k));
    if (sample.empty()) return;
    std::ranges::sort(sample);
    const double low = sample[sample.size() / 50], high = sample[sample.size() - 1 - sample.size() / 50];
    const double beyond = 0.1 * (high - low);
    const auto axis = static_cast<std::size_t>(k);
    range.low[axis] = std::max(range.low[axis], low - beyond);
    range.high[axis] = std::min(range.high[axis], high + beyond);
    if (range.low[axis] > range.high[axis]) range.low[axis] = range.high[axis] = low;
  }
}

// Cells of at least this edge over the range; returns how many.
double lay_out(CellLevel& level, const SizeClass& range, const Cell& cell, int dimension, double edge) {
  double cells = 1;
  for (int k = 0; k < dimension; ++k) {
    const auto axis = static_cast<std::size_t>(k);
    level.wraps[axis] = level.whole[axis] = false;
    double count, length;
    if (cell.periodic[axis]) {
      count = std::floor(cell.length[k] / edge);
      level.origin[axis] = cell.origin[k];
      length = cell.length[k];
      level.wraps[axis] = count >= 3;
      level.whole[axis] = !level.wraps[axis];
      if (level.whole[axis]) count = 1;
      level.inverse_edge[axis] = count / length;
    } else {
      length = range.high[axis] - range.low[axis];
      count = std::floor(length / edge) + 1;
      level.origin[axis] = range.low[axis];
      level.inverse_edge[axis] = 1 / edge;
    }
    count = std::min(count, 1e6);
    level.count[axis] = static_cast<int>(count);
    cells *= count;
  }
  return cells;
}

CellLevel make_level(std::span<const Box> boxes, SizeClass range, const Cell& cell, int dimension) {
  CellLevel level;
  level.largest = range.largest;
  // Boxes that are points still need cells.
  double edge = slack * std::max(range.largest, std::numeric_limits<double>::min() / 1e-16);
  for (int k = 0; k < dimension; ++k)
    edge = std::max(edge, 1e-9 * std::max(std::abs(range.low[static_cast<std::size_t>(k)]),
                                          std::abs(range.high[static_cast<std::size_t>(k)])));
  const double most = cells_per_body * static_cast<double>(range.count) + few_cells;
  double cells = lay_out(level, range, cell, dimension, edge);
  if (cells > most) {
    leave_strays_out(boxes, dimension, range);
    cells = lay_out(level, range, cell, dimension, edge);
  }
  while (cells > most) {
    edge *= std::max(1.01, std::pow(cells / most, 1.0 / dimension));
    cells = lay_out(level, range, cell, dimension, edge);
  }
  level.cells = static_cast<std::uint32_t>(cells);
  return level;
}

}  // namespace

int CellLevel::index(double x, int axis) const {
  const auto k = static_cast<std::size_t>(axis);
  const double place = (x - origin[k]) * inverse_edge[k];
  return static_cast<int>(std::clamp(place, 0.0, static_cast<double>(count[k] - 1)));
}

double extent_of(const Box& box, int dimension) {
  double extent = 0;
  for (int k = 0; k < dimension; ++k) extent = std::max(extent, ending(box.upper[k]) - ending(box.lower[k]));
  return extent;
}

std::size_t level_of(double extent, std::span<const CellLevel> levels) {
  std::size_t level = 0;
  while (level + 1 < levels.size() && extent > levels[level].largest) ++level;
  return level;
}

double shift_into(const Cell& cell, int axis, double centre) {
  return -cell.length[axis] * std::floor((centre - cell.origin[axis]) / cell.length[axis]);
}

std::vector<CellLevel> choose_levels(std::span<const Box> boxes, const Cell& cell, int dimension,
                                     Workers& workers) {
  std::vector<CellLevel> levels;
  std::uint32_t cells = 0;
  for (const SizeClass& range : join_classes(count_sizes(boxes, dimension, workers), dimension)) {
    levels.push_back(make_level(boxes, range, cell, dimension));
    levels.back().first_cell = cells;
    cells += levels.back().cells;
  }
  return levels;
}

}  // namespace scree
