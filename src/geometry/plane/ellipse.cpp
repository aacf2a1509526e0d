#include "geometry/plane/ellipse.h"

#include <algorithm>

namespace scree {
namespace {

// In the first quadrant, with the longer axis first. The vector from the ellipse to the point is some
// multiple s b^2 of the gradient: in units of the short axis u = (m x / (s + m^2), y / (s + 1)) with the
// ratio m of the axes, and s makes |u| = 1. Newton's method for 1/|u|, which is concave in s, climbs from
// below without overshooting, and is exact where one of the terms is alone.
Vec2 nearest_in_quadrant(double ratio, const Vec2& point) {
  constexpr double nothing = 1e-150;  // its inverse is still a number
  const double square = ratio * ratio;
  const double x = point.x() > nothing ? ratio * point.x() : 0, y = point.y() > nothing ? point.y() : 0;
  // Between the centres of curvature on the long axis: both sides are equally near.
  if (y == 0 && x < square - 1) {
    const double u = x / (square - 1);
    return Vec2(u, std::sqrt((1 - u) * (1 + u)));
  }
  if (x == 0 && y == 0) return Vec2(1, 0);
  // s + 1, which keeps its digits where s is near the pole.
  double shifted = std::max(y, x - (square - 1));
  Vec2 u = Vec2(1, 0);
  for (int n = 0; n < 100; ++n) {
    const double of_x = shifted + (square - 1);
    u = Vec2(x / of_x, y > 0 ? y / shifted : 0);
    const double length = u.norm();
    const double slope = u.x() * u.x() / of_x + (y > 0 ? u.y() * u.y() / shifted : 0);
    const double next = shifted + (length - 1) * length * length / slope;
    if (!(next > shifted * (1 + 4e-16))) break;
    shifted = next;
  }
  return u.normalized();
}

}  // namespace

Vec2 nearest_on_ellipse(const Vec2& half_axes, const Vec2& point) {
  const bool swaps = half_axes.y() > half_axes.x();
  const double a = half_axes.maxCoeff(), b = half_axes.minCoeff();
  Vec2 p = point.cwiseAbs() / b;
  if (swaps) std::swap(p.x(), p.y());
  Vec2 u = nearest_in_quadrant(a / b, p);
  if (swaps) std::swap(u.x(), u.y());
  return Vec2(std::copysign(u.x(), point.x()), std::copysign(u.y(), point.y()));
}

double distance_to(const TurnedEllipse& body, const Vec2& point) {
  const Vec2 own = body.turn_back(point);
  const Vec2 u = nearest_on_ellipse(body.half_axes, own);
  const Vec2 way = own - body.half_axes.cwiseProduct(u);
  // The normal there is along u over the half axes.
  return std::copysign(way.norm(), way.dot(u.cwiseQuotient(body.half_axes)));
}

}  // namespace scree
