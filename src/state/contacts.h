// Contacts: the pairs of bodies that touch, sorted by (a, b, parts) with a < b. Histories are state; loads
// are what the last step made of them. (Pairs that only may touch: step/candidates.h. Where they touch:
// narrowphase/dispatch.h.)
//
// A step reads and writes all of this, and in dense beds nothing costs it more time than moving these bytes:
// what can be had otherwise is not stored.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "base/lanes.h"
#include "base/vector.h"
#include "state/bodies.h"

namespace scree {

struct Pair {
  BodyIndex a = 0;
  BodyIndex b = 0;
  friend auto operator<=>(const Pair&, const Pair&) = default;
};

// Tells the contacts of a pair apart: which parts of the two bodies touch. Bodies that are convex have only
// part 0.
struct Parts {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  friend auto operator<=>(const Parts&, const Parts&) = default;
};

// Where two bodies touch. The normal points from a to b; overlap is positive.
struct Touch {
  Vec3 normal = Vec3::Zero();
  Vec3 arm_a = Vec3::Zero();  // from the centre of a to the contact point
  Vec3 arm_b = Vec3::Zero();  // from the centre of b to the same point
  double overlap = 0;         // depth; of polyhedra the mean depth, volume over patch
  double radius = 0;          // effective radius of curvature, 1/(1/R_a + 1/R_b)
  // Of the overlapping region, for laws that work with it.
  double volume = 0;
  double area = 0;             // length of the area vector, -dV/dx when b moves along the normal
  Vec3 moment = Vec3::Zero();  // -dV/dw when b turns about the contact point
  // Of all touches that act together (narrowphase/joined_touches.h): their volume, and the area that faces as
  // this one does.
  double pair_volume = 0, facing_area = 0;
  // Of the patch's points: mean square distance from its long axis, mean distance from its middle.
  double width2 = 0, lever = 0;
  // What this touch bears of that which they bear together and which is not a sum over them.
  double share = 1;
};

// Of bodies with corners under the laws spring and hertz (geometry/solid/elastic_bed.h): the measure of which
// their energy is a function; how it grows when b moves against the normal, and -d/dw when b turns about the
// contact point; and the measure of all touches of the pair. Kept apart from the touch: under the other laws
// nobody reads or writes it.
struct BedTouch {
  double measure = 0, slope = 0;
  Vec3 moment = Vec3::Zero();
  double pair_measure = 0;
};

// Both together, for one contact at a time.
struct TouchOnBed : Touch {
  BedTouch bed;
};

// The same as kernels see it.
template <class N>
struct TouchOf {
  Triple<N> normal, arm_a, arm_b;
  N overlap, radius;
  N volume{}, area{};
  Triple<N> moment{};
  N pair_volume{}, facing_area{};
  N width2{}, lever{};
  N share{};
  struct Bed {
    N measure, slope;
    Triple<N> moment;
    N pair_measure;
  };
  Bed bed;  // only read where one is, so nobody spends time on zeros
};

// What a contact remembers: its springs, held as the forces they exert, so that a stiffness that
// changes with the overlap needs no second rule.
struct ContactHistory {
  Vec3 normal = Vec3::Zero();          // of the last step: the springs turn with it
  Vec3 slide = Vec3::Zero();           // elastic friction force on b
  Vec3 slide_velocity = Vec3::Zero();  // tangential velocity of the last step, for the trapezoidal rule
  double stiffness = 0;                // tangential stiffness of the last step; 0: the contact has just begun
};

// The same for rolling and torsion. Kept apart because most scenes have neither: these zeros are then never
// read.
struct RollingHistory {
  Vec3 roll = Vec3::Zero();  // elastic rolling couple on b, over the effective radius
  Vec3 roll_velocity = Vec3::Zero();
  double twist = 0;  // elastic torsional couple on b, over the effective radius; of patches over their lever
  double twist_velocity = 0;
};

// What a contact does to its higher body; the lower one feels the opposite force.
struct Load {
  Vec3 force = Vec3::Zero();
  Vec3 torque = Vec3::Zero();
};

struct Contacts {
  std::vector<Pair> pair;
  std::vector<Parts> parts;
  std::vector<ContactHistory> history;
  std::vector<RollingHistory> rolling;
  std::vector<Load> load;

  std::size_t size() const { return pair.size(); }
  double normal_force(std::size_t k) const { return load[k].force.dot(history[k].normal); }

  // The one list of columns.
  template <class Self, class Visit>
  static void for_each_column(Self& self, Visit&& visit) {
    visit(self.pair);
    visit(self.parts);
    visit(self.history);
    visit(self.rolling);
    visit(self.load);
  }

  void resize(std::size_t size);
  void assign(std::span<const Pair> pairs);           // fresh contacts of these pairs, which must be sorted
  void remove(std::span<const std::uint8_t> marked);  // those marked non-zero go
  void renumber(
      std::span<const BodyIndex> new_index);  // follows Bodies::remove; contacts of removed bodies go
};

}  // namespace scree
