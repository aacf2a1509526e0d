// The part of the unit disc between a chord and its arc, for half the angle that the arc spans, up to pi.
// Affine maps carry areas and centroids to ellipses.
#pragma once

namespace scree {

// Its area, to full relative precision for small angles as well.
double segment_area(double half_angle);

// Its area times the distance of its centroid from the chord.
double segment_moment(double half_angle);

}  // namespace scree
