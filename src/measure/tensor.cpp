#include "measure/tensor.h"

#include <cmath>

#include "base/math.h"
#include "geometry/solid/mass.h"

namespace scree {

Principal principal(const Mat3& tensor, int dimension) {
  const Mat3 m = 0.5 * (tensor + tensor.transpose());
  Principal result;
  if (dimension == 2) {
    const double mean = 0.5 * (m(0, 0) + m(1, 1));
    const double half = 0.5 * (m(0, 0) - m(1, 1));
    const double radius = std::sqrt(half * half + m(0, 1) * m(0, 1));
    result.values = {mean + radius, mean - radius, 0};
    const math::SinCos turn = math::sincos(radius > 0 ? 0.5 * math::atan2(m(0, 1), half) : 0.0);
    result.axes << turn.cos, -turn.sin, 0, turn.sin, turn.cos, 0, 0, 0, 1;
    return result;
  }
  const PrincipalAxes rising = principal_axes(m);
  for (int k = 0; k < 3; ++k) {
    result.values[k] = rising.moments[2 - k];
    result.axes.col(k) = rising.axes.col(2 - k);
  }
  return result;
}

double mean_part(const Mat3& tensor, int dimension) {
  return dimension == 2 ? 0.5 * (tensor(0, 0) + tensor(1, 1)) : tensor.trace() / 3;
}

double deviator(const Mat3& tensor, int dimension) {
  const Mat3 m = 0.5 * (tensor + tensor.transpose());
  if (dimension == 2) {
    const double half = 0.5 * (m(0, 0) - m(1, 1));
    return std::sqrt(half * half + m(0, 1) * m(0, 1));
  }
  const Mat3 s = m - mean_part(m, 3) * Mat3::Identity();
  return std::sqrt(1.5 * s.squaredNorm());
}

}  // namespace scree
