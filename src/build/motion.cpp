#include "build/build.h"
#include "build/given_pose.h"
#include "state/add_body.h"

namespace scree {
namespace {

DriveKind drive_kind(MotionKind kind) {
  switch (kind) {
    case MotionKind::velocity: return DriveKind::velocity;
    case MotionKind::rotate: return DriveKind::rotate;
    case MotionKind::oscillate: return DriveKind::oscillate;
    case MotionKind::table: return DriveKind::table;
    case MotionKind::servo: return DriveKind::servo;
    case MotionKind::fixed:
    case MotionKind::free: break;
  }
  return DriveKind::fixed;
}

Drive make_drive(const MotionSpec& motion, const Vec3& position) {
  Drive d;
  d.kind = drive_kind(motion.kind);
  d.velocity = motion.velocity;
  d.spin = motion.spin;
  d.axis = motion.axis.normalized();
  d.centre = motion.centre.value_or(position);
  d.rate = motion.rate;
  d.ramp = motion.ramp;
  d.amplitude = motion.amplitude;
  d.angular_amplitude = motion.angular_amplitude;
  d.frequency = motion.frequency;
  d.phase = motion.phase;
  d.force = motion.force;
  d.stress = motion.stress;
  d.area = motion.area;
  d.top_speed = motion.speed;
  d.mass = motion.mass.value_or(0);
  for (const auto& row : motion.table) d.table.push_back({row[0], Vec3(row[1], row[2], row[3]), row[4]});
  return d;
}

}  // namespace

void prepare_servos(State& state) {
  double total = 0;
  for (BodyIndex i = 0; i < state.bodies.size(); ++i)
    if (state.bodies.free(i)) total += state.bodies.mass[i];
  for (Drive& d : state.drives)
    if (d.kind == DriveKind::servo && !(d.mass > 0)) d.mass = total > 0 ? total : 1;
}

std::optional<Drive> drive_for(const State& state, const MotionSpec& motion, const Vec3& position) {
  if (motion.kind == MotionKind::free) return std::nullopt;
  Drive drive = make_drive(motion, position);
  for (std::size_t k = 0; k < motion.between.size() && k < drive.sides.size(); ++k)
    drive.sides[k] = group_of(state, motion.between[k]);
  return drive;
}

void set_motion(State& state, BodyIndex i, const MotionSpec& motion) {
  if (const std::optional<Drive> drive = drive_for(state, motion, given_position(state, i)))
    return prescribe_motion(state, i, *drive);
  set_free(state, i);
}

}  // namespace scree
