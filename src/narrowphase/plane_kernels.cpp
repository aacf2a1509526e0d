// Contacts of discs and polygons in the plane.
#include "narrowphase/elastic_touch.h"
#include "narrowphase/kernels.h"
#include "narrowphase/plane_contacts.h"
#include "narrowphase/sphere_sphere.h"
#include "narrowphase/sphere_wall.h"

namespace scree {
namespace {

// Polygons nearer than this share of their size may overlap: the kernel of overlaps decides, from the state
// alone. Walks that begin elsewhere find distances that differ by less.
constexpr double maybe_touching = 1e-11;

// Are the two known to be apart? Of those that did not touch in the last step the closest features tell.
bool known_apart(const TurnedPolygon& a, const TurnedPolygon& b, const Vec2& separation,
                 FeaturePair& features) {
  const double reach = (1 + 1e-9) * (a.radius() + b.radius());
  if (separation.squaredNorm() > reach * reach) return true;
  // b seen from a, in the units of a.
  const double ratio = b.scale / a.scale;
  const Vec2 turned = ratio * a.turn_back(Vec2(b.cosine, b.sine));
  const Pose2 pose{a.turn_back(separation) / a.scale, turned.x(), turned.y()};
  if (features.a == WarmStart::none) features = facing_features(a.shape, b.shape, pose);
  const ClosestFeatures found = find_closest_features(a.shape, b.shape, pose, features);
  features = found.features;
  return !found.overlap && found.distance * a.scale > maybe_touching * reach;
}

}  // namespace

void kernels::disc_disc(const PairInPlace& pair, WarmStart&, KernelWork& work, TouchList& out) {
  TouchOnBed& touch = work.touch = {};
  const double radius_a = pair.a.radius, radius_b = pair.b.radius;
  if (!touch_sphere_sphere(pair.separation, radius_a, radius_b, touch)) return;
  if (pair.knows_volume()) add_disc_lens(pair.separation.norm(), radius_a, radius_b, pair.layer, touch);
  out.add(touch, pair.key);
}

void kernels::disc_half_plane(const PairInPlace& pair, WarmStart&, KernelWork& work, TouchList& out) {
  TouchOnBed& touch = work.touch = {};
  if (!touch_sphere_half_space(pair.separation, pair.a.radius, pair.b.outward(), touch)) return;
  if (pair.knows_volume()) add_disc_segment(pair.a.radius, pair.layer, touch);
  out.add(touch, pair.key);
}

void kernels::disc_polygon(const PairInPlace& pair, WarmStart&, KernelWork& work, TouchList& out) {
  TouchOnBed& touch = work.touch = {};
  const bool volume = pair.knows_volume();
  if (volume && !pair.b.figure->covered.empty()) {
    if (touch_disc_over_joint(pair, touch)) out.add(touch, pair.key);
    return;
  }
  if (!touch_disc_polygon(in_plane(pair.separation), pair.a.radius, pair.b.polygon(), touch)) return;
  if (volume) add_disc_segment(pair.a.radius, pair.layer, touch);
  out.add(touch, pair.key);
}

void kernels::polygon_polygon(const PairInPlace& pair, WarmStart& warm, KernelWork& work, TouchList& out) {
  TurnedPolygon a = pair.a.polygon(), b = pair.b.polygon();
  const Vec2 d = in_plane(pair.separation), separation = d + b.centre() - a.centre();
  FeaturePair& features = warm.features;
  if (!pair.touched && known_apart(a, b, separation, features)) return;
  if (features.a != WarmStart::none) {
    a.near = features.a / 2;
    b.near = features.b / 2;
  }
  const bool known = pair.last_normal && !pair.last_normal->isZero();
  TouchOnBed& touch = work.touch;
  const bool touching = touch_polygons(a, b, d, known ? in_plane(*pair.last_normal) : separation, pair.layer,
                                       pair.facts->radius, work.figures, touch);
  features = {2 * work.figures.top_a, 2 * work.figures.top_b};
  if (!touching) return;
  if (!pair.knows_volume()) {
    const Vec2 from = a.centre();
    put_bed(elastic_bed(a, b, separation, in_plane(touch.arm_a) - from, pair.yields(), work.bed), pair.layer,
            touch);
  }
  out.add(touch, pair.key);
}

void kernels::polygon_half_plane(const PairInPlace& pair, WarmStart&, KernelWork& work, TouchList& out) {
  TouchOnBed& touch = work.touch;
  const Vec3 outward = pair.b.outward();
  if (!touch_polygon_half_plane(pair.a.polygon(), in_plane(pair.separation), in_plane(outward), pair.layer,
                                pair.facts->radius, work.figures, touch))
    return;
  if (!pair.knows_volume()) put_bed_on_half_space(outward, touch);
  out.add(touch, pair.key);
}

}  // namespace scree
