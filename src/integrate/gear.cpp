#include "integrate/gear.h"

#include <algorithm>

#include "integrate/nordsieck.h"
#include "integrate/rotation.h"

namespace scree {
namespace {

// Angular velocity from q and r1 = q' dt: w = 2 q' q*; |q| need not be 1 between predictor and corrector.
Vec3 spin_from(const Vec4& q, const Vec4& r1, double dt) {
  return vector_of_product_with_conjugate(r1, q) * (2 / (dt * q.squaredNorm()));
}

// q'' = w' q / 2 - w^2 q / 4 for a world-frame angular acceleration w'.
Vec4 second_derivative(const Vec4& q, const Vec3& spin, const Vec3& acceleration) {
  return 0.5 * left_multiply(acceleration, q) - 0.25 * spin.squaredNorm() * q;
}

}  // namespace

void gear_predict(Bodies& bodies, BodyIndex i, double dt) {
  auto& [x, q] = bodies.derivatives[i];
  // Only the change of the velocity passes through r1 = x' dt, so that rounding stays relative to the change.
  Vec3 r1 = Vec3::Zero();
  bodies.position[i] += bodies.velocity[i] * dt;
  pascal(bodies.position[i], r1, x[0], x[1], x[2], x[3]);
  bodies.velocity[i] += r1 / dt;
  Vec4& q0 = bodies.orientation[i].coeffs();
  pascal(q0, q[0], q[1], q[2], q[3], q[4]);
  bodies.spin[i] = spin_from(q0, q[0], dt);
}

void gear_correct(Bodies& bodies, BodyIndex i, double dt) {
  auto& [x, q] = bodies.derivatives[i];
  const std::uint8_t order = bodies.order[i];
  const double half_dt2 = 0.5 * dt * dt;

  const Vec3 discrepancy = bodies.force[i] * (bodies.inverse_mass[i] * half_dt2) - x[0];
  Vec3 r1 = Vec3::Zero();
  correct(order, discrepancy, bodies.position[i], r1, x[0], x[1], x[2], x[3]);
  bodies.velocity[i] += r1 / dt;

  Vec4& q0 = bodies.orientation[i].coeffs();
  const Vec3 acceleration = angular_acceleration(bodies.orientation[i].normalized(), bodies.inertia[i],
                                                 bodies.spin[i], bodies.torque[i]);
  const Vec4 turn = second_derivative(q0, bodies.spin[i], acceleration) * half_dt2 - q[1];
  correct(order, turn, q0, q[0], q[1], q[2], q[3], q[4]);

  // Back to unit length. The derivatives follow: all shrink alike, and the first stays tangent.
  const double scale = 1 / q0.norm();
  q0 *= scale;
  for (Vec4& r : q) r *= scale;
  q[0] -= q0.dot(q[0]) * q0;
  bodies.spin[i] = spin_from(q0, q[0], dt);

  bodies.order[i] = std::min<std::uint8_t>(order + 1, full_order);
}

}  // namespace scree
