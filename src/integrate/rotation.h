// Rotation of rigid bodies: quaternions q turn body vectors into world vectors, v_world = q v_body q*.
#pragma once

#include "base/lanes.h"
#include "base/vector.h"

namespace scree {

// sin(x)/x and cos(x) of half an angle, given its square. Steps turn bodies by small angles: there a
// short series is exact to the last bits; the rest goes to the deterministic library.
struct HalfAngle {
  double sinc, cosine;
};
SCREE_HD HalfAngle large_half_angle(double x2);
SCREE_HD SCREE_KERNEL HalfAngle half_angle(double x2) {
  if (x2 >= 0.01) return large_half_angle(x2);
  return {
      1 + x2 * (-1.0 / 6 +
                x2 * (1.0 / 120 + x2 * (-1.0 / 5040 + x2 * (1.0 / 362880 + x2 * (-1.0 / 39916800))))),
      1 + x2 * (-1.0 / 2 + x2 * (1.0 / 24 + x2 * (-1.0 / 720 + x2 * (1.0 / 40320 + x2 * (-1.0 / 3628800)))))};
}

// Quaternion of a rotation by |r| about r.
SCREE_HD SCREE_KERNEL Quat rotation_by(const Vec3& r) {
  const HalfAngle a = half_angle(0.25 * r.squaredNorm());
  const double s = 0.5 * a.sinc;
  return Quat(a.cosine, s * r.x(), s * r.y(), s * r.z());
}

// q turned on by |r| about the world vector r, with a Newton step back to unit length, which is a rounding
// away.
SCREE_HD SCREE_KERNEL Quat turned_by(const Vec3& r, const Quat& q) {
  Quat turned = rotation_by(r) * q;
  turned.coeffs() *= 1.5 - 0.5 * turned.squaredNorm();
  return turned;
}

SCREE_HD SCREE_KERNEL bool isotropic(const Vec3& inertia) {
  return inertia.x() == inertia.y() && inertia.y() == inertia.z();
}

// World-frame angular acceleration: Euler's equations, I w' = t - w x (I w) in the body frame.
SCREE_HD SCREE_KERNEL Vec3 angular_acceleration(const Quat& q, const Vec3& inertia, const Vec3& spin,
                                                const Vec3& torque) {
  if (isotropic(inertia)) return torque / inertia.x();
  const Mat3 turn = q.toRotationMatrix();
  const Vec3 w = turn.transpose() * spin;
  const Vec3 t = turn.transpose() * torque;
  const Vec3 momentum = inertia.cwiseProduct(w);
  const Vec3 body = (t - w.cross(momentum)).cwiseQuotient(inertia);
  return turn * body;
}

// World-frame angular momentum of a spin, and back.
SCREE_HD SCREE_KERNEL Vec3 momentum_of(const Quat& q, const Vec3& inertia, const Vec3& spin) {
  const Mat3 turn = q.toRotationMatrix();
  const Vec3 w = turn.transpose() * spin;
  return turn * inertia.cwiseProduct(w);
}
SCREE_HD SCREE_KERNEL Vec3 spin_of(const Quat& q, const Vec3& inertia, const Vec3& momentum) {
  const Mat3 turn = q.toRotationMatrix();
  const Vec3 l = turn.transpose() * momentum;
  return turn * l.cwiseQuotient(inertia);
}

// Orientation after turning freely for dt with this constant world-frame angular momentum.
SCREE_HD Quat turn_freely(const Quat& q, const Vec3& inertia, const Vec3& momentum, double dt);

// (0, w) q as a 4-vector in the order x, y, z, w.
SCREE_HD SCREE_KERNEL Vec4 left_multiply(const Vec3& w, const Vec4& q) {
  const Vec3 v = q.head<3>();
  const Vec3 u = q.w() * w + w.cross(v);
  return Vec4(u.x(), u.y(), u.z(), -w.dot(v));
}

// Vector part of a q*, for a, q in the order x, y, z, w.
SCREE_HD SCREE_KERNEL Vec3 vector_of_product_with_conjugate(const Vec4& a, const Vec4& q) {
  const Vec3 av = a.head<3>();
  const Vec3 qv = q.head<3>();
  return q.w() * av - a.w() * qv - av.cross(qv);
}

}  // namespace scree
