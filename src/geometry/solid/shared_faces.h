// Faces that two solids share.
#pragma once

#include <cstdint>
#include <vector>

#include "geometry/solid/placed.h"

namespace scree {

struct SharedFace {
  std::uint32_t of_a, of_b;
};

// How far from each other, over the size of the smaller solid, faces may lie and still be shared.
inline constexpr double seam_tolerance = 1e-7;

// Faces that look at each other, lie in one plane, and have an area in common. d: from the centre of a to
// that of b.
std::vector<SharedFace> shared_faces(const PlacedPolyhedron& a, const PlacedPolyhedron& b, const Vec3& d);

// Do two solids make one convex solid together? `shared`: the faces that they share, at least one.
bool make_one_convex(const PlacedSolid& a, const PlacedSolid& b, const Vec3& d,
                     const std::vector<SharedFace>& shared);

// Does the neighbour cover this point of a covered face? Seen from the covered solid's centre.
bool covers(const CoveredFace& covered, const Vec3& point);
// Is there a neighbour that covers the whole of a face?
bool fully_covered(const PlacedPolyhedron& body, std::uint32_t face);

}  // namespace scree
