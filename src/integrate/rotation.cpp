#include "integrate/rotation.h"

#include <cmath>

#include "base/math.h"

namespace scree {
namespace {

// Below this angle the fifth power is less than a rounding.
constexpr double small_turn = 4e-3;

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

// For small turns. In the body frame l' = l x w with w = l / I, and the turn is that of Magnus' series
// (1954),
//   h w + h^2/2 w1 + h^3/6 w2 + h^4/24 w3 + h^3/12 w x w1 + h^4/24 w x w2 + O(h^5),
// with w1, w2, w3 the derivatives of w.
Quat turn_a_little(const Quat& q, const Vec3& inertia, const Vec3& l, double h) {
  const Vec3 inverse = inertia.cwiseInverse();
  const Vec3 w = l.cwiseProduct(inverse);
  const Vec3 l1 = l.cross(w);
  const Vec3 w1 = l1.cwiseProduct(inverse);
  const Vec3 l2 = l1.cross(w) + l.cross(w1);
  const Vec3 w2 = l2.cwiseProduct(inverse);
  const Vec3 w3 = (l2.cross(w) + 2 * l1.cross(w1) + l.cross(w2)).cwiseProduct(inverse);
  const Vec3 third = (w2 + 0.5 * w.cross(w1)) / 6;
  const Vec3 fourth = (w3 + w.cross(w2)) / 24;
  Quat turned = q * rotation_by(h * (w + h * (0.5 * w1 + h * (third + h * fourth))));
  turned.coeffs() *= 1.5 - 0.5 * turned.squaredNorm();  // a Newton step back to unit length
  return turned;
}

}  // namespace

HalfAngle large_half_angle(double x2) {
  const double x = std::sqrt(x2);
  return {math::sin(x) / x, math::cos(x)};
}

// Splitting into turns about the three body axes (Dullweber, Leimkuhler and McLachlan 1997) is
// symmetric and of second order; Suzuki's composition of five raises it to the fourth. The length of
// the momentum is kept to rounding.
Quat turn_freely(const Quat& q0, const Vec3& inertia, const Vec3& momentum, double dt) {
  const double p = 0.41449077179437573714;  // 1/(4 - 4^(1/3))
  const double weights[5] = {p, p, 1 - 4 * p, p, p};
  Quat q = q0;
  Vec3 l = q0.toRotationMatrix().transpose() * momentum;
  if (l.cwiseQuotient(inertia).squaredNorm() * dt * dt < small_turn * small_turn)
    return turn_a_little(q0, inertia, l, dt);
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
