#include "broadphase/cells.h"

#include <algorithm>
#include <cmath>

#include "base/parallel_lists.h"
#include "broadphase/pair_lists.h"

namespace scree {
namespace {

constexpr std::uint32_t nowhere = 0xffffffffu;
constexpr std::size_t celled_bodies_together = 4096;
constexpr std::size_t cells_together = 1024;
constexpr std::size_t large_bodies_together = 16;

std::uint32_t unsigned_of(int n) { return static_cast<std::uint32_t>(n); }

}  // namespace

template <int dimension>
void CellSearch<dimension>::update(std::span<const Box> boxes, std::span<const std::uint8_t> mobile,
                                   const Cell& cell, Workers& workers) {
  ++counters_.updates;
  ++counters_.rebuilds;
  boxes_ = boxes;
  mobile_ = mobile;
  cell_ = cell;
  levels_ = choose_levels(boxes, cell, dimension, workers);
  sort_into_cells(workers);

  // What one task does: some rows of a level, or some large bodies of one.
  struct Task {
    const CellLevel* level;
    std::uint32_t begin, end;
    bool below;
  };
  std::vector<Task> tasks;
  for (const CellLevel& level : levels_) {
    const auto length = static_cast<std::uint32_t>(
        std::max<std::size_t>(1, cells_together / static_cast<std::size_t>(level.count[0])));
    for (std::uint32_t row = 0; row < level.rows(); row += length)
      tasks.push_back({&level, row, std::min(row + length, level.rows()), false});
    if (&level == levels_.data()) continue;
    const std::uint32_t end = start_[level.first_cell + level.cells];
    for (std::uint32_t i = start_[level.first_cell]; i < end; i += large_bodies_together)
      tasks.push_back({&level, i, std::min<std::uint32_t>(i + large_bodies_together, end), true});
  }
  found_.resize(tasks.size());
  workers.for_costly_ranges(tasks.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) {
      Found& out = found_[n];
      out.pairs.clear();
      out.tests = out.cells = 0;
      const Task& task = tasks[n];
      (this->*(task.below ? &CellSearch::search_below : &CellSearch::search_level))(*task.level, task.begin,
                                                                                    task.end, out);
    }
  });
  for (const Found& out : found_) {
    counters_.tests += out.tests;
    counters_.nodes += out.cells;
  }
  sort_together(
      found_.size(), [&](std::size_t n) -> const std::vector<Pair>& { return found_[n].pairs; },
      [](std::size_t) {}, boxes.size(), next_, workers);
  replace_pairs(next_, workers);
}

// A counting sort. In which order the bodies of a cell stand is anybody's.
template <int dimension>
void CellSearch<dimension>::sort_into_cells(Workers& workers) {
  const std::size_t n = boxes_.size();
  make_length(cell_of_, n);
  const std::size_t cells = levels_.empty() ? 0 : levels_.back().first_cell + levels_.back().cells;
  start_.assign(cells + 1, 0);
  workers.for_ranges(n, celled_bodies_together, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Box& box = boxes_[i];
      cell_of_[i] = nowhere;
      if (is_empty(box, dimension)) continue;
      const CellLevel& level = levels_[level_of(extent_of(box, dimension), levels_)];
      std::uint32_t number = 0;
      for (int k = dimension; k-- > 0;) {
        double centre = centre_of(box, k);
        if (cell_.periodic[static_cast<std::size_t>(k)]) centre += shift_into(cell_, k, centre);
        number = number * unsigned_of(level.count[static_cast<std::size_t>(k)]) +
                 unsigned_of(level.index(centre, k));
      }
      cell_of_[i] = level.first_cell + number;
      count_one(start_[cell_of_[i]]);
    }
  });
  add_up(start_, workers);
  make_length(items_, start_.back());
  workers.for_ranges(n, celled_bodies_together, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = end; i-- > begin;)
      if (cell_of_[i] != nowhere)
        items_[take_from_end(start_[cell_of_[i]])] = item_of(static_cast<BodyIndex>(i));
  });
}

template <int dimension>
auto CellSearch<dimension>::item_of(BodyIndex body) const -> Item {
  Item item;
  const Box& box = boxes_[body];
  for (int k = 0; k < dimension; ++k) {
    const auto axis = static_cast<std::size_t>(k);
    double shift = 0, rounding = 0;
    if (cell_.periodic[axis]) {
      shift = shift_into(cell_, k, 0.5 * (box.lower[k] + box.upper[k]));
      rounding = 1e-14 * (std::abs(cell_.origin[k]) + std::abs(box.lower[k]) + std::abs(box.upper[k]) +
                          cell_.length[k]);
    }
    item.lower[axis] = box.lower[k] + shift - rounding;
    item.upper[axis] = box.upper[k] + shift + rounding;
  }
  item.body = body;
  item.mobile = mobile_[body];
  return item;
}

template <int dimension>
bool CellSearch<dimension>::overlap_here(const Item& a, const Item& b) const {
  bool overlap = true;
  for (std::size_t k = 0; k < dimension; ++k)
    overlap &= (a.lower[k] <= b.upper[k]) & (b.lower[k] <= a.upper[k]);
  return overlap;
}

// The cells [from, to] of a row, which may reach beyond its ends.
template <int dimension>
void CellSearch<dimension>::add_row(const CellLevel& level, std::uint32_t row, int from, int to, bool far,
                                    std::vector<Stretch>& stretches) const {
  const int count = level.count[0];
  const std::uint32_t first = level.first_cell + row * unsigned_of(count);
  const auto add = [&](int a, int b, bool through) {
    if (a > b) return;
    const Stretch stretch{start_[first + unsigned_of(a)], start_[first + unsigned_of(b) + 1], through};
    if (stretch.begin < stretch.end) stretches.push_back(stretch);
  };
  if (level.wraps[0]) {
    if (to - from + 1 >= count) return add(0, count - 1, true);
    if (from < 0) add(from + count, count - 1, true);
    if (to >= count) add(0, to - count, true);
  }
  add(std::max(from, 0), std::min(to, count - 1), far);
}

template <int dimension>
void CellSearch<dimension>::compare(std::uint32_t i, std::span<const Stretch> stretches, Found& out) const {
  const Item& item = items_[i];
  for (const Stretch& stretch : stretches) {
    out.tests += stretch.end - stretch.begin;
    for (std::uint32_t j = stretch.begin; j < stretch.end; ++j) {
      const Item& other = items_[j];
      if (!stretch.far && !overlap_here(item, other)) continue;
      if ((item.mobile | other.mobile) == 0) continue;
      const Pair pair{std::min(item.body, other.body), std::max(item.body, other.body)};
      if (cell_.any() && !overlap(cell_, boxes_[pair.a], boxes_[pair.b], dimension)) continue;
      out.pairs.push_back(pair);
    }
  }
}

// Each cell with those that follow it: the next in its row, and three in each row that comes after.
template <int dimension>
void CellSearch<dimension>::search_level(const CellLevel& level, std::uint32_t first_row,
                                         std::uint32_t end_row, Found& out) const {
  const int along = level.count[0], across = level.count[1], up = level.count[2];
  const bool whole = level.whole[0] || level.whole[1] || level.whole[2];
  for (std::uint32_t row = first_row; row < end_row; ++row) {
    const std::uint32_t first = level.first_cell + row * unsigned_of(along);
    if (start_[first] == start_[first + unsigned_of(along)]) continue;
    const int y = static_cast<int>(row) % across, z = static_cast<int>(row) / across;
    struct Row {
      std::uint32_t number;
      bool far;
    };
    std::array<Row, 4> after;
    std::size_t rows = 0;
    const auto consider = [&](int dy, int dz) {
      int v = y + dy, w = z + dz;
      bool far = whole;
      if (v < 0 || v >= across) {
        if (!level.wraps[1]) return;
        v += v < 0 ? across : -across;
        far = true;
      }
      if (w >= up) {
        if (!level.wraps[2]) return;
        w -= up;
        far = true;
      }
      after[rows++] = {unsigned_of(w * across + v), far};
    };
    consider(1, 0);
    if constexpr (dimension == 3)
      for (int dy = -1; dy <= 1; ++dy) consider(dy, 1);
    for (int x = 0; x < along; ++x) {
      const std::uint32_t begin = start_[first + unsigned_of(x)], end = start_[first + unsigned_of(x) + 1];
      if (begin == end) continue;
      ++out.cells;
      out.stretches.assign(1, {0, end, whole});  // those behind it in its own cell
      add_row(level, row, x + 1, x + 1, whole, out.stretches);
      for (std::size_t n = 0; n < rows; ++n)
        add_row(level, after[n].number, x - 1, x + 1, after[n].far, out.stretches);
      for (std::uint32_t i = begin; i < end; ++i) {
        out.stretches[0].begin = i + 1;
        compare(i, out.stretches, out);
      }
    }
  }
}

// Bodies of a level with all those of finer ones.
template <int dimension>
void CellSearch<dimension>::search_below(const CellLevel& level, std::uint32_t begin, std::uint32_t end,
                                         Found& out) const {
  for (std::uint32_t i = begin; i < end; ++i)
    for (const CellLevel& finer : levels_) {
      if (&finer == &level) break;
      out.stretches.clear();
      std::array<int, 3> from{}, to{};
      bool far = false;
      for (std::size_t k = 0; k < dimension; ++k) {
        const double reach = 0.5 * finer.largest + 1e-6 / finer.inverse_edge[k];
        const double low = ending(items_[i].lower[k]) - reach, high = ending(items_[i].upper[k]) + reach;
        far |= finer.whole[k];
        if (!finer.wraps[k]) {
          from[k] = finer.whole[k] ? 0 : finer.index(low, static_cast<int>(k));
          to[k] = finer.whole[k] ? 0 : finer.index(high, static_cast<int>(k));
          continue;
        }
        const auto place = [&](double x) {
          return std::floor((x - finer.origin[k]) * finer.inverse_edge[k]);
        };
        const double cells = place(high) - place(low) + 1;
        const bool all = cells >= finer.count[k];
        from[k] = all ? 0 : static_cast<int>(place(low));
        to[k] = all ? finer.count[k] - 1 : static_cast<int>(place(high));
        far |= all;
      }
      for (int z = from[2]; z <= to[2]; ++z)
        for (int y = from[1]; y <= to[1]; ++y) {
          const auto held = [&](int v, std::size_t k, bool& through) {
            if (v >= 0 && v < finer.count[k]) return v;
            through = true;
            return v < 0 ? v + finer.count[k] : v - finer.count[k];
          };
          bool through = far;
          const int v = held(y, 1, through), w = held(z, 2, through);
          add_row(finer, unsigned_of(w * finer.count[1] + v), from[0], to[0], through, out.stretches);
        }
      compare(i, out.stretches, out);
    }
}

template <int dimension>
std::size_t CellSearch<dimension>::memory() const {
  std::size_t bytes = bytes_of(cell_of_) + bytes_of(start_) + bytes_of(items_) + bytes_of(next_);
  for (const Found& found : found_) bytes += bytes_of(found.pairs) + bytes_of(found.stretches);
  return bytes;
}

template class CellSearch<2>;
template class CellSearch<3>;

}  // namespace scree
