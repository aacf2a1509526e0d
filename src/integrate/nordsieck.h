// Nordsieck vectors, and their arithmetic, the same for positions and quaternions.
#pragma once

#include <array>
#include <cstdint>

#include "base/lanes.h"
#include "base/vector.h"

namespace scree {

// Scaled derivatives that a Gear integrator carries along, r_k = x^(k) dt^k / k!.
struct Nordsieck {
  std::array<Vec3, 4> x{Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};  // k = 2..5
  std::array<Vec4, 5> q{Vec4::Zero(), Vec4::Zero(), Vec4::Zero(), Vec4::Zero(),
                        Vec4::Zero()};  // k = 1..5, order x y z w
};

// Corrector coefficients for x'' = f(x, x'), by the steps since the last jump of the force.
//
// Full order: Gear's six values, for forces that depend on the velocity. On the way there the derivatives
// come in one by one. Two steps take none (velocity Verlet): the acceleration at the end of the step with the
// jump may itself be a mean over part of that step. From then on the n-th step integrates, from the first of
// the trusted accelerations on, the polynomial through all of them: p(s) = s (s - 1) ... (s - n + 1) / n! is
// what the newest one adds, so c1 = 2 int_0^n p ds and c0 = 2 int_0^n (n - s) p ds; they also mend what
// earlier steps could not know. The coefficients of six values alone would leave an error of dt^2 in the
// velocity there.
inline constexpr std::array<std::array<double, 6>, 6> corrector{{
    {0, 1, 1, 0, 0, 0},
    {0, 1, 1, 0, 0, 0},
    {1.0 / 3, 1, 1, 1.0 / 3, 0, 0},                            // n = 1
    {0, 2.0 / 3, 1, 1.0 / 2, 1.0 / 12, 0},                     // n = 2
    {3.0 / 10, 3.0 / 4, 1, 11.0 / 18, 1.0 / 6, 1.0 / 60},      // n = 3
    {3.0 / 16, 251.0 / 360, 1, 11.0 / 18, 1.0 / 6, 1.0 / 60},  // six values
}};
inline constexpr std::uint8_t smooth_start =
    2;  // pose, velocity and acceleration are known and no jump is near
inline constexpr std::uint8_t full_order = 5;

// Taylor step: the Pascal triangle.
template <class V>
SCREE_HD SCREE_KERNEL void pascal(V& r0, V& r1, V& r2, V& r3, V& r4, V& r5) {
  r0 += r1 + (r2 + (r3 + (r4 + r5)));
  r1 += 2 * r2 + (3 * r3 + (4 * r4 + 5 * r5));
  r2 += 3 * r3 + (6 * r4 + 10 * r5);
  r3 += 4 * r4 + 10 * r5;
  r4 += 5 * r5;
}

// discrepancy: x'' dt^2/2 at the predicted state minus r2. A jump drops the higher derivatives.
template <class V>
SCREE_HD SCREE_KERNEL void correct(std::uint8_t order, const V& discrepancy, V& r0, V& r1, V& r2, V& r3,
                                   V& r4, V& r5) {
  const std::array<double, 6>& c = corrector[order];
  r0 += c[0] * discrepancy;
  r1 += c[1] * discrepancy;
  r2 += discrepancy;
  if (order < smooth_start) {
    r3.setZero();
    r4.setZero();
    r5.setZero();
    return;
  }
  r3 += c[3] * discrepancy;
  r4 += c[4] * discrepancy;
  r5 += c[5] * discrepancy;
}

}  // namespace scree
