#include "broadphase/tree/tree_cuts.h"

#include <algorithm>
#include <cmath>

#include "broadphase/broad_phase.h"

namespace scree {
namespace {

// So many times the size of a piece, a body is cut.
constexpr double large_from = 4;
// A body is cut anew when it has grown or shrunk by this.
constexpr double other_size = 1.5;
constexpr double unbounded = 1e150;

struct Side {
  double low, high;
};

// What of a box is cut along an axis: the rest beyond the cube belongs to the outermost pieces. Around a
// periodic axis once is enough.
template <int dimension>
Side side_of(const Box& box, int k, const TreeDomain<dimension>& domain) {
  if (!domain.periodic(k))
    return {std::clamp(box.lower[k], domain.lowest(k), domain.highest(k)),
            std::clamp(box.upper[k], domain.lowest(k), domain.highest(k))};
  if (box.upper[k] - box.lower[k] <= domain.length(k)) return {box.lower[k], box.upper[k]};
  const double centre = 0.5 * (box.lower[k] + box.upper[k]);
  return {centre - 0.5 * domain.length(k), centre + 0.5 * domain.length(k)};
}

double longest_side(const Box& box, int dimension) {
  double longest = 0;
  for (int k = 0; k < dimension; ++k) {
    const double lower = std::clamp(box.lower[k], -unbounded, unbounded);
    longest = std::max(longest, std::clamp(box.upper[k], -unbounded, unbounded) - lower);
  }
  return longest;
}

}  // namespace

template <int dimension>
void TreeCuts<dimension>::choose_size(std::span<const Box> boxes, const TreeDomain<dimension>& domain) {
  large_bodies_.clear();
  pieces_.clear();
  free_large_.clear();
  free_pieces_.clear();
  scratch_.clear();
  for (const Box& box : boxes)
    if (!is_empty(box, dimension)) scratch_.push_back(longest_side(box, dimension));
  size_ = 0;
  if (!scratch_.empty()) {
    const auto middle = scratch_.begin() + static_cast<std::ptrdiff_t>(scratch_.size() / 2);
    std::nth_element(scratch_.begin(), middle, scratch_.end());
    size_ = *middle;
  }
  // Where most are points, or all are unbounded, nothing is typical: as many pieces as there are bodies.
  double width = 0;
  for (int k = 0; k < dimension; ++k) width = std::max(width, domain.highest(k) - domain.lowest(k));
  size_ = std::clamp(size_, 1e-6 * width, width);
  for (;; size_ *= 2) {
    large_ = large_from * size_;
    std::size_t pieces = 0;
    const std::size_t most = allowed(boxes.size());
    for (const Box& box : boxes) {
      if (is_empty(box, dimension) || !is_large(box)) continue;
      std::size_t product = 1;
      for (const std::uint32_t n : counts_for(box, size_, domain)) product *= n;
      pieces += product;
      if (pieces > most) break;
    }
    if (pieces <= most) return;
  }
}

template <int dimension>
typename TreeCuts<dimension>::Counts TreeCuts<dimension>::counts_for(
    const Box& box, double size, const TreeDomain<dimension>& domain) const {
  for (;; size *= 1.25) {
    Counts counts;
    double product = 1;
    for (int k = 0; k < dimension; ++k) {
      const Side side = side_of(box, k, domain);
      const double count = std::max(1.0, std::ceil((side.high - side.low) / size));
      product *= count;
      counts[static_cast<std::size_t>(k)] = static_cast<std::uint32_t>(std::min(count, 65535.0));
    }
    if (product <= most_pieces) return counts;
  }
}

template <int dimension>
bool TreeCuts<dimension>::still_fits(std::uint32_t large, const Box& box,
                                     const TreeDomain<dimension>& domain) const {
  for (int k = 0; k < dimension; ++k) {
    const Side side = side_of(box, k, domain);
    const double now = std::max(size_, side.high - side.low);
    const double then = std::max(size_, large_bodies_[large].extent[static_cast<std::size_t>(k)]);
    if (now > other_size * then || then > other_size * now) return false;
  }
  return true;
}

template <int dimension>
std::uint32_t TreeCuts<dimension>::cut(BodyIndex body, const Box& box, const TreeDomain<dimension>& domain,
                                       std::vector<std::uint32_t>& new_pieces) {
  if (free_large_.empty()) {
    free_large_.push_back(static_cast<std::uint32_t>(large_bodies_.size()));
    large_bodies_.emplace_back();
  }
  const std::uint32_t index = free_large_.back();
  free_large_.pop_back();
  Large& large = large_bodies_[index];
  large.body = body;
  large.counts = counts_for(box, size_, domain);
  std::uint32_t total = 1;
  for (int k = 0; k < dimension; ++k) {
    const auto axis = static_cast<std::size_t>(k);
    const Side side = side_of(box, k, domain);
    large.extent[axis] = side.high - side.low;
    total *= large.counts[axis];
  }
  for (std::uint32_t n = 0; n < total; ++n) {
    if (free_pieces_.empty()) {
      free_pieces_.push_back(static_cast<std::uint32_t>(pieces_.size()));
      pieces_.emplace_back();
    }
    Piece& piece = pieces_[free_pieces_.back()];
    new_pieces.push_back(free_pieces_.back());
    free_pieces_.pop_back();
    piece.large = index;
    std::uint32_t rest = n;
    for (std::size_t k = 0; k < dimension; ++k) {
      piece.place[k] = static_cast<std::uint16_t>(rest % large.counts[k]);
      rest /= large.counts[k];
    }
  }
  return index;
}

template <int dimension>
void TreeCuts<dimension>::forget(std::uint32_t large, std::vector<std::uint32_t>& old_pieces) {
  for (std::uint32_t p = 0; p < pieces_.size(); ++p) {
    if (pieces_[p].large != large) continue;
    old_pieces.push_back(p);
    free_pieces_.push_back(p);
    pieces_[p].large = 0xffffffffu;
  }
  large_bodies_[large].body = no_body;
  free_large_.push_back(large);
}

template <int dimension>
Box TreeCuts<dimension>::box_of(const Piece& piece, const Box& whole,
                                const TreeDomain<dimension>& domain) const {
  Box box{Vec3::Zero(), Vec3::Zero()};
  const Counts& counts = large_bodies_[piece.large].counts;
  for (int k = 0; k < dimension; ++k) {
    const auto axis = static_cast<std::size_t>(k);
    const Side side = side_of(whole, k, domain);
    const bool around = domain.periodic(k);
    const double first = around ? side.low : whole.lower[k];
    const double last = around ? side.high : whole.upper[k];
    const auto edge = [&](std::uint32_t n) {
      if (n == 0) return first;
      if (n == counts[axis]) return last;
      const double at = side.low + (side.high - side.low) * (n / static_cast<double>(counts[axis]));
      return std::clamp(at, first, last);
    };
    box.lower[k] = edge(piece.place[axis]);
    box.upper[k] = edge(piece.place[axis] + 1u);
  }
  return box;
}

template <int dimension>
std::size_t TreeCuts<dimension>::memory() const {
  return bytes_of(large_bodies_) + bytes_of(pieces_) + bytes_of(free_large_) + bytes_of(free_pieces_) +
         bytes_of(scratch_);
}

template class TreeCuts<2>;
template class TreeCuts<3>;

}  // namespace scree
