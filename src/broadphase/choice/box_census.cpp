#include "broadphase/choice/box_census.h"

#include <fmt/format.h>

#include <algorithm>

#include "broadphase/broad_phase.h"
#include "broadphase/cell_levels.h"

namespace scree {
namespace {

// One body in so many, but not fewer nor more than these: pairs of the sample that pass each other stand for
// the square of that.
constexpr std::size_t one_in = 16, least_sample = 512, most_sample = 4096;
constexpr double jump = 4;  // sizes
constexpr double beyond_all =
    1e60;  // boxes that large, or that far away, or as small in turn, are nobody's measure
constexpr double most_filling = 1e3;
constexpr double lower_share = 0.02, upper_share = 0.98, quick_share = 0.95;

double quantile(std::vector<double>& values, double share) {
  const auto place = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::ranges::nth_element(values, values.begin() + place);
  return values[static_cast<std::size_t>(place)];
}

// How many pairs of the list stand the wrong way round; it is sorted.
std::size_t inversions(std::span<double> list, std::vector<double>& scratch) {
  if (list.size() < 2) return 0;
  const std::size_t half = list.size() / 2;
  std::size_t count = inversions(list.first(half), scratch) + inversions(list.subspan(half), scratch);
  scratch.clear();
  std::size_t i = 0, j = half;
  while (i < half || j < list.size()) {
    const bool left = j == list.size() || (i < half && list[i] <= list[j]);
    if (!left) count += half - i;
    scratch.push_back(left ? list[i++] : list[j++]);
  }
  std::ranges::copy(scratch, list.begin());
  return count;
}

}  // namespace

// Ends that passed each other in the sample. Both ends of a box move by about the same, so each two centres
// stand for four pairs of ends.
double CensusTaker::passes(const std::vector<std::pair<Vec3, Vec3>>& ways) const {
  std::size_t passed = 0;
  std::vector<std::pair<double, double>> moved;
  std::vector<double> now, scratch;
  for (int k = 0; k < dimension_; ++k) {
    moved.clear();
    for (const auto& [from, to] : ways) moved.emplace_back(from[k], to[k]);
    std::ranges::sort(moved);
    now.clear();
    for (const auto& [from, to] : moved) now.push_back(to);
    passed += inversions(now, scratch);
  }
  return 4 * static_cast<double>(passed);
}

BoxCensus CensusTaker::take(std::span<const Box> boxes, std::span<const std::uint8_t> mobile) {
  BoxCensus census;
  census.bodies = boxes.size();
  const std::size_t sample_size = std::clamp(boxes.size() / one_in, least_sample, most_sample);
  const std::size_t stride = std::max<std::size_t>(1, (boxes.size() + sample_size - 1) / sample_size);
  std::vector<Sample> sample;
  std::vector<double> extents, ways;
  std::vector<std::pair<Vec3, Vec3>> from_to;
  double volume = 0;
  auto before = before_.begin();
  for (std::size_t first = 0; first < boxes.size(); first += stride) {
    // One of each stretch, not always the same: bodies are often numbered row by row.
    const std::size_t i = first + (first * 0x9e3779b97f4a7c15u >> 32) % stride;
    if (i >= boxes.size()) break;
    const Box& box = boxes[i];
    if (mobile[i] == 0 || is_empty(box, dimension_)) continue;
    Vec3 centre = Vec3::Zero();
    for (int k = 0; k < dimension_; ++k) centre[k] = centre_of(box, k);
    const double extent = extent_of(box, dimension_);
    if (extent > beyond_all || centre.cwiseAbs().maxCoeff() > beyond_all) continue;
    sample.push_back({i, centre});
    extents.push_back(extent);
    double own = 1;
    for (int k = 0; k < dimension_; ++k) own *= box.upper[k] - box.lower[k];
    volume += own;
    while (before != before_.end() && before->body < i) ++before;
    if (before == before_.end() || before->body != i || extent < 1 / beyond_all) continue;
    const Vec3 way = centre - before->centre;
    ways.push_back((dimension_ == 2 ? way.head<2>().norm() : way.norm()) / extent);
    // One that jumps, as through a periodic edge, passes everybody: too seldom to be seen in a sample.
    if (ways.back() < jump) from_to.emplace_back(before->centre, centre);
  }
  before_ = sample;
  if (sample.empty()) return census;
  const double small = quantile(extents, lower_share);
  if (small > 1 / beyond_all) census.dispersion = quantile(extents, upper_share) / small;
  double space = 1;
  for (int k = 0; k < dimension_; ++k) {
    std::vector<double> centres;
    for (const Sample& s : sample) centres.push_back(s.centre[k]);
    const double length = quantile(centres, upper_share) - quantile(centres, lower_share);
    space *= length / (upper_share - lower_share) + small;
  }
  if (space > 0)
    census.filling = std::min(volume * static_cast<double>(stride), most_filling * space) / space;
  census.motion_known = !ways.empty();
  if (census.motion_known) {
    census.motion = quantile(ways, 0.5);
    census.quick_motion = quantile(ways, quick_share);
    const double stands_for = static_cast<double>(stride);
    census.passes = stands_for * stands_for * passes(from_to) / static_cast<double>(boxes.size());
  }
  return census;
}

std::string BoxCensus::words() const {
  std::string text =
      fmt::format("{} bodies, sizes 1:{:.3g}, boxes fill {:.2g} of their space", bodies, dispersion, filling);
  if (motion_known) text += fmt::format(", motion {:.2g} of a size between searches", motion);
  return text;
}

}  // namespace scree
