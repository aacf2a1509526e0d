#include "broadphase/box_census.h"

#include <fmt/format.h>

#include <algorithm>

#include "broadphase/broad_phase.h"
#include "broadphase/cell_levels.h"

namespace scree {
namespace {

constexpr std::size_t sample_size = 512;
constexpr double lower_share = 0.02, upper_share = 0.98;

double quantile(std::vector<double>& values, double share) {
  const auto place = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::ranges::nth_element(values, values.begin() + place);
  return values[static_cast<std::size_t>(place)];
}

}  // namespace

BoxCensus CensusTaker::take(std::span<const Box> boxes, std::span<const std::uint8_t> mobile) {
  BoxCensus census;
  census.bodies = boxes.size();
  const std::size_t stride = std::max<std::size_t>(1, boxes.size() / sample_size);
  std::vector<Sample> sample;
  std::vector<double> extents, ways;
  double volume = 0;
  auto before = before_.begin();
  for (std::size_t i = 0; i < boxes.size(); i += stride) {
    const Box& box = boxes[i];
    if (mobile[i] == 0 || is_empty(box, dimension_)) continue;
    sample.push_back({i, 0.5 * (box.lower + box.upper)});
    extents.push_back(extent_of(box, dimension_));
    double own = 1;
    for (int k = 0; k < dimension_; ++k) own *= box.upper[k] - box.lower[k];
    volume += own;
    while (before != before_.end() && before->body < i) ++before;
    if (before == before_.end() || before->body != i || extents.back() <= 0) continue;
    const Vec3 way = sample.back().centre - before->centre;
    ways.push_back((dimension_ == 2 ? way.head<2>().norm() : way.norm()) / extents.back());
  }
  before_ = sample;
  if (sample.empty()) return census;
  const double small = quantile(extents, lower_share);
  if (small > 0) census.dispersion = quantile(extents, upper_share) / small;
  double space = 1;
  for (int k = 0; k < dimension_; ++k) {
    std::vector<double> centres;
    for (const Sample& s : sample) centres.push_back(s.centre[k]);
    const double length = quantile(centres, upper_share) - quantile(centres, lower_share);
    space *= length / (upper_share - lower_share) + small;
  }
  if (space > 0) census.filling = volume * static_cast<double>(stride) / space;
  census.motion_known = !ways.empty();
  if (census.motion_known) census.motion = quantile(ways, 0.5);
  return census;
}

std::string BoxCensus::words() const {
  std::string text =
      fmt::format("{} bodies, sizes 1:{:.3g}, boxes fill {:.2g} of their space", bodies, dispersion, filling);
  if (motion_known) text += fmt::format(", motion {:.2g} of a size between searches", motion);
  return text;
}

}  // namespace scree
