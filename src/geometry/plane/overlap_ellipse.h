// The figure that an ellipse and another convex figure have in common: its boundary consists of arcs of
// ellipses and pieces of edges.
//
// It is the polygon of its corners, and a segment between arc and chord for every arc. All of these are
// positive, and all points are seen from the point of the ellipse where the other figure comes deepest, in
// the metric that makes the ellipse a unit disc: however shallow the overlap, only the distance between these
// two points rounds, and everything else is that of two bodies a rounding nearer or farther away.
#pragma once

#include "geometry/plane/ellipse.h"
#include "geometry/plane/overlap_polygon.h"

namespace scree {

// As the overlaps of polygons, seen from a's centre, with b's centre at d. False when there is none. The
// lengths of patches are those of arcs of parabolas as wide and as high, a few per cent off for long arcs.
bool find_overlap(const TurnedEllipse& a, const TurnedEllipse& b, const Vec2& d, PlaneOverlap& out);

// Of what is covered of b's edges the contact line knows nothing: what lies behind them is solid, too.
bool find_overlap(const TurnedEllipse& a, const TurnedPolygon& b, const Vec2& d, PlaneOverlap& out);

// Of a half-plane: the points where outward . (x - point) <= 0.
bool find_overlap(const TurnedEllipse& a, const Vec2& point, const Vec2& outward, PlaneOverlap& out);

}  // namespace scree
