// The overlap of two convex polyhedra: volume, centroid, and the patches of their surfaces that bound it.
//
// Method: one body is cut by the planes of the other. A cut decides for every vertex, by the sign of its
// height, on which side it is, and everything else follows from the half-edges alone: whatever the signs,
// also wrong ones by rounding, the result is a closed surface. So no position is special, and a wrong sign
// costs what it weighs: a rounding. Where rounding would show in the area vector (patches narrower than some
// 1e-5 of the body, faces almost parallel) the same cuts are made once more in twice the precision, from the
// planes alone.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/vector.h"
#include "geometry/solid/placed.h"

namespace scree {

struct Overlap {
  double volume = 0;
  Vec3 centroid = Vec3::Zero();  // relative to the centre of a
  // Integral of the outward normal of a over the part of a's surface inside b: the area vector of the contact
  // line. It points from a to b. That of b's surface inside a is its opposite. Covered faces are left out, so
  // of two bodies the one that has some decides.
  Vec3 area = Vec3::Zero();
  // Integral of (x - centroid) x n over the same part. Moving b by dx and turning it by dw about the centroid
  // changes the volume by -(area . dx + moment . dw).
  Vec3 moment = Vec3::Zero();
  double patch_a = 0;  // area of a's surface inside b
  double patch_b = 0;
  double contact_line = 0;  // length of the line where the two surfaces meet
};

// How questions were answered.
struct OverlapCounts {
  std::uint64_t asked = 0;
  std::uint64_t without_layer = 0;  // no layer that both bodies reach, so nothing was clipped
  std::uint64_t cut = 0;            // by cuts, where sums over edges were not sure
  std::uint64_t overlapping = 0;
};

// Memory that find_overlap uses and keeps; one per thread.
class OverlapWork {
 public:
  OverlapCounts counts;
  bool plain = false;  // only the instructions that every processor of the family has

  OverlapWork();
  ~OverlapWork();
  struct Memory;
  Memory& memory() { return *memory_; }

  // How many operations on four numbers the sums over edges of the last overlap are made of, at the least:
  // from the corners, faces, edges, pieces and sides that took part. For profiles.
  double operations() const;

 private:
  std::unique_ptr<Memory> memory_;
};

// Overlap of a and b, whose centre is at d from that of a. False when they do not overlap (or by less
// than a rounding). Any position of any two polyhedra is welcome: nothing here can fail. `direction` is a
// guess of the area vector's, of any length: a good one saves time.
bool find_overlap(const PlacedPolyhedron& a, const PlacedPolyhedron& b, const Vec3& d, const Vec3& direction,
                  OverlapWork& work, Overlap& out);
inline bool find_overlap(const PlacedPolyhedron& a, const PlacedPolyhedron& b, const Vec3& d,
                         OverlapWork& work, Overlap& out) {
  return find_overlap(a, b, d, d, work, out);
}

// Overlap with the half-space normal . x <= offset, x from the centre of a. The half-space is b.
bool find_overlap(const PlacedPolyhedron& a, const Plane& half_space, OverlapWork& work, Overlap& out);

// The planes that find_overlap works with, all of a and then all of b, in one frame: x from the centre of the
// smaller body. For tests: exact arithmetic must start from the same numbers.
struct CommonPlanes {
  std::vector<Plane> planes;
  bool about_a = true;
};
CommonPlanes common_planes(const PlacedPolyhedron& a, const PlacedPolyhedron& b, const Vec3& d);

}  // namespace scree
