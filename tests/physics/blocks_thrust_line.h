// Limit analysis of semicircular arches: the plain twin of those that scree builds of blocks.
//
// An arch of rigid stones without tension stands where a line of thrust fits inside (Heyman's safe theorem).
// Through joint k, at the angle p = k pi/n, go the force F and the moment M about the arch's centre: those
// of the first joint, three numbers that nobody knows, and the weights of the stones in between. With N and
// T, the parts of F across and along the joint, the thrust stays inside and nothing slips where
//     r_inner N <= M <= r_outer N,   |T| <= mu N.
// This is linear in the three numbers, so it has a solution if one of the corners of these 4 (n + 1)
// half-spaces lies in all of them. Where stones slip it is only a bound from above, Coulomb friction having
// no normal flow; the limits used here are the same for any larger mu: these arches turn about hinges.
#pragma once

#include <cmath>
#include <vector>

#include "base/vector.h"

namespace scree::physics {

struct SemicircularArch {
  int stones = 15;
  double inner = 0, outer = 0;  // radii
  double friction = 0.7;

  static SemicircularArch of(int stones, double mean_radius, double thickness, double friction) {
    return {stones, mean_radius - 0.5 * thickness, mean_radius + 0.5 * thickness, friction};
  }
  double step() const { return M_PI / stones; }
};

namespace thrust_line {

// a.x <= b, as (a, b), for x = (F_x, F_z, M) of the first joint.
using HalfSpace = Vec4;

// Gravity leans by this angle in the plane of the arch; a stone weighs 1.
inline std::vector<HalfSpace> half_spaces(const SemicircularArch& arch, double lean) {
  const double inner = arch.inner, outer = arch.outer, mu = arch.friction;
  // Stones have flat sides: a triangle from the centre minus a smaller one.
  const double centroid = 2.0 / 3 * std::cos(0.5 * arch.step()) * (std::pow(outer, 3) - std::pow(inner, 3)) /
                          (outer * outer - inner * inner);
  const double weight_x = std::sin(lean), weight_z = -std::cos(lean);
  Vec3 weights = Vec3::Zero();  // force and moment of the stones so far
  std::vector<HalfSpace> result;
  for (int k = 0; k <= arch.stones; ++k) {
    const double c = std::cos(k * arch.step()), s = std::sin(k * arch.step());
    const Vec3 normal(-s, c, 0), along(c, s, 0), moment(0, 0, 1);
    for (const Vec3& side : {Vec3(inner * normal - moment), Vec3(moment - outer * normal),
                             Vec3(along - mu * normal), Vec3(-along - mu * normal)})
      result.emplace_back(side.x(), side.y(), side.z(), -side.dot(weights));
    const double middle = (k + 0.5) * arch.step();
    const double x = centroid * std::cos(middle), z = centroid * std::sin(middle);
    weights += Vec3(weight_x, weight_z, x * weight_z - z * weight_x);
  }
  return result;
}

inline bool fits(const SemicircularArch& arch, double lean) {
  const std::vector<HalfSpace> sides = half_spaces(arch, lean);
  const double rounding = 1e-9 * arch.stones * arch.outer;
  const auto inside = [&](const Vec3& x) {
    for (const HalfSpace& side : sides)
      if (side.head<3>().dot(x) > side.w() + rounding) return false;
    return true;
  };
  for (std::size_t i = 0; i < sides.size(); ++i)
    for (std::size_t j = i + 1; j < sides.size(); ++j) {
      const Vec3 edge = sides[i].head<3>().cross(sides[j].head<3>());
      for (std::size_t k = j + 1; k < sides.size(); ++k) {
        const double volume = edge.dot(sides[k].head<3>());
        if (std::abs(volume) < 1e-9) continue;
        const Vec3 sum = sides[k].w() * edge + sides[i].w() * sides[j].head<3>().cross(sides[k].head<3>()) +
                         sides[j].w() * sides[k].head<3>().cross(sides[i].head<3>());
        if (inside(sum / volume)) return true;
      }
    }
  return false;
}

template <class Stands>  // stands(low) and not stands(high)
double limit(double low, double high, Stands stands) {
  for (int n = 0; n < 16; ++n) {
    const double middle = 0.5 * (low + high);
    (stands(middle) ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

inline double largest_lean(const SemicircularArch& arch) {
  return limit(0, 1, [&](double lean) { return fits(arch, lean); });
}

// Over the mean radius.
inline double least_thickness(int stones, double friction) {
  return -limit(-0.3, -0.02,
                [&](double t) { return fits(SemicircularArch::of(stones, 1, -t, friction), 0); });
}

}  // namespace thrust_line
}  // namespace scree::physics
