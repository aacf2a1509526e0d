// A sphere and a convex polyhedron: depth along the shortest way, as with boxes (sphere_wall.h).
#pragma once

#include "geometry/solid/overlap.h"
#include "state/contacts.h"

namespace scree {

// d: from the sphere's centre to the polyhedron's. The sphere is a.
bool touch_sphere_polyhedron(const Vec3& d, double radius, const PlacedPolyhedron& polyhedron, Touch& out);

// Distance of a point from the surface, negative inside; `outward` is the direction away from it. The point
// is given relative to the polyhedron's centre.
double distance_to(const PlacedSolid& polyhedron, const Vec3& point, Vec3& outward);

}  // namespace scree
