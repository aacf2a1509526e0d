#include "view/png_file.h"

#include "io/atomic_file.h"
#include "view/cairo_pixels.h"

namespace scree {

std::string png_of(const Picture& picture) {
  std::string file;
  check_cairo(cairo_surface_write_to_png_stream(surface_of(picture).get(), append_to_string, &file));
  return file;
}

void write_png(const std::filesystem::path& path, const Picture& picture) {
  write_atomically(path, png_of(picture));
}

}  // namespace scree
