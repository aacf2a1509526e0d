// What a call for closest features costs, and how far it walks, for grains of so many corners that tumble
// past each other: bench/closest_features.py counts its instructions.
//   closest_features CORNERS [CALLS]
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "base/math.h"
#include "base/rng.h"
#include "geometry/plane/closest_features.h"
#include "geometry/plane/figures.h"

namespace scree {
namespace {

// Two grains on their way past each other, each turning: in a step by some thousandths of their size, and of
// a turn, which is what a fast impact is.
struct Pair {
  const Polygon *a, *b;
  double phase, impact, spin_a, spin_b;
  FeaturePair features;
};

Pose2 pose_at(const Pair& p, double t) {
  const double x = 2.4 * std::sin(0.7 * t + p.phase), angle_a = p.spin_a * t,
               angle_b = p.spin_b * t + p.phase;
  const math::SinCos back = math::sincos(-angle_a), turn = math::sincos(angle_b - angle_a);
  const Vec2 d(x, p.impact);
  return {Vec2(back.cos * d.x() - back.sin * d.y(), back.sin * d.x() + back.cos * d.y()), turn.cos, turn.sin};
}

Polygon about_its_centroid(const std::vector<Vec2>& corners) {
  const Polygon polygon = *make_polygon(corners);
  return moved(polygon, -area_of(polygon).centroid, 1, 0);
}

int run(int corners, std::uint64_t calls) {
  constexpr int grains = 32, pairs = 64;
  Rng rng(1, 0);
  std::vector<Polygon> shapes;
  for (int n = 0; n < grains; ++n)
    shapes.push_back(about_its_centroid(random_polygon(corners, rng.uniform(0.6, 1), rng)));
  std::vector<Pair> system;
  for (int n = 0; n < pairs; ++n) {
    const Polygon &a = shapes[rng.below(grains)], &b = shapes[rng.below(grains)];
    Pair p{&a, &b, rng.uniform(0, 6), rng.uniform(1.9, 2.6), rng.uniform(-1, 1), rng.uniform(-1, 1), {}};
    p.features = facing_features(a, b, pose_at(p, 0));
    system.push_back(p);
  }
  constexpr double step = 2.5e-4;
  std::uint64_t walk = 0, kept = 0, done = 0;
  double sum = 0, seconds = 0;  // the sum, so that nothing is left out
  std::vector<Pose2> poses(system.size());
  for (double t = step; done < calls; t += step) {
    for (std::size_t k = 0; k < poses.size(); ++k) poses[k] = pose_at(system[k], t);
    const auto begin = std::chrono::steady_clock::now();
    for (std::size_t k = 0; k < poses.size(); ++k) {
      Pair& p = system[k];
      const ClosestFeatures found = find_closest_features(*p.a, *p.b, poses[k], p.features);
      walk += found.walk;
      kept += found.features == p.features;
      p.features = found.features;
      sum += found.distance;
    }
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    done += poses.size();
  }
  const double n = static_cast<double>(done);
  fmt::print(
      "{{\"corners\": {}, \"calls\": {}, \"ns_per_call\": {:.1f}, \"mean_walk\": {:.4f}, "
      "\"mean_life\": {:.0f}, \"mean_distance\": {:.6f}}}\n",
      corners, done, 1e9 * seconds / n, static_cast<double>(walk) / n,
      kept < done ? n / static_cast<double>(done - kept) : n, sum / n);
  return 0;
}

}  // namespace
}  // namespace scree

int main(int count, char** words) {
  if (count < 2) {
    fmt::print(stderr, "usage: closest_features CORNERS [CALLS]\n");
    return 2;
  }
  return scree::run(std::max(3, std::atoi(words[1])),
                    count > 2 ? std::strtoull(words[2], nullptr, 10) : 2'000'000);
}
