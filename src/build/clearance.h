// How far a point is from bodies.
#pragma once

#include <span>

#include "state/state.h"

namespace scree {

// Distance of a point from the surface of a body, negative inside.
double distance_to_body(const State& state, BodyIndex i, const Vec3& point);

// From the nearest of these; a large number when there is none.
double distance_to_bodies(const State& state, std::span<const BodyIndex> bodies, const Vec3& point);

}  // namespace scree
