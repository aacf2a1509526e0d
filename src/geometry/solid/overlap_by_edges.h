// The overlap of two convex polyhedra from their edges alone, without building it.
//
// Every edge of one body has at most one piece inside the other. Where a piece ends at a face of the other
// body is a corner of the contact line, and two corners that share a face of each body end the same side of
// it. Pieces and sides bound the patches of both surfaces, so volume, centroid and area vector are sums over
// them, in any order. Only faces, edges and corners in the layer that both bodies reach take part.
//
// Where roundings decide differently for different edges, corners are left without a partner: the answer is
// then `unsure`, and the cuts (cut.h), which cannot go wrong, have to find it.
#pragma once

#include <memory>

#include "geometry/solid/overlap.h"
#include "geometry/solid/overlap_sums.h"

namespace scree {

class EdgeClipper {
 public:
  enum class Answer {
    no_layer,  // they are apart: a plane across the direction shows it
    apart,
    found,
    unsure
  };

  EdgeClipper();
  ~EdgeClipper();

  // The frame is that of `first`, and the other's centre is at d. `direction` points from the first to the
  // second, about along the normal: the better the guess, the thinner the layer. It need not be of length 1.
  Answer clip(const PlacedPolyhedron& first, const PlacedPolyhedron& second, const Vec3& d,
              const Vec3& direction, bool plain);
  Answer clip(const PlacedPolyhedron& first, const Plane& half_space, bool plain);

  double operations() const;  // as OverlapWork's

  // Of the last answer, if it was `found`.
  OverlapSums sums;
  // How much larger the error of the area vector may be than that of a height: the length of the contact line
  // times the worst slope of an edge against a plane that it crosses; and, dearer, each side of the line with
  // the slopes at its own ends.
  double coarse_blur = 0;
  double blur() const;

  struct Memory;

 private:
  std::unique_ptr<Memory> memory_;
};

}  // namespace scree
