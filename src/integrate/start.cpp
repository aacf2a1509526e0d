#include "integrate/start.h"

#include <array>

namespace scree {
namespace {

// q times (0, w).
Vec4 right_multiply(const Vec4& q, const Vec3& w) {
  const Vec3 v = q.head<3>();
  const Vec3 u = q.w() * w + v.cross(w);
  return Vec4(u.x(), u.y(), u.z(), -v.dot(w));
}

// Taylor series of a rigid body that turns under a constant torque, in units of the step: Euler's equations
// and q' = q w / 2 in the body frame, multiplied out term by term. Free rotation then starts at full
// accuracy.
void expand_rotation(const Quat& orientation, const Vec3& inertia, const Vec3& spin, const Vec3& torque,
                     double dt, std::array<Vec4, 5>& r) {
  const Mat3 back = orientation.toRotationMatrix().transpose();
  std::array<Vec3, 5> w, t;
  std::array<Vec4, 6> q;
  w[0] = back * (dt * spin);
  t[0] = back * (dt * dt * torque);
  q[0] = orientation.coeffs();
  for (std::size_t k = 0; k < 5; ++k) {
    Vec4 turn = Vec4::Zero();
    for (std::size_t j = 0; j <= k; ++j) turn += right_multiply(q[j], w[k - j]);
    r[k] = q[k + 1] = turn * (0.5 / static_cast<double>(k + 1));
    if (k == 4) break;
    Vec3 moment = t[k];
    Vec3 drift = Vec3::Zero();
    for (std::size_t j = 0; j <= k; ++j) {
      moment -= w[j].cross(Vec3(inertia.cwiseProduct(w[k - j])));
      drift -= w[j].cross(t[k - j]);
    }
    w[k + 1] = moment.cwiseQuotient(inertia) / static_cast<double>(k + 1);
    t[k + 1] = drift / static_cast<double>(k + 1);
  }
}

}  // namespace

Nordsieck start_derivatives(const MovingBody& body, const BodyLoad& load, double dt) {
  Nordsieck r;
  if (load.inverse_mass == 0) return r;
  r.x[0] = load.force * (load.inverse_mass * 0.5 * dt * dt);
  expand_rotation(body.orientation, load.inertia, body.spin, load.torque, dt, r.q);
  return r;
}

}  // namespace scree
