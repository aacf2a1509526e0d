#include "broadphase/sweep.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace scree {
namespace {

// An open interval of the sweep, in one tile.
struct Open {
  BodyIndex body;
  std::uint32_t first_row;
  std::uint32_t first_column;
  double upper;
};

// How crowded an axis is: the number of overlapping pairs of intervals on this axis alone, and the
// summed length of the intervals, counted in places of the list.
struct Crowding {
  std::uint64_t pairs = 0;
  std::int64_t places = 0;
};

Crowding crowding(const AxisList& axis) {
  Crowding c;
  std::uint64_t open = 0;
  std::int64_t place = 0;
  for (const AxisList::End& end : axis.ends()) {
    if (end.value >= AxisList::largest) break;
    if (AxisList::is_upper(end.tag)) {
      --open;
      c.places += place++;
    } else {
      c.pairs += open++;
      c.places -= place++;
    }
  }
  return c;
}

// Equally filled strips across an axis. Cut by rank, not by length, so that a stray body far away
// does not spoil them.
class Strips {
 public:
  Strips(const AxisList& axis, std::int64_t places) : axis_(axis), strip_(axis.tags()) {
    const std::size_t size = axis.ends().size();
    // As wide as an interval on average, which then lies in two of them: the fewest comparisons.
    const double ends = static_cast<double>(size);
    const double ideal = 0.5 * ends * ends / (1.0 + static_cast<double>(places));
    count_ = static_cast<std::size_t>(std::clamp(ideal, 1.0, 1.0 + 0.5 * std::sqrt(ends)));
    for (std::size_t k = 0; k < size; ++k)
      strip_[axis.ends()[k].tag] = static_cast<std::uint32_t>(k * count_ / size);
  }
  std::size_t count() const { return count_; }

  // Calls visit(first, last) for the real and for the shadow interval of a body.
  template <class Visit>
  void of(BodyIndex body, const Visit& visit) const {
    const std::uint32_t begin = axis_.first_tag(body);
    for (std::uint32_t tag = begin; tag < begin + axis_.tags_per_body(); tag += 2)
      if (axis_.value(tag) < AxisList::largest) visit(strip_[tag], strip_[tag + 1]);
  }

 private:
  const AxisList& axis_;
  std::size_t count_ = 1;
  std::vector<std::uint32_t> strip_;
};

// Counting sort by the lower body, then each short run by the higher one.
void sort_pairs(std::vector<Pair>& pairs, std::size_t bodies) {
  std::vector<std::size_t> start(bodies + 1, 0);
  for (const Pair& p : pairs) ++start[p.a + 1];
  std::partial_sum(start.begin(), start.end(), start.begin());
  std::vector<Pair> sorted(pairs.size());
  std::vector<std::size_t> next(start.begin(), start.end() - 1);
  for (const Pair& p : pairs) sorted[next[p.a]++] = p;
  for (std::size_t i = 0; i < bodies; ++i)
    std::sort(sorted.begin() + static_cast<std::ptrdiff_t>(start[i]),
              sorted.begin() + static_cast<std::ptrdiff_t>(start[i + 1]));
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  pairs.swap(sorted);
}

}  // namespace

void sweep_all(const std::array<AxisList, 3>& axes, std::span<const std::uint8_t> mobile,
               std::vector<Pair>& pairs) {
  pairs.clear();
  // Sweep along the least crowded axis, over tiles of the plane of the other two.
  const std::array<Crowding, 3> crowd{crowding(axes[0]), crowding(axes[1]), crowding(axes[2])};
  std::size_t least = 0;
  for (std::size_t k = 1; k < 3; ++k)
    if (crowd[k].pairs < crowd[least].pairs) least = k;
  const AxisList& along = axes[least];
  const AxisList& across = axes[(least + 1) % 3];
  const AxisList& rest = axes[(least + 2) % 3];
  const Strips rows(across, crowd[(least + 1) % 3].places);
  const Strips columns(rest, crowd[(least + 2) % 3].places);
  std::vector<std::vector<Open>> tiles(rows.count() * columns.count());

  const auto visit_tile = [&](std::vector<Open>& tile, std::size_t row, std::size_t column, const Open& fresh,
                              double reached) {
    const BodyIndex a = fresh.body;
    for (std::size_t k = 0; k < tile.size();) {
      if (tile[k].upper < reached) {
        tile[k] = tile.back();
        tile.pop_back();
        continue;
      }
      const Open& other = tile[k++];
      const BodyIndex b = other.body;
      // Two boxes share several tiles: the first of these reports the pair.
      if (row != std::max(fresh.first_row, other.first_row)) continue;
      if (column != std::max(fresh.first_column, other.first_column)) continue;
      if (a == b || (mobile[a] == 0 && mobile[b] == 0)) continue;
      if (across.overlap(a, b) && rest.overlap(a, b)) pairs.push_back({std::min(a, b), std::max(a, b)});
    }
    tile.push_back(fresh);
  };
  for (const AxisList::End& end : along.ends()) {
    if (end.value >= AxisList::largest) break;
    if (AxisList::is_upper(end.tag)) continue;
    const BodyIndex a = along.body(end.tag);
    const double upper = along.value(end.tag + 1);
    rows.of(a, [&](std::uint32_t first_row, std::uint32_t last_row) {
      columns.of(a, [&](std::uint32_t first_column, std::uint32_t last_column) {
        const Open fresh{a, first_row, first_column, upper};
        for (std::size_t row = first_row; row <= last_row; ++row)
          for (std::size_t column = first_column; column <= last_column; ++column)
            visit_tile(tiles[row * columns.count() + column], row, column, fresh, end.value);
      });
    });
  }
  sort_pairs(pairs, mobile.size());
}

}  // namespace scree
