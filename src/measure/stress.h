// The mean stress of a zone: what its contacts carry (Love 1927, Weber 1966), and what its grains carry along
// by moving about. Pressure is positive.
#pragma once

#include "measure/observation.h"
#include "measure/zone.h"

namespace scree {

struct Stress {
  // (1/V) sum f (x) l over the contacts: f is the force that a exerts on b, l the branch, from centre to
  // centre, or from a grain's centre to the contact point where the other is a wall. Of a branch that leaves
  // the zone the part inside counts, so that neighbouring zones add up to their union.
  Mat3 contact = Mat3::Zero();
  // (1/V) sum m (v - v0) (x) (v - v0) over the grains whose centre is inside, v0 their mean velocity by mass.
  Mat3 kinetic = Mat3::Zero();
  std::size_t contacts = 0;  // that have a part inside

  Mat3 total() const { return contact + kinetic; }
};

// Needs the loads of the contacts. A zone without volume has no stress.
Stress mean_stress(const Observation& now, const Zone& zone);
Stress mean_stress(const State& state, const Zone& zone);

}  // namespace scree
