// Groups of a plane picture, drawn by Cairo on whatever it draws on.
#pragma once

#include <cairo.h>

#include "view/plane_picture.h"

namespace scree {

void set_colour(cairo_t* cairo, const Pixel& colour);
void draw_group(cairo_t* cairo, const PlaneGroup& group);

}  // namespace scree
