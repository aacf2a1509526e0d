// Random places: one after the other while there is plenty of room, else random points pushed apart.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/math.h"
#include "build/ball_grid.h"
#include "build/fill_place.h"
#include "build/relax.h"

namespace scree {
namespace {

constexpr double dilute = 0.25;  // below this share of the volume, placing one by one is quick
constexpr int tries = 500;       // for each body

double largest_of(const std::vector<double>& radii) { return *std::max_element(radii.begin(), radii.end()); }

// A grid that holds the obstacles.
BallGrid obstacle_grid(const Packing& p) {
  BallGrid grid(p.cell, p.region.bounds(), 2.1 * largest_of(p.padded), p.position.size());
  for (std::size_t i = p.movable; i < p.position.size(); ++i)
    grid.insert(static_cast<std::uint32_t>(i), p.position[i]);
  return grid;
}

// Moves sphere i to random places until it meets nothing that is in the grid.
bool find_place(Packing& p, std::uint32_t i, const BallGrid& grid, Rng& rng) {
  for (int t = 0; t < tries; ++t) {
    p.position[i] = p.region.sample(rng, p.radius[i]);
    if (stays_inside(p, p.position[i], p.radius[i]) &&
        grid.near(p.position[i], [&](std::uint32_t j) { return keeps_apart(p, i, j); }))
      return true;
  }
  return false;
}

// Tries to place the spheres one by one, the largest first. False when one finds no place.
bool place_in_turn(Packing& p, Rng& rng) {
  std::vector<std::uint32_t> order(p.movable);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return p.padded[a] > p.padded[b]; });
  BallGrid grid = obstacle_grid(p);
  for (const std::uint32_t i : order) {
    if (!find_place(p, i, grid, rng)) return false;
    grid.insert(i, p.position[i]);
  }
  return true;
}

// Random points, clear of obstacles and walls where possible, whether or not the spheres overlap.
void scatter(Packing& p, Rng& rng) {
  const BallGrid grid = obstacle_grid(p);
  for (std::size_t i = 0; i < p.movable; ++i) find_place(p, static_cast<std::uint32_t>(i), grid, rng);
}

// Obstacles that may touch a sphere inside the region.
bool is_near(const FillRequest& request, const Obstacle& obstacle, double reach) {
  const Box b = request.region.bounds();
  const Vec3 middle = 0.5 * (b.lower + b.upper), half = 0.5 * (b.upper - b.lower);
  const Vec3 d = request.cell.separation(middle, obstacle.position);
  for (int k = 0; k < 3; ++k)
    if (std::abs(d[k]) > half[k] + obstacle.radius + reach) return false;
  return true;
}

}  // namespace

std::vector<Vec3> random_places(const FillRequest& request, const std::vector<double>& radii, int effort) {
  Packing p{request.region, request.cell, request.walls, radii, {}, {}, radii.size(), request.coarseness};
  double solid = 0.0, largest = 0.0;
  for (const double r : radii) {
    p.padded.push_back(padded_radius(request, r));
    largest = std::max(largest, p.padded.back());
    solid += request.region.ball_volume(p.padded.back());
  }
  Rng rng = random_source(request, Purpose::places);
  p.position.resize(radii.size(), request.region.centre());
  for (const Obstacle& o : request.obstacles)
    if (is_near(request, o, largest)) {
      p.position.push_back(o.position);
      p.radius.push_back(o.radius);
      p.padded.push_back(o.radius);
      solid += request.region.ball_volume(o.radius);
    }
  const double volume = request.region.volume();
  bool done = solid < dilute * volume && place_in_turn(p, rng);
  if (!done) {
    scatter(p, rng);
    done = relax(p, effort);
  }
  if (!done) return {};
  p.position.resize(p.movable);
  return p.position;
}

}  // namespace scree
