// Gear's predictor-corrector with six values (position to fifth derivative, Nordsieck form), for
// translation and for the quaternion as a second-order equation. Coefficients for forces that depend
// on velocity (3/16, not 3/20: dashpots and friction do).
//
// Reset rule. Higher derivatives are meaningless after a jump of the force. `order` counts the steps
// since the last one: it is set to 0 where a contact of the body begins or ends and where an event changes
// its drive or the gravity. Two steps are then those of velocity Verlet; after them each step adds the one
// derivative that the accelerations seen since can supply (nordsieck.h has the coefficients), up to six
// values. A body whose force is known and smooth from the start (start.h) leaves the two steps out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "integrate/moving_body.h"
#include "integrate/nordsieck.h"
#include "integrate/rotation.h"

namespace scree {

// What is remembered of each body from step to step.
struct GearColumns {
  std::vector<Nordsieck> derivatives;
  std::vector<std::uint8_t> order;  // how many of them are trusted; 0 after a jump

  template <class Self, class Visit>
  static void for_each_column(Self& self, Visit&& visit) {
    visit("derivatives", self.derivatives);
    visit("order", self.order);
  }
};

// Angular velocity from q and r1 = q' dt: w = 2 q' q*; |q| need not be 1 between predictor and corrector.
SCREE_HD SCREE_KERNEL Vec3 spin_from(const Vec4& q, const Vec4& r1, double dt) {
  return vector_of_product_with_conjugate(r1, q) * (2 / (dt * q.squaredNorm()));
}

// q'' = w' q / 2 - w^2 q / 4 for a world-frame angular acceleration w'.
SCREE_HD SCREE_KERNEL Vec4 second_derivative(const Vec4& q, const Vec3& spin, const Vec3& acceleration) {
  return 0.5 * left_multiply(acceleration, q) - 0.25 * spin.squaredNorm() * q;
}

// The body goes to the end of the step, as its Taylor series has it.
SCREE_HD SCREE_KERNEL void gear_predict(MovingBody& body, Nordsieck& derivatives, double dt) {
  auto& [x, q] = derivatives;
  // Only the change of the velocity passes through r1 = x' dt, so that rounding stays relative to the change.
  Vec3 r1 = Vec3::Zero();
  body.position += body.velocity * dt;
  pascal(body.position, r1, x[0], x[1], x[2], x[3]);
  body.velocity += r1 / dt;
  Vec4& q0 = body.orientation.coeffs();
  pascal(q0, q[0], q[1], q[2], q[3], q[4]);
  body.spin = spin_from(q0, q[0], dt);
}

// `load` is that at the predicted place.
SCREE_HD SCREE_KERNEL void gear_correct(MovingBody& body, const BodyLoad& load, Nordsieck& derivatives,
                                        std::uint8_t& order, double dt) {
  auto& [x, q] = derivatives;
  const double half_dt2 = 0.5 * dt * dt;

  const Vec3 discrepancy = load.force * (load.inverse_mass * half_dt2) - x[0];
  Vec3 r1 = Vec3::Zero();
  correct(order, discrepancy, body.position, r1, x[0], x[1], x[2], x[3]);
  body.velocity += r1 / dt;

  Vec4& q0 = body.orientation.coeffs();
  const Vec3 acceleration =
      angular_acceleration(body.orientation.normalized(), load.inertia, body.spin, load.torque);
  const Vec4 turn = second_derivative(q0, body.spin, acceleration) * half_dt2 - q[1];
  correct(order, turn, q0, q[0], q[1], q[2], q[3], q[4]);

  // Back to unit length. The derivatives follow: all shrink alike, and the first stays tangent.
  const double scale = 1 / q0.norm();
  q0 *= scale;
  for (Vec4& r : q) r *= scale;
  q[0] -= q0.dot(q[0]) * q0;
  body.spin = spin_from(q0, q[0], dt);

  order = std::min<std::uint8_t>(order + 1, full_order);
}

}  // namespace scree
