// Rotation of rigid bodies: quaternions q turn body vectors into world vectors, v_world = q v_body q*.
#pragma once

#include "base/vector.h"

namespace scree {

// Quaternion of a rotation by |r| about r.
Quat rotation_by(const Vec3& r);

inline bool isotropic(const Vec3& inertia) {
  return inertia.x() == inertia.y() && inertia.y() == inertia.z();
}

// World-frame angular acceleration: Euler's equations, I w' = t - w x (I w) in the body frame.
Vec3 angular_acceleration(const Quat& q, const Vec3& inertia, const Vec3& spin, const Vec3& torque);

// World-frame angular momentum of a spin, and back.
Vec3 momentum_of(const Quat& q, const Vec3& inertia, const Vec3& spin);
Vec3 spin_of(const Quat& q, const Vec3& inertia, const Vec3& momentum);

// Orientation after turning freely for dt with this constant world-frame angular momentum.
Quat turn_freely(const Quat& q, const Vec3& inertia, const Vec3& momentum, double dt);

// (0, w) q as a 4-vector in the order x, y, z, w.
inline Vec4 left_multiply(const Vec3& w, const Vec4& q) {
  const Vec3 v = q.head<3>();
  const Vec3 u = q.w() * w + w.cross(v);
  return Vec4(u.x(), u.y(), u.z(), -w.dot(v));
}

// Vector part of a q*, for a, q in the order x, y, z, w.
inline Vec3 vector_of_product_with_conjugate(const Vec4& a, const Vec4& q) {
  const Vec3 av = a.head<3>();
  const Vec3 qv = q.head<3>();
  return q.w() * av - a.w() * qv - av.cross(qv);
}

}  // namespace scree
