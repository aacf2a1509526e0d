// Touches that act together: those of the parts of two bodies, and those of a grain with the walls that make
// one surface. A body cut in parts, and a floor laid of tiles, must press as they would in one piece.
#pragma once

#include <span>
#include <vector>

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
bool touches_surface(const Placements& placements, Pair pair);

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
// of a grain's are, all should be.
class JoinedTouches {
 public:
  explicit JoinedTouches(const State& state, std::span<const std::uint8_t> wanted = {});
  bool is_wanted(std::size_t contact) const { return wanted_.empty() || wanted_[contact] != 0; }
  // Of contacts [begin, end), which are all those of one pair.
  void of_pair(std::size_t begin, std::size_t end, std::vector<TouchOnBed>& touches) const;
  const Placements& placements() const { return placements_; }

 private:
  void join_pair(std::size_t begin, std::size_t end, std::vector<TouchOnBed>& touches) const;

  struct AtSurface {
    std::size_t contact;
    TouchOnBed touch;
  };
  const State& state_;
  std::span<const std::uint8_t> wanted_;
  Placements placements_;
  std::vector<AtSurface> at_surface_;  // by contact
};

// Visits contacts k with where they touch now and how deep the bodies are in each other (depth.h).
template <class Visit>
void for_each_depth(const State& state, const Visit& visit) {
  const Contacts& contacts = state.contacts;
  const JoinedTouches joined(state);
  std::vector<TouchOnBed> touches;
  for (std::size_t begin = 0, end = 0; begin < contacts.size(); begin = end) {
    while (end < contacts.size() && contacts.pair[end] == contacts.pair[begin]) ++end;
    joined.of_pair(begin, end, touches);
    for (std::size_t k = begin; k < end; ++k) {
      const TouchOnBed& touch = touches[k - begin];
      const bool apart = !(touch.overlap > 0);
      visit(k, touch,
            apart ? 0.0 : depth_of(state, joined.placements(), contacts.pair[k], contacts.parts[k], touch));
    }
  }
}

// Visits contacts k with where they touch now.
template <class Visit>
void for_each_touch(const State& state, const Visit& visit, std::span<const std::uint8_t> wanted = {}) {
  const Contacts& contacts = state.contacts;
  const JoinedTouches joined(state, wanted);
  std::vector<TouchOnBed> touches;
  for (std::size_t begin = 0, end = 0; begin < contacts.size(); begin = end) {
    while (end < contacts.size() && contacts.pair[end] == contacts.pair[begin]) ++end;
    if (!joined.is_wanted(begin)) continue;
    joined.of_pair(begin, end, touches);
    for (std::size_t k = begin; k < end; ++k) visit(k, touches[k - begin]);
  }
}

}  // namespace scree
