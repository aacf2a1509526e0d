#include "view/png_file.h"

#include <png.h>

#include "base/errors.h"
#include "io/atomic_file.h"

namespace scree {

std::vector<std::byte> png_bytes(const Picture& picture) {
  static_assert(sizeof(Pixel) == 3);
  // libpng's simplified interface: it reports errors by return values, not by jumping over destructors.
  png_image description{};
  description.version = PNG_IMAGE_VERSION;
  description.width = static_cast<png_uint_32>(picture.width);
  description.height = static_cast<png_uint_32>(picture.height);
  description.format = PNG_FORMAT_RGB;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(description);
  std::vector<std::byte> bytes(size);
  if (!png_image_write_to_memory(&description, bytes.data(), &size, 0, picture.pixels.data(), 0, nullptr))
    throw RunError("cannot encode a picture as PNG: " + std::string(description.message));
  bytes.resize(size);
  return bytes;
}

void write_png(const std::filesystem::path& path, const Picture& picture) {
  write_atomically(path, png_bytes(picture));
}

}  // namespace scree
