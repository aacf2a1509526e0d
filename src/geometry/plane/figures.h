// Corners of polygons that scenes ask for by name.
#pragma once

#include <vector>

#include "base/rng.h"
#include "base/vector.h"

namespace scree {

// On a circle, the first on the x axis.
std::vector<Vec2> regular_polygon(int corners, double radius);

// A grain: corners on an ellipse of half axes 1 and `elongation` (width over length), at random angles that
// keep a tenth of their mean distance. All of them are corners.
std::vector<Vec2> random_polygon(int corners, double elongation, Rng& rng);

}  // namespace scree
