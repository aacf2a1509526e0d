#include "geometry/plane/closest_features.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "plane_shapes.h"

namespace scree {
namespace {

FeaturePair any_start(Rng& rng, const Polygon& a, const Polygon& b) {
  return {static_cast<std::uint32_t>(rng.below(2 * a.size())),
          static_cast<std::uint32_t>(rng.below(2 * b.size()))};
}

void expect_same(const Polygon& a, const Polygon& b, const Pose2& pose, FeaturePair start, int n) {
  const ClosestFeatures found = find_closest_features(a, b, pose, start);
  const ClosestFeatures all = compare_all_features(a, b, pose);
  const double size = a.radius + b.radius;
  EXPECT_NEAR(found.distance, all.distance, 1e-12 * size) << n;
  if (all.distance > 1e-12 * size) {
    EXPECT_FALSE(found.overlap) << n;
    EXPECT_NEAR((found.on_b - found.on_a).norm(), all.distance, 1e-12 * size) << n;
  }
  // Deep enough that no rounding can tell otherwise?
  if (all.overlap && !found.overlap) {
    EXPECT_LE(found.distance, 1e-12 * size) << n;
  }
}

TEST(ClosestFeatures, AreThoseOfAllFeaturesFromAnyStart) {
  Rng rng(1);
  for (int n = 0; n < 8000; ++n) {
    const Polygon a = grain(rng, 3 + static_cast<int>(rng.below(40)), rng.uniform(0.05, 1));
    const Polygon b = grain(rng, 3 + static_cast<int>(rng.below(40)), rng.uniform(0.05, 1));
    const double distance = rng.uniform() < 0.3 ? rng.uniform(0, 1) : rng.uniform(0, 3);
    const Vec2 d = distance * unit(rng.uniform(0, 7));
    expect_same(a, b, pose(d.x(), d.y(), rng.uniform(0, 7)), any_start(rng, a, b), n);
  }
}

// Positions in which features line up: the same corners, parallel edges, corners on edges, one inside the
// other; exactly so and a few roundings off.
TEST(ClosestFeatures, DegeneratePlacementsEndWell) {
  Rng rng(2);
  const Polygon shapes[] = {rectangle(2, 2), rectangle(2, 1), regular(3),
                            regular(6),      regular(8),      rectangle(4, 0.01)};
  const char* given = std::getenv("SCREE_PAIRS");
  const int pairs = given ? std::atoi(given) : 30000;
  for (int n = 0; n < pairs; ++n) {
    const Polygon& a = shapes[rng.below(std::size(shapes))];
    const Polygon& b = shapes[rng.below(std::size(shapes))];
    const double quarter = M_PI / 2 * static_cast<double>(rng.below(4));
    Pose2 at = pose(0, 0, quarter + (rng.uniform() < 0.5 ? 0 : std::pow(10, rng.uniform(-17, -8))));
    if (rng.uniform() < 0.5) {
      at.cosine = std::round(at.cosine);
      at.sine = std::round(at.sine);
    }
    at.position =
        Vec2(0.5 * static_cast<double>(rng.below(7)) - 1.5, 0.5 * static_cast<double>(rng.below(7)) - 1.5);
    if (rng.uniform() < 0.5) at.position += std::pow(10, rng.uniform(-18, -6)) * unit(rng.uniform(0, 7));
    expect_same(a, b, at, any_start(rng, a, b), n);
  }
}

// The walk of a pair that turns slowly: nearly always nothing to do, for many corners as for few.
TEST(ClosestFeatures, StayTheSameForManySteps) {
  for (int corners : {4, 20, 1000}) {
    Rng rng(3);
    const Polygon a = grain(rng, corners), b = grain(rng, corners);
    FeaturePair last = facing_features(a, b, pose(2.2, 0, 0));
    int changes = 0;
    std::uint64_t walk = 0;
    const int steps = 20000;
    for (int n = 0; n < steps; ++n) {
      // A turn of each by half a round, past each other.
      const double t = static_cast<double>(n) / steps;
      const ClosestFeatures found =
          find_closest_features(a, b, pose(2.2 * std::cos(t), 2.2 * std::sin(t), 3 * t), last);
      changes += found.features != last;
      walk += found.walk;
      last = found.features;
    }
    if (corners <= 20) {
      EXPECT_LT(changes, steps / 200);
    }
    EXPECT_LT(static_cast<double>(walk), 0.2 * steps);
  }
}

TEST(ClosestFeatures, TheFacingOnesAreNearTheEnd) {
  Rng rng(4);
  double walk = 0;
  const int pairs = 2000;
  for (int n = 0; n < pairs; ++n) {
    const Polygon a = grain(rng, 12), b = grain(rng, 12);
    const Vec2 d = rng.uniform(2, 2.5) * unit(rng.uniform(0, 7));
    const Pose2 at = pose(d.x(), d.y(), rng.uniform(0, 7));
    walk += find_closest_features(a, b, at, facing_features(a, b, at)).walk;
  }
  EXPECT_LT(walk / pairs, 3);
}

}  // namespace
}  // namespace scree
