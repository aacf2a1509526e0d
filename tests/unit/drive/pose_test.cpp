// Prescribed motion: closed forms, and velocities that are the derivatives of the poses.
#include "drive/pose.h"

#include <gtest/gtest.h>

#include <cmath>

namespace scree {
namespace {

Drive drive_of(DriveKind kind) {
  Drive d;
  d.kind = kind;
  d.start = 0.5;
  d.start_position = {1, 2, 3};
  d.start_orientation = Quat(0.3, 0.5, -0.4, 0.2).normalized();
  d.axis = Vec3(1, 2, -2) / 3;
  d.centre = {0.5, 1, 0};
  return d;
}

Drive velocity_drive(double ramp) {
  Drive d = drive_of(DriveKind::velocity);
  d.velocity = {1, -2, 0.5};
  d.spin = {0.3, 0.2, -0.6};
  d.ramp = ramp;
  return d;
}

Drive rotating(double ramp) {
  Drive d = drive_of(DriveKind::rotate);
  d.rate = 3;
  d.ramp = ramp;
  return d;
}

Drive oscillating() {
  Drive d = drive_of(DriveKind::oscillate);
  d.amplitude = 0.2;
  d.angular_amplitude = 0.7;
  d.frequency = 1.5;
  d.phase = 0.4;
  return d;
}

Drive tabulated() {
  Drive d = drive_of(DriveKind::table);
  d.table = {{0.3, {0, 0, 1}, 0.5}, {1.0, {1, -1, 2}, -0.5}, {1.5, {1, 0, 0}, 2.0}};
  return d;
}

Mat3 about(const Vec3& axis, double angle) { return Eigen::AngleAxisd(angle, axis).toRotationMatrix(); }

TEST(Drive, StartsWhereTheBodyIs) {
  for (const Drive& d : {drive_of(DriveKind::fixed), velocity_drive(0), velocity_drive(0.2), rotating(0),
                         rotating(0.2), oscillating(), tabulated()})
    for (const double t : {0.0, 0.5}) {
      const DrivenPose p = pose_at(d, t);
      EXPECT_LE((p.position - d.start_position).norm(), 1e-14);
      EXPECT_LE((p.orientation.toRotationMatrix() - d.start_orientation.toRotationMatrix()).norm(), 1e-14);
    }
}

TEST(Drive, Velocity) {
  const DrivenPose p = pose_at(velocity_drive(0), 2.5);
  EXPECT_LE((p.position - Vec3(3, -2, 4)).norm(), 1e-14);
  EXPECT_LE((p.velocity - Vec3(1, -2, 0.5)).norm(), 1e-15);
  EXPECT_LE((p.spin - Vec3(0.3, 0.2, -0.6)).norm(), 1e-15);
  const Vec3 spin(0.3, 0.2, -0.6);
  const Mat3 expected = about(spin / 0.7, 0.7 * 2) * velocity_drive(0).start_orientation.toRotationMatrix();
  EXPECT_LE((p.orientation.toRotationMatrix() - expected).norm(), 1e-14);
}

TEST(Drive, RampReachesFullSpeedInItsTime) {
  EXPECT_LE((pose_at(velocity_drive(0.4), 0.7).velocity - 0.5 * Vec3(1, -2, 0.5)).norm(), 1e-14);
  EXPECT_LE((pose_at(velocity_drive(0.4), 0.7).position - Vec3(1, 2, 3) - 0.05 * Vec3(1, -2, 0.5)).norm(),
            1e-14);
  EXPECT_LE((pose_at(velocity_drive(0.4), 2.5).position - Vec3(1, 2, 3) - 1.8 * Vec3(1, -2, 0.5)).norm(),
            1e-14);
}

TEST(Drive, Rotation) {
  const Drive d = rotating(0);
  const DrivenPose p = pose_at(d, 1.5);
  const Mat3 turn = about(d.axis, 3);
  EXPECT_LE((p.position - d.centre - turn * (d.start_position - d.centre)).norm(), 1e-14);
  EXPECT_LE((p.orientation.toRotationMatrix() - turn * d.start_orientation.toRotationMatrix()).norm(), 1e-14);
  EXPECT_LE((p.spin - 3 * d.axis).norm(), 1e-15);
}

// After a million turns it is where it should be: the pose is a function of time, not an integral.
TEST(Drive, RotationDoesNotDrift) {
  Drive d = rotating(0);
  d.start = 0;
  const DrivenPose p = pose_at(d, 1e6 * 2 * M_PI / 3);
  EXPECT_LE((p.position - d.start_position).norm(), 1e-8);
}

TEST(Drive, Oscillation) {
  const Drive d = oscillating();
  const double t = 0.37;
  const double w = 2 * M_PI * 1.5;
  const double course = std::sin(w * t + 0.4) - std::sin(0.4);
  const DrivenPose p = pose_at(d, 0.5 + t);
  const Mat3 turn = about(d.axis, 0.7 * course);
  EXPECT_LE((p.position - d.centre - turn * (d.start_position - d.centre) - 0.2 * course * d.axis).norm(),
            1e-14);
  EXPECT_LE((p.spin - 0.7 * w * std::cos(w * t + 0.4) * d.axis).norm(), 1e-13);
  const DrivenPose later = pose_at(d, 0.5 + t + 10 / 1.5);
  EXPECT_LE((later.position - p.position).norm(), 1e-12) << "ten periods later";
}

TEST(Drive, Table) {
  Drive d = tabulated();
  d.centre = d.start_position;
  EXPECT_LE((pose_at(d, 0.5 + 0.15).position - Vec3(1, 2, 3.5)).norm(), 1e-14);
  EXPECT_LE((pose_at(d, 0.5 + 0.65).position - Vec3(1.5, 1.5, 4.5)).norm(), 1e-14);
  EXPECT_LE((pose_at(d, 0.5 + 0.65).velocity - Vec3(1, -1, 1) / 0.7).norm(), 1e-13);
  EXPECT_LE((pose_at(d, 0.5 + 9).position - Vec3(2, 2, 3)).norm(), 1e-14);
  EXPECT_EQ(pose_at(d, 0.5 + 9).velocity, Vec3(Vec3::Zero()));
  EXPECT_EQ(pose_at(d, 0.5 + 9).spin, Vec3(Vec3::Zero()));
}

TEST(Drive, VelocitiesAreDerivatives) {
  const double h = 1e-5;
  for (const Drive& d :
       {velocity_drive(0), velocity_drive(0.4), rotating(0), rotating(0.4), oscillating(), tabulated()})
    for (const double t : {0.51, 0.6, 0.75, 0.85, 1.1, 1.4, 1.9, 2.3}) {
      const DrivenPose before = pose_at(d, t - h);
      const DrivenPose now = pose_at(d, t);
      const DrivenPose after = pose_at(d, t + h);
      const Vec3 velocity = (after.position - before.position) / (2 * h);
      EXPECT_LE((velocity - now.velocity).norm(), 1e-6) << static_cast<int>(d.kind) << " at " << t;
      const Quat turn = after.orientation * before.orientation.conjugate();
      const Vec3 spin = 2 * turn.vec() * (turn.w() < 0 ? -1 : 1) / (2 * h);
      EXPECT_LE((spin - now.spin).norm(), 1e-6) << static_cast<int>(d.kind) << " at " << t;
      EXPECT_NEAR(now.orientation.norm(), 1, 1e-15);
    }
}

}  // namespace
}  // namespace scree
