#include <algorithm>

#include "build/build.h"
#include "build/given_pose.h"

namespace scree {
namespace {

DriveKind drive_kind(const std::string& kind) {
  if (kind == "velocity") return DriveKind::velocity;
  if (kind == "rotate") return DriveKind::rotate;
  if (kind == "oscillate") return DriveKind::oscillate;
  if (kind == "table") return DriveKind::table;
  if (kind == "servo") return DriveKind::servo;
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
  d.force = motion.force;
  d.stress = motion.stress;
  d.area = motion.area;
  d.top_speed = motion.speed;
  d.mass = motion.mass.value_or(0);
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
  return i;
}

void prepare_servos(State& state) {
  double total = 0;
  for (BodyIndex i = 0; i < state.bodies.size(); ++i)
    if (state.bodies.free(i)) total += state.bodies.mass[i];
  for (Drive& d : state.drives)
    if (d.kind == DriveKind::servo && !(d.mass > 0)) d.mass = total > 0 ? total : 1;
}

namespace {

void put_sides(const State& state, const MotionSpec& motion, Drive& d) {
  for (std::size_t k = 0; k < motion.between.size() && k < d.sides.size(); ++k)
    d.sides[k] =
        static_cast<double>(std::ranges::find(state.groups, motion.between[k]) - state.groups.begin());
}

}  // namespace

void set_motion(State& state, BodyIndex i, const MotionSpec& motion) {
  Bodies& b = state.bodies;
  if (motion.kind == "free") {
    b.drive[i] = is_free;
    b.inverse_mass[i] = 1 / b.mass[i];
    b.force[i] = b.mass[i] * state.gravity;
    b.torque[i].setZero();
    return;
  }
  MotionSpec about = motion;
  if (!about.centre) about.centre = given_position(state, i);
  Drive drive = make_drive(about, state.clock.time(), b.position[i], b.orientation[i]);
  put_sides(state, motion, drive);
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
