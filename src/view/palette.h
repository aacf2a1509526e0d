// The colours of a file that can have 256.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "view/picture.h"

namespace scree {

// At most 255 colours; one number of the 256 stands for what stays as it was.
class Palette {
 public:
  // These colours, each with its mixtures with white paper and dark ink (at edges), and greys.
  explicit Palette(std::span<const Pixel> colours);

  std::uint8_t nearest(const Pixel& colour);
  const std::vector<Pixel>& colours() const { return colours_; }

  static constexpr std::uint8_t unchanged = 255;

 private:
  std::vector<Pixel> colours_;
  std::unordered_map<std::uint32_t, std::uint8_t> known_;  // answers given
};

}  // namespace scree
