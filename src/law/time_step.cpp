#include "law/time_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/math.h"

namespace scree {
namespace {

constexpr double usual_overlap = 0.01;  // of the radius: where the stiffness of Hertz contacts is taken

// How deep cohesion pulls a grain in, over its radius, at the most 1: where the spring carries the pull. Tips
// sink in three times as deep as faces.
double sunk_by_cohesion(const PairLaw& law, const Grain& grain) {
  if (!(law.cohesion > 0)) return 0;
  const double share = law.cohesion / law.young;
  switch (law.normal) {
    case NormalLaw::overlap:
    case NormalLaw::overlap_energy: return std::min(1.0, 3 * 4 * share);
    case NormalLaw::spring:
      return std::min(1.0, law.cohesion * grain.reference_area / (law.stiffness * grain.radius));
    case NormalLaw::hertz: {
      const double of_balls = 0.75 * math::pi * share;
      return std::min(1.0, grain.corners ? math::cbrt(of_balls * of_balls) : of_balls * of_balls);
    }
  }
  return 0;
}

// The share of the radius at which the stiffness of Hertz contacts is taken.
double depth_of_hertz(const PairLaw& law, const Grain& grain) {
  return std::max(usual_overlap, sunk_by_cohesion(law, grain));
}

// A patch that has sunk in is larger than the face. Cohesion may pull a grain in to its middle.
double growth_of_patch(const PairLaw& law, const Grain& grain) {
  constexpr double usual = 1.2;
  const double sunk = sunk_by_cohesion(law, grain);
  const double middle = std::max(usual, usual * grain.reference_area / grain.face_area);
  return usual + sunk * (middle - usual);
}

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

// Spring constant per area of the bed on which bodies with corners rest, of two equal ones (law/press.h).
double bed_stiffness(const PairLaw& law, const Grain& grain) {
  if (law.normal == NormalLaw::spring) return law.stiffness / grain.reference_area;
  // The second derivative of 8/15 E* sqrt(R) (A / A_ref)^(5/4) d^(5/2) on the largest face, over its area.
  const double radius = grain.radius, depth = depth_of_hertz(law, grain) * grain.radius;  // on a wall
  const double faces = std::max(1.0, grain.face_area / grain.reference_area);
  return 2 * law.young * std::sqrt(radius * depth) * std::sqrt(std::sqrt(faces)) / grain.reference_area;
}

// Laws that press on areas: the stiffest a grain can have it is to be held between two faces, each with its
// largest patch, with tangential springs beside it. Of that oscillation a period gets some thirty steps.
// Given are the springs per area, and the tangential ones of a contact.
Bounds bounds_for_faces(double per_area, double tangential_spring, const PairLaw& law,
                        const Material& material, const Grain& grain, Integrator integrator) {
  constexpr double faces = 2, side_contacts = 4;
  const double lever = 1 + grain.mass * grain.reach2_per_inertia;
  const double normal = growth_of_patch(law, grain) * per_area / material.density * grain.face_response;
  const double tangential = tangential_spring * lever / grain.mass;
  Bounds b;
  b.resolution = 0.2 / std::sqrt(faces * normal + side_contacts * tangential);
  // A dashpot c = 2 zeta sqrt(k m) with the lever arm of its spring, whose frequency is w, brakes at a rate
  // of 2 zeta w sqrt(lever). Of faces half the response is turning, at most.
  const double rate = 2 * law.damping * (faces * std::sqrt(2 * normal) + 2 * std::sqrt(lever * tangential));
  const double bearable = integrator == Integrator::gear ? 0.12 : 0.6;
  b.stability = rate > 0 ? bearable / rate : std::numeric_limits<double>::infinity();
  return b;
}

Bounds bounds_for_overlap(const PairLaw& law, const Material& material, const Grain& grain,
                          Integrator integrator) {
  const double length = 2 * grain.radius;  // of two equal ones; larger partners are softer
  double per_area = law.young / length;
  // The energy's second derivative is Y A^2 / (l^2 depth): wide faces are stiffer by A / (l depth).
  if (law.normal == NormalLaw::overlap_energy)
    per_area *= std::max(1.0, 1.2 * grain.face_area / (length * grain.depth));
  return bounds_for_faces(per_area, law.tangential_stiffness * grain.reference_area / length, law, material,
                          grain, integrator);
}

Bounds bounds_for(const PairLaw& law, const Material& material, const Grain& grain, Integrator integrator) {
  if (uses_volume(law.normal)) return bounds_for_overlap(law, material, grain, integrator);
  const bool spring = law.normal == NormalLaw::spring;
  const double depth = depth_of_hertz(law, grain);
  const double contact_radius = grain.radius * std::sqrt(0.5 * depth);
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
                   (0.1631 * material.poisson + 0.8766) / 20 * std::sqrt(std::sqrt(usual_overlap / depth));
  }
  const double c_n = 2 * law.damping * std::sqrt(normal * effective);
  const double c_t = 2 * law.damping * std::sqrt(tangential * effective);
  const double rate = std::max(8 * c_n + 16 * c_t, 40 * c_t) / grain.mass;
  const double bearable = integrator == Integrator::gear ? 0.12 : 0.6;
  b.stability = rate > 0 ? bearable / rate : std::numeric_limits<double>::infinity();
  if (grain.corners) {
    const Bounds on_faces =
        bounds_for_faces(bed_stiffness(law, grain), tangential, law, material, grain, integrator);
    b.resolution = std::min(b.resolution, on_faces.resolution);
    b.stability = std::min(b.stability, on_faces.stability);
  }
  return b;
}

// Two significant digits: a number people can write.
double rounded_down(double dt) {
  double unit = 1;
  while (unit > dt) unit /= 10;
  while (unit * 10 <= dt) unit *= 10;
  return std::floor(dt / unit * 10) * unit / 10;
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
  best.dt = rounded_down(best.dt);
  return best;
}

void limit_travel(TimeStep& step, double speed, double thinnest) {
  if (!(speed * step.dt > tolerable_travel * thinnest)) return;
  const double longest = tolerable_travel * thinnest / speed;
  step.dt = longest > shortest_step ? rounded_down(longest) : 0;
  step.reason =
      fmt::format("so that nothing moves by more than {:g} of the thinnest thing, {:.3g} m, in a step",
                  tolerable_travel, thinnest);
}

void limit_to_period(TimeStep& step, double period) {
  constexpr double steps_per_period = 50;
  if (!(step.dt * steps_per_period > period)) return;
  const double longest = period / steps_per_period;
  step.dt = longest > shortest_step ? rounded_down(longest) : 0;
  step.reason =
      fmt::format("a {:g}th of the period of the quickest wall, {:.3g} s", steps_per_period, period);
}

}  // namespace scree
