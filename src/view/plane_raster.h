// A plane picture in pixels.
#pragma once

#include "view/plane_picture.h"

namespace scree {

// Edges are smooth: a pixel takes as much of a colour as the figure covers of it. Colours are mixed as sRGB
// numbers, as browsers do it, so that the picture looks like its SVG twin.
Picture raster(const PlanePicture& drawing);

// Loops for what is round: corners on a circle of equal area.
Loop circle_loop(const PlaneCircle& circle);
Loop line_loop(const PlaneLine& line);         // with round ends
Loop grown(const Loop& convex, double width);  // by so much on all sides, corners cut

}  // namespace scree
