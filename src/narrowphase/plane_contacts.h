// Contacts in the plane, as contact laws see them: the plane is a layer of some thickness, so an area of
// overlap times that is a volume, and a length of contact line an area.
//
// In all of these d is the centre of b minus the centre of a.
#pragma once

#include "geometry/plane/overlap_polygon.h"
#include "narrowphase/placed_shape.h"

namespace scree {

inline Vec3 in_space(const Vec2& v) { return {v.x(), v.y(), 0}; }
inline Vec2 in_plane(const Vec3& v) { return {v.x(), v.y()}; }

// Of an orientation that only turns about z.
inline TurnedPolygon turned(const Polygon& shape, double scale, const Quat& q) {
  return {shape, scale, q.w() * q.w() - q.z() * q.z(), 2 * q.w() * q.z(), 0};
}

// How far the corner reaches that reaches furthest, from the figure's origin.
inline double reach_of(const TurnedPolygon& body, const Vec2& direction) {
  const Vec2 own = body.scale * body.turn_back(direction);
  return own.dot(body.shape.vertices[furthest_corner(body.shape, own, 0)]);
}

// Writes an overlap, seen from a point at `origin` from the centre of body a, as a touch, with its mean
// depth. Without a direction of its own, as of figures inside each other, its normal is along `otherwise`.
void put_touch(const PlaneOverlap& overlap, const Vec2& origin, const Vec2& d, const Vec2& otherwise,
               double thickness, double radius, Touch& out);

// `radius` is the effective one of the pair.
bool touch_polygons(const TurnedPolygon& a, const TurnedPolygon& b, const Vec2& d, const Vec2& guess,
                    double thickness, double radius, PlaneOverlapWork& work, Touch& out);
// d: from the centre of a to a point of the line; outward: its unit normal, out of the solid.
bool touch_polygon_half_plane(const TurnedPolygon& a, const Vec2& d, const Vec2& outward, double thickness,
                              double radius, PlaneOverlapWork& work, Touch& out);

// A disc and a polygon of which others cover some edges, under laws that know volumes: the part of the disc
// that is over the polygon is no segment.
bool touch_disc_over_joint(const PairInPlace& pair, Touch& out);

// A disc, which is a, and a polygon. As for spheres the contact point is where the undeformed disc ends.
bool touch_disc_polygon(const Vec2& d, double radius, const TurnedPolygon& b, Touch& out);

// Distance from a point, seen from its centre, to a polygon: below 0 inside. `outward` is the direction in
// which it grows.
double distance_to(const TurnedPolygon& body, const Vec2& point, Vec2& outward);

// Volume and area for laws that need them: of the part of a disc beyond a wide edge, to which it is `overlap`
// deep, and of the lens of two discs.
void add_disc_segment(double radius, double thickness, Touch& out);
void add_disc_lens(double distance, double radius_a, double radius_b, double thickness, Touch& out);

}  // namespace scree
