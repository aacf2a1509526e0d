#include "view/plane_cairo.h"

#include <cairo-pdf.h>

#include "base/traps_off.h"
#include "view/cairo_pixels.h"
#include "view/plane_painter.h"

namespace scree {
namespace {

void draw(cairo_surface_t* surface, const PlanePicture& drawing, double scale, cairo_antialias_t edges) {
  const CairoContext cairo(cairo_create(surface));
  cairo_scale(cairo.get(), scale, scale);
  cairo_set_antialias(cairo.get(), edges);
  set_colour(cairo.get(), drawing.paper);
  cairo_paint(cairo.get());
  for (const PlaneGroup& group : drawing.groups) draw_group(cairo.get(), group);
  check_cairo(cairo_status(cairo.get()));
}

}  // namespace

Picture raster(const PlanePicture& drawing, Smoothness smoothness) {
  const TrapsOff traps_off;
  const CairoSurface surface = blank_surface(drawing.width, drawing.height);
  draw(surface.get(), drawing, 1,
       smoothness == Smoothness::film ? CAIRO_ANTIALIAS_FAST : CAIRO_ANTIALIAS_GOOD);
  Picture picture(drawing.width, drawing.height);
  copy_pixels(surface.get(), picture);
  return picture;
}

void draw_onto(Picture& picture, const PlaneGroup& group) {
  const TrapsOff traps_off;
  const CairoSurface surface = surface_of(picture);
  const CairoContext cairo(cairo_create(surface.get()));
  draw_group(cairo.get(), group);
  check_cairo(cairo_status(cairo.get()));
  copy_pixels(surface.get(), picture);
}

std::string pdf_of(const PlanePicture& drawing) {
  const TrapsOff traps_off;
  constexpr double points = 0.75;  // of a pixel: 96 pixels are an inch, as in SVG
  std::string file;
  const CairoSurface surface(cairo_pdf_surface_create_for_stream(
      append_to_string, &file, points * drawing.width, points * drawing.height));
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, drawing.title.c_str());
  // No date: the same run gives the same bytes.
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, "");
  draw(surface.get(), drawing, points, CAIRO_ANTIALIAS_DEFAULT);
  cairo_surface_finish(surface.get());
  check_cairo(cairo_surface_status(surface.get()));
  return file;
}

}  // namespace scree
