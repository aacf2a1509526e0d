// Compares what the kernel says of a pair with exact arithmetic.
#pragma once

#include <string>

#include "geometry/solid/overlap.h"
#include "oracle/exact_overlap.h"

namespace scree::oracle {

// Faces of a and b count as parallel below this sine of the angle between their normals.
inline constexpr double parallel = 1e-6;

// Errors as shares of what is allowed: 1 is the limit. With V the exact volume, A the larger patch and L the
// diameter of the sphere about the smaller body, b = 1e-9 V + 64 roundings L A.
//
// The area vector must be right to 1e-9 A, the patches to ten times that: the kernel looks after the contact
// line, and the outline of a patch on a sharp tip is many times longer. Where faces of a and b look the same
// way, and the same to rounding, it is roundings that say which of the two bounds the overlap: the area that
// is within 64 roundings of L of both, `ambiguous`, may belong to either.
struct Verdict {
  bool touches = false;        // says the kernel
  bool overlaps = false;       // in exact arithmetic
  double exact_volume = 0;     // rounded
  double bound = 0;            // b
  double largest_patch = 0;    // A
  double ambiguous = 0;        // area
  double least_sine = 1;       // between faces of a and of b that bound the overlap, or almost do
  double volume = 0;           // |dV| / b
  double volume_centroid = 0;  // |d(V c)| / (L b)
  double area = 0;             // |d area vector| / (1e-9 A + ambiguous)
  double moment = 0;           // |d moment| / (L (1e-9 A + ambiguous))
  double patches = 0;          // |d patch| / (1e-8 A + ambiguous), the worse one
  double outside = 0;          // how far the centroid is out of either body, over 1e-9 L + 64 roundings of d
  bool finite = true;          // everything that the kernel said

  bool nearly_parallel() const { return least_sine < parallel; }
  bool passes() const;
};

Verdict judge(const PlacedPolyhedron& a, const PlacedPolyhedron& b, const Vec3& d, OverlapWork& work);

std::string describe(const Verdict& verdict);

}  // namespace scree::oracle
