// Polyhedra to be laid against each other.
#pragma once

#include <vector>

#include "base/rng.h"
#include "geometry/solid/polyhedron.h"

namespace scree::oracle {

// With corners in numbers that doubles hold exactly.
Polyhedron box(const Vec3& half);
Polyhedron octahedron();                  // its corners at distance 1 on the axes
Polyhedron tetrahedron(double half = 1);  // every other corner of a cube
// A roof of height 2 over a square of half-edge 1, the ridge along x at z = 1.
Polyhedron roof();
// The hull of points with whole coordinates from -reach to reach.
Polyhedron lattice_hull(Rng& rng, int points, int reach);

// The hull of points on an ellipsoid with these half-axes, in its principal form.
Polyhedron random_hull(Rng& rng, int corners, const Vec3& half_axes);
// A prism over a random polygon, from -half_height to half_height.
Polyhedron random_prism(Rng& rng, int sides, double half_height);

// Bodies of 4 to 60 corners, as different from each other as grains are: hulls of points on ellipsoids of
// aspect ratios up to `aspect`, prisms, hulls on a lattice.
std::vector<Polyhedron> varied_bodies(Rng& rng, int count, double aspect);

double log_uniform(Rng& rng, double low, double high);

}  // namespace scree::oracle
