// Prescribed motion. The pose is a closed function of time, never integrated, so a drum that turns
// for hours stays where it should be; but for servos, whose way depends on what presses against them. A
// change of drive (an event) starts a new one from the pose reached.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/vector.h"

namespace scree {

enum class DriveKind : std::uint8_t { fixed, velocity, rotate, oscillate, table, servo };

struct TableRow {
  double time = 0;  // since the drive started
  Vec3 displacement = Vec3::Zero();
  double angle = 0;  // about the drive's axis
};

struct Drive {
  DriveKind kind = DriveKind::fixed;
  double start = 0;  // time at which the start pose held
  Vec3 start_position = Vec3::Zero();
  Quat start_orientation = Quat::Identity();
  Vec3 velocity = Vec3::Zero();      // velocity
  Vec3 spin = Vec3::Zero();          // velocity: turns about the body's own centre
  Vec3 axis = Vec3::UnitZ();         // rotate, oscillate (direction or axis), table (axis)
  Vec3 centre = Vec3::Zero();        // rotate, angular oscillate, table: a point on the axis
  double rate = 0;                   // rotate: rad/s
  double ramp = 0;                   // velocity, rotate: s, time to reach full speed from rest
  double amplitude = 0;              // oscillate: m
  double angular_amplitude = 0;      // oscillate: rad
  double frequency = 0;              // oscillate: 1/s
  double phase = 0;                  // oscillate: rad
  std::vector<TableRow> table = {};  // table: linear between rows, at rest after the last
  // Servo (drive/servo.h), which pushes along the axis: a force, or a stress on an area, or on the one
  // between pairs of groups (by number, -1: none).
  double force = 0, stress = 0, area = 0;
  std::array<double, 4> sides{-1, -1, -1, -1};
  double top_speed = 0, mass = 0;
  double travel = 0, speed = 0;  // since the start, and now

  // Numbers in the order of checkpoints; the table follows them row by row.
  template <class Self, class Visit>
  static void for_each_number(Self& d, Visit&& visit) {
    visit(d.start);
    for (int k = 0; k < 3; ++k) visit(d.start_position[k]);
    for (int k = 0; k < 4; ++k) visit(d.start_orientation.coeffs()[k]);
    for (int k = 0; k < 3; ++k) visit(d.velocity[k]);
    for (int k = 0; k < 3; ++k) visit(d.spin[k]);
    for (int k = 0; k < 3; ++k) visit(d.axis[k]);
    for (int k = 0; k < 3; ++k) visit(d.centre[k]);
    visit(d.rate);
    visit(d.ramp);
    visit(d.amplitude);
    visit(d.angular_amplitude);
    visit(d.frequency);
    visit(d.phase);
    visit(d.force);
    visit(d.stress);
    visit(d.area);
    for (auto& side : d.sides) visit(side);
    visit(d.top_speed);
    visit(d.mass);
    visit(d.travel);
    visit(d.speed);
    for (auto& row : d.table) {
      visit(row.time);
      for (int k = 0; k < 3; ++k) visit(row.displacement[k]);
      visit(row.angle);
    }
  }
};

// Do two bodies with these drives keep their places relative to each other?
inline bool move_as_one(const Drive& a, const Drive& b) {
  if (a.kind != b.kind) return false;
  if (a.kind == DriveKind::fixed) return true;
  if (a.start != b.start || a.ramp != b.ramp) return false;
  const bool same_axis = a.axis == b.axis && a.centre == b.centre;
  switch (a.kind) {
    case DriveKind::fixed: return true;
    case DriveKind::velocity: return a.velocity == b.velocity && a.spin.isZero(0) && b.spin.isZero(0);
    case DriveKind::rotate: return same_axis && a.rate == b.rate;
    case DriveKind::oscillate:
      return a.axis == b.axis && a.amplitude == b.amplitude && a.angular_amplitude == b.angular_amplitude &&
             a.frequency == b.frequency && a.phase == b.phase && (a.angular_amplitude == 0 || same_axis);
    case DriveKind::servo: return false;  // each goes where it is pushed
    case DriveKind::table: break;
  }
  const auto turns = [](const Drive& d) {
    return std::any_of(d.table.begin(), d.table.end(), [](const TableRow& row) { return row.angle != 0; });
  };
  return (same_axis || (!turns(a) && !turns(b))) &&
         std::equal(a.table.begin(), a.table.end(), b.table.begin(), b.table.end(),
                    [](const TableRow& x, const TableRow& y) {
                      return x.time == y.time && x.displacement == y.displacement && x.angle == y.angle;
                    });
}

}  // namespace scree
