// Cairo's objects with owners, and its errors as exceptions. For the files of this folder that draw; pictures
// and files come from view/drawing.h.
#pragma once

#include <cairo.h>

#include <memory>
#include <string>

#include "base/errors.h"

namespace scree {

struct CairoDeleter {
  void operator()(cairo_t* cairo) const { cairo_destroy(cairo); }
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_font_options_t* options) const { cairo_font_options_destroy(options); }
  void operator()(cairo_scaled_font_t* font) const { cairo_scaled_font_destroy(font); }
};
using CairoContext = std::unique_ptr<cairo_t, CairoDeleter>;
using CairoSurface = std::unique_ptr<cairo_surface_t, CairoDeleter>;
using CairoFontOptions = std::unique_ptr<cairo_font_options_t, CairoDeleter>;
using CairoScaledFont = std::unique_ptr<cairo_scaled_font_t, CairoDeleter>;

// Or curves in a file.
inline bool draws_pixels(cairo_t* cairo) {
  return cairo_surface_get_type(cairo_get_target(cairo)) == CAIRO_SURFACE_TYPE_IMAGE;
}

// An object that met an error ignores what it is told from then on; so asking once, at the end, is enough.
inline void check_cairo(cairo_status_t status) {
  if (status != CAIRO_STATUS_SUCCESS)
    throw RunError("cannot draw a picture: " + std::string(cairo_status_to_string(status)));
}

// For surfaces that write files.
inline cairo_status_t append_to_string(void* text, const unsigned char* bytes, unsigned int length) {
  static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(bytes), length);
  return CAIRO_STATUS_SUCCESS;
}

}  // namespace scree
