#include "geometry/plane/figures.h"

#include "base/math.h"

namespace scree {

std::vector<Vec2> regular_polygon(int corners, double radius) {
  std::vector<Vec2> points;
  for (int k = 0; k < corners; ++k) {
    const double angle = 2 * math::pi * k / corners;
    points.push_back(radius * Vec2(math::cos(angle), math::sin(angle)));
  }
  return points;
}

std::vector<Vec2> random_polygon(int corners, double elongation, Rng& rng) {
  std::vector<Vec2> points;
  const double begin = rng.uniform();
  for (int k = 0; k < corners; ++k) {
    const double angle = 2 * math::pi * (k + begin + 0.9 * (rng.uniform() - 0.5)) / corners;
    points.push_back(Vec2(math::cos(angle), elongation * math::sin(angle)));
  }
  return points;
}

}  // namespace scree
