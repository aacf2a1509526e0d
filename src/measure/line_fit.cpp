#include "measure/line_fit.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace scree {
namespace {

std::optional<Line> fit_weighted(std::span<const Vec2> points, std::span<const double> weights) {
  double weight = 0, width = 0;
  Vec2 mean = Vec2::Zero();
  for (std::size_t i = 0; i < points.size(); ++i) {
    weight += weights[i];
    mean += weights[i] * points[i];
  }
  if (!(weight > 0)) return std::nullopt;
  mean /= weight;
  double xx = 0, xy = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec2 d = points[i] - mean;
    xx += weights[i] * d.x() * d.x();
    xy += weights[i] * d.x() * d.y();
    width = std::max(width, std::abs(d.x()));
  }
  if (!(xx > 0) || !(width > 1e-12 * std::abs(mean.x()))) return std::nullopt;
  Line line{xy / xx, mean.y() - xy / xx * mean.x()};
  double square = 0;
  for (const Vec2& p : points) square += (p.y() - line.at(p.x())) * (p.y() - line.at(p.x()));
  line.deviation = std::sqrt(square / static_cast<double>(points.size()));
  return line;
}

double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

}  // namespace

std::optional<Line> fit_line(std::span<const Vec2> points) {
  const std::vector<double> ones(points.size(), 1.0);
  return fit_weighted(points, ones);
}

std::optional<Line> fit_robust_line(std::span<const Vec2> points) {
  std::vector<double> weights(points.size(), 1.0), off(points.size());
  std::optional<Line> line = fit_weighted(points, weights);
  if (!line) return line;
  // Huber's constant: of points that scatter like noise it costs one twentieth of the accuracy. The median of
  // what is off, times 1.4826, is the standard deviation of such points.
  constexpr double near = 1.345, of_noise = 1.4826;
  constexpr int most_rounds = 100;
  for (int round = 0; round < most_rounds; ++round) {
    double largest = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      off[i] = std::abs(points[i].y() - line->at(points[i].x()));
      largest = std::max(largest, off[i]);
    }
    std::vector<double> sorted = off;
    // A median below this is rounding: more than half of the points are on the line.
    const double limit = near * std::max(of_noise * median(sorted), 1e-9 * largest);
    if (!(limit > 0)) return line;
    for (std::size_t i = 0; i < points.size(); ++i) weights[i] = off[i] > limit ? limit / off[i] : 1.0;
    const std::optional<Line> next = fit_weighted(points, weights);
    if (!next) return line;
    const double change = std::abs(next->slope - line->slope);
    line = next;
    if (change <= 1e-10 * std::max(1.0, std::abs(line->slope))) break;
  }
  return line;
}

}  // namespace scree
