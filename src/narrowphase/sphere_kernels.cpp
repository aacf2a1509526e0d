// Contacts of spheres.
#include <algorithm>
#include <tuple>

#include "geometry/solid/shared_faces.h"
#include "narrowphase/kernels.h"
#include "narrowphase/sphere_polyhedron.h"
#include "narrowphase/sphere_sphere.h"
#include "narrowphase/sphere_wall.h"

namespace scree {
namespace {

// Whether a neighbour that covers a face of this part takes the contact over: the point of the surface that
// is nearest to the sphere lies in the neighbour, which is nearer, or as near and has the smaller number. So
// a sphere above a seam touches one of the two, and never the edge inside. Both sides come to the same
// answer: they compare the same two numbers.
bool taken_over(const PairInPlace& pair, const Touch& touch) {
  const PlacedPolyhedron& body = *pair.b.solid;
  if (body.covered.empty()) return false;
  const auto distance_from = [&](const Vec3& centre, const PlacedSolid& solid) {
    Vec3 outward;
    return distance_to(solid, -pair.cell->separation(*pair.a.position, centre), outward);
  };
  const Vec3 nearest = (pair.a.radius - touch.overlap) * touch.normal - pair.separation;
  const double rounding = 2 * seam_tolerance * body.radius;
  const double own = distance_from(*pair.b.position, body);
  return std::ranges::any_of(body.covered, [&](const CoveredFace& covered) {
    const Vec3 x = nearest - covered.cover_centre;
    for (const Plane& plane : covered.cover.planes)
      if (plane.normal.dot(x) > plane.offset + rounding) return false;
    return std::tuple(distance_from(*covered.cover_position, covered.cover), covered.cover_body,
                      covered.cover_part) < std::tuple(own, pair.b.body, pair.b.part);
  });
}

// What all kernels of a sphere and a wall have in common: `touches` writes the touch, if there is one.
template <class Touches>
void sphere_wall(const PairInPlace& pair, KernelWork& work, TouchList& out, const Touches& touches) {
  TouchOnBed& touch = work.touch = {};
  if (!touches(touch)) return;
  if (pair.knows_volume()) add_cap(pair.a.radius, touch);
  out.add(touch, pair.key);
}

}  // namespace

void kernels::sphere_sphere(const PairInPlace& pair, WarmStart&, KernelWork& work, TouchList& out) {
  TouchOnBed& touch = work.touch = {};
  const double radius_a = pair.a.radius, radius_b = pair.b.radius;
  if (!touch_sphere_sphere(pair.separation, radius_a, radius_b, touch)) return;
  if (pair.knows_volume()) add_lens(pair.separation.norm(), radius_a, radius_b, touch);
  out.add(touch, pair.key);
}

void kernels::sphere_half_space(const PairInPlace& pair, WarmStart&, KernelWork& work, TouchList& out) {
  sphere_wall(pair, work, out, [&](Touch& touch) {
    return touch_sphere_half_space(pair.separation, pair.a.radius, pair.b.outward(), touch);
  });
}

void kernels::sphere_box(const PairInPlace& pair, WarmStart&, KernelWork& work, TouchList& out) {
  sphere_wall(pair, work, out, [&](Touch& touch) {
    return touch_sphere_box(pair.separation, pair.a.radius, pair.b.orientation->toRotationMatrix(),
                            pair.b.scale * pair.b.shape->half_extents, touch) &&
           !taken_over(pair, touch);
  });
}

void kernels::sphere_polyhedron(const PairInPlace& pair, WarmStart&, KernelWork& work, TouchList& out) {
  sphere_wall(pair, work, out, [&](Touch& touch) {
    return touch_sphere_polyhedron(pair.separation, pair.a.radius, *pair.b.solid, touch) &&
           !taken_over(pair, touch);
  });
}

}  // namespace scree
