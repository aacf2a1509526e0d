// Large bodies, such as walls, cut into pieces of about the size of a typical body. As one item a wall would
// stretch the box of every node above its leaf across the whole bed, and every search would meet it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "broadphase/tree/tree_domain.h"

namespace scree {

template <int dimension>
class TreeCuts {
 public:
  using Counts = std::array<std::uint32_t, dimension>;  // pieces along each axis
  static constexpr std::uint32_t most_pieces = 4096;    // of one body

  struct Large {
    BodyIndex body = no_body;
    Counts counts{};
    std::array<double, dimension> extent{};  // when it was cut
  };
  struct Piece {
    std::uint32_t large = 0xffffffffu;  // not in use
    std::array<std::uint16_t, dimension> place{};
  };

  // More pieces than bodies would cost more than they save.
  static std::size_t allowed(std::size_t bodies) { return std::max<std::size_t>(bodies, 256); }

  // Finds what is typical and forgets all cuts. Where large bodies are many, the pieces are made larger:
  // there are never more pieces than bodies after this.
  void choose_size(std::span<const Box> boxes, const TreeDomain<dimension>& domain);
  double size() const { return size_; }

  bool is_large(const Box& box) const {
    double longest = 0;  // half of it: the whole may be beyond all numbers
    for (int k = 0; k < dimension; ++k) longest = std::max(longest, 0.5 * box.upper[k] - 0.5 * box.lower[k]);
    return longest > 0.5 * large_;
  }
  // Cut for extents that are not far from these.
  bool still_fits(std::uint32_t large, const Box& box, const TreeDomain<dimension>& domain) const;

  // Returns its number. The pieces that it consists of are appended to the list.
  std::uint32_t cut(BodyIndex body, const Box& box, const TreeDomain<dimension>& domain,
                    std::vector<std::uint32_t>& new_pieces);
  // No longer large: its pieces are free, and listed.
  void forget(std::uint32_t large, std::vector<std::uint32_t>& old_pieces);

  // The pieces of a box cover it without gaps: neighbours share their edges to the last bit.
  Box box_of(const Piece& piece, const Box& whole, const TreeDomain<dimension>& domain) const;

  std::span<Large> large() { return large_bodies_; }
  std::span<const Large> large() const { return large_bodies_; }
  std::span<const Piece> pieces() const { return pieces_; }
  BodyIndex body_of(std::uint32_t piece) const { return large_bodies_[pieces_[piece].large].body; }
  std::size_t pieces_in_use() const { return pieces_.size() - free_pieces_.size(); }
  std::size_t memory() const;

 private:
  Counts counts_for(const Box& box, double size, const TreeDomain<dimension>& domain) const;

  double size_ = 1;
  double large_ = 4;
  std::vector<Large> large_bodies_;
  std::vector<Piece> pieces_;
  std::vector<std::uint32_t> free_large_, free_pieces_;
  std::vector<double> scratch_;
};

extern template class TreeCuts<2>;
extern template class TreeCuts<3>;

}  // namespace scree
