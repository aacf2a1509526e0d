#include "drive/pose.h"

#include <algorithm>

#include "base/math.h"

namespace scree {
namespace {

// How far and how fast along a unit-speed course that starts from rest within `ramp`.
struct Course {
  double travel, speed;
};

Course ramped(double t, double ramp) {
  if (t < ramp) return {0.5 * t * t / ramp, t / ramp};
  return {t - 0.5 * ramp, 1};
}

Quat about(const Vec3& axis, double angle) {
  const double s = math::sin(0.5 * angle);
  return Quat(math::cos(0.5 * angle), s * axis.x(), s * axis.y(), s * axis.z());
}

// Turned by `angle` about the drive's axis through its centre, then shifted.
DrivenPose turned(const Drive& d, double angle, double rate, const Vec3& shift, const Vec3& shift_rate) {
  const Quat turn = about(d.axis, angle);
  const Vec3 arm = turn.toRotationMatrix() * (d.start_position - d.centre);
  const Vec3 spin = rate * d.axis;
  return {d.centre + arm + shift, (turn * d.start_orientation).normalized(), spin.cross(arm) + shift_rate,
          spin};
}

DrivenPose from_table(const Drive& d, double t) {
  if (t >= d.table.back().time)
    return turned(d, d.table.back().angle, 0, d.table.back().displacement, Vec3::Zero());
  TableRow before;  // the drive starts where the body is, at time 0
  for (const TableRow& row : d.table) {
    if (t < row.time) {
      const double span = row.time - before.time;
      const double u = (t - before.time) / span;
      const Vec3 step = row.displacement - before.displacement;
      return turned(d, before.angle + u * (row.angle - before.angle), (row.angle - before.angle) / span,
                    before.displacement + u * step, step / span);
    }
    before = row;
  }
  return turned(d, before.angle, 0, before.displacement, Vec3::Zero());
}

}  // namespace

DrivenPose pose_at(const Drive& d, double time) {
  const double t = std::max(0.0, time - d.start);
  const Vec3 zero = Vec3::Zero();
  switch (d.kind) {
    case DriveKind::fixed: break;
    case DriveKind::velocity: {
      const Course c = ramped(t, d.ramp);
      const double speed = d.spin.norm();
      const Quat turn = speed > 0 ? about(d.spin / speed, speed * c.travel) : Quat::Identity();
      return {d.start_position + c.travel * d.velocity, (turn * d.start_orientation).normalized(),
              c.speed * d.velocity, c.speed * d.spin};
    }
    case DriveKind::rotate: {
      const Course c = ramped(t, d.ramp);
      return turned(d, c.travel * d.rate, c.speed * d.rate, zero, zero);
    }
    case DriveKind::oscillate: {
      // Displacement A (sin(wt + p) - sin p): it starts where the body is.
      const double w = 2 * math::pi * d.frequency;
      const double course = math::sin(w * t + d.phase) - math::sin(d.phase);
      const double rate = w * math::cos(w * t + d.phase);
      return turned(d, d.angular_amplitude * course, d.angular_amplitude * rate,
                    d.amplitude * course * d.axis, d.amplitude * rate * d.axis);
    }
    case DriveKind::table: return from_table(d, t);
    case DriveKind::servo:
      return {d.start_position + d.travel * d.axis, d.start_orientation, d.speed * d.axis, zero};
  }
  return {d.start_position, d.start_orientation, zero, zero};
}

}  // namespace scree
