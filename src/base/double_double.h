// Error-free sums and products: the pair high + low is the exact result (Dekker 1971, Knuth). No fused
// multiply-add, so the bits are the same on every CPU.
#pragma once

namespace scree::math {

struct DoubleDouble {
  double high;
  double low;
};

constexpr DoubleDouble two_sum(double a, double b) {
  const double s = a + b;
  const double t = s - a;
  return {s, (a - (s - t)) + (b - t)};
}

// Veltkamp's splitting: 26 + 27 bits. Overflows beyond 2^996.
constexpr DoubleDouble split(double a) {
  const double c = 134217729.0 * a;
  const double high = c - (c - a);
  return {high, a - high};
}

constexpr DoubleDouble two_product(double a, double b) {
  const double p = a * b;
  const DoubleDouble x = split(a), y = split(b);
  return {p, ((x.high * y.high - p) + x.high * y.low + x.low * y.high) + x.low * y.low};
}

constexpr DoubleDouble add(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble s = two_sum(a.high, b.high);
  const DoubleDouble t = two_sum(a.low, b.low);
  const DoubleDouble u = two_sum(s.high, s.low + t.high);
  return two_sum(u.high, u.low + t.low);
}

constexpr DoubleDouble multiply(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble p = two_product(a.high, b.high);
  return two_sum(p.high, p.low + (a.high * b.low + a.low * b.high));
}

// As a number type for kernels: about 31 digits.
constexpr DoubleDouble operator-(DoubleDouble a) { return {-a.high, -a.low}; }
constexpr DoubleDouble operator+(DoubleDouble a, DoubleDouble b) { return add(a, b); }
constexpr DoubleDouble operator-(DoubleDouble a, DoubleDouble b) { return add(a, -b); }
constexpr DoubleDouble operator*(DoubleDouble a, DoubleDouble b) { return multiply(a, b); }
constexpr DoubleDouble operator/(DoubleDouble a, DoubleDouble b) {
  const double first = a.high / b.high;
  const DoubleDouble rest = a - multiply({first, 0}, b);
  const double second = rest.high / b.high;
  const DoubleDouble last = rest - multiply({second, 0}, b);
  return add(two_sum(first, second), {last.high / b.high, 0});
}
constexpr bool positive(DoubleDouble a) { return a.high > 0 || (a.high == 0 && a.low > 0); }

// 1/n to twice the working precision.
constexpr DoubleDouble reciprocal(double n) {
  const double r = 1.0 / n;
  const DoubleDouble p = two_product(r, n);
  return {r, ((1.0 - p.high) - p.low) / n};
}

}  // namespace scree::math
