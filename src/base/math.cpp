// exp, log, pow, cbrt. Polynomials are the plain Taylor series, long enough for double precision on the
// reduced interval.
#include "base/math.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/double_double.h"

namespace scree::math {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// ln 2 in two pieces; the first has 40 bits, so its product with a binary exponent is exact.
constexpr double ln2_high = 0x1.62e42fefa2p-1;
constexpr double ln2_low = 0x1.9ef35793c7673p-41;

double power_of_two(int k) { return std::bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52); }

// x = m * 2^exponent with m in [sqrt(1/2), sqrt(2)), for positive finite x.
double split_exponent(double x, int& exponent) {
  exponent = 0;
  if (x < std::numeric_limits<double>::min()) {
    x *= 0x1p54;
    exponent = -54;
  }
  const auto bits = std::bit_cast<std::uint64_t>(x);
  exponent += static_cast<int>(bits >> 52) - 1023;
  double m = std::bit_cast<double>((bits & 0x000fffffffffffffu) | 0x3ff0000000000000u);
  if (m > 1.4142135623730951) {
    m *= 0.5;
    ++exponent;
  }
  return m;
}

// exp(x + tail), |tail| far below |x|.
double exp_with_tail(double x, double tail) {
  if (x > 0x1.62e42fefa39efp+9) return infinity;
  if (x < -746.0) return 0.0;
  const double k = std::rint(x * 1.4426950408889634);
  const double high = x - k * ln2_high;
  const double low = k * ln2_low - tail;
  const double r = high - low;
  const double c = (high - r) - low;
  // Sum of r^n / n! for n = 2 ... 13 with |r| < 0.35.
  double p = 1.0 / 6227020800.0;
  p = p * r + 1.0 / 479001600.0;
  p = p * r + 1.0 / 39916800.0;
  p = p * r + 1.0 / 3628800.0;
  p = p * r + 1.0 / 362880.0;
  p = p * r + 1.0 / 40320.0;
  p = p * r + 1.0 / 5040.0;
  p = p * r + 1.0 / 720.0;
  p = p * r + 1.0 / 120.0;
  p = p * r + 1.0 / 24.0;
  p = p * r + 1.0 / 6.0;
  p = p * r + 0.5;
  const double y = 1.0 + (r + (r * r * p + (c + c * r)));
  const int exponent = static_cast<int>(k);
  if (exponent > 1023) return y * power_of_two(1023) * 2.0;
  if (exponent < -1021) return y * power_of_two(exponent + 128) * 0x1p-128;
  return y * power_of_two(exponent);
}

// log x to about 100 bits, for positive finite x: log m = 2 atanh(s), s = (m - 1) / (m + 1).
DoubleDouble log_twofold(double x) {
  int exponent;
  const double m = split_exponent(x, exponent);
  const double f = m - 1.0;
  const DoubleDouble d = two_sum(m, 1.0);
  const double s_high = f / d.high;
  const DoubleDouble p = two_product(s_high, d.high);
  const DoubleDouble s = two_sum(s_high, (((f - p.high) - p.low) - s_high * d.low) / d.high);
  const DoubleDouble z = multiply(s, s);
  // Series in z = s^2 < 0.03: the terms beyond the fourth need working precision only.
  double t = 1.0 / 31.0;
  for (int n = 29; n >= 9; n -= 2) t = t * z.high + 1.0 / n;
  DoubleDouble q = add(reciprocal(7.0), multiply(z, {t, 0.0}));
  q = add(reciprocal(5.0), multiply(z, q));
  q = add(reciprocal(3.0), multiply(z, q));
  const DoubleDouble atanh = add(s, multiply(s, multiply(z, q)));
  const double k = exponent;
  return add(two_sum(k * ln2_high, k * ln2_low), {2.0 * atanh.high, 2.0 * atanh.low});
}

bool is_integer(double y) { return std::floor(y) == y; }
bool is_odd(double y) { return std::abs(y) < 0x1p53 && is_integer(y) && !is_integer(0.5 * y); }

}  // namespace

double exp(double x) {
  if (std::isnan(x)) return not_a_number;
  return exp_with_tail(x, 0.0);
}

double log(double x) {
  if (std::isnan(x)) return not_a_number;
  if (x == 0.0) return -infinity;
  if (x < 0.0) return not_a_number;
  if (x == infinity) return infinity;
  int exponent;
  const double f = split_exponent(x, exponent) - 1.0;
  // log(1 + f) = f - h + s (h + r), h = f^2 / 2, r = the rest of 2 atanh(s) / s - 2: f itself is exact,
  // so the rounding errors belong to small terms only.
  const double s = f / (2.0 + f);
  const double z = s * s;
  const double h = 0.5 * f * f;
  double r = 2.0 / 25.0;
  for (int n = 23; n >= 3; n -= 2) r = r * z + 2.0 / n;
  r *= z;
  const double k = exponent;
  return k * ln2_high - ((h - (s * (h + r) + k * ln2_low)) - f);
}

double pow(double x, double y) {
  if (y == 0.0 || x == 1.0) return 1.0;
  if (std::isnan(x) || std::isnan(y)) return not_a_number;
  const double sign = std::signbit(x) && is_odd(y) ? -1.0 : 1.0;
  const double a = std::abs(x);
  if (a == 0.0) return sign * (y > 0.0 ? 0.0 : infinity);
  if (a == infinity) return sign * (y > 0.0 ? infinity : 0.0);
  if (x < 0.0 && !is_integer(y)) return not_a_number;
  if (a == 1.0) return sign;
  // |log a| >= 2^-53, so beyond these bounds the power is a limit, or 1.
  if (std::abs(y) > 0x1p65) return sign * ((a > 1.0) == (y > 0.0) ? infinity : 0.0);
  if (std::abs(y) < 0x1p-65) return sign;
  const DoubleDouble l = log_twofold(a);
  const DoubleDouble p = two_product(y, l.high);
  const DoubleDouble power = two_sum(p.high, p.low + y * l.low);
  return sign * exp_with_tail(power.high, power.low);
}

double cbrt(double x) {
  if (x == 0.0 || std::isnan(x) || std::isinf(x)) return x;
  double a = std::abs(x);
  double scale = 1.0;
  if (a < 0x1p-1000) {
    a *= 0x1p108;
    scale = 0x1p-36;
  } else if (a > 0x1p900) {
    a *= 0x1p-300;
    scale = 0x1p100;
  }
  // A third of the exponent, good to a few percent; Halley's step triples the digits each time.
  double r = std::bit_cast<double>(std::bit_cast<std::uint64_t>(a) / 3 + 0x2a9f7893782da1ceu);
  for (int i = 0; i < 3; ++i) {
    const double cube = r * r * r;
    r *= (cube + 2.0 * a) / (2.0 * cube + a);
  }
  // One Newton step on the exact residual.
  const DoubleDouble square = two_product(r, r);
  const DoubleDouble cube = two_product(square.high, r);
  r -= (((cube.high - a) + cube.low) + square.low * r) / (3.0 * square.high);
  return std::copysign(r * scale, x);
}

}  // namespace scree::math
