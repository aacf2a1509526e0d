#include "view/png_file.h"

#include <gtest/gtest.h>
#include <png.h>

#include <filesystem>

#include "base/errors.h"
#include "base/rng.h"

namespace scree {
namespace {

Picture decode(const std::string& bytes) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  EXPECT_TRUE(png_image_begin_read_from_memory(&image, bytes.data(), bytes.size())) << image.message;
  EXPECT_EQ(image.format & PNG_FORMAT_FLAG_ALPHA, 0u);
  image.format = PNG_FORMAT_RGB;
  Picture picture(static_cast<int>(image.width), static_cast<int>(image.height));
  EXPECT_TRUE(png_image_finish_read(&image, nullptr, picture.pixels.data(), 0, nullptr)) << image.message;
  return picture;
}

TEST(Png, EveryPixelComesBack) {
  for (const auto& [width, height] : {std::pair{1, 1}, {37, 11}, {640, 480}}) {
    Picture picture(width, height);
    Rng rng(7);
    for (Pixel& p : picture.pixels)
      for (std::uint8_t& byte : p) byte = static_cast<std::uint8_t>(rng.below(256));
    const Picture back = decode(png_of(picture));
    EXPECT_EQ(back.width, width);
    EXPECT_EQ(back.height, height);
    EXPECT_EQ(back.pixels, picture.pixels);
  }
}

TEST(Png, AFolderThatIsNotThereIsAnError) {
  EXPECT_THROW(write_png("/nowhere/at/all.png", Picture(2, 2)), RunError);
}

}  // namespace
}  // namespace scree
