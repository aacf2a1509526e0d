// Pictures as Cairo's surfaces, and back.
#pragma once

#include "view/cairo_handles.h"
#include "view/picture.h"

namespace scree {

CairoSurface blank_surface(int width, int height);
CairoSurface surface_of(const Picture& picture);

// The picture has the surface's size.
void copy_pixels(cairo_surface_t* surface, Picture& picture);

}  // namespace scree
