#include "law/press.h"

#include <algorithm>
#include <cmath>

#include "law/slider.h"

namespace scree {
namespace {

struct Stiffness {
  double elastic = 0;     // normal spring force
  double damping = 0;     // normal dashpot, N s/m
  double tangential = 0;  // N/m
  double tangential_damping = 0;
};

// Linear spring: F = k d, c = 2 zeta sqrt(k m).
// Hertz and Mindlin: F = 4/3 E* sqrt(R d) d; tangent stiffness S = 2 E* sqrt(R d), k_t = 8 G* sqrt(R d);
// dashpots c = 2 sqrt(5/6) zeta sqrt(S m), which makes the restitution independent of the speed
// (Tsuji, Tanaka and Ishida 1992).
Stiffness stiffness_of(const PairLaw& law, const Touch& touch, double mass) {
  Stiffness s;
  if (law.normal == NormalLaw::spring) {
    s.elastic = law.stiffness * touch.overlap;
    s.damping = 2 * law.damping * std::sqrt(law.stiffness * mass);
    s.tangential = law.tangential_ratio * law.stiffness;
    s.tangential_damping = 2 * law.damping * std::sqrt(s.tangential * mass);
  } else {
    const double contact_radius = std::sqrt(touch.radius * touch.overlap);
    const double tangent = 2 * law.young * contact_radius;
    constexpr double sqrt_5_6 = 0.91287092917527685576;
    s.elastic = 2.0 / 3.0 * tangent * touch.overlap;
    s.damping = 2 * sqrt_5_6 * law.damping * std::sqrt(tangent * mass);
    s.tangential = 8 * law.shear * contact_radius;
    s.tangential_damping = 2 * sqrt_5_6 * law.damping * std::sqrt(s.tangential * mass);
  }
  return s;
}

// The springs lie in the tangent plane: they turn with the normal and with the mean spin about it,
// and keep their length.
struct Turn {
  Vec3 tilt;   // old normal x new normal
  Vec3 normal;
  double twist;
  Vec3 apply(const Vec3& v) const {
    const double length2 = v.squaredNorm();
    if (length2 == 0) return v;
    Vec3 w = v + tilt.cross(v);
    w += twist * normal.cross(w);
    w -= normal.dot(w) * normal;
    const double turned2 = w.squaredNorm();
    return turned2 > 0 ? Vec3(w * std::sqrt(length2 / turned2)) : Vec3(Vec3::Zero());
  }
};

// Mindlin's tangent stiffness changes with the overlap. Loading keeps the force, unloading reduces it
// with the stiffness (Thornton, Cummins and Cleary 2013): the spring never gains energy without
// work being done on it. What it loses is microslip.
double rescale(double old_stiffness, double new_stiffness) {
  return new_stiffness < old_stiffness ? new_stiffness / old_stiffness : 1.0;
}

double spring_energy(const ContactHistory& h, double stiffness) {
  return stiffness > 0 ? 0.5 * (h.slide.squaredNorm() + h.roll.squaredNorm() + h.twist * h.twist) / stiffness : 0.0;
}

}  // namespace

Load press(const PairLaw& law, const Touch& touch, const ContactMotion& motion, ContactHistory& history) {
  const Vec3& n = touch.normal;
  const Stiffness k = stiffness_of(law, touch, motion.mass);
  Load load;

  // Normal: never pulls. The dashpot gives way first, so restitution is solved for under this rule.
  const double opening = motion.velocity.dot(n);
  const double normal_force = std::max(0.0, k.elastic - k.damping * opening);
  load.normal_force = normal_force;
  load.elastic_power = -k.elastic * opening;
  load.damping_power = -(normal_force - k.elastic) * opening;
  Vec3 force = normal_force * n;
  Vec3 couple = Vec3::Zero();

  const bool begins = history.stiffness == 0;
  const bool rolls = law.rolling_friction > 0;
  const bool twists = law.torsional_friction > 0;
  const Vec3 sliding = motion.velocity - opening * n;
  const Vec3 spin = motion.spin_b - motion.spin_a;
  const double spin_along = spin.dot(n);
  const Vec3 rolling = touch.radius * (spin - spin_along * n);
  const double twisting = touch.radius * spin_along;

  // A contact that began within this step has slid only since then.
  double since = motion.dt;
  if (begins) {
    history.slide_velocity = sliding;
    history.roll_velocity = rolling;
    history.twist_velocity = twisting;
    if (-opening * motion.dt > touch.overlap) since = touch.overlap / -opening;
  } else {
    const Turn turn{history.normal.cross(n), n, 0.5 * motion.dt * (motion.spin_a + motion.spin_b).dot(n)};
    history.slide_velocity = turn.apply(history.slide_velocity);
    const double before = spring_energy(history, history.stiffness);
    const double factor = rescale(history.stiffness, k.tangential);
    history.slide = factor * turn.apply(history.slide);
    if (rolls) {
      history.roll_velocity = turn.apply(history.roll_velocity);
      history.roll = factor * turn.apply(history.roll);
    }
    if (twists) history.twist *= factor;
    const double lost = before - spring_energy(history, k.tangential);
    load.work.elastic -= lost;
    load.work.friction += lost;
  }

  if (law.friction > 0) {
    const Vec3 travel = 0.5 * since * (history.slide_velocity + sliding);
    const SliderForce<Vec3> f =
        slide(history.slide, travel, sliding, k.tangential, k.tangential_damping, law.friction * normal_force);
    history.slide = f.spring;
    history.slide_velocity = sliding;
    force += f.total;
    load.work += f.work;
  }
  if (rolls) {
    const Vec3 travel = 0.5 * since * (history.roll_velocity + rolling);
    const SliderForce<Vec3> f = slide(history.roll, travel, rolling, k.tangential, k.tangential_damping,
                                      law.rolling_friction * normal_force);
    history.roll = f.spring;
    history.roll_velocity = rolling;
    couple += touch.radius * f.total;
    load.work += f.work;
  }
  if (twists) {
    const double travel = 0.5 * since * (history.twist_velocity + twisting);
    const SliderForce<double> f = slide(history.twist, travel, twisting, k.tangential, k.tangential_damping,
                                        law.torsional_friction * normal_force);
    history.twist = f.spring;
    history.twist_velocity = twisting;
    couple += touch.radius * f.total * n;
    load.work += f.work;
  }
  history.normal = n;
  history.stiffness = k.tangential;

  load.force = force;
  load.torque_a = -touch.arm_a.cross(force) - couple;
  load.torque_b = touch.arm_b.cross(force) + couple;
  return load;
}

Load release(ContactHistory& history) {
  Load load;
  load.work.friction = spring_energy(history, history.stiffness);
  load.work.elastic = -load.work.friction;
  history = ContactHistory{};
  return load;
}

double stored_energy(const PairLaw& law, const Touch& touch, const ContactHistory& history) {
  const double normal = law.normal == NormalLaw::spring
                            ? 0.5 * law.stiffness * touch.overlap * touch.overlap
                            : 8.0 / 15.0 * law.young * std::sqrt(touch.radius * touch.overlap) * touch.overlap * touch.overlap;
  return normal + spring_energy(history, history.stiffness);
}

}  // namespace scree
