#include "geometry/solid/solids.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/math.h"
#include "base/text.h"
#include "geometry/hull/hull.h"

namespace scree {
namespace {

double golden_ratio() { return 0.5 * (1 + std::sqrt(5.0)); }

void add_ring(std::vector<Vec3>& vertices, int sides, double radius, double z) {
  for (int k = 0; k < sides; ++k) {
    const math::SinCos turn = math::sincos(2 * math::pi * k / sides);
    vertices.emplace_back(radius * turn.cos, radius * turn.sin, z);
  }
}

// (0, +-a, +-b) and its cyclic permutations: three rectangles.
void add_rectangles(std::vector<Vec3>& vertices, double a, double b) {
  for (int axis = 0; axis < 3; ++axis) {
    for (const double sa : {-1.0, 1.0}) {
      for (const double sb : {-1.0, 1.0}) {
        Vec3& v = vertices.emplace_back(Vec3::Zero());
        v[(axis + 1) % 3] = sa * a;
        v[(axis + 2) % 3] = sb * b;
      }
    }
  }
}

std::vector<Vec3> icosahedron() {
  std::vector<Vec3> vertices;
  add_rectangles(vertices, 1, golden_ratio());
  return vertices;
}

// The twenty faces of the icosahedron above: corners that are mutually neighbours, at the distance 2.
std::vector<std::array<std::uint32_t, 3>> icosahedron_faces(const std::vector<Vec3>& vertices) {
  std::vector<std::array<std::uint32_t, 3>> faces;
  const auto near = [&](std::uint32_t a, std::uint32_t b) {
    return (vertices[a] - vertices[b]).norm() < 2.5;
  };
  for (std::uint32_t a = 0; a < 12; ++a) {
    for (std::uint32_t b = a + 1; b < 12; ++b) {
      for (std::uint32_t c = b + 1; c < 12; ++c) {
        if (near(a, b) && near(b, c) && near(c, a)) faces.push_back({a, b, c});
      }
    }
  }
  return faces;
}

std::vector<Vec3> sphere_vertices(int level) {
  std::vector<Vec3> vertices = icosahedron();
  std::vector<std::array<std::uint32_t, 3>> faces = icosahedron_faces(vertices);
  for (Vec3& v : vertices) v.normalize();
  for (int l = 0; l < level; ++l) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middle;
    const auto between = [&](std::uint32_t a, std::uint32_t b) {
      const auto [found, is_new] =
          middle.try_emplace(std::minmax(a, b), static_cast<std::uint32_t>(vertices.size()));
      if (is_new) vertices.push_back(Vec3(vertices[a] + vertices[b]).normalized());
      return found->second;
    };
    std::vector<std::array<std::uint32_t, 3>> finer;
    finer.reserve(4 * faces.size());
    for (const auto& [a, b, c] : faces) {
      const std::uint32_t ab = between(a, b), bc = between(b, c), ca = between(c, a);
      finer.insert(finer.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
    }
    faces = std::move(finer);
  }
  return vertices;
}

void jitter_angles(std::vector<Vec3>& vertices, double jitter, Rng& rng) {
  for (Vec3& v : vertices) {
    const double theta = math::acos(std::clamp(v.z(), -1.0, 1.0)) * (1 + jitter * rng.uniform(-1, 1));
    const double phi = math::atan2(v.y(), v.x()) * (1 + jitter * rng.uniform(-1, 1));
    const math::SinCos t = math::sincos(theta), p = math::sincos(phi);
    v = Vec3(t.sin * p.cos, t.sin * p.sin, t.cos);
  }
}

// Points on the unit sphere that keep a distance. It shrinks whenever they do not find room.
std::vector<Vec3> spread_points(int count, Rng& rng) {
  // Caps of half the distance cover about a third of the sphere; random ones get stuck at 0.55.
  double distance = std::sqrt(4.8 / count);
  std::vector<Vec3> points;
  int misses = 0;
  while (static_cast<int>(points.size()) < count) {
    const Vec3 p = rng.unit_vector();
    const bool free = std::all_of(points.begin(), points.end(), [&](const Vec3& q) {
      return (p - q).squaredNorm() >= distance * distance;
    });
    if (free) points.push_back(p);
    misses = free ? 0 : misses + 1;
    if (misses == 1000) distance *= 0.9, misses = 0;
  }
  return points;
}

// Every point is a corner of the hull, and its faces keep away from the centre.
bool is_solid(const std::vector<Vec3>& points) {
  constexpr double least_depth = 0.15;
  const Expected<Polyhedron> hull = convex_hull(points);
  if (!hull || (*hull).vertices.size() != points.size()) return false;
  return std::all_of((*hull).planes.begin(), (*hull).planes.end(),
                     [](const Plane& plane) { return plane.offset >= least_depth; });
}

}  // namespace

std::vector<Vec3> box_vertices(const Vec3& half_edges) {
  std::vector<Vec3> vertices;
  for (const double z : {-1.0, 1.0}) {
    for (const double y : {-1.0, 1.0}) {
      for (const double x : {-1.0, 1.0}) vertices.push_back(half_edges.cwiseProduct(Vec3(x, y, z)));
    }
  }
  return vertices;
}

std::vector<Vec3> prism_vertices(std::span<const std::array<double, 2>> profile, double length) {
  std::vector<Vec3> vertices;
  for (const double z : {-0.5 * length, 0.5 * length}) {
    for (const auto& [x, y] : profile) vertices.emplace_back(x, y, z);
  }
  return vertices;
}

std::vector<Vec3> cylinder_vertices(double radius, double length, int sides) {
  return cone_vertices(radius, radius, length, sides);
}

std::vector<Vec3> cone_vertices(double radius, double top_radius, double length, int sides) {
  std::vector<Vec3> vertices;
  for (const auto& [r, z] : {std::pair{radius, -0.5 * length}, std::pair{top_radius, 0.5 * length}}) {
    if (r > 0) {
      add_ring(vertices, sides, r, z);
    } else {
      vertices.emplace_back(0, 0, z);
    }
  }
  return vertices;
}

std::vector<Vec3> ellipsoid_vertices(const Vec3& half_axes, int level, double jitter, Rng& rng) {
  std::vector<Vec3> vertices = sphere_vertices(std::clamp(level, 0, most_ellipsoid_levels));
  if (jitter > 0) jitter_angles(vertices, jitter, rng);
  for (Vec3& v : vertices) v = v.cwiseProduct(half_axes);
  return vertices;
}

std::vector<Vec3> ellipsoid_vertices(const Vec3& half_axes, int level) {
  Rng unused(0);
  return ellipsoid_vertices(half_axes, level, 0, unused);
}

namespace {

// Each corner in some direction from the centre.
std::vector<Vec3> corner_directions(RegularSolid solid) {
  switch (solid) {
    case RegularSolid::tetrahedron: return {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    case RegularSolid::cube: return box_vertices(Vec3::Ones());
    case RegularSolid::octahedron:
      return {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    case RegularSolid::dodecahedron: {
      std::vector<Vec3> vertices = box_vertices(Vec3::Ones());
      add_rectangles(vertices, 1 / golden_ratio(), golden_ratio());
      return vertices;
    }
    case RegularSolid::icosahedron: break;
  }
  return icosahedron();
}

}  // namespace

std::vector<Vec3> regular_solid_vertices(RegularSolid solid, double circumradius) {
  std::vector<Vec3> vertices = corner_directions(solid);
  for (Vec3& v : vertices) v = circumradius * v.normalized();
  return vertices;
}

std::vector<Vec3> random_grain_vertices(int count, double elongation, double flatness, Rng& rng) {
  // Few points often lie to one side of the centre: of four, seven times in eight.
  constexpr int most_tries = 10'000;
  std::vector<Vec3> points = spread_points(std::max(count, 4), rng);
  for (int k = 0; k < most_tries && !is_solid(points); ++k) points = spread_points(std::max(count, 4), rng);
  const Vec3 half_axes(1, elongation, elongation * flatness);
  for (Vec3& p : points) p = p.cwiseProduct(half_axes);
  return points;
}

}  // namespace scree
