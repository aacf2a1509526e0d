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

template <class V>
struct SliderForce {
  V spring;        // new elastic force on b
  V total;         // spring and dashpot
  ContactWork work;  // J, during this step
};

// travel: relative displacement of b during the step; velocity: at its end.
template <class V>
SCREE_HD SliderForce<V> slide(const V& spring, const V& travel, const V& velocity, double stiffness, double damping,
                              double limit) {
  SliderForce<V> out;
  out.spring = spring - stiffness * travel;
  out.total = out.spring - damping * velocity;
  const double total2 = inner(out.total, out.total);
  V slipped = 0 * travel;
  if (total2 > limit * limit) {
    out.total *= limit / std::sqrt(total2);
    const double spring2 = inner(out.spring, out.spring);
    if (spring2 > limit * limit) out.spring *= limit / std::sqrt(spring2);
    slipped = travel + (out.spring - spring) * (1 / stiffness);
  }
  out.work.elastic = 0.5 * inner(V(out.spring + spring), V(out.spring - spring)) / stiffness;
  out.work.damping = -inner(V(out.total - out.spring), V(travel - slipped));
  out.work.friction = -inner(out.total, slipped);
  return out;
}

}  // namespace scree
