// Vertices and planes of all polyhedral bodies in the axes of space, about their centres: computed once per
// step, read by every pair.
#pragma once

#include <vector>

#include "base/parallel.h"
#include "geometry/overlap.h"
#include "narrowphase/seams.h"
#include "state/state.h"

namespace scree {

class Placements {
 public:
  // `generation` changes when bodies leave or change the way they move: who has parts, and which walls share
  // faces, is looked for anew then. (Bodies may enter without it.)
  void update(const State& state, std::uint64_t generation, Workers& workers);

  PlacedPolyhedron of(BodyIndex body, std::uint32_t part) const;

 private:
  struct Part {
    BodyIndex body = 0;
    const Polyhedron* shape = nullptr;
    std::size_t first_vertex = 0, first_plane = 0;
    double radius = 0;  // it does not change when the body turns
    std::size_t first_cover = 0, covers = 0;
  };
  void list_parts(const State& state);
  void place_covers(const State& state);
  PlacedSolid solid_of(const Part& part) const;

  std::vector<std::uint32_t> first_part_;  // of each body, and one more
  std::vector<Part> parts_;
  std::vector<Vec3> vertices_;
  std::vector<Plane> planes_;
  std::vector<WallSeam> wall_seams_;
  std::vector<CoveredFace> covers_;
  std::uint64_t generation_ = 0;
  bool listed_ = false;  // once
};

}  // namespace scree
