// How wide the patch of a contact is, for what resists rocking and twisting.
#pragma once

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "state/contacts.h"

namespace scree {

SCREE_HD inline void shape_disc(Touch& out) {
  out.width2 = out.area / (4 * math::pi);
  out.lever = 2.0 / 3.0 * std::sqrt(out.area * (1 / math::pi));
}

// A ball that turns about its centre presses as it did: nothing rocks, and it rolls without loss.
SCREE_HD inline void shape_ball(Touch& out) {
  shape_disc(out);
  out.width2 = 0;
}

// From area and perimeter, which tell a strip from a disc.
inline void shape_patch(double perimeter, Touch& out) {
  out.width2 = out.lever = 0;
  if (!(perimeter > 0)) return;
  shape_disc(out);
  // With q = 4 pi area over the squared perimeter, 1 for discs, a strip has q/3 of a disc's mean square
  // distance from the long axis; squares and rounder patches count as discs.
  const double q = 4 * math::pi * out.area / (perimeter * perimeter);
  out.width2 *= std::min(1.0, q * (1 + 5 * q) / 3);
  // Within 2 % of the mean distance from the middle of any rectangle.
  out.lever = std::max(out.lever, perimeter / 8 - out.area / (2 * perimeter));
}

}  // namespace scree
