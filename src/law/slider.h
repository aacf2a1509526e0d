// A spring and a dashpot in parallel, in series with a slider: Cundall and Strack's friction, also used
// for rolling and torsion. Works on vectors (sliding, rolling) and numbers (torsion), of one contact or of
// several side by side (base/lanes.h).
//
// The spring is held as the force it exerts on b. After slip, spring plus dashpot is exactly the
// limit, and the spring is never longer than the limit allows, so it cannot push onwards when the
// motion stops.
#pragma once

#include "base/lanes.h"

namespace scree {

// Energy taken up by the springs with memory in one step.
template <class N>
struct SliderWork {
  N elastic{}, damping{}, friction{};
};

template <class N>
struct SliderLaw {
  N stiffness, compliance, damping, limit;
};

// Moves `spring` on by one step, returns the total force on b and adds the work of the step.
// travel: relative displacement of b during the step; velocity: at its end.
template <class N, class V>
SCREE_HD SCREE_KERNEL V slide(V& spring, const V& travel, const V& velocity, const SliderLaw<N>& law,
                              SliderWork<N>& work) {
  const V old = spring;
  V now = old - travel * law.stiffness;
  V total = now - velocity * law.damping;
  V stretched = travel;  // what spring and dashpot take of the travel; the slider takes the rest
  const N limit2 = law.limit * law.limit;
  const N total2 = inner(total, total);
  const Mask<N> slips = total2 > limit2;
  const N one = all_lanes<N>(1);
  if (any(slips)) {
    total = select(slips, total * (law.limit / root(select(slips, total2, one))), total);
    const N spring2 = inner(now, now);
    const Mask<N> too_long = slips & (spring2 > limit2);
    now = select(too_long, now * (law.limit / root(select(too_long, spring2, one))), now);
    stretched = select(slips, (old - now) * law.compliance, travel);
  }
  // Work by the mean spring force of the step, so that the three parts add up to the trapezoidal rule.
  const V mean = (now + old) * all_lanes<N>(0.5);
  const V dashpot = total - now;
  work.elastic = work.elastic + inner(mean, now - old) * law.compliance;
  work.damping = work.damping - inner(dashpot, stretched);
  if (any(slips)) {
    const N slipped = inner(mean + dashpot, travel - stretched);
    work.friction = work.friction - select(slips, slipped, N{});
  }
  spring = now;
  return total;
}

}  // namespace scree
