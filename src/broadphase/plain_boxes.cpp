#include "broadphase/plain_boxes.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/parallel_lists.h"
#include "broadphase/broad_phase.h"

namespace scree {
namespace {

constexpr std::size_t plain_bodies_together = 2048;

// Of a body on an axis, and the same a cell length further up where that can reach anybody.
struct Place {
  double lower, upper;
  bool shadow = false;
};

class Placing {
 public:
  Placing(const Cell& cell, int dimension) : cell_(cell), dimension_(dimension) {}

  // Moves the body into the cell by its centre. Half a cell or more counts as everywhere.
  Place on_axis(const Box& box, int k) const {
    const double lower = std::clamp(box.lower[k], -PlainBoxes::utmost, PlainBoxes::utmost);
    const double upper = std::clamp(box.upper[k], -PlainBoxes::utmost, PlainBoxes::utmost);
    if (!cell_.periodic[k]) return {lower, upper};
    const double length = cell_.length[k];
    const double origin = cell_.origin[k];
    const double margin =
        image_rounding * (std::abs(lower) + std::abs(upper) + 3 * std::abs(origin) + 6 * length);
    if (!(upper - lower + 2 * margin < 0.5 * length)) return {-PlainBoxes::utmost, PlainBoxes::utmost};
    const double shift = -length * std::floor((0.5 * (lower + upper) - origin) / length);
    return {lower + shift - margin, upper + shift + margin};
  }

  // All images of a body, by visit(image).
  template <class Visit>
  void images(const Box& box, const std::array<double, 3>& farthest, PlainBox image,
              const Visit& visit) const {
    std::array<Place, 3> place;
    unsigned shadows = 0;
    for (int k = 0; k < dimension_; ++k) {
      place[k] = on_axis(box, k);
      if (cell_.periodic[k] && place[k].lower > -PlainBoxes::utmost &&
          place[k].lower + cell_.length[k] <= farthest[k])
        shadows |= 1u << k;
    }
    // Every subset of the axes with a shadow, beginning with none.
    unsigned subset = 0;
    do {
      for (int k = 0; k < dimension_; ++k) {
        const double shift = ((subset >> k) & 1u) != 0 ? cell_.length[k] : 0.0;
        image.box.lower[k] = place[k].lower + shift;
        image.box.upper[k] = place[k].upper + shift;
      }
      image.shadow = static_cast<std::uint8_t>(subset);
      visit(image);
      subset = (subset - shadows) & shadows;
    } while (subset != 0);
  }

 private:
  const Cell& cell_;
  int dimension_;
};

bool beyond(const Box& box, int dimension) {
  for (int k = 0; k < dimension; ++k)
    if (box.lower[k] < -PlainBoxes::utmost || box.upper[k] > PlainBoxes::utmost) return true;
  return false;
}

// What one piece of the bodies has.
struct Part {
  std::size_t images = 0;
  std::array<double, 3> farthest{-PlainBoxes::utmost, -PlainBoxes::utmost, -PlainBoxes::utmost};
  bool beyond = false;
};

}  // namespace

// First how far the bodies reach, which says who needs a shadow; then the images are counted, then written.
void PlainBoxes::write(std::span<const Box> boxes, std::span<const std::uint8_t> mobile, const Cell& cell,
                       int dimension, Workers& workers) {
  const Placing placing(cell, dimension);
  const Pieces pieces(boxes.size(), plain_bodies_together);
  std::vector<Part> parts(pieces.count());
  for_pieces(workers, pieces, [&](std::size_t p) {
    Part& part = parts[p];
    for (std::size_t i = pieces.begin(p); i < pieces.end(p); ++i) {
      if (is_empty(boxes[i], dimension)) continue;
      ++part.images;
      part.beyond |= beyond(boxes[i], dimension);
      for (int k = 0; k < dimension; ++k) {
        if (!cell.periodic[k]) continue;
        const Place place = placing.on_axis(boxes[i], k);
        if (place.lower > -utmost) part.farthest[k] = std::max(part.farthest[k], place.upper);
      }
    }
  });
  std::array<double, 3> farthest = Part{}.farthest;
  exact_ = !cell.any();
  for (const Part& part : parts) {
    exact_ &= !part.beyond;
    for (std::size_t k = 0; k < 3; ++k) farthest[k] = std::max(farthest[k], part.farthest[k]);
  }
  const auto for_images = [&](std::size_t p, const auto& visit) {
    for (std::size_t i = pieces.begin(p); i < pieces.end(p); ++i)
      if (!is_empty(boxes[i], dimension)) {
        PlainBox image;
        image.box = boxes[i];  // in the plane with its z, which nobody looks at
        image.body = static_cast<BodyIndex>(i);
        image.mobile = mobile[i] != 0;
        placing.images(boxes[i], farthest, image, visit);
      }
  };
  std::vector<std::size_t> start(pieces.count());
  for_pieces(workers, pieces, [&](std::size_t p) {
    start[p] = parts[p].images;
    if (!cell.any()) return;
    start[p] = 0;
    for_images(p, [&](const PlainBox&) { ++start[p]; });
  });
  make_length(plain_boxes_, places_from_sizes(std::span(start)));
  for_pieces(workers, pieces, [&](std::size_t p) {
    PlainBox* next = plain_boxes_.data() + start[p];
    for_images(p, [&](const PlainBox& image) { *next++ = image; });
  });
}

}  // namespace scree
