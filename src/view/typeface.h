// The typeface of legends, DejaVu Sans. It is part of the program (typeface_data.cpp.in): pictures do not
// depend on the fonts of the machine they are made on, and none has to be there.
#pragma once

#include <cairo.h>

#include <string>

#include "view/plane_picture.h"

namespace scree {

// In UTF-8. Sizes are in pixels, from the top of a line to the top of the next one; x and y are a point of
// the line that the text stands on, at this side of it.
void write_text(cairo_t* cairo, double x, double y, Side side, const std::string& text, double size);
double text_width(const std::string& text, double size);

}  // namespace scree
