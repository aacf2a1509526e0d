#include "narrowphase/polyhedra.h"

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "narrowphase/patch.h"

namespace scree {
namespace {

// The area vector counts as vanished below this share of the patch.
constexpr double no_direction = 1e-9;

void put_touch(const Overlap& overlap, const Vec3& d, const Vec3& otherwise, double radius, Touch& out) {
  const double patch = std::max(overlap.patch_a, overlap.patch_b);
  const double area = overlap.area.norm();
  if (area > no_direction * patch)
    out.normal = (1 / area) * overlap.area;
  else if (const double distance = otherwise.norm(); distance > 0)
    out.normal = otherwise / distance;
  else
    out.normal = Vec3::UnitX();
  out.arm_a = overlap.centroid;
  out.arm_b = overlap.centroid - d;
  // Deep inside a body of many parts, seams may be all that bounds the overlap.
  // No depth is beyond the overlap's size, even where neighbours cover all of its boundary.
  out.overlap = math::cbrt(overlap.volume);
  if (patch > 0) out.overlap = std::min(out.overlap, overlap.volume / patch);
  out.radius = radius;
  out.volume = overlap.volume;
  out.area = area;
  out.moment = overlap.moment;
  shape_patch(overlap.contact_line, out);
}

}  // namespace

bool touch_polyhedra(const PlacedPolyhedron& a, const PlacedPolyhedron& b, const Vec3& d, const Vec3& guess,
                     double radius, OverlapWork& work, Touch& out) {
  Overlap overlap;
  if (!find_overlap(a, b, d, guess, work, overlap)) return false;
  put_touch(overlap, d, d, radius, out);
  return true;
}

bool touch_polyhedron_half_space(const PlacedPolyhedron& a, const Vec3& d, const Vec3& outward, double radius,
                                 OverlapWork& work, Touch& out) {
  Overlap overlap;
  if (!find_overlap(a, Plane{outward, outward.dot(d)}, work, overlap)) return false;
  put_touch(overlap, d, -outward, radius, out);
  return true;
}

}  // namespace scree
