// Straight lines through points.
#pragma once

#include <optional>
#include <span>

#include "base/vector.h"

namespace scree {

struct Line {
  double slope = 0;
  double height = 0;     // at x = 0
  double deviation = 0;  // root of the mean square by which points are off, all of them counted
  double at(double x) const { return height + slope * x; }
};

// By least squares of y. None for fewer than two points, or points that are all above each other.
std::optional<Line> fit_line(std::span<const Vec2> points);

// The same, but points far off the line pull no harder than near ones (Huber 1964, weights iterated), so that
// some of them do not turn it.
std::optional<Line> fit_robust_line(std::span<const Vec2> points);

}  // namespace scree
