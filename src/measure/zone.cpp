#include "measure/zone.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/math.h"

namespace scree {
namespace {

// The part of a line from + t d, t in [0, 1], that is still inside.
struct Stretch {
  double begin = 0, end = 1;
  void clear() { end = -1; }
  void meet(double from, double to) {
    begin = std::max(begin, from);
    end = std::min(end, to);
  }
  // Where lower <= x + t d <= upper.
  void between(double x, double d, double lower, double upper) {
    if (d == 0) {
      if (x < lower || x > upper) clear();
      return;
    }
    const double one = (lower - x) / d, other = (upper - x) / d;
    meet(std::min(one, other), std::max(one, other));
  }
  // Where |x + t d| <= radius.
  void within(const Vec3& x, const Vec3& d, double radius) {
    const double square = d.squaredNorm(), half = x.dot(d), rest = x.squaredNorm() - radius * radius;
    if (square == 0) {
      if (rest > 0) clear();
      return;
    }
    const double root = half * half - square * rest;
    if (!(root >= 0)) return clear();
    meet((-half - std::sqrt(root)) / square, (-half + std::sqrt(root)) / square);
  }
};

// Sees a line through all images of the cell, and in the plane from above.
template <class Cut>
auto through_images(const State& state, Cut cut) {
  const bool flat = state.dimension == 2;
  return [cell = state.cell, flat, cut](Vec3 from, Vec3 to) {
    if (flat) from.z() = to.z() = 0;
    const Vec3 d = to - from;
    const bool point = d.squaredNorm() == 0;
    double share = 0;
    const auto reach = [&](int k) { return cell.periodic[k] ? 1 : 0; };
    for (int i = -reach(0); i <= reach(0); ++i)
      for (int j = -reach(1); j <= reach(1); ++j)
        for (int k = -reach(2); k <= reach(2); ++k) {
          Stretch stretch;
          cut(Vec3(from + Vec3(i, j, k).cwiseProduct(cell.length)), d, stretch);
          if (point)
            share = std::max(share, stretch.end >= stretch.begin ? 1.0 : 0.0);
          else
            share += std::max(0.0, stretch.end - stretch.begin);
        }
    return std::min(share, 1.0);
  };
}

constexpr double endless = std::numeric_limits<double>::infinity();

Box without_height(Box box) {
  box.lower.z() = -endless;
  box.upper.z() = endless;
  return box;
}

double volume_of(const State& state, const Box& box) {
  const Vec3 size = box.upper - box.lower;
  return state.dimension == 2 ? size.x() * size.y() * state.thickness : size.prod();
}

}  // namespace

Box box_of_grains(const State& state) {
  const Bodies& b = state.bodies;
  Box all{Vec3::Constant(endless), Vec3::Constant(-endless)};
  for (BodyIndex i = 0; i < b.size(); ++i) {
    if (!b.free(i)) continue;
    const Box own = exact_bounds(state.shapes[b.shape[i]], b.scale[i], b.position[i], b.orientation[i]);
    all.lower = all.lower.cwiseMin(own.lower);
    all.upper = all.upper.cwiseMax(own.upper);
  }
  if (!(all.lower.x() <= all.upper.x())) return {Vec3::Zero(), Vec3::Zero()};
  return all;
}

Zone whole_zone(const State& state) {
  Box box = box_of_grains(state);
  for (int k = 0; k < 3; ++k)
    if (state.cell.periodic[k]) {
      box.lower[k] = state.cell.origin[k];
      box.upper[k] = state.cell.origin[k] + state.cell.length[k];
    }
  return {volume_of(state, box), [](const Vec3&, const Vec3&) { return 1.0; }, std::nullopt};
}

Zone box_zone(const State& state, const Box& given) {
  const Box box = state.dimension == 2 ? without_height(given) : given;
  const auto cut = [box](const Vec3& from, const Vec3& d, Stretch& stretch) {
    for (int k = 0; k < 3; ++k) stretch.between(from[k], d[k], box.lower[k], box.upper[k]);
  };
  return {volume_of(state, given), through_images(state, cut), given};
}

Zone ball_zone(const State& state, const Vec3& given, double radius) {
  Vec3 centre = given;
  const bool flat = state.dimension == 2;
  if (flat) centre.z() = 0;
  const auto cut = [centre, radius](const Vec3& from, const Vec3& d, Stretch& stretch) {
    stretch.within(from - centre, d, radius);
  };
  const double disc = math::pi * radius * radius;
  return {flat ? disc * state.thickness : 4.0 / 3.0 * disc * radius, through_images(state, cut),
          std::nullopt};
}

Zone cylinder_zone(const State& state, const Vec3& base, const Vec3& along, double radius, double length) {
  const Vec3 axis = along.normalized();
  const auto cut = [base, axis, radius, length](const Vec3& from, const Vec3& d, Stretch& stretch) {
    const Vec3 x = from - base;
    const double height = x.dot(axis), climb = d.dot(axis);
    stretch.between(height, climb, 0, length);
    stretch.within(x - height * axis, d - climb * axis, radius);
  };
  return {math::pi * radius * radius * length, through_images(state, cut), std::nullopt};
}

}  // namespace scree
