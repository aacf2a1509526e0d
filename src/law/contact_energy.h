// Energies of contacts, one at a time.
#pragma once

#include <cmath>

#include "law/contact_length.h"
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

// In the normal spring. The overlap law has no potential; what it gives back in a plain impact on a face,
// where V = A d and F = Y V / l, is Y V^2 / (2 A l).
inline double normal_energy(const PairLaw& law, const TouchOnBed& touch, const ContactSize& size) {
  if (!uses_volume(law.normal) && touch.bed.measure > 0) {  // law/press.h
    if (law.normal == NormalLaw::spring) return law.stiffness / size.area * touch.bed.measure;
    const double square = 2 * touch.bed.pair_measure / size.area;
    return 8.0 / 15.0 * law.young * std::sqrt(touch.radius) * std::sqrt(std::sqrt(square)) * 2 *
           touch.bed.measure / size.area;
  }
  switch (law.normal) {
    case NormalLaw::spring: return 0.5 * touch.share * law.stiffness * touch.overlap * touch.overlap;
    case NormalLaw::hertz:
      return 8.0 / 15.0 * touch.share * law.young * std::sqrt(touch.radius * touch.overlap) * touch.overlap *
             touch.overlap;
    case NormalLaw::overlap: return 0.5 * law.young * touch.volume * touch.overlap / size.length;
    case NormalLaw::overlap_energy:
      return 0.5 * law.young * touch.volume * touch.pair_volume / (size.length * size.length * size.depth);
  }
  return 0;
}

// Cohesion pulls with the area, which is the slope of the volume, or of that of spheres after Hertz.
inline double energy_of_pull(const PairLaw& law, const Touch& touch) {
  return law.cohesion * (touch.volume > 0 ? touch.volume : 0.5 * touch.area * touch.overlap);
}

// In all springs of a touching contact; for hertz the friction part is that of the tangent stiffness, which
// has no potential of its own.
inline double stored_energy(const PairLaw& law, const TouchOnBed& touch, const ContactSize& size,
                            const ContactHistory& history, const RollingHistory& rolling) {
  return normal_energy(law, touch, size) - energy_of_pull(law, touch) + spring_energy(history, rolling);
}

}  // namespace scree
