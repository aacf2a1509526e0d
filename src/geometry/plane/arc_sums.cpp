#include "geometry/plane/arc_sums.h"

#include <cmath>

#include "base/math.h"
#include "geometry/plane/circle_segment.h"

namespace scree {

Vec2 HalfDiameters::at(double t) const {
  const math::SinCos turn = math::sincos(t);
  return turn.cos * p + turn.sin * q;
}

Vec2 HalfDiameters::from_start(double t) const {
  const math::SinCos half = math::sincos(0.5 * t);
  return 2 * half.sin * (half.cos * q - half.sin * p);
}

void ArcSums::add_side(const Vec2& from, const Vec2& to) {
  const double twice = cross(from, to);
  doubled_ += twice;
  sixfold_ += twice * (from + to);
}

void ArcSums::add_contact(const Vec2& from, const Vec2& to) {
  along_ += to - from;
  along_squares_ += (to - from).dot(to + from);
}

double ArcSums::add_segment(const Vec2& from, const Vec2& to, const HalfDiameters& ellipse, double begin,
                            double span) {
  add_side(from, to);
  const double half = 0.5 * span, unit = ellipse.area_over_pi();
  const double area = unit * segment_area(half);
  const Vec2 top = ellipse.at(begin + half);
  segments_ += area;
  first_ += area * (0.5 * (from + to)) + (unit * segment_moment(half)) * top;
  // A parabola over the same chord.
  const double sine = math::sin(0.5 * half);
  const double height = 2 * sine * sine * top.norm();
  return std::sqrt((to - from).squaredNorm() + 16.0 / 3.0 * height * height);
}

void ArcSums::add_arc_of_a(const Vec2& from, const Vec2& to, const HalfDiameters& ellipse, double begin,
                           double span) {
  patch_a_ += add_segment(from, to, ellipse, begin, span);
}

void ArcSums::add_arc_of_b(const Vec2& from, const Vec2& to, const HalfDiameters& ellipse, double begin,
                           double span) {
  patch_b_ += add_segment(from, to, ellipse, begin, span);
  add_contact(from, to);
}

void ArcSums::add_line_of_b(const Vec2& from, const Vec2& to, bool hidden) {
  add_side(from, to);
  patch_b_ += (to - from).norm();
  if (!hidden) add_contact(from, to);
}

double ArcSums::add_whole(const Vec2& centre, const HalfDiameters& ellipse) {
  const double area = math::pi * ellipse.area_over_pi();
  segments_ += area;
  first_ += area * centre;
  return math::pi * std::sqrt(2 * (ellipse.p.squaredNorm() + ellipse.q.squaredNorm()));
}

bool ArcSums::finish(const Vec2& origin, PlaneOverlap& out) const {
  out.area = 0.5 * doubled_ + segments_;
  if (!(out.area > 0)) return false;
  const Vec2 centroid = (sixfold_ / 6 + first_) / out.area;
  out.centroid = origin + centroid;
  // The outward normal of b, times the length, is the way along its boundary turned to the right; a's normal
  // points into b. And x times the normal is -x . dx.
  out.contact = Vec2(-along_.y(), along_.x());
  out.moment = 0.5 * along_squares_ - cross(centroid, out.contact);
  out.patch_a = patch_a_;
  out.patch_b = patch_b_;
  return true;
}

}  // namespace scree
