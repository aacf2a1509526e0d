#include "integrate/start.h"

#include "integrate/nordsieck.h"
#include "integrate/rotation.h"

namespace scree {

void start_body(Bodies& bodies, BodyIndex i, double dt) {
  Nordsieck& r = bodies.derivatives[i];
  r = Nordsieck{};
  bodies.order[i] = smooth_start;
  if (!bodies.free(i) || bodies.inverse_mass[i] == 0) return;  // walls are not free, or not yet known to be fixed
  const Vec4 q = bodies.orientation[i].coeffs();
  const Vec3& spin = bodies.spin[i];
  const Vec3 acceleration = angular_acceleration(bodies.orientation[i], bodies.inertia[i], spin, bodies.torque[i]);
  r.x[0] = bodies.force[i] * (bodies.inverse_mass[i] * 0.5 * dt * dt);
  r.q[0] = 0.5 * dt * left_multiply(spin, q);
  r.q[1] = 0.5 * dt * dt * (0.5 * left_multiply(acceleration, q) - 0.25 * spin.squaredNorm() * q);
}

}  // namespace scree
