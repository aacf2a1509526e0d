// Materials as the user gives them, and what a pair of them means for a contact.
#pragma once

#include <string>
#include <vector>

#include "base/enum_words.h"
#include "base/ids.h"
#include "base/vector.h"

namespace scree {

struct Material {
  std::string name = {};
  double density = 2500;
  double young = 1e7;
  double poisson = 0.25;
  double stiffness = 1e5;
  double restitution = 0.5;  // used when damping < 0
  double damping = -1;       // share of critical damping; negative: from the restitution
  double friction = 0.5;
  double rolling_friction = 0;
  double torsional_friction = 0;
  double cohesion = 0;  // Pa
};

enum class NormalLaw : std::uint8_t { spring, hertz, overlap, overlap_energy };

constexpr auto words_of(NormalLaw) {
  using enum NormalLaw;
  return std::to_array<EnumWord<NormalLaw>>(
      {{overlap, "overlap"}, {overlap_energy, "overlap-energy"}, {spring, "spring"}, {hertz, "hertz"}});
}

inline bool uses_volume(NormalLaw law) {
  return law == NormalLaw::overlap || law == NormalLaw::overlap_energy;
}

// All that a contact of two materials needs, ready for the kernels (law/press.h has the formulas).
struct PairLaw {
  NormalLaw normal = NormalLaw::hertz;
  double stiffness = 0;             // spring: k, N/m
  double tangential_stiffness = 0;  // spring: k_t, N/m; overlap: of the pair's reference area over its length
  double compliance = 0;            // spring: 1/k_t
  double young = 0;                 // hertz: E* = 1/((1 - nu_a^2)/E_a + (1 - nu_b^2)/E_b); overlap: Y
  double shear = 0;                 // hertz: G* = 1/((2 - nu_a)/G_a + (2 - nu_b)/G_b)
  double damping = 0;               // zeta, share of critical damping
  double dashpot = 0;               // spring: c / sqrt(m); others: c / sqrt(S m), S the tangent stiffness
  double tangential_dashpot = 0;    // c_t / c
  double friction = 0;
  double rolling_friction = 0;
  double torsional_friction = 0;
  double cohesion = 0;  // Pa: pull per area of contact
};

// Symmetric table over pairs of materials.
struct PairLaws {
  std::size_t materials = 0;
  std::vector<PairLaw> table;
  const PairLaw& of(MaterialIndex a, MaterialIndex b) const { return table[a * materials + b]; }
  PairLaw& of(MaterialIndex a, MaterialIndex b) { return table[a * materials + b]; }
};

}  // namespace scree
