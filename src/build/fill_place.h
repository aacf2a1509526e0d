// The two ways of finding places, and what they share. Internal to fill.cpp and its parts.
#pragma once

#include <vector>

#include "build/fill.h"

namespace scree {

// Radii with half of the gap added: these must not overlap.
double padded_radius(const FillRequest& request, double radius);

// The random draws of a fill: bodies and places have streams of their own, so that more bodies do not
// change the first ones.
enum class Purpose : std::uint64_t { bodies, places };
Rng random_source(const FillRequest& request, Purpose purpose);

// Places of a lattice for spheres of one radius, layer by layer from the bottom, at most `most` of them.
std::vector<Vec3> lattice_places(const FillRequest& request, double radius, std::size_t most);

// Moves the spheres off the lattice made for `largest`, each within its own share of the free gap.
void jitter_places(const FillRequest& request, double largest, const std::vector<double>& radii,
                   std::vector<Vec3>& places);

// Centres for the spheres, none overlapping, or nothing when that many do not fit.
std::vector<Vec3> random_places(const FillRequest& request, const std::vector<double>& radii, int effort);

}  // namespace scree
