// Circular functions and their inverses.
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/double_double.h"
#include "base/math.h"

namespace scree::math {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr double half_pi_high = 0x1.921fb54442d18p+0;
constexpr double half_pi_low = 0x1.1a62633145c07p-54;

// x = quadrant * pi/2 + angle, |angle| <= pi/4 (and a little), angle = high + low.
struct Reduced {
  unsigned quadrant;
  DoubleDouble angle;
};

// For |x| < 2^20 (Cody and Waite): pi/2 in pieces of 33 bits, whose products with the quadrant are exact.
Reduced reduce_moderate(double x) {
  const double n = std::rint(x * 0.63661977236758134);
  DoubleDouble r = two_sum(x, -n * 0x1.921fb544p+0);
  const DoubleDouble second = two_sum(r.high, -n * 0x1.0b4611a6p-34);
  r = two_sum(second.high, second.low + r.low);
  const DoubleDouble third = two_sum(r.high, -n * 0x1.3198a2ep-69);
  r = two_sum(third.high, third.low + (r.low - n * 0x1.b839a252049c1p-104));
  return {static_cast<unsigned>(static_cast<int>(n)) & 3u, r};
}

// The bits of 2/pi, after 64 zero bits.
constexpr std::uint64_t two_over_pi[] = {0,
                                         0xa2f9836e4e441529u,
                                         0xfc2757d1f534ddc0u,
                                         0xdb6295993c439041u,
                                         0xfe5163abdebbc561u,
                                         0xb7246e3a424dd2e0u,
                                         0x06492eea09d1921cu,
                                         0xfe1deb1cb129a73eu,
                                         0xe88235f52ebb4484u,
                                         0xe99c7026b45f7e41u,
                                         0x3991d639835339f4u,
                                         0x9c845f8bbdf9283bu,
                                         0x1ff897ffde05980fu,
                                         0xef2f118b5a0a6d1fu,
                                         0x6d367ecf27cb09b7u,
                                         0x4f463f669e5fea2du,
                                         0x7527bac7ebe5f17bu,
                                         0x3d0739f78a5292eau,
                                         0x6bfb5fb11f8d5d08u,
                                         0x56033046fc7b6babu,
                                         0xf0cfbc209af4361du};

// For |x| >= 2^20 (Payne and Hanek): x = m 2^e; of 2/pi only the bits from weight 2^(1-e) on matter, those
// before give multiples of 4 quadrants. 192 of them leave more than 70 good bits in the worst case.
Reduced reduce_large(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const std::uint64_t m = (bits & 0x000fffffffffffffu) | 0x0010000000000000u;
  const int e = static_cast<int>((bits >> 52) & 0x7ff) - 1075;
  const int first = e - 2 + 64;  // position in the table of the bit with weight 2^-(e-1)
  const int word = first / 64, offset = first % 64;
  std::uint64_t f[3];
  for (int i = 0; i < 3; ++i)
    f[i] = offset == 0 ? two_over_pi[word + i]
                       : (two_over_pi[word + i] << offset) | (two_over_pi[word + i + 1] >> (64 - offset));
  // The low 192 bits of m * f; their top two bits are the quadrant.
  const Wide low = Wide{m} * f[2];
  const Wide middle = Wide{m} * f[1] + static_cast<std::uint64_t>(low >> 64);
  std::uint64_t p0 = m * f[0] + static_cast<std::uint64_t>(middle >> 64);
  std::uint64_t p1 = static_cast<std::uint64_t>(middle), p2 = static_cast<std::uint64_t>(low);
  unsigned quadrant = static_cast<unsigned>(p0 >> 62);
  p0 = (p0 << 2) | (p1 >> 62);
  p1 = (p1 << 2) | (p2 >> 62);
  p2 <<= 2;
  const bool upper_half = (p0 >> 63) != 0;
  if (upper_half) {  // nearer to the next quadrant: count back from it
    ++quadrant;
    p0 = ~p0, p1 = ~p1, p2 = ~p2;
  }
  int shift = 0;
  while (shift < 64 && (p0 >> 63) == 0) {  // leading zeros, so that the digits kept are significant
    p0 = (p0 << 1) | (p1 >> 63);
    p1 = (p1 << 1) | (p2 >> 63);
    p2 <<= 1;
    ++shift;
  }
  const double scale = std::ldexp(upper_half ? -1.0 : 1.0, -shift);
  const double high = static_cast<double>(p0 >> 11) * 0x1p-53;
  const double rest = static_cast<double>(((p0 & 0x7ff) << 42) | (p1 >> 22)) * 0x1p-106;
  Reduced r{quadrant & 3u, multiply({high * scale, rest * scale}, {half_pi_high, half_pi_low})};
  if (x < 0.0) {
    r.quadrant = (0u - r.quadrant) & 3u;
    r.angle = {-r.angle.high, -r.angle.low};
  }
  return r;
}

// Taylor series of sine and cosine on [-pi/4, pi/4]; y is the tail of x.
double sin_kernel(double x, double y) {
  const double z = x * x;
  double p = 1.0 / 355687428096000.0;
  p = p * z - 1.0 / 1307674368000.0;
  p = p * z + 1.0 / 6227020800.0;
  p = p * z - 1.0 / 39916800.0;
  p = p * z + 1.0 / 362880.0;
  p = p * z - 1.0 / 5040.0;
  p = p * z + 1.0 / 120.0;
  p = p * z - 1.0 / 6.0;
  return x + (x * z * p + y * (1.0 - 0.5 * z));
}

double cos_kernel(double x, double y) {
  const double z = x * x;
  double p = 1.0 / 20922789888000.0;
  p = p * z - 1.0 / 87178291200.0;
  p = p * z + 1.0 / 479001600.0;
  p = p * z - 1.0 / 3628800.0;
  p = p * z + 1.0 / 40320.0;
  p = p * z - 1.0 / 720.0;
  p = p * z + 1.0 / 24.0;
  const double h = 0.5 * z;
  const double w = 1.0 - h;
  return w + (((1.0 - w) - h) + (z * z * p - x * y));
}

// atan(i/8) to twice the working precision.
constexpr DoubleDouble atan_of_eighths[] = {{0.0, 0.0},
                                            {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
                                            {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
                                            {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
                                            {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
                                            {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
                                            {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
                                            {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
                                            {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}};

// atan(small / big) for 0 <= small <= big, big in [1/2, 1).
DoubleDouble atan_ratio(double small, double big) {
  const int i = static_cast<int>(std::rint(8.0 * (small / big)));
  const double c = i / 8.0;
  const DoubleDouble p = two_product(c, big);
  const double t = ((small - p.high) - p.low) / (big + c * small);
  const double z = t * t;
  double q = 1.0 / 17.0;
  for (int n = 15; n >= 3; n -= 2) q = 1.0 / n - q * z;
  const DoubleDouble s = two_sum(atan_of_eighths[i].high, t);
  return two_sum(s.high, s.low + (atan_of_eighths[i].low - t * z * q));
}

}  // namespace

SinCos sincos(double x) {
  if (std::isnan(x) || std::isinf(x)) return {not_a_number, not_a_number};
  const double a = std::abs(x);
  if (a < 0x1p-27) return {x, 1.0};
  if (a < 0.78) return {sin_kernel(x, 0.0), cos_kernel(x, 0.0)};
  const Reduced r = a < 0x1p20 ? reduce_moderate(x) : reduce_large(x);
  const double s = sin_kernel(r.angle.high, r.angle.low);
  const double c = cos_kernel(r.angle.high, r.angle.low);
  switch (r.quadrant) {
    case 0: return {s, c};
    case 1: return {c, -s};
    case 2: return {-s, -c};
    default: return {-c, s};
  }
}

double sin(double x) { return sincos(x).sin; }

double cos(double x) { return sincos(x).cos; }

double tan(double x) {
  const SinCos a = sincos(x);
  return a.sin / a.cos;
}

double atan2(double y, double x) {
  if (std::isnan(x) || std::isnan(y)) return not_a_number;
  double ax = std::abs(x), ay = std::abs(y);
  DoubleDouble angle{0.0, 0.0};
  if (std::isinf(ax) || std::isinf(ay)) {  // only which of them is infinite counts
    ax = std::isinf(ax) ? 1.0 : 0.0;
    ay = std::isinf(ay) ? 1.0 : 0.0;
  }
  const bool steep = ay > ax;
  if (ax != 0.0 || ay != 0.0) {
    int exponent;
    const double big = std::frexp(steep ? ay : ax, &exponent);
    angle = atan_ratio(std::ldexp(steep ? ax : ay, -exponent), big);
  }
  if (steep) angle = add({half_pi_high, half_pi_low}, {-angle.high, -angle.low});
  if (std::signbit(x)) angle = add({2.0 * half_pi_high, 2.0 * half_pi_low}, {-angle.high, -angle.low});
  return std::copysign(angle.high, y);
}

double atan(double x) { return atan2(x, 1.0); }

double acos(double x) {
  if (!(std::isgreaterequal(x, -1.0) && std::islessequal(x, 1.0))) return not_a_number;
  return 2.0 * atan2(std::sqrt(1.0 - x), std::sqrt(1.0 + x));
}

double asin(double x) {
  if (!(std::isgreaterequal(x, -1.0) && std::islessequal(x, 1.0))) return not_a_number;
  return atan2(x, std::sqrt((1.0 - x) * (1.0 + x)));
}

}  // namespace scree::math
