#include "measure/fabric.h"

#include <algorithm>
#include <cmath>

#include "base/math.h"

namespace scree {
namespace {

// Of the unit disc, the area where X <= x and Y <= y.
double quadrant(double x, double y) {
  if (x <= -1 || y <= -1) return 0;
  x = std::min(x, 1.0);
  y = std::min(y, 1.0);
  const auto half = [](double u) { return 0.5 * (u * std::sqrt(1 - u * u) + math::asin(u)); };
  if (x * x + y * y < 1) return x * y + half(x) + half(y) + math::pi / 4;
  // The corner is outside: what is cut off is a segment or two.
  const auto below = [&](double u) { return 2 * half(u) + math::pi / 2; };
  if (x < 0 && y < 0) return 0;
  if (x < 0) return below(x);
  if (y < 0) return below(y);
  return below(x) + below(y) - math::pi;
}

// The area of a convex polygon in a rectangle: cut by one side after the other.
double polygon_in_rectangle(std::vector<Vec2>& corners, const Vec2& lower, const Vec2& upper) {
  std::vector<Vec2> rest;
  for (int side = 0; side < 4; ++side) {
    const int k = side / 2;
    const auto depth = [&](const Vec2& p) { return side % 2 ? upper[k] - p[k] : p[k] - lower[k]; };
    rest.clear();
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Vec2& p = corners[i];
      const Vec2& q = corners[i + 1 == corners.size() ? 0 : i + 1];
      const double here = depth(p), there = depth(q);
      if (here >= 0) rest.push_back(p);
      if ((here < 0) != (there < 0)) rest.push_back(p + here / (here - there) * (q - p));
    }
    corners.swap(rest);
    if (corners.empty()) return 0;
  }
  double twice = 0;  // about a corner: far from the origin products would cancel
  for (std::size_t i = 1; i + 1 < corners.size(); ++i)
    twice += cross(corners[i] - corners[0], corners[i + 1] - corners[0]);
  return 0.5 * twice;
}

// The area of a body in a rectangle, for the kinds that have one in closed form.
double area_inside(const State& state, BodyIndex i, const Vec2& shift, const Box& box) {
  const Bodies& b = state.bodies;
  const Shape& shape = state.shapes[b.shape[i]];
  const Vec2 lower = box.lower.head<2>(), upper = box.upper.head<2>();
  const Vec2 centre = b.position[i].head<2>() + shift;
  if (shape.kind == ShapeKind::disc)
    return disc_in_rectangle(centre, b.scale[i] * shape.radius, lower, upper);
  double area = 0;
  std::vector<Vec2> corners;
  for (const auto& figure : shape.figures) {
    corners.clear();
    for (const Vec2& corner : figure->vertices) {
      const Vec2 v = corner + figure->place;
      const Vec3 turned = b.orientation[i] * Vec3(b.scale[i] * v.x(), b.scale[i] * v.y(), 0);
      corners.push_back(centre + turned.head<2>());
    }
    area += polygon_in_rectangle(corners, lower, upper);
  }
  return area;
}

bool has_area_inside(const State& state, BodyIndex i) {
  const ShapeKind kind = state.shapes[state.bodies.shape[i]].kind;
  return kind == ShapeKind::disc || kind == ShapeKind::polygon;
}

}  // namespace

double disc_in_rectangle(const Vec2& centre, double radius, const Vec2& lower, const Vec2& upper) {
  const Vec2 low = (lower - centre) / radius, high = (upper - centre) / radius;
  const double area = quadrant(high.x(), high.y()) - quadrant(low.x(), high.y()) -
                      quadrant(high.x(), low.y()) + quadrant(low.x(), low.y());
  return std::max(0.0, area) * radius * radius;
}

Fabric fabric_of(const Observation& now, const Zone& zone) {
  const State& state = now.state();
  const Bodies& b = state.bodies;
  const Contacts& contacts = state.contacts;
  Fabric fabric;
  std::vector<std::uint8_t> inside(b.size());
  for (BodyIndex i = 0; i < b.size(); ++i) {
    inside[i] = b.free(i) && zone.holds(b.position[i]);
    fabric.grains += inside[i];
  }
  const std::vector<Neighbours> neighbours = neighbours_of_each(state);
  for (BodyIndex i = 0; i < b.size(); ++i)
    if (inside[i]) fabric.neighbours += neighbours[i].grains + neighbours[i].walls;
  const std::span<const Observation::Arms> arms = now.lone_arms();
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const auto [one, other] = contacts.pair[k];
    if (!b.free(one) || !b.free(other)) continue;
    if (!zone.holds(b.position[one] + arms[k].a)) continue;
    const Vec3& n = contacts.history[k].normal;
    fabric.tensor += n * n.transpose();
    ++fabric.contacts;
  }
  if (fabric.contacts) fabric.tensor /= static_cast<double>(fabric.contacts);
  return fabric;
}

double solid_fraction(const State& state, const Zone& zone) {
  const Bodies& b = state.bodies;
  if (!(zone.volume > 0)) return 0;
  const bool cut = state.dimension == 2 && zone.box;
  double volume = 0;
  for (BodyIndex i = 0; i < b.size(); ++i) {
    if (!b.free(i)) continue;
    if (cut && has_area_inside(state, i)) {
      const int x = state.cell.periodic[0], y = state.cell.periodic[1];
      for (int n = -x; n <= x; ++n)
        for (int m = -y; m <= y; ++m)
          volume += state.thickness *
                    area_inside(state, i, {n * state.cell.length.x(), m * state.cell.length.y()}, *zone.box);
    } else if (zone.holds(b.position[i])) {
      volume += state.shapes[b.shape[i]].volume * volume_factor(state, b.scale[i]);
    }
  }
  return volume / zone.volume;
}

}  // namespace scree
