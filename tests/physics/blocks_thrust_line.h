// Limit analysis of a semicircular arch: the plain twin of the arches that scree builds of blocks.
//
// Heyman's safe theorem: an arch of rigid stones with no tension stands if somewhere inside there is a line of
// thrust. Through joint k, at the angle p_k = k pi/n, goes the force F_k with the moment M_k about the centre:
// those of the first joint, which nobody knows (three numbers), and the weights of the stones between. With
// N = F.t and T = F.r along the joint, the thrust stays inside and does not slip where
//     r_inner N <= M <= r_outer N,   |T| <= mu N.
// All of it is linear in the three numbers; a corner of these 4 (n + 1) half-spaces that lies in all of them
// decides. (With friction that does not dilate this is a bound from above; at mu = 0.7 stones turn long before
// they slip, and the bound is the limit.)
#pragma once

#include <cmath>
#include <vector>

#include "base/vector.h"

namespace scree::physics {

struct ThrustLine {
  int stones = 15;
  double inner = 0, outer = 0;  // radii
  double friction = 0.7;

  // Gravity leans by this angle in the plane of the arch.
  bool fits(double lean) const {
    const std::vector<Vec4> sides = half_spaces(lean);  // a.x <= b as (a, b)
    for (std::size_t i = 0; i < sides.size(); ++i)
      for (std::size_t j = i + 1; j < sides.size(); ++j)
        for (std::size_t k = j + 1; k < sides.size(); ++k)
          if (corner_is_inside(sides, i, j, k)) return true;
    return false;
  }

 private:
  std::vector<Vec4> half_spaces(double lean) const {
    const double step = M_PI / stones;
    // Stones have flat sides: centroid and area of two triangles from the centre, one minus the other.
    const double triangle = 2.0 / 3 * std::cos(step / 2);
    const double centroid = triangle * (std::pow(outer, 3) - std::pow(inner, 3)) / (outer * outer - inner * inner);
    std::vector<Vec4> sides;
    double fx = 0, fz = 0, moment = 0;  // of the weights so far; a stone weighs 1
    for (int k = 0; k <= stones; ++k) {
      const double c = std::cos(k * step), s = std::sin(k * step);
      const auto add = [&](double x, double z, double m) {  // x F_x + z F_z + m M <= 0
        const Vec3 a(x, z, m / outer);
        sides.push_back(Vec4(a.x(), a.y(), a.z(), -(x * fx + z * fz + m * moment)) / a.norm());
      };
      add(-s * inner, c * inner, -1);
      add(s * outer, -c * outer, 1);
      sides[sides.size() - 2] = scaled(-s * inner, c * inner, -1, fx, fz, moment);
      sides[sides.size() - 1] = scaled(s * outer, -c * outer, 1, fx, fz, moment);
      sides.push_back(scaled(c + friction * s, s - friction * c, 0, fx, fz, moment));
      sides.push_back(scaled(-c + friction * s, -s - friction * c, 0, fx, fz, moment));
      const double middle = (k + 0.5) * step;
      const double x = centroid * std::cos(middle), z = centroid * std::sin(middle);
      fx += std::sin(lean);
      fz -= std::cos(lean);
      moment += x * -std::cos(lean) - z * std::sin(lean);
    }
    return sides;
  }
};

}  // namespace scree::physics
