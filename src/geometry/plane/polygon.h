// Convex polygons in the plane.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/errors.h"
#include "base/vector.h"

namespace scree {

struct Polygon;

// The stretch of an edge along which another part of the body, or another wall that moves as this one does,
// lies against it: no surface. As shares of the edge.
struct CoveredEdge {
  std::uint32_t edge = 0;
  double from = 0, to = 1;
  std::shared_ptr<const Polygon> cover;  // as it lies beside this one, in the same axes
  std::uint32_t cover_part = 0;          // its number among the parts
  bool cover_first = false;              // it is lower than this one's
};

// Anticlockwise and without corners that are none: at each the boundary turns left.
struct Polygon {
  std::vector<Vec2> vertices;
  double radius = 0;  // of the circle about the origin that holds it
  // Of parts of a body: where their origin lies in it.
  Vec2 place = Vec2::Zero();
  std::vector<CoveredEdge> covered = {};

  std::uint32_t size() const { return static_cast<std::uint32_t>(vertices.size()); }
  std::uint32_t next(std::uint32_t v) const { return v + 1 == size() ? 0 : v + 1; }
  std::uint32_t previous(std::uint32_t v) const { return (v == 0 ? size() : v) - 1; }
};

// From corners that go round it once, either way. Corners on a side between two others are left out. Those of
// a figure with a dent are refused.
Expected<Polygon> make_polygon(std::span<const Vec2> corners);

// The convex hull of points.
Expected<Polygon> polygon_around(std::span<const Vec2> points);

struct AreaProperties {
  double area = 0;
  Vec2 centroid = Vec2::Zero();
  // Second moments about the centroid: of x^2, x y and y^2. The polar moment is the sum of the outer ones.
  double xx = 0, xy = 0, yy = 0;
};
AreaProperties area_of(const Polygon& polygon);

// Moved, then turned by an angle given as cosine and sine.
Polygon moved(const Polygon& polygon, const Vec2& shift, double cosine, double sine);

// Where a body stands in the plane: x -> R x + position. R turns, and may scale: then cosine and sine are
// those of the angle times the scale.
struct Pose2 {
  Vec2 position = Vec2::Zero();
  double cosine = 1, sine = 0;

  Vec2 turn(const Vec2& v) const {
    return Vec2(cosine * v.x() - sine * v.y(), sine * v.x() + cosine * v.y());
  }
  Vec2 operator*(const Vec2& x) const { return turn(x) + position; }
  Vec2 back(const Vec2& x) const {
    const Vec2 v = (x - position) / (cosine * cosine + sine * sine);
    return Vec2(cosine * v.x() + sine * v.y(), cosine * v.y() - sine * v.x());
  }
};

// The edge, by the number of its first corner, through which the ray from the origin towards a point leaves.
// The origin must lie inside. Costs the logarithm of the number of corners.
std::uint32_t edge_towards(const Polygon& polygon, const Vec2& point);

// The corner furthest along a direction; of two that are equally far either. Found by walking uphill from
// `start`.
std::uint32_t furthest_corner(const Polygon& polygon, const Vec2& direction, std::uint32_t start);

}  // namespace scree
