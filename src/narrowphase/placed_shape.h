// What contact kernels get and give: plain values of two shapes where they are, and a list for the touches
// found.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "geometry/plane/closest_features.h"
#include "geometry/plane/overlap_polygon.h"
#include "geometry/solid/elastic_bed.h"
#include "geometry/solid/overlap.h"
#include "geometry/solid/placed.h"
#include "narrowphase/cascade.h"
#include "state/cell.h"
#include "state/contacts.h"
#include "state/materials.h"
#include "state/shapes.h"

namespace scree {

// A body's shape, or a part of it, where it is: turned into the axes of space, seen from the body's centre.
// Of pairs of solids (ContactKernel::reads_solids_only) the step fills in `solid` only.
struct PlacedShape {
  const PlacedPolyhedron* solid = nullptr;  // the part, of kinds that consist of convex solids
  double radius = 0;                        // of the sphere about the body, scale applied
  const Polygon* figure = nullptr;          // the part, of kinds that consist of polygons
  const Shape* shape = nullptr;
  double scale = 1;
  double cosine = 1, sine = 0;  // in the plane: of the angle by which it is turned
  const Quat* orientation = nullptr;
  const Vec3* position = nullptr;
  BodyIndex body = no_body;  // these two tell equals apart where one of them has to have a contact
  std::uint32_t part = 0;

  TurnedPolygon polygon() const { return {*figure, scale, cosine, sine}; }
  // Of a half-space.
  Vec3 outward() const { return orientation->toRotationMatrix() * shape->normal; }
};

// What does not change while two bodies may touch.
struct PairFacts {
  double root_mass = 0;         // square root of the effective mass
  double inverse_diameter = 0;  // of the smaller body; walls without end do not count
  double inverse_length = 0;    // these two: law/contact_length.h
  double reference_area = 0;
  double radius = 0;  // effective: 1/(1/r_a + 1/r_b) of the spheres of equal volumes; walls count as flat
  const PairLaw* law = nullptr;
};

// Two shapes, and what a kernel needs to know beside them.
struct PairInPlace {
  PlacedShape a, b;
  Vec3 separation = Vec3::Zero();  // from the centre of a to that of b, through the nearest image
  Parts key;                       // of the parts in question: what kernels that find one touch call it
  const PairFacts* facts = nullptr;
  const Cell* cell = nullptr;
  double layer = 1;  // thickness of the layer that the plane stands for
  bool a_is_free = true, b_is_free = true;
  // What the last step says: whether they touched, and about where the normal will point.
  bool touched = false;
  const Vec3* last_normal = nullptr;

  bool knows_volume() const { return uses_volume(facts->law->normal); }
  // Under laws that know no volume walls give way and what presses on them is rigid; of two free bodies both
  // do.
  BedWeights yields() const {
    return !a_is_free ? BedWeights{1, 0} : !b_is_free ? BedWeights{0, 1} : BedWeights{};
  }
  Vec3 guess() const { return last_normal && !last_normal->isZero() ? *last_normal : separation; }
};

// The same seen from b.
inline PairInPlace mirrored(const PairInPlace& pair) {
  PairInPlace other = pair;
  std::swap(other.a, other.b);
  std::swap(other.a_is_free, other.b_is_free);
  std::swap(other.key.a, other.key.b);
  other.separation = -pair.separation;
  other.last_normal = nullptr;
  return other;
}

// Where the search for a pair ended last time, for the next time. A cache: it saves work and changes no
// result.
struct WarmStart {
  static constexpr std::uint32_t none = 0xffffffffu;
  Vec3 separating = Vec3::Zero();    // of solids: normal of a plane between them, or where to search for one
  FeaturePair features{none, none};  // of polygons: their closest features
  friend bool operator==(const WarmStart&, const WarmStart&) = default;
};

// Memory to work in, one for each thread, and counters of what was done.
struct KernelWork {
  OverlapWork solids;
  PlaneOverlapWork figures;
  BedWork bed;
  Cascade cascade;
  TouchOnBed touch;  // the one that is being found
};

// The touches that a block of candidates, or a pair, has.
struct TouchList {
  std::vector<Touch> touch;
  std::vector<BedTouch> bed;  // of each, where somebody looks at beds
  std::vector<Parts> key;     // of each: which one it is of its pair
  bool with_beds = true;

  std::size_t size() const { return touch.size(); }
  void clear() {
    touch.clear();
    bed.clear();
    key.clear();
  }
  void add(const TouchOnBed& found, Parts its_key) {
    touch.push_back(found);
    if (with_beds) bed.push_back(found.bed);
    key.push_back(its_key);
  }
};

// Turns the touches from `first` on round: what was a becomes b.
inline void turn_round(TouchList& touches, std::size_t first) {
  for (std::size_t n = first; n < touches.size(); ++n) {
    Touch& touch = touches.touch[n];
    touch.normal = -touch.normal;
    std::swap(touch.arm_a, touch.arm_b);
    touch.moment = -touch.moment;
    std::swap(touches.key[n].a, touches.key[n].b);
    if (touches.with_beds) touches.bed[n].moment = -touches.bed[n].moment;
  }
}

}  // namespace scree
