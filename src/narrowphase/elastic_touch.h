// The laws spring and hertz on bodies with corners press as an elastic bed does
// (geometry/solid/elastic_bed.h): so they have a potential, resist tilting, and let go as softly as they took
// hold.
#pragma once

#include <algorithm>

#include "narrowphase/placed_shape.h"

namespace scree {

// The touch's normal becomes the direction of the bed's force. Walls give way, what presses on them is rigid;
// of two free bodies both do (PairInPlace::yields()).
inline void put_bed(const ElasticBed& bed, double layer, TouchOnBed& touch) {
  const double slope = bed.slope.norm();
  touch.bed = {layer * bed.measure, layer * slope, layer * bed.moment, 0};
  if (slope > 0) touch.normal = bed.slope / slope;
}

// Of b, a half-space: one face, nearest everywhere. The measure is the depth of the overlap's centroid times
// its volume.
inline void put_bed_on_half_space(const Vec3& outward, TouchOnBed& touch) {
  touch.normal = -outward;
  touch.bed = {touch.volume * std::max(0.0, -outward.dot(touch.arm_b)), touch.volume, Vec3::Zero(), 0};
}

}  // namespace scree
