// Force and couple of one contact: normal law + damping + friction + rolling + torsion, composed.
#pragma once

#include "base/vector.h"
#include "state/contacts.h"
#include "state/materials.h"

namespace scree {

// Relative motion at a contact.
struct ContactMotion {
  Vec3 velocity;      // of b against a, at the contact point
  Vec3 spin_a;
  Vec3 spin_b;
  double mass = 0;    // effective, 1/(1/m_a + 1/m_b)
  double dt = 0;      // 0: springs with memory do not move (the first evaluation of a run)
};

// Updates the history and returns the load. Arms come from `touch`.
Load press(const PairLaw& law, const Touch& touch, const ContactMotion& motion, ContactHistory& history);

// The contact has ended: what its springs still held is lost in the sliders.
Load release(ContactHistory& history);

// Energy in the springs of a touching contact; for hertz the friction part is that of the tangent
// stiffness, which has no potential of its own.
double stored_energy(const PairLaw& law, const Touch& touch, const ContactHistory& history);

}  // namespace scree
