// Vertices and planes of all polyhedral bodies in the axes of space, about their centres: computed once per
// step, read by every pair.
#pragma once

#include <vector>

#include "base/parallel.h"
#include "geometry/overlap.h"
#include "state/state.h"

namespace scree {

class Placements {
 public:
  void update(const State& state, Workers& workers);

  PlacedPolyhedron of(BodyIndex body, std::uint32_t part) const;

 private:
  struct Part {
    const Polyhedron* shape = nullptr;
    std::size_t first_vertex = 0, first_plane = 0;
    double radius = 0;
  };
  std::vector<std::uint32_t> first_part_;  // of each body, and one more
  std::vector<Part> parts_;
  std::vector<Vec3> vertices_;
  std::vector<Plane> planes_;
};

}  // namespace scree
