#include "view/colour.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/math.h"

namespace scree {
namespace {

// Oklab (B. Ottosson, "A perceptual color space for picture processing", 2020) in polar form: lightness,
// chroma, hue in degrees. Its distances follow what the eye sees; the way back to light is made of cubes.
Rgb oklch(double lightness, double chroma, double hue) {
  const math::SinCos angle = math::sincos(hue * math::pi / 180);
  const double a = chroma * angle.cos, b = chroma * angle.sin;
  const auto cube = [](double x) { return x * x * x; };
  const double l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
  const double m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
  const double s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b);
  const auto channel = [](double x) { return static_cast<float>(std::clamp(x, 0.0, 1.0)); };
  return {channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          channel(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

constexpr int steps = 1 << 14;  // fine enough for the steep dark end

std::array<std::uint8_t, steps + 1> srgb_table() {
  std::array<std::uint8_t, steps + 1> table{};
  for (int k = 0; k <= steps; ++k) {
    const double x = static_cast<double>(k) / steps;
    const double y = x <= 0.0031308 ? 12.92 * x : 1.055 * math::pow(x, 1 / 2.4) - 0.055;
    table[k] = static_cast<std::uint8_t>(255 * y + 0.5);
  }
  return table;
}

}  // namespace

Pixel to_srgb(const Rgb& colour) {
  static const std::array<std::uint8_t, steps + 1> table = srgb_table();
  Pixel pixel;
  for (int k = 0; k < 3; ++k)
    pixel[k] = table[static_cast<std::size_t>(std::clamp(colour[k], 0.0f, 1.0f) * steps + 0.5f)];
  return pixel;
}

Rgb scale_colour(double t) {
  t = std::clamp(t, 0.0, 1.0);
  // As colourful as sRGB allows along this way; it is poorest in cyan.
  const double chroma = 0.098 + 0.17 * (t - 0.37) * (t - 0.37);
  return oklch(0.43 + 0.49 * t, chroma, 264 - 164 * t);
}

Rgb signed_colour(double t) {
  const double away = 2 * std::clamp(t, 0.0, 1.0) - 1, size = std::abs(away);
  return oklch(0.92 - 0.42 * size, 0.17 * size, away < 0 ? 258 : 27);
}

Rgb kind_colour(std::size_t number) {
  // The golden angle: however many kinds there are, they are spread over the circle.
  const double turns = 0.15 + 0.381966 * static_cast<double>(number % 1000);
  const double hue = 360 * (turns - static_cast<double>(static_cast<int>(turns)));
  return oklch(number % 2 == 0 ? 0.66 : 0.76, 0.11, hue);
}

}  // namespace scree
