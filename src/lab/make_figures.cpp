#include "lab/make_figures.h"

#include <fmt/format.h>

#include <algorithm>

#include "geometry/figures.h"
#include "geometry/polygon.h"

namespace scree {
namespace {

using Result = Expected<std::vector<Shape>>;

std::vector<Vec2> in_plane(const std::vector<Vec3>& points) {
  std::vector<Vec2> flat;
  for (const Vec3& p : points) flat.emplace_back(p.x(), p.y());
  return flat;
}

Expected<Polygon> polygon_of(const ShapeSpec& s, Rng& rng) {
  if (s.kind == "box") {
    const double x = s.half_extents.x(), y = s.half_extents.y();
    return make_polygon(std::vector<Vec2>{{-x, -y}, {x, -y}, {x, y}, {-x, y}});
  }
  if (s.kind == "regular") return make_polygon(regular_polygon(static_cast<int>(s.sides), s.radius));
  if (s.kind == "grain") {
    std::vector<Vec2> corners = random_polygon(static_cast<int>(s.corners), s.elongation, rng);
    for (Vec2& v : corners) v *= s.radius;
    return make_polygon(corners);
  }
  return make_polygon(in_plane(s.vertices));
}

}  // namespace

Expected<std::vector<Shape>> make_figures(const SceneSpec&, const ShapeSpec& s, Rng& rng) {
  if (s.kind == "disc") return std::vector{make_disc(s.name, s.radius)};
  if (s.kind == "half-plane") return std::vector{make_half_space(s.name, s.normal)};
  std::vector<Shape> shapes;
  for (std::int64_t variant = 0; variant < s.variants; ++variant) {
    const Expected<Polygon> polygon = polygon_of(s, rng);
    if (!polygon) return Result::failure(polygon.error());
    shapes.push_back(make_polygon_shape(s.name, *polygon));
    shapes.back().given_origin = s.origin == "given";
  }
  return shapes;
}

}  // namespace scree
