// The closest points of two convex polygons, by walking from feature to feature (Schinner 1999, after Lin and
// Canny 1991).
//
// A feature is a corner or an edge of a polygon. Each has a Voronoi region: the points outside that are
// nearer to it than to any other feature. If the closest points of two features lie each in the other's
// region, they are the closest points of the polygons, since these are convex; if not, the boundary that is
// violated leads to a feature that is nearer. The features of a moving pair stay the same for many steps, so
// the walk, begun where the last one ended, mostly ends where it began, however many corners there are.
#pragma once

#include "geometry/plane/polygon.h"

namespace scree {

// Two features by number: 2 k is corner k, 2 k + 1 the edge from there to the next.
struct FeaturePair {
  std::uint32_t a = 0, b = 0;
  friend bool operator==(const FeaturePair&, const FeaturePair&) = default;
};

struct ClosestFeatures {
  FeaturePair features;
  Vec2 on_a = Vec2::Zero(), on_b = Vec2::Zero();  // the closest points, seen from a
  double distance = 0;
  bool overlap = false;    // the polygons have points in common; the features cross, or one is inside
  std::uint32_t walk = 0;  // how many features were looked at beyond the first two
};

// Both polygons have the origin inside; b stands at a pose seen from a. Any start will do.
ClosestFeatures find_closest_features(const Polygon& a, const Polygon& b, const Pose2& b_from_a,
                                      FeaturePair start);

// A good start for a pair of which nothing is known: the edges that look at each other.
FeaturePair facing_features(const Polygon& a, const Polygon& b, const Pose2& b_from_a);

// The same by comparing all edges with all edges.
ClosestFeatures compare_all_features(const Polygon& a, const Polygon& b, const Pose2& b_from_a);

}  // namespace scree
