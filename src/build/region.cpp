#include "build/region.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/math.h"

namespace scree {
namespace {

// Two unit vectors that complete a unit vector to a frame.
void complete_frame(const Vec3& axis, Vec3& u, Vec3& v) {
  int least = 0;
  for (int k = 1; k < 3; ++k)
    if (std::abs(axis[k]) < std::abs(axis[least])) least = k;
  u = axis.cross(Vec3::Unit(least)).normalized();
  v = axis.cross(u);
}

// Clamps to [lower + margin, upper - margin]; the middle when that is empty.
double clamp_between(double x, double lower, double upper, double margin) {
  if (upper - lower < 2.0 * margin) return 0.5 * (lower + upper);
  return std::clamp(x, lower + margin, upper - margin);
}

}  // namespace

Region Region::box(const Vec3& lower, const Vec3& upper) {
  Region r;
  r.kind_ = Kind::box;
  r.lower_ = lower;
  r.upper_ = upper;
  return r;
}

Region Region::cylinder(const Vec3& base, const Vec3& axis, double radius, double length) {
  Region r;
  r.kind_ = Kind::cylinder;
  r.centre_ = base;
  r.axis_ = axis.normalized();
  r.radius_ = radius;
  r.length_ = length;
  return r;
}

Region Region::sphere(const Vec3& centre, double radius) {
  Region r;
  r.kind_ = Kind::sphere;
  r.centre_ = centre;
  r.radius_ = radius;
  return r;
}

Region Region::moved(const Vec3& shift) const {
  Region r = *this;
  const Vec3 by = is_layer() ? Vec3(shift.x(), shift.y(), 0.0) : shift;
  r.lower_ += by;
  r.upper_ += by;
  r.centre_ += by;
  return r;
}

Region Region::layer(double thickness) const {
  Region r = *this;
  r.thickness_ = thickness;
  r.lower_.z() = r.upper_.z() = r.centre_.z() = 0.0;
  r.axis_ = Vec3::UnitZ();
  r.length_ = 0.0;
  r.open_[2] = true;
  r.open_ends_ = true;
  return r;
}

Expected<Region> Region::from(const RegionSpec& spec) {
  using Result = Expected<Region>;
  const auto positive = [](double x) { return std::isfinite(x) && x > 0.0; };
  if (spec.thickness && spec.kind == RegionKind::disc) {
    RegionSpec round = spec;
    round.kind = RegionKind::cylinder;
    round.axis = Vec3::UnitZ();
    round.length = *spec.thickness;
    return from(round);
  }
  const auto made = [&](const Region& region) {
    return spec.thickness ? region.layer(*spec.thickness) : region;
  };
  if (spec.kind == RegionKind::box) {
    if (!spec.lower.allFinite() || !spec.upper.allFinite())
      return Result::failure("the corners of a box region must be finite numbers");
    for (int k = 0; k < (spec.thickness ? 2 : 3); ++k)
      if (spec.lower[k] >= spec.upper[k])
        return Result::failure(
            fmt::format("the box region is empty along {}: upper = {} must be above lower = {}", "xyz"[k],
                        spec.upper[k], spec.lower[k]));
    return made(box(spec.lower, spec.upper));
  }
  if (spec.kind == RegionKind::disc)
    return Result::failure("a disc is a region of the plane; in space there are box, cylinder, sphere");
  if (!positive(spec.radius)) return Result::failure("the radius of a region must be above 0");
  if (!spec.centre.allFinite()) return Result::failure("the centre of a region must be finite numbers");
  if (spec.kind == RegionKind::sphere) return sphere(spec.centre, spec.radius);
  if (!positive(spec.length)) return Result::failure("the length of a cylinder region must be above 0");
  if (!spec.axis.allFinite() || !positive(spec.axis.norm()))
    return Result::failure("the axis of a cylinder region must not be zero, for example [0, 0, 1]");
  return made(cylinder(spec.centre, spec.axis, spec.radius, spec.length));
}

double Region::volume() const {
  switch (kind_) {
    case Kind::box: {
      const Vec3 edges = upper_ - lower_;
      return edges.x() * edges.y() * (is_layer() ? thickness_ : edges.z());
    }
    case Kind::cylinder: return math::pi * radius_ * radius_ * (is_layer() ? thickness_ : length_);
    case Kind::sphere: break;
  }
  return 4.0 / 3.0 * math::pi * radius_ * radius_ * radius_;
}

double Region::ball_volume(double radius) const {
  return math::pi * radius * radius * (is_layer() ? thickness_ : 4.0 / 3.0 * radius);
}

Vec3 Region::centre() const {
  switch (kind_) {
    case Kind::box: return 0.5 * (lower_ + upper_);
    case Kind::cylinder: return centre_ + 0.5 * length_ * axis_;
    case Kind::sphere: break;
  }
  return centre_;
}

Box Region::bounds() const {
  if (kind_ == Kind::box) return {lower_, upper_};
  if (kind_ == Kind::sphere) return {centre_ - Vec3::Constant(radius_), centre_ + Vec3::Constant(radius_)};
  const Vec3 top = centre_ + length_ * axis_;
  Vec3 half;  // of the end discs
  for (int k = 0; k < 3; ++k) half[k] = radius_ * std::sqrt(std::max(0.0, 1.0 - axis_[k] * axis_[k]));
  return {centre_.cwiseMin(top) - half, centre_.cwiseMax(top) + half};
}

double Region::clearance(const Vec3& point) const {
  if (kind_ == Kind::sphere) return radius_ - (point - centre_).norm();
  if (kind_ == Kind::cylinder) {
    const Vec3 d = point - centre_;
    const double along = d.dot(axis_);
    const double side = radius_ - (d - along * axis_).norm();
    return open_ends_ ? side : std::min(side, std::min(along, length_ - along));
  }
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 3; ++k)
    if (!open_[k]) least = std::min(least, std::min(point[k] - lower_[k], upper_[k] - point[k]));
  return least;
}

bool Region::contains_image(const Vec3& point, const Cell& cell) const {
  if (!cell.any()) return contains(point);
  const Vec3 middle = centre(), nearest = middle + cell.separation(middle, point);
  if (contains(nearest)) return true;
  if (kind_ != Kind::cylinder) return false;
  // The end of a slanting cylinder may be nearer to another image than its middle is.
  const auto shifts = [&](int axis) { return cell.periodic[axis] ? 1 : 0; };
  for (int x = -shifts(0); x <= shifts(0); ++x)
    for (int y = -shifts(1); y <= shifts(1); ++y)
      for (int z = -shifts(2); z <= shifts(2); ++z)
        if (contains(nearest + cell.length.cwiseProduct(Vec3(x, y, z)))) return true;
  return false;
}

Vec3 Region::pull_inside(const Vec3& point, double margin) const {
  if (kind_ == Kind::box) {
    Vec3 p = point;
    for (int k = 0; k < 3; ++k)
      if (!open_[k]) p[k] = clamp_between(point[k], lower_[k], upper_[k], margin);
    return p;
  }
  const double most = std::max(0.0, radius_ - margin);
  const Vec3 d = point - centre_;
  if (kind_ == Kind::sphere) {
    const double r = d.norm();
    return r > most ? Vec3(centre_ + d * (most / r)) : point;
  }
  const double along = d.dot(axis_);
  const Vec3 across = d - along * axis_;
  const double r = across.norm();
  const Vec3 kept = r > most ? Vec3(across * (most / r)) : across;
  return centre_ + (open_ends_ ? along : clamp_between(along, 0.0, length_, margin)) * axis_ + kept;
}

Vec3 Region::sample(Rng& rng, double margin) const {
  const auto along = [&](double lower, double upper, bool open) {
    if (open) return rng.uniform(lower, upper);
    if (upper - lower < 2.0 * margin) return 0.5 * (lower + upper);
    return rng.uniform(lower + margin, upper - margin);
  };
  if (kind_ == Kind::box) {
    Vec3 p;
    for (int k = 0; k < 3; ++k) p[k] = along(lower_[k], upper_[k], open_[k]);
    return p;
  }
  const double most = std::max(0.0, radius_ - margin);
  if (kind_ == Kind::sphere) return centre_ + most * rng.in_unit_ball();
  Vec3 u, v;
  complete_frame(axis_, u, v);
  const double r = most * std::sqrt(rng.uniform());
  const math::SinCos angle = math::sincos(2.0 * math::pi * rng.uniform());
  const double height = along(0.0, length_, open_ends_);
  return centre_ + height * axis_ + r * angle.cos * u + r * angle.sin * v;
}

Region Region::opened(const Cell& cell) const {
  Region r = *this;
  const Box b = bounds();
  constexpr double rounding = 1e-9;
  for (int k = 0; k < 3; ++k) {
    if (!cell.periodic[k] || b.upper[k] - b.lower[k] < cell.length[k] * (1.0 - rounding)) continue;
    if (kind_ == Kind::box) {
      r.open_[k] = true;
      r.upper_[k] = lower_[k] + cell.length[k];
    }
    if (kind_ == Kind::cylinder && !is_layer() && std::abs(axis_[k]) > 1.0 - rounding) {
      r.open_[k] = r.open_ends_ = true;
      r.length_ = cell.length[k];
    }
  }
  return r;
}

}  // namespace scree
