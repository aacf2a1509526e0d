#include "narrowphase/polyhedra.h"

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "geometry/solid/separating_plane.h"
#include "narrowphase/elastic_touch.h"
#include "narrowphase/kernels.h"
#include "narrowphase/patch.h"

namespace scree {
namespace {

// The area vector counts as vanished below this share of the patch.
constexpr double no_direction = 1e-9;

// The mean depth. Deep inside a body of many parts, seams may be all that bounds the overlap: no depth is
// beyond its size, even where neighbours cover all of its boundary. Mostly the mean is known to be less,
// without a root.
double depth_of_region(double volume, double patch) {
  const double mean = patch > 0 ? volume / patch : volume;
  if (patch > 0 && mean * mean < 0.999 * patch) return mean;
  const double size = math::cbrt(volume);
  return patch > 0 ? std::min(size, mean) : size;
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
  out.overlap = depth_of_region(overlap.volume, patch);
  out.radius = radius;
  out.volume = overlap.volume;
  out.area = area;
  out.moment = overlap.moment;
  shape_patch(overlap.contact_line, out);
}

// Are the two known to be apart? One pair that touched in the last step most likely still does: whether there
// is a plane between them is only asked of the others.
bool known_apart(const PairInPlace& pair, WarmStart& warm, KernelWork& work) {
  if (pair.touched) return false;
  switch (find_separating_plane(*pair.a.solid, *pair.b.solid, pair.separation, warm.separating,
                                work.solids.plain)) {
    case Parting::none: return false;
    case Parting::spheres: ++work.cascade.spheres; return true;
    case Parting::last_plane: ++work.cascade.last_plane; return true;
    case Parting::projection: ++work.cascade.projection; return true;
    case Parting::reflection: ++work.cascade.reflection; return true;
  }
  return false;
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

void kernels::polyhedron_polyhedron(const PairInPlace& pair, WarmStart& warm, KernelWork& work,
                                    TouchList& out) {
  ++work.cascade.candidates;
  if (known_apart(pair, warm, work)) return;
  TouchOnBed& touch = work.touch;
  const PlacedPolyhedron &a = *pair.a.solid, &b = *pair.b.solid;
  if (!touch_polyhedra(a, b, pair.separation, pair.guess(), pair.facts->radius, work.solids, touch)) return;
  if (!pair.knows_volume()) [[unlikely]]
    put_bed(elastic_bed(a, b, pair.separation, touch.arm_a, pair.yields(), work.bed), 1, touch);
  out.add(touch, pair.key);
}

void kernels::polyhedron_half_space(const PairInPlace& pair, WarmStart&, KernelWork& work, TouchList& out) {
  ++work.cascade.candidates;
  TouchOnBed& touch = work.touch;
  const Vec3 outward = pair.b.outward();
  if (!touch_polyhedron_half_space(*pair.a.solid, pair.separation, outward, pair.facts->radius, work.solids,
                                   touch))
    return;
  if (!pair.knows_volume()) put_bed_on_half_space(outward, touch);
  out.add(touch, pair.key);
}

}  // namespace scree
