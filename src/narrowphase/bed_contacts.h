// The laws spring and hertz on bodies with corners press as an elastic bed does
// (geometry/solid/elastic_bed.h): so they have a potential, resist tilting, and let go as softly as they took
// hold.
#pragma once

#include "narrowphase/dispatch.h"

namespace scree {

// Does a contact of such a pair rest on a bed under these laws?
inline bool has_bed(Route route) {
  return has_overlap(route) || route == Route::polygons || route == Route::polygon_half_plane ||
         route == Route::half_plane_polygon;
}

// Puts the bed of two parts that touch into their touch, whose normal becomes the direction of its force.
// Walls give way, what presses on them is rigid; of two free bodies both do. FromPlacements or OnTheSpot.
template <class Placed>
void add_bed(const State& state, const Placed& placed, Pair pair, Parts parts, Route route,
             TouchOnBed& touch);

}  // namespace scree
