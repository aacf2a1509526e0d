// Convex parts of one figure, and the edges that they share.
#pragma once

#include <vector>

#include "geometry/polygon.h"

namespace scree {

// Marks the stretches of edges along which parts lie against each other (Polygon::covered). All parts are
// given in the same coordinates, with no place of their own.
void cover_shared_edges(std::vector<Polygon>& parts);
// The same where only parts that follow each other touch; if the chain is closed the last meets the first,
// moved by a period of the cell where it goes round that.
void cover_joints(std::vector<Polygon>& chain, bool closed, const Vec2& period);

// A part as seen from a point, turned by an angle given as cosine and sine: about its own centroid, with its
// place, and so with those that cover its edges.
Polygon seen_from(const Polygon& part, const Vec2& origin, double cosine, double sine);

// Do two of the parts, marked as above, share an edge and make one convex figure?
bool make_one_convex(const std::vector<Polygon>& parts, std::uint32_t i, std::uint32_t j);

}  // namespace scree
