// Touches that act together: those of the parts of two bodies, and those of a grain with the walls that make
// one surface. A body cut in parts, and a floor laid of tiles, must press as they would in one piece.
#pragma once

#include <span>
#include <vector>

#include "base/parallel.h"
#include "narrowphase/depth.h"
#include "narrowphase/dispatch.h"
#include "narrowphase/placements.h"
#include "state/state.h"

namespace scree {

// A touch that is to be joined, and its bed: null under laws that look at none.
struct TouchPlace {
  Touch* touch;
  BedTouch* bed;
};

// The only touch of a pair, as most are.
inline void stand_alone(const TouchPlace& at) {
  at.touch->pair_volume = at.touch->volume;
  at.touch->facing_area = at.touch->area;
  at.touch->share = 1;
  if (at.bed) at.bed->pair_measure = at.bed->measure;
}

// Touches of one pair of bodies learn of each other: all get the sums over them, and those of parts that are
// one convex solid together (Shape::joints) their common normal, as if it had not been cut. Not so under
// overlap-energy, whose gradient is right part by part.
void join_parts(const State& state, Pair pair, std::span<const Parts> parts,
                std::span<const TouchPlace> touches);

// Is one of the two a wall that shares its surface with others?
inline bool touches_surface(const Placements& placements, Pair pair) {
  return placements.has_surfaces() &&
         (placements.surface(pair.a) != no_body || placements.surface(pair.b) != no_body);
}

// Of such a pair.
struct SurfaceTouch {
  SurfaceTouch(const Placements& placements, Pair of_bodies, Parts of_parts, TouchPlace where);

  Pair pair;
  Parts parts;
  TouchPlace at;  // with what its pair shares
  BodyIndex grain, surface, solid;
};

// The same for the touches of one grain with one surface. Given are all that touch one, in any order, which
// becomes that of the grains. Volumes add up only over walls that are one convex solid: where walls meet in a
// corner, a grain that lies on one must not be kicked by the other.
void join_surfaces(const State& state, std::vector<SurfaceTouch>& touches);

// Where contacts of a state touch now, as the step finds it: all of them, or those marked as wanted; if some
// of a grain's are, all should be. The state must not change while this is asked.
class JoinedTouches {
 public:
  JoinedTouches(const State& state, Workers& workers, std::span<const std::uint8_t> wanted = {});

  bool is_wanted(std::size_t contact) const { return wanted_.empty() || wanted_[contact] != 0; }
  const TouchOnBed& operator[](std::size_t contact) const { return touches_[contact]; }
  const Placements& placements() const { return placements_; }

  // How deep the bodies of a contact are in each other (depth.h); 0 where a corrector has parted them.
  double depth(std::size_t contact) const;
  std::vector<double> depths(Workers& workers) const;  // of all

 private:
  void place(Workers& workers);
  void prefetch(std::size_t contact) const;
  void join_pairs(std::size_t begin, std::size_t end);
  void join_at_surfaces();

  const State& state_;
  std::span<const std::uint8_t> wanted_;
  Placements placements_;
  std::vector<TouchOnBed> touches_;
};

// Visits contacts k with where they touch now.
template <class Visit>
void for_each_touch(const State& state, const Visit& visit, std::span<const std::uint8_t> wanted = {}) {
  Workers alone(1);
  const JoinedTouches touches(state, alone, wanted);
  for (std::size_t k = 0; k < state.contacts.size(); ++k)
    if (touches.is_wanted(k)) visit(k, touches[k]);
}

// The same with how deep the bodies are in each other.
template <class Visit>
void for_each_depth(const State& state, const Visit& visit) {
  Workers alone(1);
  const JoinedTouches touches(state, alone);
  for (std::size_t k = 0; k < state.contacts.size(); ++k) visit(k, touches[k], touches.depth(k));
}

}  // namespace scree
