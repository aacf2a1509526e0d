#include "law/mixing.h"

#include <algorithm>
#include <cmath>

#include "law/restitution.h"

namespace scree {
namespace {

double damping_of(const Material& a, const Material& b, NormalLaw normal, const PairOverride& override) {
  if (override.damping) return *override.damping;
  if (override.restitution) return damping_for(normal, *override.restitution);
  if (a.damping < 0 && b.damping < 0) return damping_for(normal, std::sqrt(a.restitution * b.restitution));
  const auto own = [normal](const Material& m) {
    return m.damping < 0 ? damping_for(normal, m.restitution) : m.damping;
  };
  return 0.5 * (own(a) + own(b));
}

}  // namespace

PairLaw mix(const Material& a, const Material& b, NormalLaw normal, double tangential_ratio,
            const PairOverride& override) {
  PairLaw law;
  law.normal = override.normal.value_or(normal);
  law.stiffness = override.stiffness.value_or(2 * a.stiffness * b.stiffness / (a.stiffness + b.stiffness));
  law.tangential_stiffness = tangential_ratio * law.stiffness;
  law.compliance = 1 / law.tangential_stiffness;
  law.young = 1 / ((1 - a.poisson * a.poisson) / a.young + (1 - b.poisson * b.poisson) / b.young);
  const auto shear = [](const Material& m) { return m.young / (2 * (1 + m.poisson)); };
  law.shear = 1 / ((2 - a.poisson) / shear(a) + (2 - b.poisson) / shear(b));
  law.damping = damping_of(a, b, law.normal, override);
  if (uses_volume(law.normal)) {
    law.young = override.young.value_or(2 * a.young * b.young / (a.young + b.young));
    law.tangential_stiffness = tangential_ratio * law.young;
    law.dashpot = 2 * law.damping;
    law.tangential_dashpot = 1;
  } else if (law.normal == NormalLaw::spring) {
    law.dashpot = 2 * law.damping * std::sqrt(law.stiffness);
    law.tangential_dashpot = std::sqrt(tangential_ratio);
  } else {
    law.dashpot = 2 * std::sqrt(5.0 / 6.0) * law.damping;
    law.tangential_dashpot = std::sqrt(4 * law.shear / law.young);  // sqrt(k_t / S)
  }
  law.friction = override.friction.value_or(std::min(a.friction, b.friction));
  law.rolling_friction = override.rolling_friction.value_or(std::min(a.rolling_friction, b.rolling_friction));
  law.torsional_friction =
      override.torsional_friction.value_or(std::min(a.torsional_friction, b.torsional_friction));
  law.cohesion = override.cohesion.value_or(std::min(a.cohesion, b.cohesion));
  return law;
}

}  // namespace scree
