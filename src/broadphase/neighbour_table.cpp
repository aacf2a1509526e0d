#include "broadphase/neighbour_table.h"

#include <algorithm>
#include <cmath>

#include "base/parallel_lists.h"

namespace scree {
namespace {

constexpr std::size_t table_pairs_together = 8192;
constexpr std::size_t table_bodies_together = 4096;

std::array<std::int8_t, 3> direction_from(const Box& a, const Box& b, const Cell& cell) {
  const Vec3 d = cell.separation(Vec3(0.5 * (a.lower + a.upper)), Vec3(0.5 * (b.lower + b.upper)));
  std::array<std::int8_t, 3> direction;
  for (int k = 0; k < 3; ++k)
    direction[static_cast<std::size_t>(k)] = static_cast<std::int8_t>((d[k] > 0) - (d[k] < 0));
  return direction;
}

}  // namespace

void NeighbourTable::assign(std::span<const Pair> pairs, std::span<const Box> boxes, const Cell& cell,
                            Workers& workers) {
  start_.assign(boxes.size() + 1, 0);
  workers.for_ranges(pairs.size(), table_pairs_together, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      count_one(start_[pairs[k].a]);
      count_one(start_[pairs[k].b]);
    }
  });
  add_up(start_, workers);
  make_length(neighbours_, 2 * pairs.size());
  workers.for_ranges(pairs.size(), table_pairs_together, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k)
      for (const auto& [own, other] : {std::pair(pairs[k].a, pairs[k].b), std::pair(pairs[k].b, pairs[k].a)})
        neighbours_[take_from_end(start_[own])] = {other, direction_from(boxes[own], boxes[other], cell)};
  });
  workers.for_ranges(boxes.size(), table_bodies_together, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      std::sort(neighbours_.begin() + start_[i], neighbours_.begin() + start_[i + 1],
                [](const Neighbour& x, const Neighbour& y) { return x.body < y.body; });
  });
}

}  // namespace scree
