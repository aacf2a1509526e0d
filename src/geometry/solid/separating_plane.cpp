#include "geometry/solid/separating_plane.h"

#include <bit>
#include <limits>

#include "base/lanes.h"
#include "base/processor.h"

namespace scree {
namespace {

using Point = Triple<double>;

// Bodies nearer than this share of their size go to the overlap itself, which alone decides whether they
// touch. Rounding can move a corner of a body as thin as 1:10,000 by some 1e-11.
constexpr double surely_apart = 1e-10;

constexpr int most_reflections = 12;

SCREE_KERNEL Lanes along(const FourCorners& four, const Point& n) {
  return load(four.x) * n.x + load(four.y) * n.y + load(four.z) * n.z;
}

// How far the body reaches along n.
SCREE_KERNEL double reach(const Corners& corners, const Point& n) {
  const FourCorners* const four = corners.data();
  Lanes furthest = along(four[0], n);
  for (std::size_t g = 1; g < corners.fours(); ++g) {
    const Lanes here = along(four[g], n);
    furthest = select(here > furthest, here, furthest);
  }
  return largest(furthest);
}

// The corner that reaches so far, the first of equals.
SCREE_KERNEL Point corner_at(const Corners& corners, const Point& n, double reach) {
  const FourCorners* const four = corners.data();
  for (std::size_t g = 0; g < corners.fours(); ++g)
    if (const unsigned here = bits(along(four[g], n) >= reach)) {
      const int lane = std::countr_zero(here);
      return {four[g].x[lane], four[g].y[lane], four[g].z[lane]};
    }
  return {four[0].x[0], four[0].y[0], four[0].z[0]};
}

SCREE_KERNEL Parting find_kernel(const PlacedSolid& a, const PlacedSolid& b, const Point& d,
                                 Point& direction) {
  const double margin = surely_apart * (a.radius + b.radius);
  const double length2 = inner(direction, direction);
  const bool known = length2 > 0.5 && length2 < 2;
  if (!known) {
    const double distance = root(inner(d, d));
    if (!(distance > 0)) return Parting::none;
    direction = d * (1 / distance);
  }
  for (int k = 0; k <= most_reflections; ++k) {
    const double of_a = reach(a.vertices, direction), of_b = reach(b.vertices, -direction);
    if (inner(direction, d) - of_b - of_a > margin)
      return k > 0 ? Parting::reflection : known ? Parting::last_plane : Parting::projection;
    const Point across =
        corner_at(a.vertices, direction, of_a) - (d + corner_at(b.vertices, -direction, of_b));
    const double across2 = inner(across, across);
    if (!(across2 > 0)) break;
    direction = direction - across * (2 * inner(direction, across) / across2);
  }
  return Parting::none;
}

SCREE_WIDE Parting find_wide(const PlacedSolid& a, const PlacedSolid& b, const Point& d, Point& direction) {
  return find_kernel(a, b, d, direction);
}
Parting find_plain(const PlacedSolid& a, const PlacedSolid& b, const Point& d, Point& direction) {
  return find_kernel(a, b, d, direction);
}

}  // namespace

Parting find_separating_plane(const PlacedSolid& a, const PlacedSolid& b, const Vec3& d, Vec3& direction,
                              bool plain) {
  const double reach = (1 + surely_apart) * (a.radius + b.radius);
  if (d.squaredNorm() > reach * reach) return Parting::spheres;
  Point normal = triple(direction);
  const Parting found = (has_wide_registers() && !plain ? find_wide : find_plain)(a, b, triple(d), normal);
  direction = vec3(normal);
  return found;
}

}  // namespace scree
