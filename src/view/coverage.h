// How much of each pixel a figure covers: exact areas, summed along the edges of its boundary.
//
// An edge adds to each pixel row the area between itself and the right border, with the sign of its
// direction; a running sum from the left then gives the area inside. Loops that go round the same way add up,
// and what is above 1 counts as 1.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "view/plane_picture.h"

namespace scree {

class Coverage {
 public:
  explicit Coverage(const PixelBox& box);  // nothing outside of it counts

  // Either way round. Loops with numbers that are not finite are left out.
  void add_loop(std::span<const Vec2> corners);

  // Calls visit(x, y, share) for every pixel that is covered, and begins anew.
  template <class Visit>
  void take(Visit&& visit) {
    for (int row = first_row_; row <= last_row_; ++row) {
      double* sums = &sums_[static_cast<std::size_t>(row) * (box_.width + 1)];
      double sum = 0;
      // Beyond the last column that an edge has touched the sum is 0.
      for (int column = first_column_; column <= last_column_; ++column) {
        sum += sums[column];
        sums[column] = 0;
        const double share = std::min(1.0, std::abs(sum));
        if (share > least && column < box_.width) visit(box_.x + column, box_.y + row, share);
      }
    }
    forget();
  }

 private:
  static constexpr double least = 1e-6;  // below this it is rounding
  void forget();
  void add_edge(Vec2 a, Vec2 b, double sign);
  void add_within(const Vec2& a, const Vec2& b, double sign);
  void add_row(int row, double xa, double xb, double height);

  PixelBox box_;
  std::vector<double> sums_;  // rows of width + 1
  int first_row_ = 0, last_row_ = -1, first_column_ = 0, last_column_ = -1;
};

}  // namespace scree
