// The hull of points as Qhull gives it: facets that are convex up to Qhull's own roundings.
#pragma once

#include <span>

#include "base/errors.h"
#include "geometry/solid/polyhedron.h"

namespace scree {

// Vertices are all points, whether they are on the hull or not; faces have three or more corners and are
// linked by half-edges; there are no planes. The points must be finite and far from flat.
Expected<Polyhedron> qhull_facets(std::span<const Vec3> points);

}  // namespace scree
