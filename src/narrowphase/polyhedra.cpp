#include "narrowphase/polyhedra.h"

#include <algorithm>
#include <cmath>

#include "base/math.h"

namespace scree {
namespace {

// The area vector counts as vanished below this share of the patch.
constexpr double no_direction = 1e-9;

// Mean square distance of a patch's points from its long axis: a quarter of the squared radius of a disc of
// its area, but less for long ones. With q = 4 pi area over the squared perimeter, 1 for discs, a strip has
// q/3 of that; squares and rounder patches count as discs.
double width2_of(double area, double perimeter) {
  if (!(perimeter > 0)) return 0;
  const double q = 4 * math::pi * area / (perimeter * perimeter);
  return area / (4 * math::pi) * std::min(1.0, q * (1 + 5 * q) / 3);
}

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
  out.overlap = patch > 0 ? overlap.volume / patch : math::cbrt(overlap.volume);
  out.radius = radius;
  out.volume = overlap.volume;
  out.area = area;
  out.moment = overlap.moment;
  out.width2 = width2_of(area, overlap.contact_line);
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
