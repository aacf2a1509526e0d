// A spring and a dashpot in parallel, in series with a slider: Cundall and Strack's friction, also used
// for rolling and torsion. Works on vectors (sliding, rolling) and numbers (torsion).
//
// The spring is held as the force it exerts on b. After slip, spring plus dashpot is exactly the
// limit, and the spring is never longer than the limit allows, so it cannot push onwards when the
// motion stops.
#pragma once

#include <cmath>

#include "base/vector.h"
#include "state/bodies.h"

namespace scree {

SCREE_HD inline double inner(double a, double b) { return a * b; }
SCREE_HD inline double inner(const Vec3& a, const Vec3& b) { return a.dot(b); }

// Moves `spring` on by one step, returns the total force on b and adds the work of the step.
// travel: relative displacement of b during the step; velocity: at its end.
template <class V>
SCREE_HD [[gnu::always_inline]] inline V slide(V& spring, const V& travel, const V& velocity, double stiffness,
                                               double compliance, double damping, double limit, ContactWork& work) {
  const V old = spring;
  V now = old - stiffness * travel;
  V total = now - damping * velocity;
  V stretched = travel;  // what spring and dashpot take of the travel; the slider takes the rest
  const double total2 = inner(total, total);
  const bool slips = total2 > limit * limit;
  if (slips) {
    total = total * (limit / std::sqrt(total2));
    const double spring2 = inner(now, now);
    if (spring2 > limit * limit) now = now * (limit / std::sqrt(spring2));
    stretched = (old - now) * compliance;
  }
  // Work by the mean spring force of the step, so that the three parts add up to the trapezoidal rule.
  const V mean = 0.5 * (now + old);
  const V dashpot = total - now;
  const V gain = now - old;
  work.elastic += inner(mean, gain) * compliance;
  work.damping -= inner(dashpot, stretched);
  if (slips) {
    const V through = mean + dashpot;
    const V slipped = travel - stretched;
    work.friction -= inner(through, slipped);
  }
  spring = now;
  return total;
}

}  // namespace scree
