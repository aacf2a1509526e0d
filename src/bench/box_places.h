// Where the bodies of box scenes begin: places of a lattice inside of a region. Most scenes shift them by up
// to half a spacing, so that the ends of boxes lie anywhere on an axis as in a real bed, not in rows.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "base/math.h"
#include "base/rng.h"
#include "bench/box_scenes.h"

namespace scree {

// Round bodies of mean size 1 that are this dense.
inline double lattice_spacing(int dimension, double solid_fraction) {
  return dimension == 2 ? std::sqrt(math::pi / 4 / solid_fraction)
                        : math::cbrt(math::pi / 6 / solid_fraction);
}

// A number in [-half, half) on each axis that there is.
inline Vec3 shift(Rng& rng, int dimension, double half) {
  const double x = rng.uniform(-half, half), y = rng.uniform(-half, half);
  return {x, y, dimension == 2 ? 0 : rng.uniform(-half, half)};
}

inline Vec3 direction(Rng& rng, int dimension) {
  if (dimension == 3) return rng.unit_vector();
  const auto [s, c] = math::sincos(2 * math::pi * rng.uniform());
  return {c, s, 0};
}

// Sizes of what is called one size: equal ones would give ties that no real bed has.
inline double about_one(Rng& rng) { return rng.uniform(0.9, 1.1); }

template <class T>
void shuffle(std::vector<T>& list, Rng& rng) {
  for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[rng.below(i)]);
}

// A body in a thousand or so too many: leaves out any of them until `count` are left, and numbers them as
// wished.
void thin_out(std::vector<Vec3>& places, const BoxSceneWish& wish, Rng& rng);

// Lattice places in `inside(point)` within the bounds, row by row from below.
template <class Inside>
std::vector<Vec3> lattice_inside(int dimension, const Box& bounds, double spacing, const Inside& inside) {
  std::vector<Vec3> places;
  std::array<int, 3> n{1, 1, 1};
  for (int k = 0; k < dimension; ++k)
    n[k] = std::max(1, static_cast<int>(std::lround((bounds.upper[k] - bounds.lower[k]) / spacing)));
  for (int k = 0; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j)
      for (int i = 0; i < n[0]; ++i) {
        Vec3 place = bounds.lower + spacing * Vec3(i + 0.5, j + 0.5, k + 0.5);
        if (dimension == 2) place.z() = 0;
        if (inside(place)) places.push_back(place);
      }
  return places;
}

// The smallest size near `size`, in steps of half a percent, whose region has as many places as wished:
// `places_of(size)` returns them. `size` becomes that size.
template <class PlacesOf>
std::vector<Vec3> enough_places(const BoxSceneWish& wish, Rng& rng, double& size, const PlacesOf& places_of) {
  std::vector<Vec3> places = places_of(size *= 0.98);
  while (places.size() < wish.bodies) places = places_of(size *= 1.005);
  thin_out(places, wish, rng);
  return places;
}

}  // namespace scree
