#include "geometry/hull/hull.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <set>

#include "base/math.h"
#include "base/rng.h"
#include "geometry/solid/solids.h"
#include "unit/geometry/hulls.h"

namespace scree {
namespace {

using Points = std::vector<Vec3>;

constexpr double eps = std::numeric_limits<double>::epsilon();

Vec3 random_vector(Rng& rng) { return {rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)}; }
double power_of_ten(double x) { return math::exp(x * math::log(10.0)); }
Vec3 with_digits(const Vec3& v, double unit) {
  return (v / unit).unaryExpr([](double x) { return std::round(x); }) * unit;
}

double highest_above(const Polyhedron& p, const Points& points) {
  double highest = -std::numeric_limits<double>::infinity();
  for (const Plane& plane : p.planes) {
    for (const Vec3& v : points) highest = std::max(highest, plane.normal.dot(v) - plane.offset);
  }
  return highest;
}

// A point may be left out for another within the tolerance; the other may be within the tolerance of a face,
// and the face moves by up to as much when it is made flat.
double most_above(double side) { return 3 * hull_tolerance * side; }

double side_of(const Points& points) {
  Vec3 low = points[0], high = low;
  for (const Vec3& p : points) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  return (high - low).maxCoeff();
}

void expect_refused(const Points& points, const std::string& part) {
  const Expected<Polyhedron> hull = convex_hull(points);
  ASSERT_FALSE(static_cast<bool>(hull));
  EXPECT_NE(hull.error().find(part), std::string::npos) << hull.error();
}

TEST(Hull, OfACubeHasItsOwnPointsInTheirOrder) {
  const Points cube = box_vertices({0.1, 0.2, 0.3});
  const Polyhedron p = hull_of(cube);
  expect_counts(p, 8, 12, 6);
  EXPECT_EQ(p.vertices, cube);
  // Faces begin with their lowest corner and are in the order of their corners.
  for (std::size_t f = 0; f < p.faces(); ++f) {
    const auto corners = p.corners_of(f);
    EXPECT_EQ(corners[0], *std::min_element(corners.begin(), corners.end()));
    if (f == 0) continue;
    const auto before = p.corners_of(f - 1);
    EXPECT_TRUE(std::lexicographical_compare(before.begin(), before.end(), corners.begin(), corners.end()));
  }
}

TEST(Hull, DropsPointsInsideAndOnFacesAndEdges) {
  Points points{{0, 0, 0}, {0.3, 0.4, 0}, {0.5, 1, 0.25}, {0, 0.7, 0}};
  for (int i = 0; i <= 10; ++i) {
    for (int j = 0; j <= 10; ++j) {
      for (int k = 0; k <= 10; ++k) points.emplace_back(0.1 * i, 0.1 * j, 0.1 * k);
    }
  }
  expect_counts(hull_of(points), 8, 12, 6);
  Rng rng(1);
  for (int k = 0; k < 50; ++k) {
    const Mat3 turn = rng.rotation().toRotationMatrix();
    Points turned;
    for (const Vec3& p : points) turned.push_back(turn * p);
    const Polyhedron p = hull_of(turned);
    expect_counts(p, 8, 12, 6);
    EXPECT_LE(highest_above(p, turned), 1e-15);
  }
}

TEST(Hull, MergesPointsThatAreNearlyTheSame) {
  Rng rng(2);
  Points points;
  for (int copy = 0; copy < 5; ++copy) {
    for (const Vec3& v : box_vertices({1, 1, 1}))
      points.push_back(v + (copy == 0 ? 0 : 1e-7) * random_vector(rng));
  }
  const Polyhedron p = hull_of(points);
  expect_counts(p, 8, 12, 6);
  EXPECT_EQ(p.vertices, box_vertices({1, 1, 1}));
}

// The corners of a dodecahedron and a cuboctahedron as somebody types them: faces are flat to six digits
// only.
Points typed_by_hand(const Points& points, const Quat& turn) {
  Points typed;
  for (const Vec3& v : points) typed.push_back(with_digits(turn * v, 1e-6));
  return typed;
}

TEST(Hull, OfADodecahedronWithSixDigitsHasTwelveFlatPentagons) {
  Rng rng(3);
  for (int k = 0; k < 200; ++k) {
    const Quat turn = k == 0 ? Quat::Identity() : rng.rotation();
    const Points typed = typed_by_hand(regular_solid_vertices(RegularSolid::dodecahedron, 1), turn);
    const Polyhedron p = hull_of(typed);
    expect_counts(p, 20, 30, 12);
    for (std::size_t v = 0; v < 20; ++v) EXPECT_LE((p.vertices[v] - typed[v]).norm(), 3e-6);
  }
}

TEST(Hull, OfACuboctahedronWithSixDigitsKeepsFourFacesAtEachVertex) {
  Points exact;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double a : {-1.0, 1.0}) {
      for (const double b : {-1.0, 1.0}) {
        Vec3& v = exact.emplace_back(Vec3::Zero());
        v[(axis + 1) % 3] = a;
        v[(axis + 2) % 3] = b;
      }
    }
  }
  Rng rng(4);
  for (int k = 0; k < 200; ++k) {
    const Points typed = typed_by_hand(exact, k == 0 ? Quat::Identity() : rng.rotation());
    const Polyhedron p = hull_of(typed);
    expect_counts(p, 12, 24, 14);
    for (std::size_t v = 0; v < 12; ++v) EXPECT_LE((p.vertices[v] - typed[v]).norm(), 3e-6);
  }
}

TEST(Hull, DoesNotMergeFacesInAChain) {
  // A cylinder of 3000 sides: each side is within the tolerance of its neighbour, far ones are not.
  const Points points = cylinder_vertices(1, 1, 3000);
  const Polyhedron p = hull_of(points);
  EXPECT_GT(p.faces(), 700u);
  EXPECT_LE(highest_above(p, points), most_above(2));
  const double volume = 3000 * 0.5 * math::sin(2 * math::pi / 3000);
  EXPECT_NEAR(mass_of(p).volume, volume, 1e-5);
}

TEST(Hull, HoldsAllPointsAndTouchesThem) {
  Rng rng(5);
  for (int k = 0; k < 500; ++k) {
    Points points;
    const std::uint64_t n = 4 + rng.below(60);
    for (std::uint64_t i = 0; i < n; ++i) points.push_back(random_vector(rng));
    const Expected<Polyhedron> hull = convex_hull(points);
    ASSERT_TRUE(static_cast<bool>(hull)) << hull.error();
    ASSERT_EQ(check_polyhedron(*hull), "");
    EXPECT_LE(highest_above(*hull, points), most_above(2));
    // Vertices are points, in their order.
    std::size_t at = 0;
    for (const Vec3& v : (*hull).vertices) {
      while (at < n && (points[at] - v).norm() > 1e-5) ++at;
      EXPECT_LT(at, n);
    }
  }
}

// Plain twin: a triple of points is a facet when all points lie on one side.
TEST(Hull, FindsTheFacetsThatBruteForceFinds) {
  Rng rng(6);
  for (int k = 0; k < 100; ++k) {
    Points points;
    for (int i = 0; i < 14; ++i) points.push_back(random_vector(rng));
    std::set<std::array<std::size_t, 3>> expected, found;
    std::set<std::size_t> corners;
    for (std::size_t a = 0; a < 14; ++a) {
      for (std::size_t b = a + 1; b < 14; ++b) {
        for (std::size_t c = b + 1; c < 14; ++c) {
          const Vec3 normal = (points[b] - points[a]).cross(points[c] - points[a]);
          int above = 0;
          for (const Vec3& p : points) above += normal.dot(p - points[a]) > 1e-14;
          if (above != 0 && above != 11) continue;
          expected.insert({a, b, c});
          corners.insert({a, b, c});
        }
      }
    }
    const Polyhedron p = hull_of(points);
    const std::vector<std::size_t> number(corners.begin(), corners.end());
    ASSERT_EQ(p.vertices.size(), number.size());
    for (std::size_t f = 0; f < p.faces(); ++f) {
      ASSERT_EQ(p.corners_of(f).size(), 3u);
      std::array<std::size_t, 3> face;
      for (std::size_t c = 0; c < 3; ++c) face[c] = number[p.corners_of(f)[c]];
      std::sort(face.begin(), face.end());
      found.insert(face);
    }
    EXPECT_EQ(found, expected);
  }
}

TEST(Hull, RefusesWhatIsNoBody) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  expect_refused({}, "at least 4 points");
  expect_refused({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, "at least 4 points");
  expect_refused({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, nan}}, "point 4 of 4");
  expect_refused({{0, 0, 0}, {1, inf, 0}, {0, 1, 0}, {0, 0, 1}}, "point 2 of 4");
  expect_refused({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}}, "3 differ");
  expect_refused(Points(10, Vec3(1, 2, 3)), "span 0 m");
  expect_refused({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}, {4, 4, 4}}, "too flat");
  expect_refused({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.5, 0.2, 0}}, "too flat");
  expect_refused(box_vertices({1, 1, 5e-5}), "too flat");
  expect_refused(box_vertices({1, 5e-5, 5e-5}), "too flat");
  expect_refused({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.3, 0.3, 1e-9}}, "too flat");
  for (const double size : {1e-300, 1e-200, 1e-20, 5e-13})
    expect_refused(box_vertices(size * Vec3::Ones() / 2), "span");
  for (const double size : {2e12, 1e200, 1e308})
    expect_refused(box_vertices(size * Vec3::Ones()), "coordinate");
  expect_refused({{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {-1.7e308, 1.7e308, 0}}, "coordinate");
}

TEST(Hull, TakesWhatIsJustThickEnough) {
  expect_counts(hull_of(box_vertices({1, 1, 2e-4})), 8, 12, 6);
  expect_counts(hull_of(box_vertices({1, 1.2e-4, 1.2e-4})), 8, 12, 6);
  for (const double size : {2e-12, 1e-9, 1e9, 4e11})
    expect_counts(hull_of(box_vertices(size * Vec3::Ones())), 8, 12, 6);
}

TEST(Hull, IsSoundForThousandsOfRandomBodies) {
  Rng rng(7);
  int needles = 0;
  for (int k = 0; k < 5000; ++k) {
    const Mat3 turn = rng.rotation().toRotationMatrix();
    const Vec3 stretch(1, power_of_ten(rng.uniform(-3, 0)), power_of_ten(rng.uniform(-3, 0)));
    const double size = power_of_ten(rng.uniform(-9, 7));
    const Vec3 shift =
        rng.below(2) == 0 ? Vec3::Zero() : Vec3(size * power_of_ten(rng.uniform(-1, 4)) * random_vector(rng));
    Points points;
    const std::uint64_t n = 8 + rng.below(30);
    for (std::uint64_t i = 0; i < n; ++i) {
      const Vec3 p = rng.below(2) == 0 ? random_vector(rng) : rng.unit_vector();
      points.push_back(size * (turn * stretch.cwiseProduct(p)).eval() + shift);
    }
    needles += stretch[1] < 3e-3 && stretch[2] < 3e-3;
    const Expected<Polyhedron> hull = convex_hull(points);
    ASSERT_TRUE(static_cast<bool>(hull)) << k << ": " << hull.error();
    ASSERT_EQ(check_polyhedron(*hull), "") << k;
    ASSERT_LE(highest_above(*hull, points), most_above(3.5 * size) + 8 * eps * shift.norm()) << k;
    ASSERT_EQ(check_polyhedron(principal_form(*hull).polyhedron), "") << k;
  }
  EXPECT_GT(needles, 50);
}

TEST(Hull, OfASphereOf5000Points) {
  Rng rng(8);
  Points points;
  for (int k = 0; k < 5000; ++k) points.push_back(rng.unit_vector());
  const Polyhedron p = hull_of(points);
  EXPECT_EQ(p.vertices.size(), 5000u);
  EXPECT_NEAR(mass_of(p).volume, 4 * math::pi / 3, 0.01);
}

TEST(Hull, OfAHundredThousandPointsOfSingleFloats) {
  // The surface of a turned box, as a mesh file in single precision has it.
  Rng rng(9);
  const Mat3 turn = rng.rotation().toRotationMatrix();
  const Points corners = box_vertices({1, 1, 1});
  Points points;
  for (const Vec3& c : corners) points.push_back((turn * c).cast<float>().cast<double>());
  for (int k = 0; k < 100'000; ++k) {
    Vec3 p = random_vector(rng);
    p[static_cast<int>(rng.below(3))] = rng.below(2) == 0 ? -1 : 1;
    points.push_back((turn * p).cast<float>().cast<double>());
  }
  const Polyhedron p = hull_of(points);
  expect_counts(p, 8, 12, 6);
  EXPECT_NEAR(mass_of(p).volume, 8, 1e-5);
}

TEST(Hull, GivesTheSameBitsAgain) {
  Rng rng(10);
  Points points;
  for (int k = 0; k < 300; ++k) points.push_back(with_digits(rng.unit_vector(), 1e-3));
  const Polyhedron first = hull_of(points);
  for (int k = 0; k < 5; ++k) {
    const Polyhedron again = hull_of(points);
    EXPECT_EQ(again.vertices, first.vertices);
    EXPECT_EQ(again.corners, first.corners);
    EXPECT_EQ(again.face_start, first.face_start);
    for (std::size_t f = 0; f < first.faces(); ++f) {
      EXPECT_EQ(again.planes[f].normal, first.planes[f].normal);
      EXPECT_EQ(again.planes[f].offset, first.planes[f].offset);
    }
  }
}

// One way in which points can be nasty each; the hull must be sound or refused for a reason, never wrong.
Points nasty_points(std::uint64_t kind, Rng& rng) {
  const Mat3 turn = rng.rotation().toRotationMatrix();
  const double noise = power_of_ten(rng.uniform(-16, -4));
  const auto lattice = [&](std::uint64_t n) {
    return Vec3(static_cast<double>(rng.below(n)), static_cast<double>(rng.below(n)),
                static_cast<double>(rng.below(n)));
  };
  Points points;
  const std::uint64_t n = 4 + rng.below(40);
  for (std::uint64_t k = 0; k < n; ++k) {
    Vec3 p = random_vector(rng);
    switch (kind) {
      case 0: p = lattice(4); break;
      case 1: p = turn * lattice(4); break;
      case 2: p = turn * Vec3(p.x(), p.y(), std::round(p.z())); break;  // three planes
      case 3: p = turn * Vec3(p.x(), 0, 0); break;                      // collinear
      case 4: p = turn * Vec3(p.x(), p.y(), 0); break;                  // coplanar
      case 5:
        if (k > n / 2) p = points[rng.below(k)] + power_of_ten(rng.uniform(-15, -5)) * p;
        break;
      case 6: p = rng.unit_vector() + 1e6 * Vec3(1, 2, -1); break;
      case 7: p = turn * Vec3(1000 * p.x(), p.y(), p.z()); break;  // needle
      case 8: p = turn * Vec3(5e-4 * p.x(), p.y(), p.z()); break;  // plate
      case 9: p = lattice(3) + noise * p; break;
      case 10: {  // noisy prism
        const math::SinCos a = math::sincos(static_cast<double>(rng.below(12)) * math::pi / 6);
        p = turn * Vec3(a.cos, a.sin, static_cast<double>(rng.below(3))) + noise * p;
        break;
      }
      case 11: p = turn * (lattice(2) + Vec3(noise * p.x(), 0, 0)); break;
      case 12: p = 1e9 * Vec3::Ones() + p; break;                             // few digits left
      default: p = Vec3(p.x(), p.x() * p.x(), p.x() * p.x() * p.x()); break;  // moment curve
    }
    points.push_back(p);
  }
  return points;
}

TEST(Hull, IsNeverWrongForNastyPoints) {
  std::array<int, 14> sound{};
  for (std::uint64_t k = 0; k < 20'000; ++k) {
    Rng rng(k, 1);
    const std::uint64_t kind = k % sound.size();
    const Points points = nasty_points(kind, rng);
    const Expected<Polyhedron> hull = convex_hull(points);
    if (!hull) {
      const bool for_a_reason =
          hull.error().find("flat") != std::string::npos || hull.error().find("differ") != std::string::npos;
      ASSERT_TRUE(for_a_reason) << k << ": " << hull.error();
      continue;
    }
    ++sound[kind];
    ASSERT_EQ(check_polyhedron(*hull), "") << k;
    ASSERT_EQ(check_polyhedron(principal_form(*hull).polyhedron), "") << k;
    ASSERT_LE(highest_above(*hull, points), most_above(side_of(points))) << k;
  }
  for (std::size_t kind = 0; kind < sound.size(); ++kind) {
    if (kind == 3 || kind == 4) {
      EXPECT_EQ(sound[kind], 0) << kind;
    } else {
      EXPECT_GT(sound[kind], 500) << kind;
    }
  }
}

TEST(Hull, IsSoundForAnyTolerance) {
  int sound = 0;
  for (std::uint64_t k = 0; k < 1400; ++k) {
    Rng rng(k, 2);
    const Points points = nasty_points(k % 14, rng);
    for (const double tolerance : {0.0, 1e-9, 1e-7, 1e-5, 1e-3, 1e-2}) {
      const Expected<Polyhedron> hull = convex_hull(points, tolerance);
      if (!hull) continue;
      ++sound;
      ASSERT_EQ(check_polyhedron(*hull), "") << k << ", " << tolerance;
      const double most = 3 * std::max(tolerance, least_hull_tolerance) * side_of(points);
      ASSERT_LE(highest_above(*hull, points), most + rounding_of(*hull)) << k << ", " << tolerance;
    }
  }
  EXPECT_GT(sound, 6 * 1000);
}

TEST(Polyhedron, CheckFindsWhatIsWrong) {
  const Polyhedron good = hull_of(box_vertices({1, 2, 3}));
  const auto complaint = [&](auto spoil) {
    Polyhedron p = good;
    spoil(p);
    return check_polyhedron(p);
  };
  EXPECT_NE(complaint([](Polyhedron& p) { p.vertices[0] *= 1.001; }), "");
  EXPECT_NE(complaint([](Polyhedron& p) { p.vertices[0] *= 1 + 1e-14; }), "");
  EXPECT_NE(complaint([](Polyhedron& p) { p.planes[2].normal *= 1.001; }), "");
  EXPECT_NE(complaint([](Polyhedron& p) { p.planes[2].offset += 1e-13; }), "");
  EXPECT_NE(complaint([](Polyhedron& p) { p.planes[2].offset -= 1e-13; }), "");
  EXPECT_NE(complaint([](Polyhedron& p) { std::swap(p.half_edges[3], p.half_edges[7]); }), "");
  EXPECT_NE(complaint([](Polyhedron& p) { p.half_edges.pop_back(); }), "");
  EXPECT_NE(complaint([](Polyhedron& p) { p.vertices.push_back(Vec3::Zero()); }), "");
  EXPECT_NE(complaint([](Polyhedron& p) {
              std::reverse(p.corners.begin(), p.corners.begin() + 4);
              link_half_edges(p);
            }),
            "");
  // Inside out as a whole.
  EXPECT_NE(complaint([](Polyhedron& p) {
              for (std::size_t f = 0; f < p.faces(); ++f) {
                std::reverse(p.corners.begin() + p.face_start[f], p.corners.begin() + p.face_start[f + 1]);
              }
              link_half_edges(p);
            }),
            "");
}

TEST(Polyhedron, HalfEdgesOfFacesThatDoNotCloseAreNone) {
  Polyhedron p = hull_of(box_vertices({1, 2, 3}));
  EXPECT_TRUE(link_half_edges(p));
  EXPECT_EQ(p.half_edges.size(), 24u);
  p.face_start.pop_back();
  p.corners.resize(p.face_start.back());
  EXPECT_FALSE(link_half_edges(p));
  EXPECT_TRUE(p.half_edges.empty());
}

TEST(Polyhedron, TransformedKeepsVerticesOnPlanes) {
  Rng rng(12);
  const Polyhedron start = hull_of(regular_solid_vertices(RegularSolid::dodecahedron, 1));
  for (int k = 0; k < 500; ++k) {
    const Mat3 turn = rng.rotation().toRotationMatrix();
    const Vec3 shift = random_vector(rng);
    const Polyhedron moved = transformed(start, turn, shift);
    ASSERT_EQ(check_polyhedron(moved), "");
    for (std::size_t v = 0; v < 20; ++v)
      EXPECT_LE((moved.vertices[v] - turn * (start.vertices[v] + shift)).norm(), 4e-15);
  }
}

}  // namespace
}  // namespace scree
