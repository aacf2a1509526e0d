// Axis-parallel boxes: all that the broad phase knows of a body.
#pragma once

#include "base/vector.h"

namespace scree {

struct Box {
  Vec3 lower;
  Vec3 upper;
};

// Touching counts as overlapping, on every axis.
inline bool overlap_on_axis(const Box& a, const Box& b, int axis) {
  return a.lower[axis] <= b.upper[axis] && b.lower[axis] <= a.upper[axis];
}

}  // namespace scree
