// How far pairs of polyhedra (or of one and a half-space) came in the cascade from candidates to overlaps.
// Counters of work done: they are no part of any result.
#pragma once

#include <cstdint>

namespace scree {

struct Cascade {
  std::uint64_t candidates = 0;  // boxes, with their margins, overlap
  // Of the candidates that did not touch in the last step, those that a filter knew to be apart:
  std::uint64_t spheres = 0, last_plane = 0, projection = 0, reflection = 0;
  // The others, and those that touched, entered the overlap kernel:
  std::uint64_t entered = 0;
  std::uint64_t without_layer = 0;  // no candidate faces
  std::uint64_t cut = 0;            // by cuts, where sums over edges were not sure
  std::uint64_t overlapping = 0;

  Cascade& operator+=(const Cascade& o) {
    candidates += o.candidates;
    spheres += o.spheres;
    last_plane += o.last_plane;
    projection += o.projection;
    reflection += o.reflection;
    entered += o.entered;
    without_layer += o.without_layer;
    cut += o.cut;
    overlapping += o.overlapping;
    return *this;
  }
};

}  // namespace scree
