#include "view/cairo_pixels.h"

#include <cstdint>

namespace scree {
namespace {

// Cairo's pixels are numbers of 32 bits, red above green above blue.
std::uint32_t* pixels_of_row(cairo_surface_t* surface, int y) {
  unsigned char* bytes = cairo_image_surface_get_data(surface);
  return reinterpret_cast<std::uint32_t*>(bytes +
                                          std::ptrdiff_t{y} * cairo_image_surface_get_stride(surface));
}

}  // namespace

CairoSurface blank_surface(int width, int height) {
  CairoSurface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
  check_cairo(cairo_surface_status(surface.get()));
  return surface;
}

CairoSurface surface_of(const Picture& picture) {
  CairoSurface surface = blank_surface(picture.width, picture.height);
  for (int y = 0; y < picture.height; ++y) {
    std::uint32_t* pixels = pixels_of_row(surface.get(), y);
    for (int x = 0; x < picture.width; ++x) {
      const Pixel& p = picture.at(x, y);
      pixels[x] = std::uint32_t{p[0]} << 16 | std::uint32_t{p[1]} << 8 | p[2];
    }
  }
  cairo_surface_mark_dirty(surface.get());
  return surface;
}

void copy_pixels(cairo_surface_t* surface, Picture& picture) {
  cairo_surface_flush(surface);
  for (int y = 0; y < picture.height; ++y) {
    const std::uint32_t* pixels = pixels_of_row(surface, y);
    for (int x = 0; x < picture.width; ++x)
      picture.at(x, y) = {static_cast<std::uint8_t>(pixels[x] >> 16),
                          static_cast<std::uint8_t>(pixels[x] >> 8), static_cast<std::uint8_t>(pixels[x])};
  }
}

}  // namespace scree
