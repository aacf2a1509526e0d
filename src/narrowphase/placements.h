// What contacts need to know of bodies beside their poses: vertices and planes of all polyhedral ones in the
// axes of space, about their centres, computed once per step and read by every pair; what walls that stand
// side by side cover of each other; and which of them make one surface.
#pragma once

#include <span>
#include <vector>

#include "base/parallel.h"
#include "geometry/solid/placed.h"
#include "narrowphase/near_parts.h"
#include "narrowphase/seams.h"
#include "state/state.h"

namespace scree {

class Placements {
 public:
  Placements() = default;
  Placements(const Placements&) = delete;  // some look into the memory of others
  Placements& operator=(const Placements&) = delete;
  Placements(Placements&&) = default;
  Placements& operator=(Placements&&) = default;

  // `generation` changes when bodies leave or change the way they move: who has parts, and which walls share
  // faces, is looked for anew then. (Bodies may enter without it.) Parts lie in memory in the order of their
  // bodies, which names each body once; another order has another version.
  struct Order {
    std::span<const BodyIndex> bodies;
    std::uint64_t version = 0;
  };
  void update(const State& state, const Order& order, std::uint64_t generation, Workers& workers,
              bool plain = false);

  // Of bodies of many parts (Shape::tree) only these are placed, with what covers them: sorted, and with a
  // number that changes with the list. To be called after update().
  void place_near(const State& state, std::span<const BodyPart> parts, std::uint64_t version,
                  Workers& workers, bool plain = false);

  const PlacedPolyhedron& of(BodyIndex body, std::uint32_t part) const {
    return placed_[first_part_[body] + part];
  }

  // In the plane: with what its neighbours cover of it.
  const Polygon& figure(BodyIndex body, std::uint32_t part) const {
    return *figures_[first_part_[body] + part];
  }

  // Walls that share faces or edges, directly or through others, are one surface and have the same number;
  // other bodies have none. So do those of one material that make one convex solid, as tiles of equal size
  // do: they are one solid.
  BodyIndex surface(BodyIndex body) const { return body < surface_.size() ? surface_[body] : no_body; }
  BodyIndex solid(BodyIndex body) const { return body < solid_.size() ? solid_[body] : no_body; }
  bool has_surfaces() const { return !surface_.empty(); }

  // Asks for a part that will be needed soon: where it is, and, when that has come, what it is.
  void prefetch(BodyIndex body, std::uint32_t part) const {
    __builtin_prefetch(&placed_[first_part_[body] + part]);
  }
  void prefetch_geometry(BodyIndex body, std::uint32_t part) const;

 private:
  void list_parts(const State& state, std::span<const BodyIndex> order);
  void look_where_they_are();
  void place_part(const State& state, std::size_t p, bool plain);
  void place_covers(const State& state);
  void list_near(const State& state, std::span<const BodyPart> parts);
  std::span<const WallSeam> wall_seams_of(BodyIndex body) const;
  void append_covers(const State& state, BodyIndex body, std::uint32_t part,
                     std::span<const WallSeam> of_body, std::vector<CoveredFace>& covers) const;
  void find_neighbours(const State& state);

  std::vector<std::uint32_t> first_part_;  // of each body
  std::size_t placed_always_ = 0;          // parts of bodies of few; those of others stand behind
  // Of each part:
  std::vector<PlacedPolyhedron> placed_;
  std::vector<BodyIndex> body_;

  std::vector<FourCorners> vertices_;
  std::vector<Plane> planes_;
  std::vector<const Polygon*> figures_;  // where bodies have these instead of solids
  std::vector<WallSeam> wall_seams_;
  std::vector<JoinedFigure> joined_;
  std::vector<BodyIndex> surface_, solid_;
  std::vector<CoveredFace> covers_;
  // Of bodies of many parts: those that were asked for, the same with those that cover them, and what they
  // are covered by.
  std::vector<BodyPart> near_, near_and_covers_;
  std::vector<CoveredFace> near_covers_;
  std::uint64_t near_version_ = 0;
  bool near_listed_ = false;
  std::uint64_t generation_ = 0, order_version_ = 0;
  bool listed_ = false;  // once
};

}  // namespace scree
