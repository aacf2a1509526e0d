#include "base/rng.h"

#include <cmath>

#include "base/math.h"

namespace scree {

std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> c, std::array<std::uint32_t, 2> k) {
  constexpr std::uint64_t m0 = 0xD2511F53u, m1 = 0xCD9E8D57u;
  constexpr std::uint32_t w0 = 0x9E3779B9u, w1 = 0xBB67AE85u;
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t p0 = m0 * c[0];
    const std::uint64_t p1 = m1 * c[2];
    const auto hi0 = static_cast<std::uint32_t>(p0 >> 32), lo0 = static_cast<std::uint32_t>(p0);
    const auto hi1 = static_cast<std::uint32_t>(p1 >> 32), lo1 = static_cast<std::uint32_t>(p1);
    c = {hi1 ^ c[1] ^ k[0], lo1, hi0 ^ c[3] ^ k[1], lo0};
    k[0] += w0;
    k[1] += w1;
  }
  return c;
}

std::uint64_t Rng::bits() {
  // One block holds two draws; computing it anew for the second keeps the counter the only state.
  const std::uint64_t block = counter_ >> 1;
  const std::array<std::uint32_t, 4> word =
      philox4x32({static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block >> 32),
                  static_cast<std::uint32_t>(stream_), static_cast<std::uint32_t>(stream_ >> 32)},
                 {static_cast<std::uint32_t>(seed_), static_cast<std::uint32_t>(seed_ >> 32)});
  const std::size_t half = 2 * (counter_ & 1);
  ++counter_;
  return word[half] | (std::uint64_t{word[half + 1]} << 32);
}

double Rng::uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

double Rng::uniform(double a, double b) {
  const double x = a + (b - a) * uniform();
  return x < b ? x : a;  // rounding may reach b
}

double Rng::normal() {
  // Box and Muller; the second of the pair is not kept, so that no state hides outside the counter.
  const double radius = std::sqrt(-2.0 * math::log(1.0 - uniform()));
  return radius * math::cos(2.0 * math::pi * uniform());
}

std::uint64_t Rng::below(std::uint64_t n) {
  if (n == 0) return 0;
  const std::uint64_t limit = n * (~std::uint64_t{0} / n);  // the largest multiple of n in reach
  std::uint64_t draw = bits();
  while (draw >= limit) draw = bits();
  return draw % n;
}

Vec3 Rng::unit_vector() {
  const double z = 2.0 * uniform() - 1.0;
  const math::SinCos angle = math::sincos(2.0 * math::pi * uniform());
  const double r = std::sqrt((1.0 - z) * (1.0 + z));
  return Vec3(r * angle.cos, r * angle.sin, z);
}

Vec3 Rng::in_unit_ball() {
  const Vec3 direction = unit_vector();
  return direction * math::cbrt(uniform());
}

Quat Rng::rotation() {
  // Shoemake's map: two circles whose radii share the unit.
  const double u = uniform();
  const math::SinCos a = math::sincos(2.0 * math::pi * uniform());
  const math::SinCos b = math::sincos(2.0 * math::pi * uniform());
  const double r = std::sqrt(1.0 - u), s = std::sqrt(u);
  return Quat(s * b.cos, r * a.sin, r * a.cos, s * b.sin);
}

}  // namespace scree
