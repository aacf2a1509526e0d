// Vertices and planes of all polyhedral bodies in the axes of space, about their centres: computed once per
// step, read by every pair.
#pragma once

#include <span>
#include <vector>

#include "base/parallel.h"
#include "geometry/placed.h"
#include "narrowphase/seams.h"
#include "state/state.h"

namespace scree {

class Placements {
 public:
  // `generation` changes when bodies leave or change the way they move: who has parts, and which walls share
  // faces, is looked for anew then. (Bodies may enter without it.) Parts lie in memory in the order of their
  // bodies, which names each body once; another order has another version.
  struct Order {
    std::span<const BodyIndex> bodies;
    std::uint64_t version = 0;
  };
  void update(const State& state, const Order& order, std::uint64_t generation, Workers& workers,
              bool plain = false);

  const PlacedPolyhedron& of(BodyIndex body, std::uint32_t part) const {
    return placed_[first_part_[body] + part];
  }

  // Asks for a part that will be needed soon: where it is, and, when that has come, what it is.
  void prefetch(BodyIndex body, std::uint32_t part) const {
    __builtin_prefetch(&placed_[first_part_[body] + part]);
  }
  void prefetch_geometry(BodyIndex body, std::uint32_t part) const;

 private:
  void list_parts(const State& state, std::span<const BodyIndex> order);
  void look_where_they_are();
  void place_covers(const State& state);

  std::vector<std::uint32_t> first_part_;  // of each body
  // Of each part:
  std::vector<PlacedPolyhedron> placed_;
  std::vector<BodyIndex> body_;

  std::vector<FourCorners> vertices_;
  std::vector<Plane> planes_;
  std::vector<WallSeam> wall_seams_;
  std::vector<CoveredFace> covers_;
  std::uint64_t generation_ = 0, order_version_ = 0;
  bool listed_ = false;  // once
};

}  // namespace scree
