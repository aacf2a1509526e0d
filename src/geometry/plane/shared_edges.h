// Convex figures side by side, and the edges that they share.
#pragma once

#include <memory>
#include <vector>

#include "geometry/plane/polygon.h"

namespace scree {

// Marks the stretches of edges along which parts lie against each other (Polygon::covered). All parts are
// given in the same coordinates, with no place of their own.
void cover_shared_edges(std::vector<Polygon>& parts);
// Marks what one other figure covers. That is given in the axes of the part about the part's origin, and may
// have a place there. What is covered already is not covered again. `other_first`: on which of the two a disc
// above the end of the seam rests. Returns whether the other covers anything.
bool cover(Polygon& part, const std::shared_ptr<const Polygon>& other, std::uint32_t other_number,
           bool other_first);

// The same figure about its own centroid, which becomes its place.
Polygon about_centroid(const Polygon& polygon);

// A part as seen from a point, turned by an angle given as cosine and sine: about its own centroid, with its
// place, and so with those that cover its edges.
Polygon seen_from(const Polygon& part, const Vec2& origin, double cosine, double sine);

// Do two of the parts, marked as above, share an edge and make one convex figure?
bool make_one_convex(const std::vector<Polygon>& parts, std::uint32_t i, std::uint32_t j);

}  // namespace scree
