#include "broadphase/tree/tree_domain.h"

#include <algorithm>
#include <cmath>

#include "broadphase/broad_phase.h"

namespace scree {
namespace {

// What the lists of centres may hold: half of the sum of two such numbers and their distance are finite.
constexpr double far_away = 1e150;
// Of the periodic length: several times what single precision can lose on the way through an image.
constexpr double slack_of_length = 0x1p-18;
// The cube is so much wider than the bed.
constexpr double room = 1.15;
// In an even bed. More would be divided too often, fewer make more leaves than needed.
constexpr double items_in_a_leaf = 4;
// A cube around all is too coarse if it is so much wider than one around most.
constexpr double too_wide = 8;
// How far out the places of boxes still differ, in cubes.
constexpr double edge_of_the_world = 1e6;

struct Range {
  double low = 0, high = 0;
  double width() const { return high - low; }
};

// Of all numbers, or of all but `strays` at both ends where those would make it much wider.
Range range_of(std::vector<double>& numbers, std::size_t strays) {
  if (numbers.empty()) return {};
  const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
  const Range all{*least, *most};
  if (strays == 0) return all;
  const auto nth = [&](std::size_t n) {
    const auto place = numbers.begin() + static_cast<std::ptrdiff_t>(n);
    std::nth_element(numbers.begin(), place, numbers.end());
    return *place;
  };
  const Range inner{nth(strays), nth(numbers.size() - 1 - strays)};
  return all.width() > too_wide * inner.width() && inner.width() > 0 ? inner : all;
}

// Cells double their width from level to level. In an even bed most leaves are of one level, and how well
// they are filled is a matter of luck: 1 to 8 items in space. A cube that is a little wider helps.
template <std::size_t dimension>
double suit_leaves(double width, const std::array<Range, dimension>& range, std::size_t centres) {
  double root = 1;  // of the room of each body
  for (const Range& r : range) root *= r.width() / width;
  if (!(root > 1e-30) || centres == 0) return width;
  root = std::pow(items_in_a_leaf * root / static_cast<double>(centres), 1.0 / dimension);
  return width * root * std::exp2(std::ceil(-std::log2(root)));
}

}  // namespace

template <int dimension>
void TreeDomain<dimension>::choose(std::span<const Box> boxes, const Cell& cell) {
  std::array<Range, dimension> range;
  double width = 0;
  for (int k = 0; k < dimension; ++k) {
    const auto axis = static_cast<std::size_t>(k);
    periodic_[k] = cell.periodic[axis];
    origin_[k] = cell.origin[k];
    length_[k] = cell.length[k];
    slack_[k] = slack_of_length * cell.length[k];
    if (periodic_[k]) {
      range[axis] = {origin_[k], origin_[k] + length_[k]};
      width = std::max(width, length_[k]);
      continue;
    }
    scratch_.clear();
    for (const Box& box : boxes)
      if (!is_empty(box, dimension))
        scratch_.push_back(0.5 * (std::clamp(box.lower[k], -far_away, far_away) +
                                  std::clamp(box.upper[k], -far_away, far_away)));
    const std::size_t n = scratch_.size();
    range[axis] = range_of(scratch_, std::max(std::min<std::size_t>(n / 16, 4), n / 1024));
    width = std::max(width, room * range[axis].width());
  }
  // All in one place: any width is right that the place can be told by.
  for (const Range& r : range) width = std::max(width, 1e-9 * std::max(std::abs(r.low), std::abs(r.high)));
  if (!(width > 1e-100)) width = 1;
  width = suit_leaves(width, range, boxes.size());
  per_length_ = static_cast<double>(cells_of_axis) / width;
  for (int k = 0; k < dimension; ++k) {
    const Range& r = range[static_cast<std::size_t>(k)];
    middle_[k] = r.low + 0.5 * r.width();
    low_[k] = middle_[k] - 0.5 * width;
    high_[k] = middle_[k] + 0.5 * width;
    const double far = std::min(edge_of_the_world * width, 1e200);
    least_[k] = middle_[k] - far;
    most_[k] = middle_[k] + far;
  }
  choose_shifts();
}

template <int dimension>
void TreeDomain<dimension>::choose_shifts() {
  shifts_.clear();
  constexpr int ways = dimension == 2 ? 9 : 27;
  for (int way = ways / 2 + 1; way < ways; ++way) {
    std::array<float, dimension> shift{};
    bool possible = true;
    for (int k = 0, rest = way; k < dimension; ++k, rest /= 3) {
      const int images = rest % 3 - 1;
      if (images == 0) continue;
      if (!periodic_[k]) {
        possible = false;
        break;
      }
      shift[static_cast<std::size_t>(k)] = static_cast<float>(images * length_[k] * per_length_);
    }
    if (possible) shifts_.push_back(shift);
  }
}

template class TreeDomain<2>;
template class TreeDomain<3>;

}  // namespace scree
