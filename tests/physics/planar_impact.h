// The plain twin of an oblique impact: a sphere on a rigid plane in two dimensions, written out in
// scalars and stepped with semi-implicit Euler in very short steps. Hertz's normal force, Mindlin's
// tangent stiffness with the force reduced along with the stiffness on unloading, dashpots that are a
// share of the critical damping, the slider, no pull.
#pragma once

#include <algorithm>
#include <cmath>

namespace scree::physics {

struct PlanarImpact {
  double normal;  // speed of the centre after the impact
  double tangential;
  double surface;  // R w, positive where friction on a sphere moving along x turns it
};

struct PlanarSphere {
  double poisson = 0.3;
  double friction = 0.3;
  double zeta = 0;
  double stiffness = 1e8;  // E* in units of m v^2 / R^3: the larger, the smaller the overlap

  // Units: mass, radius and normal speed are 1.
  PlanarImpact run(double tangential, double surface, int steps) const {
    const double shear_ratio = 2 * (1 - poisson) / (2 - poisson);  // k_t / S
    const double deepest = std::pow(15 / (16 * stiffness), 0.4);
    const double dt = 2.943275 * deepest / steps;
    double depth = 0;
    double closing = 1;
    double spring = 0;
    double old_stiffness = 0;
    for (int n = 0; n < 20 * steps && (n == 0 || depth > 0); ++n) {
      const double tangent = 2 * stiffness * std::sqrt(std::max(depth, 0.0));
      const double dashpot = 2 * std::sqrt(5.0 / 6.0) * zeta * std::sqrt(tangent);
      const double press = std::max(0.0, 2.0 / 3.0 * tangent * depth + dashpot * closing);
      const double slip = tangential - surface;
      const double k = shear_ratio * tangent;
      if (k < old_stiffness) spring *= k / old_stiffness;
      old_stiffness = k;
      spring -= k * slip * dt;
      const double limit = friction * press;
      double drag = spring - dashpot * std::sqrt(shear_ratio) * slip;
      if (std::abs(drag) > limit) {
        drag = std::copysign(limit, drag);
        if (std::abs(spring) > limit) spring = std::copysign(limit, spring);
      }
      closing -= press * dt;
      tangential += drag * dt;
      surface -= 2.5 * drag * dt;
      depth += closing * dt;
    }
    return {-closing, tangential, surface};
  }

  // Finds the damping that gives this restitution, by its own means.
  void set_restitution(double e) {
    double low = 0;
    double high = 4;
    for (int n = 0; n < 40 && e < 1; ++n) {
      zeta = 0.5 * (low + high);
      (run(0, 0, 20000).normal > e ? low : high) = zeta;
    }
    if (e >= 1) zeta = 0;
  }
};

}  // namespace scree::physics
