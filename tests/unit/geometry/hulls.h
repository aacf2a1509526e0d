// Hulls that have passed their checks, and their counts.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "geometry/hull/hull.h"

namespace scree {

inline Polyhedron hull_of(const std::vector<Vec3>& points) {
  const Expected<Polyhedron> hull = convex_hull(points);
  EXPECT_TRUE(static_cast<bool>(hull)) << hull.error();
  if (!hull) return {};
  EXPECT_EQ(check_polyhedron(*hull), "");
  return *hull;
}

inline void expect_counts(const Polyhedron& p, std::size_t vertices, std::size_t edges, std::size_t faces) {
  EXPECT_EQ(p.vertices.size(), vertices);
  EXPECT_EQ(p.edges(), edges);
  EXPECT_EQ(p.faces(), faces);
}

}  // namespace scree
