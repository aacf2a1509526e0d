// Random places: one after the other while there is plenty of room, else random points pushed apart.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/math.h"
#include "lab/ball_grid.h"
#include "lab/fill_place.h"
#include "lab/relax.h"

namespace scree {
namespace {

constexpr double dilute = 0.2;  // below this share of the volume, placing one by one is quick
constexpr int tries = 500;      // for each body

// Tries to place the spheres one by one, the largest first. False when one finds no place.
bool place_in_turn(Packing& p, Rng& rng) {
  std::vector<std::uint32_t> order(p.movable);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return p.padded[a] > p.padded[b]; });
  const double largest = *std::max_element(p.padded.begin(), p.padded.end());
  BallGrid grid(p.cell, p.region.bounds(), 2.1 * largest, p.position.size());
  for (std::size_t i = p.movable; i < p.position.size(); ++i)
    grid.insert(static_cast<std::uint32_t>(i), p.position[i]);
  for (const std::uint32_t i : order) {
    bool placed = false;
    for (int t = 0; t < tries && !placed; ++t) {
      p.position[i] = p.region.sample(rng, p.radius[i]);
      placed = stays_inside(p, p.position[i], p.radius[i]) &&
               grid.near(p.position[i], [&](std::uint32_t j) { return keeps_apart(p, i, j); });
    }
    if (!placed) return false;
    grid.insert(i, p.position[i]);
  }
  return true;
}

// Obstacles that may touch a sphere inside the region.
bool is_near(const FillRequest& request, const Ball& obstacle, double reach) {
  const Box b = request.region.bounds();
  const Vec3 middle = 0.5 * (b.lower + b.upper), half = 0.5 * (b.upper - b.lower);
  const Vec3 d = request.cell.separation(middle, obstacle.position);
  for (int k = 0; k < 3; ++k)
    if (std::abs(d[k]) > half[k] + obstacle.radius + reach) return false;
  return true;
}

}  // namespace

std::vector<Vec3> random_places(const FillRequest& request, const std::vector<double>& radii, int effort) {
  Packing p{request.region, request.cell, request.walls, radii, {}, {}, radii.size()};
  double solid = 0.0, largest = 0.0;
  for (const double r : radii) {
    p.padded.push_back(padded_radius(request, r));
    largest = std::max(largest, p.padded.back());
    solid += 4.0 / 3.0 * math::pi * p.padded.back() * p.padded.back() * p.padded.back();
  }
  Rng rng = random_source(request, Purpose::places);
  p.position.resize(radii.size(), request.region.centre());
  for (const Ball& o : request.obstacles)
    if (is_near(request, o, largest)) {
      p.position.push_back(o.position);
      p.radius.push_back(o.radius);
      p.padded.push_back(o.radius);
    }
  const double volume = request.region.volume();
  bool done = solid < dilute * volume && place_in_turn(p, rng);
  if (!done) {
    for (std::size_t i = 0; i < p.movable; ++i) p.position[i] = request.region.sample(rng, radii[i]);
    done = relax(p, effort);
  }
  if (!done) return {};
  p.position.resize(p.movable);
  return p.position;
}

}  // namespace scree
