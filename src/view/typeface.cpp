#include "view/typeface.h"

#include <cairo-ft.h>

#include <ft2build.h>
#include FT_FREETYPE_H

#include "view/cairo_handles.h"

extern "C" const unsigned char scree_typeface_begin[], scree_typeface_end[];

namespace scree {
namespace {

// Kept as long as the program runs: Cairo's caches refer to it until the end.
cairo_font_face_t* typeface() {
  static cairo_font_face_t* const face = [] {
    FT_Library library = nullptr;
    FT_Face font = nullptr;
    if (FT_Init_FreeType(&library) != 0 ||
        FT_New_Memory_Face(library, scree_typeface_begin, scree_typeface_end - scree_typeface_begin, 0,
                           &font) != 0)
      throw RunError("cannot draw a picture: FreeType does not read its typeface");
    return cairo_ft_font_face_create_for_ft_face(font, 0);
  }();
  return face;
}

// Pixels get grey edges, and stems that stand on whole rows; curves in files stay as they are designed.
CairoFontOptions font_options(bool pixels) {
  CairoFontOptions options(cairo_font_options_create());
  cairo_font_options_set_antialias(options.get(), CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options.get(), pixels ? CAIRO_HINT_STYLE_SLIGHT : CAIRO_HINT_STYLE_NONE);
  // Cairo puts letters on whole pixels; then gaps are even only where widths are whole, too.
  cairo_font_options_set_hint_metrics(options.get(), pixels ? CAIRO_HINT_METRICS_ON : CAIRO_HINT_METRICS_OFF);
  return options;
}

CairoScaledFont font_of_size(double size) {
  cairo_matrix_t letters, page;
  cairo_matrix_init_scale(&letters, size, size);
  cairo_matrix_init_identity(&page);
  return CairoScaledFont(cairo_scaled_font_create(typeface(), &letters, &page, font_options(false).get()));
}

}  // namespace

void write_text(cairo_t* cairo, double x, double y, Side side, const std::string& text, double size) {
  cairo_set_font_face(cairo, typeface());
  cairo_set_font_size(cairo, size);
  cairo_set_font_options(cairo, font_options(draws_pixels(cairo)).get());
  cairo_text_extents_t extents{};
  cairo_text_extents(cairo, text.c_str(), &extents);
  const double before = side == Side::left ? 0 : side == Side::right ? 1 : 0.5;
  cairo_move_to(cairo, x - before * extents.x_advance, y);
  cairo_show_text(cairo, text.c_str());
}

double text_width(const std::string& text, double size) {
  const CairoScaledFont font = font_of_size(size);
  cairo_text_extents_t extents{};
  cairo_scaled_font_text_extents(font.get(), text.c_str(), &extents);
  return extents.x_advance;
}

}  // namespace scree
