// A picture: rows from the top, three bytes of sRGB per pixel.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scree {

using Pixel = std::array<std::uint8_t, 3>;

struct Picture {
  int width = 0;
  int height = 0;
  std::vector<Pixel> pixels;

  Picture() = default;
  Picture(int w, int h, Pixel colour = {255, 255, 255})
      : width(w), height(h), pixels(static_cast<std::size_t>(w) * static_cast<std::size_t>(h), colour) {}

  bool holds(int x, int y) const { return x >= 0 && x < width && y >= 0 && y < height; }
  Pixel& at(int x, int y) { return pixels[static_cast<std::size_t>(y) * width + x]; }
  const Pixel& at(int x, int y) const { return pixels[static_cast<std::size_t>(y) * width + x]; }
};

}  // namespace scree
