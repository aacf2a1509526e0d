// The overlap of two ellipses by other means: long numbers, dense samples of both boundaries, quadrature
// along the arcs that are inside the other.
#pragma once

#include <cmath>
#include <vector>

#include "geometry/plane/ellipse.h"

namespace scree::reference {

using Real = long double;

struct Ellipse {
  Real a, b, c, s, x, y;

  Ellipse(const TurnedEllipse& e, const Vec2& at)
      : a(e.half_axes.x()), b(e.half_axes.y()), c(e.cosine), s(e.sine), x(at.x()), y(at.y()) {}

  void point(Real t, Real& px, Real& py) const {
    const Real u = a * std::cos(t), v = b * std::sin(t);
    px = x + c * u - s * v;
    py = y + s * u + c * v;
  }
  // Below 0 inside. u^2 - 1 as a product.
  Real height(Real px, Real py) const {
    const Real u = (c * (px - x) + s * (py - y)) / a, v = (c * (py - y) - s * (px - x)) / b;
    return u * u + v * v - 1;
  }
};

struct Overlap {
  Real area = 0, x = 0, y = 0;  // area, and area times centroid
  Real length = 0;              // of the boundary
  int arcs = 0;
};

// Adds the arcs of `one` inside `other`; true if there are any.
inline bool add_arcs(const Ellipse& one, const Ellipse& other, int samples, Overlap& sum) {
  const Real pi = std::acos(Real(-1)), step = 2 * pi / samples;
  const auto height = [&](Real t) {
    Real px, py;
    one.point(t, px, py);
    return other.height(px, py);
  };
  std::vector<Real> at;  // angles between which the height has one sign, and changes it at most once
  for (int n = 0; n < samples; ++n) {
    at.push_back(n * step);
    // An extremum that crosses the boundary between samples.
    const Real before = height((n - 1) * step), here = height(n * step), after = height((n + 1) * step);
    const bool lowest = here > 0 && before >= here && after >= here;
    const bool highest = here < 0 && before <= here && after <= here;
    if (!lowest && !highest) continue;
    Real low = (n - 1) * step, high = (n + 1) * step;
    for (int k = 0; k < 120; ++k) {
      const Real p = low + (high - low) / 3, q = high - (high - low) / 3;
      ((height(p) < height(q)) == lowest ? high : low) = (height(p) < height(q)) == lowest ? q : p;
    }
    const Real extremum = (low + high) / 2;
    if (extremum > at.back())
      at.push_back(extremum);
    else
      at.insert(at.end() - 1, extremum);
  }
  std::vector<Real> roots;
  bool starts_inside = height(at[0]) < 0;
  for (std::size_t n = 0; n < at.size(); ++n) {
    Real low = at[n], high = n + 1 < at.size() ? at[n + 1] : at[0] + 2 * pi;
    const bool inside = height(low) < 0;
    if (inside == (height(high) < 0)) continue;
    for (int k = 0; k < 100; ++k) {
      const Real middle = (low + high) / 2;
      ((height(middle) < 0) == inside ? low : high) = middle;
    }
    roots.push_back(low);
  }
  static const Real node[5] = {0.1488743389816312108848260L, 0.4333953941292471907992659L,
                               0.6794095682990244062343274L, 0.8650633666889845107320967L,
                               0.9739065285171717200779640L};
  static const Real weight[5] = {0.2955242247147528701738930L, 0.2692667193099963550912269L,
                                 0.2190863625159820439955349L, 0.1494513491505805931457763L,
                                 0.0666713443086881375935688L};
  const auto add = [&](Real begin, Real end) {
    ++sum.arcs;
    const int pieces = 1 + static_cast<int>((end - begin) / 0.2L);
    for (int n = 0; n < pieces; ++n) {
      const Real half = (end - begin) / (2 * pieces), middle = begin + (2 * n + 1) * half;
      for (int k = 0; k < 10; ++k) {
        const Real t = middle + (k % 2 ? 1 : -1) * half * node[k / 2], w = half * weight[k / 2];
        Real px, py;
        one.point(t, px, py);
        const Real du = -one.a * std::sin(t), dv = one.b * std::cos(t);
        const Real dx = one.c * du - one.s * dv, dy = one.s * du + one.c * dv;
        sum.area += w * (px * dy - py * dx) / 2;
        sum.x += w * px * px * dy / 2;
        sum.y -= w * py * py * dx / 2;
        sum.length += w * std::sqrt(dx * dx + dy * dy);
      }
    }
  };
  if (roots.empty()) {
    if (starts_inside) add(0, 2 * pi);
    return starts_inside;
  }
  for (std::size_t n = starts_inside ? 1 : 0; n < roots.size(); n += 2)
    add(roots[n], n + 1 < roots.size() ? roots[n + 1] : roots[0] + 2 * pi);
  return true;
}

// Seen from `origin`, which should be near: what cancels then is little.
inline Overlap overlap_of(const TurnedEllipse& a, const TurnedEllipse& b, const Vec2& d, const Vec2& origin,
                          int samples = 2000) {
  Overlap sum;
  const Ellipse first(a, -origin), second(b, d - origin);
  // The same one, twice inside the other, is one figure.
  add_arcs(first, second, samples, sum);
  const int arcs = sum.arcs;
  if (arcs == 1 && sum.length > 0 && first.height(second.x, second.y) < 0 &&
      second.height(first.x, first.y) < 0) {
    Overlap other;
    add_arcs(second, first, samples, other);
    if (other.arcs == 0) return sum;
  }
  add_arcs(second, first, samples, sum);
  return sum;
}

}  // namespace scree::reference
