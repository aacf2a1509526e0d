// Colours: linear light while computing, sRGB bytes in the picture.
#pragma once

#include <cstddef>

#include "base/vector.h"
#include "view/picture.h"

namespace scree {

using Rgb = Eigen::Vector3f;  // linear

Pixel to_srgb(const Rgb& colour);  // what is outside of [0, 1] is clamped

// For quantities: from deep blue over teal and green to light yellow, t in [0, 1] (clamped). Equal steps of t
// look equally far apart, and lightness alone tells the order, so the scale survives a grey print and colour
// blindness.
Rgb scale_colour(double t);

// For quantities with a sign: from blue over a light grey in the middle, t = 1/2, to red.
Rgb signed_colour(double t);

// For kinds: neighbouring numbers differ clearly.
Rgb kind_colour(std::size_t number);

}  // namespace scree
