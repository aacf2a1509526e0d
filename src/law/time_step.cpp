#include "law/time_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/math.h"

namespace scree {
namespace {

// Two bounds, the smaller counts.
//
// Resolution: a fiftieth of the contact time pi sqrt(m/2k) of two equal grains on a spring; for Hertz a
// twentieth of the Rayleigh time pi R sqrt(rho/G) / (0.1631 nu + 0.8766), about a sixtieth of a fast impact.
//
// Stability: dashpots act like drag at a rate of sum(c)/m. A grain with twelve neighbours that all move
// against it feels 2 (4 c_n + 8 c_t) / m along any direction, and 2 x 8 c_t R^2 / I = 40 c_t / m when it
// turns. The integrators bear a drag of 0.16 (Gear with six values, velocity-dependent coefficients) and 1.0
// (velocity Verlet) per step; some room is kept.
struct Bounds {
  double resolution = 0;
  double stability = 0;
};

// Overlap laws: the stiffest a grain can have it is to be held between two faces, each with its largest
// patch, with tangential springs beside it. Of that oscillation a period gets some thirty steps.
Bounds bounds_for_overlap(const PairLaw& law, const Material& material, const Grain& grain,
                          Integrator integrator) {
  constexpr double growth = 1.2;  // a patch that has sunk in is larger than the face
  constexpr double faces = 2, side_contacts = 4;
  const double length = 2 * grain.radius;  // of two equal ones; larger partners are softer
  const double lever = 1 + grain.mass * grain.reach2_per_inertia;
  double normal = growth * law.young / (length * material.density) * grain.face_response;
  // The energy's second derivative is Y A^2 / (l^2 depth): wide faces are stiffer by A / (l depth).
  if (law.normal == NormalLaw::overlap_energy)
    normal *= std::max(1.0, growth * grain.face_area / (length * grain.depth));
  const double tangential = law.tangential_stiffness * grain.reference_area / length * lever / grain.mass;
  Bounds b;
  b.resolution = 0.2 / std::sqrt(faces * normal + side_contacts * tangential);
  // A dashpot c = 2 zeta sqrt(k m) with the lever arm of its spring, whose frequency is w, brakes at a rate
  // of 2 zeta w sqrt(lever). Of faces half the response is turning, at most.
  const double rate = 2 * law.damping * (faces * std::sqrt(2 * normal) + 2 * std::sqrt(lever * tangential));
  const double bearable = integrator == Integrator::gear ? 0.12 : 0.6;
  b.stability = rate > 0 ? bearable / rate : std::numeric_limits<double>::infinity();
  return b;
}

constexpr double usual_overlap = 0.01;  // of the radius: where the stiffness of Hertz contacts is taken

Bounds bounds_for(const PairLaw& law, const Material& material, const Grain& grain, Integrator integrator) {
  if (uses_volume(law.normal)) return bounds_for_overlap(law, material, grain, integrator);
  const bool spring = law.normal == NormalLaw::spring;
  const double contact_radius = grain.radius * std::sqrt(0.5 * usual_overlap);
  const double normal = spring ? law.stiffness : 2 * law.young * contact_radius;
  const double tangential = spring ? law.tangential_stiffness : 8 * law.shear * contact_radius;
  const double effective = 0.5 * grain.mass;
  Bounds b;
  if (spring) {
    // The tangential spring with the sphere's rotation, k_t (1/m + R^2/I), is slower for k_t <= 2/7 k.
    b.resolution = math::pi * std::sqrt(effective / std::max(normal, 3.5 * tangential)) / 50;
  } else {
    const double shear = material.young / (2 * (1 + material.poisson));
    b.resolution = math::pi * grain.radius * std::sqrt(material.density / shear) /
                   (0.1631 * material.poisson + 0.8766) / 20;
  }
  const double c_n = 2 * law.damping * std::sqrt(normal * effective);
  const double c_t = 2 * law.damping * std::sqrt(tangential * effective);
  const double rate = std::max(8 * c_n + 16 * c_t, 40 * c_t) / grain.mass;
  const double bearable = integrator == Integrator::gear ? 0.12 : 0.6;
  b.stability = rate > 0 ? bearable / rate : std::numeric_limits<double>::infinity();
  return b;
}

}  // namespace

TimeStep automatic_time_step(std::span<const Grain> grains, std::span<const Material> materials,
                             const PairLaws& laws, Integrator integrator) {
  TimeStep best{std::numeric_limits<double>::infinity(), ""};
  for (const Grain& g : grains) {
    for (MaterialIndex other = 0; other < materials.size(); ++other) {
      const PairLaw& law = laws.of(g.material, other);
      const Bounds bounds = bounds_for(law, materials[g.material], g, integrator);
      const double dt = std::min(bounds.resolution, bounds.stability);
      if (!(dt < best.dt)) continue;
      best.dt = dt;
      const std::string who = fmt::format("a grain of {:.3g} kg and radius {:.3g} m ({} on {})", g.mass,
                                          g.radius, materials[g.material].name, materials[other].name);
      if (bounds.stability < bounds.resolution)
        best.reason = fmt::format("what the integrator bears of the dashpots on {} in a dense bed", who);
      else if (uses_volume(law.normal))
        best.reason = fmt::format("1/30 of the period of {}, held between two of its largest faces", who);
      else if (law.normal == NormalLaw::spring)
        best.reason = fmt::format("1/50 of the contact time of {}", who);
      else
        best.reason = fmt::format("1/20 of the Rayleigh time of {}", who);
    }
  }
  if (!std::isfinite(best.dt)) return {1e-3, "no free body is there to set it"};
  if (!(best.dt > shortest_step)) return {0, best.reason};
  // Two significant digits, rounded down: a number people can write.
  double unit = 1;
  while (unit > best.dt) unit /= 10;
  while (unit * 10 <= best.dt) unit *= 10;
  best.dt = std::floor(best.dt / unit * 10) * unit / 10;
  return best;
}

}  // namespace scree
