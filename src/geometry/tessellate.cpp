#include "geometry/tessellate.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "geometry/plane/figures.h"

namespace scree {
namespace {

void add_triangle(SurfaceMesh& mesh, std::uint32_t i, std::uint32_t j, std::uint32_t k) {
  mesh.corners.insert(mesh.corners.end(), {i, j, k});
  mesh.ends.push_back(static_cast<std::uint32_t>(mesh.corners.size()));
}

SurfaceMesh icosahedron_mesh() {
  const double golden = 0.5 * (1 + std::sqrt(5.0));
  SurfaceMesh mesh;
  for (const double a : {-1.0, 1.0})
    for (const double b : {-golden, golden})
      for (int axis = 0; axis < 3; ++axis) {
        Vec3 p = Vec3::Zero();
        p[(axis + 1) % 3] = a;
        p[(axis + 2) % 3] = b;
        mesh.points.push_back(p.normalized());
      }
  // Faces are the triples of points at the distance of an edge, turned outwards.
  const std::vector<Vec3>& x = mesh.points;
  const double edge = 2 / std::sqrt(1 + golden * golden);
  const auto neighbours = [&](std::uint32_t i, std::uint32_t j) {
    return std::abs((x[i] - x[j]).norm() - edge) < 0.01;
  };
  for (std::uint32_t i = 0; i < 12; ++i)
    for (std::uint32_t j = i + 1; j < 12; ++j)
      for (std::uint32_t k = j + 1; k < 12; ++k) {
        if (!neighbours(i, j) || !neighbours(j, k) || !neighbours(k, i)) continue;
        const bool outwards = x[i].dot(x[j].cross(x[k])) > 0;
        add_triangle(mesh, i, outwards ? j : k, outwards ? k : j);
      }
  return mesh;
}

// Each triangle of a mesh on the unit sphere becomes four.
SurfaceMesh subdivided(const SurfaceMesh& coarse) {
  SurfaceMesh fine{coarse.points, {}, {}};
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middle;
  const auto between = [&](std::uint32_t i, std::uint32_t j) {
    const auto [place, is_new] =
        middle.try_emplace(std::minmax({i, j}), static_cast<std::uint32_t>(fine.points.size()));
    if (is_new) fine.points.push_back((fine.points[i] + fine.points[j]).normalized());
    return place->second;
  };
  for (std::size_t c = 0; c < coarse.corners.size(); c += 3) {
    const std::uint32_t i = coarse.corners[c], j = coarse.corners[c + 1], k = coarse.corners[c + 2];
    const std::uint32_t ij = between(i, j), jk = between(j, k), ki = between(k, i);
    add_triangle(fine, i, ij, ki);
    add_triangle(fine, j, jk, ij);
    add_triangle(fine, k, ki, jk);
    add_triangle(fine, ij, jk, ki);
  }
  return fine;
}

}  // namespace

std::shared_ptr<const SurfaceMesh> unit_sphere_mesh() {
  static const auto mesh = std::make_shared<const SurfaceMesh>(subdivided(icosahedron_mesh()));
  return mesh;
}

std::shared_ptr<const SurfaceMesh> unit_disc_mesh() {
  static const auto mesh = [] {
    const std::shared_ptr<const Polygon> polygon =
        std::make_shared<Polygon>(*make_polygon(regular_polygon(disc_points, 1)));
    return std::make_shared<const SurfaceMesh>(tessellate(std::span(&polygon, 1)));
  }();
  return mesh;
}

SurfaceMesh tessellate(std::span<const std::shared_ptr<const Polyhedron>> parts) {
  SurfaceMesh mesh;
  for (const auto& part : parts) {
    const auto first = static_cast<std::uint32_t>(mesh.points.size());
    mesh.points.insert(mesh.points.end(), part->vertices.begin(), part->vertices.end());
    for (std::size_t f = 0; f < part->faces(); ++f) {
      for (const std::uint32_t corner : part->corners_of(f)) mesh.corners.push_back(first + corner);
      mesh.ends.push_back(static_cast<std::uint32_t>(mesh.corners.size()));
    }
  }
  return mesh;
}

SurfaceMesh tessellate(std::span<const std::shared_ptr<const Polygon>> figures) {
  SurfaceMesh mesh;
  for (const auto& figure : figures) {
    for (const Vec2& vertex : figure->vertices) {
      const Vec2 v = vertex + figure->place;
      mesh.corners.push_back(static_cast<std::uint32_t>(mesh.points.size()));
      mesh.points.emplace_back(v.x(), v.y(), 0);
    }
    mesh.ends.push_back(static_cast<std::uint32_t>(mesh.corners.size()));
  }
  return mesh;
}

std::array<Vec3, 4> square_of_plane(const Vec3& point, const Vec3& normal, const Vec3& middle,
                                    double half_size) {
  const Vec3 centre = middle - (middle - point).dot(normal) * normal;
  int least = 0;
  for (int k = 1; k < 3; ++k)
    if (std::abs(normal[k]) < std::abs(normal[least])) least = k;
  const Vec3 u = Vec3::Unit(least).cross(normal).normalized();
  const Vec3 v = normal.cross(u);
  const auto corner = [&](double s, double t) -> Vec3 { return centre + half_size * (s * u + t * v); };
  return {corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)};
}

}  // namespace scree
