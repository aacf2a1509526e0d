// The cube that a tree divides, and where a box stands in it.
//
// Lengths are counted in cells of the lowest level, from the middle of the cube: a tree of any size uses the
// same numbers, and they fit into single precision. Rounding keeps the order of numbers, so boxes that
// overlap also do so when rounded; the few that only seem to are turned down later by their exact boxes.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "state/box.h"
#include "state/cell.h"

namespace scree {

inline constexpr int deepest_level = 21;  // the root is level 0
inline constexpr std::uint64_t cells_of_axis = std::uint64_t{1} << deepest_level;

// Rounded box, and the cell of the lowest level that holds its centre: the numbers of the cell on the axes
// side by side, 21 bits each. Two of them tell at once which nodes they share, and unlike those of a code
// with interleaved bits they need not be spread first.
template <int dimension>
struct Placed {
  float lower[dimension];
  float upper[dimension];
  std::uint64_t cell;
};

// The lowest level on which both are in the same node.
inline int common_level(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t differ = a ^ b;
  const std::uint64_t on_any_axis =
      (differ | differ >> deepest_level | differ >> (2 * deepest_level)) & (cells_of_axis - 1);
  return std::countl_zero(on_any_axis) - (64 - deepest_level);
}

// Which child of a node of this level holds the cell.
template <int dimension>
unsigned child_towards(std::uint64_t cell, int level) {
  const std::uint64_t bits = cell >> (deepest_level - 1 - level);
  unsigned child = static_cast<unsigned>(bits & 1) | static_cast<unsigned>(bits >> deepest_level & 1) << 1;
  if constexpr (dimension == 3) child |= static_cast<unsigned>(bits >> (2 * deepest_level) & 1) << 2;
  return child;
}

// Place along the curve on which the leaves of a tree stand in the order of a walk through it.
template <int dimension>
std::uint64_t place_on_walk(std::uint64_t cell) {
  std::uint64_t place = 0;
  for (int level = 0; level < deepest_level; ++level)
    place = place << dimension | child_towards<dimension>(cell, level);
  return place;
}

template <int dimension>
class TreeDomain {
 public:
  // Around the centres of all boxes with room to move, but not around a few strays far away: the cells would
  // be too coarse for all others. On periodic axes it is the cell.
  void choose(std::span<const Box> boxes, const Cell& cell);

  // Centres outside of the cube count for the cells at its border. Returns whether this one does.
  bool place(const Box& box, Placed<dimension>& placed) const;

  // What is at least as large as a cube: unbounded sides end here.
  double lowest(int axis) const { return low_[axis]; }
  double highest(int axis) const { return high_[axis]; }
  bool periodic(int axis) const { return periodic_[axis]; }
  double length(int axis) const { return length_[axis]; }

  // Half of the ways to a periodic image, in cells; the other half are their negatives.
  std::span<const std::array<float, dimension>> shifts() const { return shifts_; }

 private:
  bool place_on_axis(const Box& box, int k, Placed<dimension>& placed) const;
  void choose_shifts();

  std::array<double, dimension> middle_{}, low_{}, high_{};  // of the cube; its ends
  std::array<double, dimension> least_{}, most_{};           // farther out everything is the same
  std::array<bool, dimension> periodic_{};
  std::array<double, dimension> origin_{}, length_{}, slack_{};
  double per_length_ = 1;  // cells
  std::vector<std::array<float, dimension>> shifts_;
  std::vector<double> scratch_;
};

template <int dimension>
inline bool TreeDomain<dimension>::place_on_axis(const Box& box, int k, Placed<dimension>& placed) const {
  double lower = std::min(std::max(box.lower[k], least_[k]), most_[k]);
  double upper = std::min(std::max(box.upper[k], least_[k]), most_[k]);
  double centre = 0.5 * (lower + upper);
  if (periodic_[k]) {
    const double cells = (centre - origin_[k]) / length_[k];
    if (!(cells >= 0 && cells < 1)) {
      const double back = std::floor(cells) * length_[k];
      lower -= back;
      upper -= back;
      centre -= back;
    }
    // A box of a whole cell overlaps everything on this axis; the slack is for the rounding of images.
    const double reach = std::min(0.5 * (upper - lower), length_[k]) + slack_[k];
    lower = centre - reach;
    upper = centre + reach;
  }
  placed.lower[k] = static_cast<float>((lower - middle_[k]) * per_length_);
  placed.upper[k] = static_cast<float>((upper - middle_[k]) * per_length_);
  constexpr double half = 0.5 * static_cast<double>(cells_of_axis);
  const double at = (centre - middle_[k]) * per_length_;
  const double inside = std::min(std::max(at, -half), half - 1) + half;
  placed.cell |= static_cast<std::uint64_t>(static_cast<std::int64_t>(inside)) << (k * deepest_level);
  return at < -half || at >= half;
}

template <int dimension>
inline bool TreeDomain<dimension>::place(const Box& box, Placed<dimension>& placed) const {
  placed.cell = 0;
  bool outside = false;
  for (int k = 0; k < dimension; ++k) outside |= place_on_axis(box, k, placed);
  return outside;
}

extern template class TreeDomain<2>;
extern template class TreeDomain<3>;

}  // namespace scree
