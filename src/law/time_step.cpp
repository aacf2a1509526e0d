#include "law/time_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/math.h"

namespace scree {
namespace {

// Spring: a fiftieth of the contact time pi sqrt(m/k) of the lightest grain against an equal one; stiff
// dashpots (more than half of critical) shorten it in proportion. Its tangential spring with the
// sphere's rotation, k_t (1/m + R^2/I) <= k/m for k_t <= 2/7 k, is not faster; a larger ratio counts.
double spring_step(const PairLaw& law, double mass) {
  const double effective = 0.5 * mass;
  const double stiffness = law.stiffness * std::max(1.0, 3.5 * law.tangential_ratio);
  return math::pi * std::sqrt(effective / stiffness) / (50 * std::max(1.0, 2 * law.damping));
}

// Hertz: a twentieth of the Rayleigh time pi R sqrt(rho/G) / (0.1631 nu + 0.8766), about a sixtieth of
// a fast impact.
double hertz_step(const PairLaw& law, const Material& material, double radius) {
  const double shear = material.young / (2 * (1 + material.poisson));
  const double rayleigh =
      math::pi * radius * std::sqrt(material.density / shear) / (0.1631 * material.poisson + 0.8766);
  return rayleigh / (20 * std::max(1.0, 2 * law.damping));
}

}  // namespace

TimeStep automatic_time_step(std::span<const Grain> grains, std::span<const Material> materials, const PairLaws& laws) {
  TimeStep best{std::numeric_limits<double>::infinity(), ""};
  for (const Grain& g : grains) {
    for (MaterialIndex other = 0; other < materials.size(); ++other) {
      const PairLaw& law = laws.of(g.material, other);
      const bool spring = law.normal == NormalLaw::spring;
      const double dt = spring ? spring_step(law, g.mass) : hertz_step(law, materials[g.material], g.radius);
      if (dt >= best.dt) continue;
      best.dt = dt;
      best.reason = spring ? fmt::format("1/50 of the contact time of a grain of {:.3g} kg on a spring of {:.3g} N/m "
                                         "({} on {})",
                                         g.mass, law.stiffness, materials[g.material].name, materials[other].name)
                           : fmt::format("1/20 of the Rayleigh time of a grain of radius {:.3g} m ({} on {})", g.radius,
                                         materials[g.material].name, materials[other].name);
      if (law.damping > 0.5) best.reason += fmt::format(", shortened for its damping of {:.2g}", law.damping);
    }
  }
  if (!std::isfinite(best.dt)) return {1e-3, "no free body is there to set it"};
  // Two significant digits, rounded down: a number people can write.
  double unit = 1;
  while (unit > best.dt) unit /= 10;
  while (unit * 10 <= best.dt) unit *= 10;
  best.dt = std::floor(best.dt / unit * 10) * unit / 10;
  return best;
}

}  // namespace scree
