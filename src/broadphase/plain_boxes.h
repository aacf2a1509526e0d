// Boxes of bodies as plain boxes without a cell, for methods that know nothing of periodic axes: two bodies
// pair only if plain boxes of both overlap. On a periodic axis a body is moved into the cell, and if it
// stands near the lower end it has one more box, its shadow, a cell length further up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "base/parallel.h"
#include "state/box.h"
#include "state/cell.h"

namespace scree {

struct PlainBox {
  Box box;
  BodyIndex body = no_body;
  std::uint8_t shadow = 0;  // one bit per axis: a shadow there
  std::uint8_t mobile = 0;
};

// Two shadows on the same axis tell nothing that the bodies themselves do not tell.
inline bool may_pair(const PlainBox& x, const PlainBox& y) {
  return x.body != y.body && (x.shadow & y.shadow) == 0 && (x.mobile | y.mobile) != 0;
}

class PlainBoxes {
 public:
  // No coordinate of a plain box is farther from zero: differences and products of few cannot overflow.
  static constexpr double utmost = 1e150;

  void write(std::span<const Box> boxes, std::span<const std::uint8_t> mobile, const Cell& cell,
             int dimension, Workers& workers);

  // In the order of bodies; none of empty boxes.
  std::span<const PlainBox> all() const { return plain_boxes_; }
  // The plain boxes decide; otherwise overlap() of the bodies' own boxes has the last word.
  bool exact() const { return exact_; }
  void clear() { plain_boxes_.clear(); }
  std::size_t memory() const { return plain_boxes_.capacity() * sizeof(PlainBox); }

 private:
  std::vector<PlainBox> plain_boxes_;
  bool exact_ = true;
};

}  // namespace scree
