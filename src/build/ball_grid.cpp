#include "build/ball_grid.h"

#include <algorithm>
#include <cmath>

namespace scree {

BallGrid::BallGrid(const Cell& cell, const Box& bounds, double reach, std::size_t expected)
    : periodic_(cell.periodic), origin_(bounds.lower) {
  Vec3 length = bounds.upper - bounds.lower;
  for (int k = 0; k < 3; ++k)
    if (periodic_[k]) {
      origin_[k] = cell.origin[k];
      length[k] = cell.length[k];
    }
  // Wider cells when the space is nearly empty.
  const double most = 8.0 * static_cast<double>(expected) + 1000.0;
  double size = reach;
  Vec3 n;
  do {
    for (int k = 0; k < 3; ++k) n[k] = std::max(1.0, std::floor(length[k] / size));
    size *= 1.25;
  } while (n.prod() > most);
  for (int k = 0; k < 3; ++k) {
    cells_[k] = static_cast<int>(n[k]);
    width_[k] = std::max(length[k] / n[k], reach);
    if (periodic_[k]) width_[k] = length[k] / n[k];
  }
  first_.assign(slot(0, 0, cells_[2]), none);
  next_.reserve(expected);
}

void BallGrid::clear() { std::fill(first_.begin(), first_.end(), none); }

void BallGrid::insert(std::uint32_t index, const Vec3& point) {
  if (index >= next_.size()) next_.resize(index + 1, none);
  std::uint32_t& first = first_[slot(line(point, 0), line(point, 1), line(point, 2))];
  next_[index] = first;
  first = index;
}

int BallGrid::line(const Vec3& point, int axis) const {
  const double n = cells_[axis];
  double c = std::floor((point[axis] - origin_[axis]) / width_[axis]);
  if (periodic_[axis]) c -= n * std::floor(c / n);
  return static_cast<int>(std::clamp(c, 0.0, n - 1.0));
}

int BallGrid::neighbours(int c, int axis, std::array<int, 3>& lines) const {
  const int n = cells_[axis];
  int count = 0;
  if (n <= 3) {  // few cells: each of them once, although two neighbours may be the same one
    for (int i = 0; i < n; ++i)
      if (periodic_[axis] || std::abs(i - c) <= 1) lines[count++] = i;
    return count;
  }
  for (int i = c - 1; i <= c + 1; ++i) {
    if (periodic_[axis])
      lines[count++] = (i + n) % n;
    else if (i >= 0 && i < n)
      lines[count++] = i;
  }
  return count;
}

}  // namespace scree
