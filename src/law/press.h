// Force and couple of one contact: normal law + damping + friction + rolling + torsion, composed.
//
// Linear spring: F = k d, c = 2 zeta sqrt(k m), k_t a constant.
// Hertz and Mindlin: F = 2/3 S d with the tangent stiffness S = 2 E* sqrt(R d); k_t = 8 G* sqrt(R d);
// c = 2 sqrt(5/6) zeta sqrt(S m), which makes the restitution independent of the speed (Tsuji, Tanaka
// and Ishida 1992). Tangential dashpots are the same share of critical damping.
#pragma once

#include <algorithm>
#include <cmath>

#include "base/vector.h"
#include "law/slider.h"
#include "state/contacts.h"
#include "state/materials.h"

namespace scree {

// Relative motion at a contact.
struct ContactMotion {
  Vec3 velocity;      // of b against a, at the contact point
  Vec3 spin_a;
  Vec3 spin_b;
  double root_mass = 0;  // square root of the effective mass 1/(1/m_a + 1/m_b)
  double dt = 0;      // 0: springs with memory do not move (the first evaluation of a run)
};

struct Stiffness {
  double elastic = 0;     // normal spring force
  double damping = 0;     // normal dashpot, N s/m
  double tangential = 0;  // N/m
  double compliance = 0;  // 1/tangential
  double tangential_damping = 0;
};

SCREE_HD inline Stiffness stiffness_of(const PairLaw& law, const Touch& touch, double root_mass) {
  Stiffness s;
  if (law.normal == NormalLaw::spring) {
    s.elastic = law.stiffness * touch.overlap;
    s.damping = law.dashpot * root_mass;
    s.tangential = law.tangential_stiffness;
    s.compliance = law.compliance;
  } else {
    const double contact_radius = std::sqrt(touch.radius * touch.overlap);
    const double tangent = 2 * law.young * contact_radius;
    s.elastic = 2.0 / 3.0 * tangent * touch.overlap;
    s.damping = law.dashpot * std::sqrt(tangent) * root_mass;
    s.tangential = 8 * law.shear * contact_radius;
    s.compliance = 1 / s.tangential;
  }
  s.tangential_damping = law.tangential_dashpot * s.damping;
  return s;
}

// The tangent plane turns with the normal and with the mean spin about it, and springs turn along. They keep their
// length: turns are small, so one Newton step for the inverse root is exact to rounding; the root itself is
// left to the rare large turn.
SCREE_HD inline Vec3 carry_spring(const Vec3& v, const Vec3& turn, const Vec3& normal) {
  Vec3 w = v + turn.cross(v);
  w -= normal.dot(w) * normal;
  const double before = v.squaredNorm();
  const double after = w.squaredNorm();
  if (before == 0 || after == 0) return w;
  const double ratio = after / before;
  return w * (std::abs(ratio - 1) < 1e-7 ? 1.5 - 0.5 * ratio : 1 / std::sqrt(ratio));
}

SCREE_HD inline double spring_energy(const ContactHistory& h) {
  return h.stiffness > 0 ? 0.5 * (h.slide.squaredNorm() + h.roll.squaredNorm() + h.twist * h.twist) / h.stiffness : 0.0;
}

// The springs of the last step in the frame of this one. Mindlin's stiffness changes with the overlap: loading
// keeps the force, unloading reduces it with the stiffness (Thornton, Cummins and Cleary 2013), so the
// spring never gains energy without work being done on it. What it loses is microslip.
SCREE_HD inline void carry_springs(const PairLaw& law, const Touch& touch, const ContactMotion& motion,
                                   double stiffness, ContactHistory& history, ContactWork& work) {
  const Vec3& n = touch.normal;
  const Vec3 turn = history.normal.cross(n) + (0.5 * motion.dt * (motion.spin_a + motion.spin_b).dot(n)) * n;
  history.slide = carry_spring(history.slide, turn, n);
  history.slide_velocity -= n.dot(history.slide_velocity) * n;
  if (law.rolling_friction > 0) {
    history.roll = carry_spring(history.roll, turn, n);
    history.roll_velocity -= n.dot(history.roll_velocity) * n;
  }
  if (stiffness == history.stiffness) return;
  const double before = spring_energy(history);
  if (stiffness < history.stiffness) {
    const double factor = stiffness / history.stiffness;
    history.slide *= factor;
    history.roll *= factor;
    history.twist *= factor;
  }
  history.stiffness = stiffness;
  const double lost = before - spring_energy(history);
  work.elastic -= lost;
  work.friction += lost;
}

// Updates the history and fills the load. Arms come from `touch`.
SCREE_HD inline void press(const PairLaw& law, const Touch& touch, const ContactMotion& motion, ContactHistory& history,
                           Load& load) {
  const Vec3 n = touch.normal;
  Stiffness k = stiffness_of(law, touch, motion.root_mass);
  ContactWork work;

  // A contact that began within this step has acted and slid only since then. Integrators give the force at the end
  // of a step the weight of half a step; where it grew as t^p since the onset, at a share s of the step before
  // its end, its impulse is s/(1 + p) of a step. So it is scaled by 1/2 + s/(1 + p), the other half step being the next
  // one's: p = 1 and 0 for the linear spring and dashpot, 3/2 and 1/4 for Hertz.
  const double opening = motion.velocity.dot(n);
  const bool begins = history.stiffness == 0;
  double since = motion.dt;
  if (begins && -opening * motion.dt > touch.overlap) {
    since = touch.overlap / -opening;
    const double share = since / motion.dt;
    const bool spring = law.normal == NormalLaw::spring;
    const double dashpots = 0.5 + (spring ? 1.0 : 0.8) * share;
    k.elastic *= 0.5 + (spring ? 0.5 : 0.4) * share;
    k.damping *= dashpots;
    k.tangential_damping *= dashpots;
  }

  // Normal: never pulls. The dashpot gives way first, so restitution is solved for under this rule.
  const double normal_force = std::max(0.0, k.elastic - k.damping * opening);
  load.normal_force = normal_force;
  load.elastic_power = -k.elastic * opening;
  load.damping_power = -(normal_force - k.elastic) * opening;
  Vec3 force = normal_force * n;
  Vec3 couple = Vec3::Zero();

  const bool rolls = law.rolling_friction > 0;
  const bool twists = law.torsional_friction > 0;
  const Vec3 sliding = motion.velocity - opening * n;
  Vec3 rolling = Vec3::Zero();
  double twisting = 0;
  if (rolls || twists) {
    const Vec3 spin = motion.spin_b - motion.spin_a;
    const double along = spin.dot(n);
    rolling = touch.radius * (spin - along * n);
    twisting = touch.radius * along;
  }

  if (begins) {
    history.slide_velocity = sliding;
    history.roll_velocity = rolling;
    history.twist_velocity = twisting;
    history.stiffness = k.tangential;
  } else {
    carry_springs(law, touch, motion, k.tangential, history, work);
  }
  history.normal = n;

  if (law.friction > 0) {
    const Vec3 travel = (0.5 * since) * (history.slide_velocity + sliding);
    force += slide<Vec3>(history.slide, travel, sliding, k.tangential, k.compliance, k.tangential_damping,
                         law.friction * normal_force, work);
    history.slide_velocity = sliding;
  }
  if (rolls) {
    const Vec3 travel = (0.5 * since) * (history.roll_velocity + rolling);
    couple += touch.radius * slide<Vec3>(history.roll, travel, rolling, k.tangential, k.compliance, k.tangential_damping,
                                         law.rolling_friction * normal_force, work);
    history.roll_velocity = rolling;
  }
  if (twists) {
    const double travel = (0.5 * since) * (history.twist_velocity + twisting);
    couple += (touch.radius * slide<double>(history.twist, travel, twisting, k.tangential, k.compliance, k.tangential_damping, law.torsional_friction * normal_force, work)) *
              n;
    history.twist_velocity = twisting;
  }

  load.force = force;
  load.torque_a = -touch.arm_a.cross(force) - couple;
  load.torque_b = touch.arm_b.cross(force) + couple;
  load.work = work;
}

// The contact has ended: what its springs still held is lost in the sliders.
inline void release(ContactHistory& history, Load& load) {
  load = Load{};
  load.work.friction = spring_energy(history);
  load.work.elastic = -load.work.friction;
  history = ContactHistory{};
}

// Energy in the springs of a touching contact; for hertz the friction part is that of the tangent
// stiffness, which has no potential of its own.
inline double stored_energy(const PairLaw& law, const Touch& touch, const ContactHistory& history) {
  const double normal =
      law.normal == NormalLaw::spring
          ? 0.5 * law.stiffness * touch.overlap * touch.overlap
          : 8.0 / 15.0 * law.young * std::sqrt(touch.radius * touch.overlap) * touch.overlap * touch.overlap;
  return normal + spring_energy(history);
}

}  // namespace scree
