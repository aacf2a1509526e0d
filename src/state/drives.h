// Prescribed motion. The pose is a closed function of time, never integrated, so a drum that turns
// for hours stays where it should be. A change of drive (an event) starts a new one from the pose
// reached.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/vector.h"

namespace scree {

enum class DriveKind : std::uint8_t { fixed, velocity, rotate, oscillate, table };

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
  Vec3 velocity = Vec3::Zero();  // velocity
  Vec3 spin = Vec3::Zero();      // velocity: turns about the body's own centre
  Vec3 axis = Vec3::UnitZ();     // rotate, oscillate (direction or axis), table (axis)
  Vec3 centre = Vec3::Zero();    // rotate, angular oscillate, table: a point on the axis
  double rate = 0;               // rotate: rad/s
  double ramp = 0;               // velocity, rotate: s, time to reach full speed from rest
  double amplitude = 0;          // oscillate: m
  double angular_amplitude = 0;  // oscillate: rad
  double frequency = 0;          // oscillate: 1/s
  double phase = 0;              // oscillate: rad
  std::vector<TableRow> table;   // table: linear between rows, at rest after the last

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
    for (auto& row : d.table) {
      visit(row.time);
      for (int k = 0; k < 3; ++k) visit(row.displacement[k]);
      visit(row.angle);
    }
  }
};

}  // namespace scree
