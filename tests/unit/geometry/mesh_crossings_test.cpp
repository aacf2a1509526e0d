// The search for crossings against its plain twin, and the test of two triangles against integers.
#include "geometry/mesh/mesh_crossings.h"

#include <gtest/gtest.h>

#include <array>

#include "base/rng.h"
#include "geometry/mesh/mesh_predicates.h"
#include "unit/geometry/mesh_test_shapes.h"

namespace scree {
namespace {

using Whole = std::int64_t;
using Point = std::array<Whole, 3>;
using Corners = std::array<Point, 3>;
__extension__ using Wide = __int128;

Point minus(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Whole dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

bool apart_along(const Point& axis, const Corners& a, const Corners& b) {
  std::array<Whole, 2> low{}, high{};
  for (int side = 0; side < 2; ++side)
    for (int k = 0; k < 3; ++k) {
      const Whole at = dot(axis, (side == 0 ? a : b)[static_cast<std::size_t>(k)]);
      const auto s = static_cast<std::size_t>(side);
      low[s] = k == 0 ? at : std::min(low[s], at);
      high[s] = k == 0 ? at : std::max(high[s], at);
    }
  return high[0] < low[1] || high[1] < low[0];
}

// Two convex bodies are apart exactly when they are along a normal, or across a pair of edges, or, in a
// common plane, across an edge.
bool meet(const Corners& a, const Corners& b) {
  const Point na = cross(minus(a[1], a[0]), minus(a[2], a[0])),
              nb = cross(minus(b[1], b[0]), minus(b[2], b[0]));
  if (apart_along(na, a, b) || apart_along(nb, a, b)) return false;
  for (std::size_t i = 0; i < 3; ++i) {
    const Point e = minus(a[(i + 1) % 3], a[i]), f = minus(b[(i + 1) % 3], b[i]);
    if (apart_along(cross(na, e), a, b) || apart_along(cross(nb, f), a, b)) return false;
    for (std::size_t j = 0; j < 3; ++j)
      if (apart_along(cross(e, minus(b[(j + 1) % 3], b[j])), a, b)) return false;
  }
  return true;
}

Vec3 real(const Point& p, double scale) {
  return scale * Vec3(static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2]));
}

TEST(two_triangles, on_small_whole_numbers_meet_exactly_when_no_axis_parts_them) {
  Rng rng(11);
  int met = 0, flat = 0;
  for (int round = 0; round < 200000; ++round) {
    const Whole range = 2 + static_cast<Whole>(rng.below(4));
    Corners a, b;
    for (Corners* t : {&a, &b})
      for (Point& p : *t)
        for (Whole& x : p)
          x = static_cast<Whole>(rng.below(static_cast<std::uint64_t>(2 * range + 1))) - range;
    const Point none{0, 0, 0};
    if (cross(minus(a[1], a[0]), minus(a[2], a[0])) == none ||
        cross(minus(b[1], b[0]), minus(b[2], b[0])) == none) {
      ++flat;
      continue;
    }
    Mesh mesh;
    // everywhere
    for (const Corners* t : {&a, &b})
      for (const Point& p : *t) mesh.vertices.push_back(real(p, 0.25));
    mesh.triangles = {{0, 1, 2}, {3, 4, 5}};
    const bool found = !find_crossings_plainly(mesh).pairs.empty();
    ASSERT_EQ(found, meet(a, b)) << "round " << round;
    met += found;
  }
  EXPECT_GT(met, 20000);
  EXPECT_LT(met, 180000);
  EXPECT_LT(flat, 50000);
}

TEST(two_triangles, with_a_common_corner_meet_beyond_it_or_not) {
  const auto crossing = [](const Vec3& b, const Vec3& c, const Vec3& d, const Vec3& e) {
    const Mesh mesh{{{0, 0, 0}, b, c, d, e}, {{0, 1, 2}, {3, 0, 4}}};
    return !find_crossings_plainly(mesh).pairs.empty();
  };
  EXPECT_FALSE(crossing({1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}));        // opposite, in a plane
  EXPECT_FALSE(crossing({1, 0, 0}, {0, 1, 0}, {-1, 0.1, 0}, {0, 0, 1}));       // in different planes
  EXPECT_TRUE(crossing({1, 0, 0}, {0, 1, 0}, {1, 1, 1}, {1, 1, -1}));          // through it
  EXPECT_TRUE(crossing({1, 0, 0}, {0, 1, 0}, {0.1, 0.1, 1}, {0.1, 0.1, -1}));  // a short one through it
  EXPECT_TRUE(crossing({1, 0, 0}, {0, 1, 0}, {2, 1, 0}, {1, 2, 0}));           // over it, in a plane
  EXPECT_TRUE(crossing({1, 0, 0}, {0, 1, 0}, {0.2, 0.1, 0}, {0.1, 0.2, 0}));   // within it, in a plane
  EXPECT_TRUE(crossing({1, 0, 0}, {0, 1, 0}, {0.5, 0, 0}, {0, -1, 0}));        // a corner on its edge
  EXPECT_FALSE(crossing({1, 0, 0}, {0, 1, 0}, {-0.5, 0, 1}, {0, -1, 1}));
}

TEST(two_triangles, with_a_common_edge_meet_beyond_it_only_when_folded) {
  const auto crossing = [](const Vec3& d) {
    const Mesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, d}, {{0, 1, 2}, {1, 0, 3}}};
    return !find_crossings_plainly(mesh).pairs.empty();
  };
  EXPECT_FALSE(crossing({0, -1, 0}));
  EXPECT_FALSE(crossing({0.3, 1, 1}));
  EXPECT_FALSE(crossing({0.3, 1, 1e-12}));
  EXPECT_TRUE(crossing({0.3, 1, 0}));
}

TEST(the_tree_of_boxes, finds_what_every_pair_against_every_other_finds) {
  Rng rng(12);
  for (int round = 0; round < 60; ++round) {
    Mesh mesh;
    const bool grid = round % 2 == 0;
    const std::uint64_t count = 20 + rng.below(60);
    for (std::uint64_t v = 0; v < count; ++v) {
      Vec3 p;
      for (int k = 0; k < 3; ++k) p[k] = grid ? static_cast<double>(rng.below(7)) : rng.uniform(-1, 1);
      mesh.vertices.push_back(p);
    }
    for (std::uint64_t t = 0; t < count; ++t) {
      Triangle corners;
      for (std::uint32_t& v : corners) v = static_cast<std::uint32_t>(rng.below(count));
      mesh.triangles.push_back(corners);
    }
    // As find_crossings asks for it: different vertices are different points.
    mesh = weld(mesh).mesh;
    const MeshCrossings quick = find_crossings(mesh), plain = find_crossings_plainly(mesh);
    if (!quick.complete) continue;
    ASSERT_EQ(quick.pairs.size(), plain.pairs.size()) << "round " << round;
    for (std::size_t k = 0; k < plain.pairs.size(); ++k) {
      EXPECT_EQ(quick.pairs[k].a, plain.pairs[k].a);
      EXPECT_EQ(quick.pairs[k].b, plain.pairs[k].b);
    }
  }
}

TEST(orientation, has_the_sign_of_the_exact_determinant_next_to_a_plane) {
  // Whole numbers up to 2^33: differences and determinants are exact in 128 bits, far from it in doubles.
  Rng rng(13);
  int zero = 0, tested = 0;
  for (int round = 0; round < 20000; ++round) {
    const auto draw = [&] { return static_cast<Whole>(rng.below(1ull << 33)) - (1ll << 32); };
    const Point a{draw(), draw(), draw()}, u{draw() / 8, draw() / 8, draw() / 8},
        v{draw() / 8, draw() / 8, draw() / 8};
    const auto along = [&](Whole s, Whole t, Whole off) {
      return Point{a[0] + s * u[0] + t * v[0], a[1] + s * u[1] + t * v[1], a[2] + s * u[2] + t * v[2] + off};
    };
    const Point b = along(1, 0, 0), c = along(0, 1, 0);
    const Point d = along(static_cast<Whole>(rng.below(5)) - 2, static_cast<Whole>(rng.below(5)) - 2,
                          static_cast<Whole>(rng.below(3)) - 1);
    const Point x = minus(a, d), y = minus(b, d), z = minus(c, d);
    const Wide determinant =
        static_cast<Wide>(x[0]) * (static_cast<Wide>(y[1]) * z[2] - static_cast<Wide>(y[2]) * z[1]) +
        static_cast<Wide>(x[1]) * (static_cast<Wide>(y[2]) * z[0] - static_cast<Wide>(y[0]) * z[2]) +
        static_cast<Wide>(x[2]) * (static_cast<Wide>(y[0]) * z[1] - static_cast<Wide>(y[1]) * z[0]);
    const int sign = (determinant > 0) - (determinant < 0);
    ASSERT_EQ(orientation(real(a, 1), real(b, 1), real(c, 1), real(d, 1)), sign) << "round " << round;
    zero += sign == 0;
    ++tested;
  }
  EXPECT_GT(zero, 1000);
  EXPECT_GT(tested - zero, 1000);
}

}  // namespace
}  // namespace scree
