// A plane picture as SVG.
#pragma once

#include <string>

#include "view/plane_picture.h"

namespace scree {

// One path per figure and per line, in groups whose class is the name of the group of the drawing.
std::string svg_of(const PlanePicture& drawing);

}  // namespace scree
