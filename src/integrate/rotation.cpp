#include "integrate/rotation.h"

#include <cmath>

#include "base/math.h"

namespace scree {
namespace {

// Turns body and momentum about body axis k for a time h: the exact flow of the kinetic energy
// L_k^2 / (2 I_k). `momentum` is in the body frame.
void turn_about_axis(int k, double h, const Vec3& inertia, Vec3& momentum, Quat& q) {
  const double half = 0.5 * h * momentum[k] / inertia[k];
  const HalfAngle a = half_angle(half * half);
  const double s = a.sinc * half;
  Quat turn(a.cosine, 0, 0, 0);
  turn.vec()[k] = s;
  q = q * turn;
  const double c2 = a.cosine * a.cosine - s * s;  // of the whole angle
  const double s2 = 2 * s * a.cosine;
  const int i = (k + 1) % 3;
  const int j = (k + 2) % 3;
  const double li = momentum[i];
  const double lj = momentum[j];
  momentum[i] = c2 * li + s2 * lj;
  momentum[j] = c2 * lj - s2 * li;
}

}  // namespace

HalfAngle large_half_angle(double x2) {
  const double x = std::sqrt(x2);
  return {math::sin(x) / x, math::cos(x)};
}

Vec3 angular_acceleration(const Quat& q, const Vec3& inertia, const Vec3& spin, const Vec3& torque) {
  if (isotropic(inertia)) return torque / inertia.x();
  const Mat3 turn = q.toRotationMatrix();
  const Vec3 w = turn.transpose() * spin;
  const Vec3 t = turn.transpose() * torque;
  const Vec3 momentum = inertia.cwiseProduct(w);
  const Vec3 body = (t - w.cross(momentum)).cwiseQuotient(inertia);
  return turn * body;
}

Vec3 momentum_of(const Quat& q, const Vec3& inertia, const Vec3& spin) {
  const Mat3 turn = q.toRotationMatrix();
  const Vec3 w = turn.transpose() * spin;
  return turn * inertia.cwiseProduct(w);
}

Vec3 spin_of(const Quat& q, const Vec3& inertia, const Vec3& momentum) {
  const Mat3 turn = q.toRotationMatrix();
  const Vec3 l = turn.transpose() * momentum;
  return turn * l.cwiseQuotient(inertia);
}

// Splitting into turns about the three body axes (Dullweber, Leimkuhler and McLachlan 1997) is
// symmetric and of second order; Suzuki's composition of five raises it to the fourth. The length of
// the momentum is kept to rounding.
Quat turn_freely(const Quat& q0, const Vec3& inertia, const Vec3& momentum, double dt) {
  const double p = 0.41449077179437573714;  // 1/(4 - 4^(1/3))
  const double weights[5] = {p, p, 1 - 4 * p, p, p};
  Quat q = q0;
  Vec3 l = q0.toRotationMatrix().transpose() * momentum;
  for (const double weight : weights) {
    const double h = weight * dt;
    turn_about_axis(0, 0.5 * h, inertia, l, q);
    turn_about_axis(1, 0.5 * h, inertia, l, q);
    turn_about_axis(2, h, inertia, l, q);
    turn_about_axis(1, 0.5 * h, inertia, l, q);
    turn_about_axis(0, 0.5 * h, inertia, l, q);
  }
  return q.normalized();
}

}  // namespace scree
