// The overlap of two convex polyhedra in exact arithmetic: the judge of geometry/solid/overlap.h.
//
// It starts from the planes of both bodies as the kernel has them (common_planes), taken as the exact numbers
// that their doubles are, and shares no code with the kernel. Which vertices, edges and faces there are is
// decided exactly: a vertex is the point where three planes meet, in homogeneous coordinates that are sums of
// products of doubles (CGAL::Gmpzf), so the sign of its height over a fourth plane is known, zero included.
// Volumes and areas are then computed in 600 bits, which leaves more than a hundred digits when bodies of one
// metre overlap by 1e-17 m.
#pragma once

#include <gmpxx.h>

#include <array>
#include <span>
#include <vector>

#include "geometry/solid/polyhedron.h"

namespace scree::oracle {

using Number = mpf_class;
using Numbers3 = std::array<Number, 3>;

Number number(double x);  // exactly x
Numbers3 numbers(const Vec3& v);
Numbers3 difference(const Numbers3& a, const Numbers3& b);
double rounded(const Number& x);  // to the nearest double
double length(const Numbers3& v);

// All zero where the intersection has no interior. Vectors and moments are in the frame of the planes.
struct ExactOverlap {
  Number volume;
  Numbers3 volume_centroid;  // volume times centroid
  Numbers3 area;             // area vector of the faces of a
  Numbers3 moment;           // integral of x x n over the faces of a, about the origin
  Number patch[2];           // area of the faces of a and of b
  // Of two planes that are exactly the same, only the first can have a face.
  struct Face {
    std::uint32_t plane;
    double area;
    std::vector<Vec3> corners;  // rounded
  };
  std::vector<Face> faces;
};

// Intersection of the half-spaces normal . x <= offset. The first `of_a` planes are those of a. It must be
// bounded by |x|, |y|, |z| < reach: planes of two polyhedra are.
ExactOverlap exact_overlap(std::span<const Plane> planes, std::size_t of_a, double reach);

}  // namespace scree::oracle
