#include "law/restitution.h"

#include <cmath>

#include "base/math.h"

namespace scree {
namespace {

// Closed form (Schwager and Poeschel 2007): the force vanishes at the phase pi - 2 asin(zeta), where the
// speed is exactly the decay factor; overdamped likewise with the hyperbolic functions.
double spring_restitution(double zeta) {
  if (zeta < 1) return math::exp(-zeta / std::sqrt(1 - zeta * zeta) * (math::pi - 2 * math::asin(zeta)));
  const double s = std::sqrt(zeta * zeta - 1);
  if (s < 1e-6) return math::exp(-2);
  return math::exp(-zeta / s * math::log((zeta + s) / (zeta - s)));
}

// Hertz with the dashpot of law/press.h, made dimensionless: x'' = -x^(3/2) - sqrt(5) zeta x^(1/4) x',
// x(0) = 0, x'(0) = 1, until the force vanishes. With t = u^4 the motion is smooth at the start, where
// x^(1/4) is not. Fourth-order Runge-Kutta with fixed steps.
double hertz_restitution(double zeta) {
  const double drag = std::sqrt(5.0) * zeta;
  const auto force = [drag](double x, double v) {
    if (x <= 0) return 0.0;
    const double root = std::sqrt(std::sqrt(x));
    return x * root * root + drag * root * v;
  };
  const double h = 1e-3;
  double x = 0;
  double v = 1;
  for (int i = 0; i < 10000; ++i) {
    const double u = i * h;
    const auto slope = [&force](double at, double xs, double vs) {
      const double w = 4 * at * at * at;  // dt/du
      return std::pair{w * vs, -w * force(xs, vs)};
    };
    const auto [x1, v1] = slope(u, x, v);
    const auto [x2, v2] = slope(u + h / 2, x + h / 2 * x1, v + h / 2 * v1);
    const auto [x3, v3] = slope(u + h / 2, x + h / 2 * x2, v + h / 2 * v2);
    const auto [x4, v4] = slope(u + h, x + h * x3, v + h * v3);
    const double new_x = x + h / 6 * (x1 + 2 * x2 + 2 * x3 + x4);
    const double new_v = v + h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
    if (new_v < 0 && force(new_x, new_v) <= 0) return -new_v;  // the speed is stationary there
    x = new_x;
    v = new_v;
  }
  return 0;
}

}  // namespace

double restitution_of(NormalLaw law, double damping) {
  return law == NormalLaw::hertz ? hertz_restitution(damping) : spring_restitution(damping);
}

double damping_for(NormalLaw law, double restitution) {
  if (restitution >= 1) return 0;
  double low = 0;
  double high = 1;
  while (restitution_of(law, high) > restitution && high < 1e4) high *= 2;
  // Regula falsi on the logarithm would be quicker; bisection cannot fail, and this runs once per pair.
  for (int i = 0; i < 52 && high - low > 1e-12 * high; ++i) {
    const double middle = 0.5 * (low + high);
    (restitution_of(law, middle) > restitution ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace scree
