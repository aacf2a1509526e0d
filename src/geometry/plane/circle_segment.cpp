#include "geometry/plane/circle_segment.h"

#include <array>

#include "base/math.h"

namespace scree {
namespace {

// Of the series of 3/4 sin t + 1/12 sin 3t - t cos t, from t^5 on: what stands before vanishes.
constexpr int moment_terms = 12;
constexpr std::array<double, moment_terms> moment_series() {
  std::array<double, moment_terms> out{};
  double factorial = 24, power = 81, sign = 1;
  for (int k = 0; k < moment_terms; ++k) {
    const int n = 5 + 2 * k;
    factorial *= k == 0 ? n : n * (n - 1);
    power *= k == 0 ? 3 : 9;
    out[static_cast<std::size_t>(k)] = sign * (0.75 + power / 12 - n) / factorial;
    sign = -sign;
  }
  return out;
}

}  // namespace

double segment_area(double half_angle) {
  if (half_angle > 0.3) return half_angle - 0.5 * math::sin(2 * half_angle);
  // The difference cancels for small angles: its series, (2 t)^3/12 - (2 t)^5/240 + ...
  const double t2 = half_angle * half_angle;
  double sum = 0, term = 2.0 / 3.0 * half_angle * t2;
  for (int n = 4; n < 24; n += 2) {
    sum += term;
    term *= -4 * t2 / (n * (n + 1));
  }
  return sum;
}

double segment_moment(double half_angle) {
  if (half_angle > 1) {
    const math::SinCos at = math::sincos(half_angle);
    return 2.0 / 3.0 * at.sin * at.sin * at.sin - at.cos * (half_angle - at.sin * at.cos);
  }
  static constexpr std::array<double, moment_terms> series = moment_series();
  const double t2 = half_angle * half_angle;
  double sum = 0;
  for (int k = moment_terms; k-- > 0;) sum = sum * t2 + series[static_cast<std::size_t>(k)];
  return sum * t2 * t2 * half_angle;
}

}  // namespace scree
