#include "integrate/start.h"
#include "lab/build.h"
#include "lab/given_pose.h"

namespace scree {
namespace {

DriveKind drive_kind(const std::string& kind) {
  if (kind == "velocity") return DriveKind::velocity;
  if (kind == "rotate") return DriveKind::rotate;
  if (kind == "oscillate") return DriveKind::oscillate;
  if (kind == "table") return DriveKind::table;
  return DriveKind::fixed;
}

}  // namespace

Drive make_drive(const MotionSpec& motion, double time, const Vec3& position, const Quat& orientation) {
  Drive d;
  d.kind = drive_kind(motion.kind);
  d.start = time;
  d.start_position = position;
  d.start_orientation = orientation;
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
  for (const auto& row : motion.table) d.table.push_back({row[0], Vec3(row[1], row[2], row[3]), row[4]});
  return d;
}

BodyIndex add_body(State& state, ShapeIndex shape, MaterialIndex material, double scale, const Vec3& position,
                   const Quat& orientation, const Vec3& velocity, const Vec3& spin, std::uint32_t group) {
  Bodies& b = state.bodies;
  const BodyIndex i = b.append(state.next_id++);
  const Shape& s = state.shapes[shape];
  b.shape[i] = shape;
  b.material[i] = material;
  b.group[i] = group;
  b.scale[i] = scale;
  b.radius[i] = s.radius * scale;
  const double factor = state.materials[material].density * volume_factor(state, scale);
  b.mass[i] = bounded(s) ? factor * s.volume : 0;
  b.inverse_mass[i] = b.mass[i] > 0 ? 1 / b.mass[i] : 0;
  b.inertia[i] = s.inertia * (factor * scale * scale);
  b.position[i] = position;
  b.orientation[i] = orientation;
  b.velocity[i] = velocity;
  b.spin[i] = spin;
  b.force[i] = b.mass[i] * state.gravity;
  start_body(b, i, state.clock.dt);
  return i;
}

void set_motion(State& state, BodyIndex i, const MotionSpec& motion) {
  Bodies& b = state.bodies;
  if (motion.kind == "free") {
    b.drive[i] = is_free;
    b.inverse_mass[i] = 1 / b.mass[i];
    b.force[i] = b.mass[i] * state.gravity;
    b.torque[i].setZero();
    start_body(b, i, state.clock.dt);
    b.order[i] = 0;  // its contacts are still to come: a jump
    return;
  }
  MotionSpec about = motion;
  if (!about.centre) about.centre = given_position(state, i);
  const Drive drive = make_drive(about, state.clock.time(), b.position[i], b.orientation[i]);
  if (b.free(i)) {
    b.drive[i] = static_cast<std::int32_t>(state.drives.size());
    state.drives.push_back(drive);
  } else {
    state.drives[b.drive[i]] = drive;
  }
  b.inverse_mass[i] = 0;
  b.power[i] = {};
}

}  // namespace scree
