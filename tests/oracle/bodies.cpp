#include "oracle/bodies.h"

#include <algorithm>
#include <stdexcept>

#include "base/math.h"
#include "geometry/hull/hull.h"

namespace scree::oracle {
namespace {

Polyhedron hull_of(const std::vector<Vec3>& points) {
  Expected<Polyhedron> hull = convex_hull(points);
  if (!hull) throw std::logic_error("a body for the tests has no hull");
  return *hull;
}

}  // namespace

Polyhedron box(const Vec3& half) {
  std::vector<Vec3> points;
  for (int c = 0; c < 8; ++c)
    points.push_back(half.cwiseProduct(Vec3(c & 1 ? 1 : -1, c & 2 ? 1 : -1, c & 4 ? 1 : -1)));
  return hull_of(points);
}

Polyhedron octahedron() {
  return hull_of({{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}});
}

Polyhedron tetrahedron(double half) {
  return hull_of({{half, half, half}, {half, -half, -half}, {-half, half, -half}, {-half, -half, half}});
}

Polyhedron roof() {
  return hull_of({{1, 1, -1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, -1}, {1, 0, 1}, {-1, 0, 1}});
}

Polyhedron lattice_hull(Rng& rng, int points, int reach) {
  while (true) {
    std::vector<Vec3> corners;
    for (int k = 0; k < points; ++k) {
      Vec3 p;
      for (int axis = 0; axis < 3; ++axis)
        p[axis] = static_cast<double>(rng.below(2 * static_cast<std::uint64_t>(reach) + 1)) - reach;
      corners.push_back(p);
    }
    const Expected<Polyhedron> hull = convex_hull(corners);
    if (!hull) continue;
    // The overlap wants the origin inside, or at least near.
    if (std::ranges::all_of((*hull).planes, [](const Plane& plane) { return plane.offset >= 0; }))
      return *hull;
  }
}

Polyhedron random_hull(Rng& rng, int corners, const Vec3& half_axes) {
  while (true) {
    std::vector<Vec3> points;
    for (int k = 0; k < corners; ++k) points.push_back(half_axes.cwiseProduct(rng.unit_vector()));
    if (const Expected<Polyhedron> hull = convex_hull(points)) return principal_form(*hull).polyhedron;
  }
}

Polyhedron random_prism(Rng& rng, int sides, double half_height) {
  while (true) {
    std::vector<Vec3> points;
    for (int k = 0; k < sides; ++k) {
      const math::SinCos at = math::sincos(2 * math::pi * (k + rng.uniform(-0.3, 0.3)) / sides);
      points.push_back({at.cos, at.sin, -half_height});
      points.push_back({at.cos, at.sin, half_height});
    }
    if (const Expected<Polyhedron> hull = convex_hull(points)) return principal_form(*hull).polyhedron;
  }
}

std::vector<Polyhedron> varied_bodies(Rng& rng, int count, double aspect) {
  std::vector<Polyhedron> bodies;
  for (int n = 0; n < count; ++n) {
    const int corners = 4 + static_cast<int>(rng.below(57));
    const double which = rng.uniform();
    if (which < 0.1)
      bodies.push_back(lattice_hull(rng, std::max(corners / 2, 8), 3));
    else if (which < 0.25)
      bodies.push_back(random_prism(rng, std::max(corners / 2, 3), log_uniform(rng, 0.1, 10)));
    else if (which < 0.5)
      bodies.push_back(random_hull(rng, corners, Vec3::Ones()));
    else
      bodies.push_back(
          random_hull(rng, corners, {1, log_uniform(rng, 1 / aspect, 1), log_uniform(rng, 1 / aspect, 1)}));
  }
  return bodies;
}

double log_uniform(Rng& rng, double low, double high) {
  return low * math::exp(rng.uniform() * math::log(high / low));
}

}  // namespace scree::oracle
