// Polygons and poses for tests in the plane.
#pragma once

#include <cmath>

#include "base/rng.h"
#include "geometry/plane/figures.h"
#include "geometry/plane/overlap_polygon.h"
#include "geometry/plane/polygon.h"

namespace scree {

// About its centroid.
inline Polygon centred(const Polygon& polygon) { return moved(polygon, -area_of(polygon).centroid, 1, 0); }

inline Polygon grain(Rng& rng, int corners, double elongation = 1) {
  return centred(*make_polygon(random_polygon(corners, elongation, rng)));
}
inline Polygon regular(int corners, double radius = 1) {
  return *make_polygon(regular_polygon(corners, radius));
}
inline Polygon rectangle(double width, double height) {
  const double w = 0.5 * width, h = 0.5 * height;
  return *make_polygon(std::vector<Vec2>{{-w, -h}, {w, -h}, {w, h}, {-w, h}});
}

inline TurnedPolygon turned(const Polygon& p, double angle, double scale = 1) {
  return {p, scale, std::cos(angle), std::sin(angle), 0};
}

inline Pose2 pose(double x, double y, double angle) { return {Vec2(x, y), std::cos(angle), std::sin(angle)}; }
inline Vec2 unit(double angle) { return {std::cos(angle), std::sin(angle)}; }

}  // namespace scree
