// Points sorted into the cells of a grid, to find what lies near a point. Periodic axes wrap.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/vector.h"
#include "state/box.h"
#include "state/cell.h"

namespace scree {

class BallGrid {
 public:
  // `reach` is the largest distance asked for; `bounds` is where the points are (points outside are kept in
  // the outermost cells); `expected` limits the memory.
  BallGrid(const Cell& cell, const Box& bounds, double reach, std::size_t expected);

  void clear();
  void insert(std::uint32_t index, const Vec3& point);

  // Calls visit(index) for every point within reach, and some more; stops when visit returns false.
  template <class Visit>
  bool near(const Vec3& point, const Visit& visit) const {
    std::array<int, 3> c{};
    for (int k = 0; k < 3; ++k) c[k] = line(point, k);
    std::array<std::array<int, 3>, 3> lines{};
    std::array<int, 3> count{};
    for (int k = 0; k < 3; ++k) count[k] = neighbours(c[k], k, lines[k]);
    for (int z = 0; z < count[2]; ++z)
      for (int y = 0; y < count[1]; ++y)
        for (int x = 0; x < count[0]; ++x)
          for (std::uint32_t i = first_[slot(lines[0][x], lines[1][y], lines[2][z])]; i != none; i = next_[i])
            if (!visit(i)) return false;
    return true;
  }

 private:
  static constexpr std::uint32_t none = 0xffffffffu;

  int line(const Vec3& point, int axis) const;
  int neighbours(int c, int axis, std::array<int, 3>& lines) const;
  std::size_t slot(int x, int y, int z) const {
    return (static_cast<std::size_t>(z) * static_cast<std::size_t>(cells_[1]) + static_cast<std::size_t>(y)) *
               static_cast<std::size_t>(cells_[0]) +
           static_cast<std::size_t>(x);
  }

  std::array<bool, 3> periodic_;
  Vec3 origin_;
  Vec3 width_;
  std::array<int, 3> cells_{1, 1, 1};
  std::vector<std::uint32_t> first_;  // of each cell; the others follow by next_
  std::vector<std::uint32_t> next_;
};

}  // namespace scree
