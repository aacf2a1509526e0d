#include "narrowphase/ellipse_contacts.h"

#include <algorithm>

#include "narrowphase/kernels.h"

namespace scree {
namespace {

// How much of a patch can rock: nothing of a disc's, which presses the same however it is turned, all of a
// needle's.
double out_of_round(const TurnedEllipse& body) {
  const double ratio = body.half_axes.minCoeff() / body.half_axes.maxCoeff();
  return 1 - ratio * ratio;
}

}  // namespace

TurnedEllipse turned_ellipse(const PlacedShape& body) {
  return {body.scale * body.shape->half_extents.head<2>(), body.cosine, body.sine};
}

bool touch_ellipses(const TurnedEllipse& a, const TurnedEllipse& b, const Vec2& d, double thickness,
                    Touch& out) {
  if (const double reach = a.radius() + b.radius(); d.squaredNorm() >= reach * reach) return false;
  PlaneOverlap overlap;
  if (!find_overlap(a, b, d, overlap)) return false;
  put_touch(overlap, Vec2::Zero(), d, d, thickness, 0, out);
  out.width2 *= out_of_round(a) * out_of_round(b);
  const Vec2 n = in_plane(out.normal);
  const double radius_a = a.curvature_radius(n), radius_b = b.curvature_radius(n);
  out.radius = radius_a * radius_b / (radius_a + radius_b);
  out.overlap = a.reach(n) + b.reach(n) - d.dot(n);
  return out.overlap > 0;
}

bool touch_ellipse_polygon(const TurnedEllipse& a, const TurnedPolygon& b, const Vec2& d, double thickness,
                           Touch& out) {
  PlaneOverlap overlap;
  const Vec2 to_part = d + b.centre();
  if (!find_overlap(a, b, to_part, overlap)) return false;
  put_touch(overlap, Vec2::Zero(), d, d, thickness, 0, out);
  out.width2 *= out_of_round(a);
  const Vec2 n = in_plane(out.normal);
  out.radius = a.curvature_radius(n);
  out.overlap = a.reach(n) + reach_of(b, -n) - to_part.dot(n);
  // At a joint the deepest point may lie beyond this piece: then what is over the piece counts, a segment as
  // wide and as large.
  if (!b.shape.covered.empty() && overlap.contact.norm() > 0)
    out.overlap = std::min(out.overlap, 1.5 * overlap.area / overlap.contact.norm());
  return out.overlap > 0;
}

bool touch_ellipse_half_plane(const TurnedEllipse& a, const Vec2& d, const Vec2& outward, double thickness,
                              Touch& out) {
  PlaneOverlap overlap;
  if (!find_overlap(a, d, outward, overlap)) return false;
  put_touch(overlap, Vec2::Zero(), d, -outward, thickness, a.curvature_radius(-outward), out);
  out.width2 *= out_of_round(a);
  out.overlap = a.reach(-outward) + outward.dot(d);
  return out.overlap > 0;
}

void kernels::ellipse_ellipse(const PairInPlace& pair, WarmStart&, KernelWork& work, TouchList& out) {
  TouchOnBed& touch = work.touch = {};
  if (touch_ellipses(turned_ellipse(pair.a), turned_ellipse(pair.b), in_plane(pair.separation), pair.layer,
                     touch))
    out.add(touch, pair.key);
}

void kernels::ellipse_half_plane(const PairInPlace& pair, WarmStart&, KernelWork& work, TouchList& out) {
  TouchOnBed& touch = work.touch = {};
  if (touch_ellipse_half_plane(turned_ellipse(pair.a), in_plane(pair.separation), in_plane(pair.b.outward()),
                               pair.layer, touch))
    out.add(touch, pair.key);
}

void kernels::ellipse_polygon(const PairInPlace& pair, WarmStart&, KernelWork& work, TouchList& out) {
  TouchOnBed& touch = work.touch = {};
  if (touch_ellipse_polygon(turned_ellipse(pair.a), pair.b.polygon(), in_plane(pair.separation), pair.layer,
                            touch))
    out.add(touch, pair.key);
}

// As an ellipse with equal axes, but as everywhere a disc touches where it ends.
bool touch_disc_over_joint(const PairInPlace& pair, Touch& out) {
  if (!touch_ellipse_polygon(turned_ellipse(pair.a), pair.b.polygon(), in_plane(pair.separation), pair.layer,
                             out))
    return false;
  const Vec3 shift = pair.a.radius * out.normal - out.arm_a;
  out.moment -= shift.cross(out.area * out.normal);
  out.arm_a += shift;
  out.arm_b += shift;
  return true;
}

}  // namespace scree
