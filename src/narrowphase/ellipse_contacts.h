// Contacts of ellipses in the plane, as contact laws see them.
//
// The overlap is the depth along the contact normal, and the radius that of the curvatures where the two
// reach furthest along it, so an ellipse with equal axes presses as a disc does. The contact point is the
// centroid of the overlap; that of discs lies in the middle of the depth, or on the disc's boundary: they
// differ by less than the depth.
//
// In all of these d is the centre of b minus the centre of a.
#pragma once

#include "geometry/plane/overlap_ellipse.h"
#include "narrowphase/placed_shape.h"
#include "narrowphase/plane_contacts.h"

namespace scree {

// Of a body that is an ellipse or a disc.
TurnedEllipse turned_ellipse(const PlacedShape& body);

bool touch_ellipses(const TurnedEllipse& a, const TurnedEllipse& b, const Vec2& d, double thickness,
                    Touch& out);
// Polygons count as flat.
bool touch_ellipse_polygon(const TurnedEllipse& a, const TurnedPolygon& b, const Vec2& d, double thickness,
                           Touch& out);
// d: from the centre of a to a point of the line; outward: its unit normal, out of the solid.
bool touch_ellipse_half_plane(const TurnedEllipse& a, const Vec2& d, const Vec2& outward, double thickness,
                              Touch& out);

}  // namespace scree
