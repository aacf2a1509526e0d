#include "io/vtk/surface.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "geometry/plane/figures.h"

namespace scree {
namespace {

struct UnitSphere {
  std::vector<Vec3> points;
  std::vector<std::array<std::int32_t, 3>> triangles;
};

UnitSphere icosahedron() {
  const double golden = 0.5 * (1 + std::sqrt(5.0));
  UnitSphere s;
  for (const double a : {-1.0, 1.0})
    for (const double b : {-golden, golden})
      for (int axis = 0; axis < 3; ++axis) {
        Vec3 p = Vec3::Zero();
        p[(axis + 1) % 3] = a;
        p[(axis + 2) % 3] = b;
        s.points.push_back(p.normalized());
      }
  // Faces are the triples of points at the distance of an edge, turned outwards.
  const double edge = 2 / std::sqrt(1 + golden * golden);
  const auto neighbours = [&](std::int32_t i, std::int32_t j) {
    return std::abs((s.points[i] - s.points[j]).norm() - edge) < 0.01;
  };
  for (std::int32_t i = 0; i < 12; ++i)
    for (std::int32_t j = i + 1; j < 12; ++j)
      for (std::int32_t k = j + 1; k < 12; ++k) {
        if (!neighbours(i, j) || !neighbours(j, k) || !neighbours(k, i)) continue;
        const bool outwards = s.points[i].dot(s.points[j].cross(s.points[k])) > 0;
        s.triangles.push_back(outwards ? std::array{i, j, k} : std::array{i, k, j});
      }
  return s;
}

UnitSphere subdivided(UnitSphere s) {
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> middle;
  const auto between = [&](std::int32_t i, std::int32_t j) {
    const auto [place, is_new] =
        middle.try_emplace(std::minmax({i, j}), static_cast<std::int32_t>(s.points.size()));
    if (is_new) s.points.push_back((s.points[i] + s.points[j]).normalized());
    return place->second;
  };
  std::vector<std::array<std::int32_t, 3>> finer;
  for (const auto& [i, j, k] : s.triangles) {
    const std::int32_t ij = between(i, j), jk = between(j, k), ki = between(k, i);
    finer.insert(finer.end(), {{i, ij, ki}, {j, jk, ij}, {k, ki, jk}, {ij, jk, ki}});
  }
  s.triangles = std::move(finer);
  return s;
}

void add_polygon(Surface& surface, std::size_t first, std::initializer_list<std::int32_t> corners) {
  for (const std::int32_t c : corners) surface.connectivity.push_back(static_cast<std::int32_t>(first) + c);
  surface.ends.push_back(static_cast<std::int32_t>(surface.connectivity.size()));
}

}  // namespace

float to_float(double value) {
  constexpr double limit = std::numeric_limits<float>::max();
  return static_cast<float>(std::clamp(value, -limit, limit));
}

void Surface::add_point(const Vec3& p) {
  for (int k = 0; k < 3; ++k) xyz.push_back(to_float(p[k]));
}

void add_sphere(Surface& surface, double radius, const Vec3& centre, const Quat& orientation) {
  static const UnitSphere unit = subdivided(icosahedron());
  const std::size_t first = surface.points();
  const Mat3 turn = radius * orientation.toRotationMatrix();
  for (const Vec3& p : unit.points) surface.add_point(centre + turn * p);
  for (const auto& [i, j, k] : unit.triangles) add_polygon(surface, first, {i, j, k});
}

void add_polyhedron(Surface& surface, const Polyhedron& solid, double scale, const Vec3& centre,
                    const Quat& orientation) {
  const std::int32_t first = static_cast<std::int32_t>(surface.points());
  for (const Vec3& v : solid.vertices) surface.add_point(centre + orientation * (scale * v));
  for (std::size_t f = 0; f < solid.faces(); ++f) {
    for (const std::uint32_t corner : solid.corners_of(f))
      surface.connectivity.push_back(first + static_cast<std::int32_t>(corner));
    surface.ends.push_back(static_cast<std::int32_t>(surface.connectivity.size()));
  }
}

void add_polygon(Surface& surface, const Polygon& polygon, double scale, const Vec3& centre,
                 const Quat& orientation) {
  const std::int32_t first = static_cast<std::int32_t>(surface.points());
  for (std::uint32_t k = 0; k < polygon.size(); ++k) {
    const Vec2 v = polygon.vertices[k] + polygon.place;
    surface.add_point(centre + orientation * Vec3(scale * v.x(), scale * v.y(), 0));
    surface.connectivity.push_back(first + static_cast<std::int32_t>(k));
  }
  surface.ends.push_back(static_cast<std::int32_t>(surface.connectivity.size()));
}

void add_disc(Surface& surface, double radius, const Vec3& centre, const Quat& orientation) {
  add_ellipse(surface, Vec2::Constant(radius), centre, orientation);
}

void add_ellipse(Surface& surface, const Vec2& half_axes, const Vec3& centre, const Quat& orientation) {
  static const Polygon unit = *make_polygon(regular_polygon(disc_points, 1));
  Polygon stretched = unit;
  for (Vec2& v : stretched.vertices) v = half_axes.cwiseProduct(v);
  add_polygon(surface, stretched, 1, centre, orientation);
}

void add_plane(Surface& surface, const Vec3& point, const Vec3& normal, const Vec3& middle,
               double half_size) {
  const std::size_t first = surface.points();
  const Vec3 centre = middle - (middle - point).dot(normal) * normal;
  int least = 0;
  for (int k = 1; k < 3; ++k)
    if (std::abs(normal[k]) < std::abs(normal[least])) least = k;
  const Vec3 u = Vec3::Unit(least).cross(normal).normalized();
  const Vec3 v = normal.cross(u);
  for (const auto& [s, t] : std::to_array<std::array<double, 2>>({{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}))
    surface.add_point(centre + half_size * (s * u + t * v));
  add_polygon(surface, first, {0, 1, 2, 3});
}

}  // namespace scree
