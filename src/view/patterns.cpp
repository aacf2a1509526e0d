#include "view/patterns.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/math.h"
#include "base/rng.h"

namespace scree {
namespace {

constexpr std::uint64_t seed = 0x70696374;  // pictures have nothing to do with the seeds of scenes
constexpr std::size_t pattern_count = 64;
constexpr std::size_t turn_count = 256;

double fraction(double x) { return x - std::floor(x); }

std::array<float, 2> on_disc(double radius_squared, double turns) {
  const double r = std::sqrt(radius_squared);
  const math::SinCos angle = math::sincos(2 * math::pi * turns);
  return {static_cast<float>(r * angle.cos), static_cast<float>(r * angle.sin)};
}

// Rings of equal area, one point in each, turned by the golden ratio from one to the next: Vogel's spiral.
// A prime step through the rings keeps points that follow each other apart.
std::vector<std::array<float, 2>> spiral(int samples, Rng& rng, int step) {
  constexpr double golden = 0.6180339887498949;
  const double turn = rng.uniform();
  std::vector<std::array<float, 2>> points;
  for (int k = 0; k < samples; ++k) {
    const int ring = static_cast<int>(static_cast<long long>(k) * step % samples);
    points.push_back(on_disc((ring + rng.uniform()) / samples, turn + golden * ring));
  }
  return points;
}

Pattern make_pattern(int samples, Rng& rng) {
  Pattern p;
  // The additive sequence of the plastic number (M. Roberts 2018) fills the pixel evenly at any count.
  constexpr double a = 0.7548776662466927, b = 0.5698402909980532;
  const double shift_x = rng.uniform(), shift_y = rng.uniform();
  for (int k = 0; k < samples; ++k) {
    double x = fraction(shift_x + a * k), y = fraction(shift_y + b * k);
    if (samples >= 4 && k < 4) x = 0.5 * (k % 2 + rng.uniform()), y = 0.5 * (k / 2 + rng.uniform());
    p.place.push_back({static_cast<float>(x), static_cast<float>(y)});
  }
  // A step that shares no divisor with the count visits every ring.
  const auto coprime = [&](int step) {
    while (std::gcd(step, samples) != 1) ++step;
    return step;
  };
  p.sun = spiral(samples, rng, coprime(5));
  for (const auto& [x, y] : spiral(samples, rng, coprime(3)))
    p.sky.emplace_back(x, y, std::sqrt(std::max(0.0f, 1 - x * x - y * y)));
  return p;
}

}  // namespace

Patterns::Patterns(int samples) {
  for (std::size_t k = 0; k < pattern_count; ++k) {
    Rng rng(seed, k);
    patterns_.push_back(make_pattern(samples, rng));
  }
  for (std::size_t k = 0; k < turn_count; ++k)
    turns_.push_back(on_disc(1, (static_cast<double>(k) + 0.5) / turn_count));
}

Patterns::Choice Patterns::of_pixel(int x, int y) const {
  const std::array<std::uint32_t, 4> words =
      philox4x32({static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), 0, 0},
                 {static_cast<std::uint32_t>(seed), 1});
  return {&patterns_[words[0] % pattern_count], turns_[words[1] % turn_count]};
}

}  // namespace scree
