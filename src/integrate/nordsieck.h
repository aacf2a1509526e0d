// The arithmetic of Nordsieck vectors, the same for positions and quaternions.
#pragma once

#include <array>
#include <cstdint>

namespace scree {

// Corrector coefficients for x'' = f(x, x'), by the number of derivatives that can be trusted.
inline constexpr std::array<std::array<double, 6>, 4> corrector{{
    {0, 1, 1, 0, 0, 0},                                             // 3 values: velocity Verlet
    {1.0 / 6, 5.0 / 6, 1, 1.0 / 3, 0, 0},                           // 4 values
    {19.0 / 90, 3.0 / 4, 1, 1.0 / 2, 1.0 / 12, 0},                  // 5 values
    {3.0 / 16, 251.0 / 360, 1, 11.0 / 18, 1.0 / 6, 1.0 / 60},       // 6 values
}};
inline constexpr std::uint8_t full_order = 3;

// Taylor step: the Pascal triangle. r0 and r1 live apart from r2..r5 in the body arrays.
template <class V>
inline void pascal(V& r0, V& r1, V& r2, V& r3, V& r4, V& r5) {
  r0 += r1 + (r2 + (r3 + (r4 + r5)));
  r1 += 2 * r2 + (3 * r3 + (4 * r4 + 5 * r5));
  r2 += 3 * r3 + (6 * r4 + 10 * r5);
  r3 += 4 * r4 + 10 * r5;
  r4 += 5 * r5;
}

// discrepancy: x'' dt^2/2 at the predicted state minus r2. Derivatives beyond the trusted ones are dropped.
template <class V>
inline void correct(std::uint8_t order, const V& discrepancy, V& r0, V& r1, V& r2, V& r3, V& r4, V& r5) {
  const std::array<double, 6>& c = corrector[order];
  r0 += c[0] * discrepancy;
  r1 += c[1] * discrepancy;
  r2 += discrepancy;
  if (order > 0) r3 += c[3] * discrepancy; else r3.setZero();
  if (order > 1) r4 += c[4] * discrepancy; else r4.setZero();
  if (order > 2) r5 += c[5] * discrepancy; else r5.setZero();
}

}  // namespace scree
