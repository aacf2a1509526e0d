// How deep two bodies are in each other: the shortest way by which one would have to move so that they no
// longer overlap. The overlap of bodies with corners, volume over patch, is a mean depth: it says what force
// the law takes, but it stays small when a body is swallowed.
#pragma once

#include "narrowphase/placements.h"
#include "state/contacts.h"
#include "state/state.h"

namespace scree {

// Along the contact normal and all normals of both bodies' faces that are surface the ways out are known
// exactly, and the shortest of them is taken: never less than the true depth, and equal to it but for edges
// that cross, where the contact normal comes near it. Round bodies and half-spaces have theirs exactly.
//
// Who only wants to know whether it is more than something says so: then, where it is not, what is returned
// is no more than that but may be more than the depth.
double depth_of(const State& state, const Placements& placements, Pair pair, Parts parts, const Touch& touch,
                double at_least = 0);

// What a depth is compared with: the diameter of the smaller body (of the sphere, in the plane the disc, of
// equal volume), or twice the least thickness of one that is thin. A wall may be entered deeper: two and a
// half times its thickness count, so that the usual limit of 0.2 (Guards::deep_overlap) is half of it.
double depth_scale(const State& state, Pair pair);

// Is the centre of one body inside this part of the other? Walls have no centre that could be.
bool centre_inside(const State& state, const Placements& placements, Pair pair, Parts parts,
                   const Vec3& separation);

}  // namespace scree
