// Ellipses in the plane.
#pragma once

#include <cmath>

#include "base/vector.h"

namespace scree {

// As it stands, turned but not moved; with equal half axes a disc.
struct TurnedEllipse {
  Vec2 half_axes = Vec2::Ones();
  double cosine = 1, sine = 0;

  Vec2 turn(const Vec2& v) const {
    return Vec2(cosine * v.x() - sine * v.y(), sine * v.x() + cosine * v.y());
  }
  // In the ellipse's own axes.
  Vec2 turn_back(const Vec2& v) const {
    return Vec2(cosine * v.x() + sine * v.y(), cosine * v.y() - sine * v.x());
  }
  double radius() const { return half_axes.maxCoeff(); }
  double area_over_pi() const { return half_axes.x() * half_axes.y(); }

  // How far it reaches along a unit vector.
  double reach(const Vec2& n) const { return half_axes.cwiseProduct(turn_back(n)).norm(); }
  // The point that reaches furthest.
  Vec2 furthest(const Vec2& n) const {
    const Vec2 own = half_axes.cwiseProduct(turn_back(n));
    return turn(half_axes.cwiseProduct(own) / own.norm());
  }
  // Radius of curvature there: a^2 b^2 / reach^3.
  double curvature_radius(const Vec2& n) const {
    const double h = reach(n);
    return area_over_pi() / h * (area_over_pi() / (h * h));
  }
};

// The point nearest to a given one, seen from the centre, along the axes: the unit vector u for which it is
// half_axes times u. Of several any.
Vec2 nearest_on_ellipse(const Vec2& half_axes, const Vec2& point);

// Distance from a point, seen from the centre: below 0 inside.
double distance_to(const TurnedEllipse& body, const Vec2& point);

}  // namespace scree
