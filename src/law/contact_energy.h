// Energies of contacts, one at a time.
#pragma once

#include <cmath>

#include "state/contacts.h"
#include "state/materials.h"

namespace scree {

// What a contact took up in a step: the rates of the normal spring and dashpot, which are integrated over
// time, and the work of this step for the springs with memory.
struct ContactEnergy {
  double elastic_power = 0;
  double damping_power = 0;
  ContactWork work;

  ContactEnergy& operator+=(const ContactEnergy& o) {
    elastic_power += o.elastic_power;
    damping_power += o.damping_power;
    work += o.work;
    return *this;
  }
};

// In the springs of friction, rolling and torsion.
inline double spring_energy(const ContactHistory& h, const RollingHistory& r) {
  return h.stiffness > 0
             ? 0.5 * (h.slide.squaredNorm() + r.roll.squaredNorm() + r.twist * r.twist) / h.stiffness
             : 0.0;
}

// In all springs of a touching contact; for hertz the friction part is that of the tangent stiffness, which
// has no potential of its own.
inline double stored_energy(const PairLaw& law, const Touch& touch, const ContactHistory& history,
                            const RollingHistory& rolling) {
  const double normal =
      law.normal == NormalLaw::spring
          ? 0.5 * law.stiffness * touch.overlap * touch.overlap
          : 8.0 / 15.0 * law.young * std::sqrt(touch.radius * touch.overlap) * touch.overlap * touch.overlap;
  return normal + spring_energy(history, rolling);
}

}  // namespace scree
