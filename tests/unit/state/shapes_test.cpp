// Volumes, inertia and bounds of the simple shapes.
#include "state/shapes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "geometry/hull/hull.h"
#include "geometry/solid/solids.h"

namespace scree {
namespace {

TEST(Shapes, Sphere) {
  const Shape s = make_sphere("ball", 2);
  EXPECT_DOUBLE_EQ(s.volume, 4.0 / 3 * M_PI * 8);
  EXPECT_DOUBLE_EQ(s.inertia.x(), 0.4 * s.volume * 4);
  EXPECT_EQ(s.inertia.x(), s.inertia.y());
  EXPECT_EQ(s.inertia.y(), s.inertia.z());
  EXPECT_EQ(s.radius, 2);
  EXPECT_EQ(s.equivalent_radius, 2);
}

TEST(Shapes, Box) {
  const Shape s = make_box("brick", {1, 2, 3});
  EXPECT_DOUBLE_EQ(s.volume, 48);
  // m/12 (b^2 + c^2) with whole edges
  EXPECT_DOUBLE_EQ(s.inertia.x(), 48.0 / 12 * (16 + 36));
  EXPECT_DOUBLE_EQ(s.inertia.y(), 48.0 / 12 * (4 + 36));
  EXPECT_DOUBLE_EQ(s.inertia.z(), 48.0 / 12 * (4 + 16));
  EXPECT_DOUBLE_EQ(s.radius, std::sqrt(14.0));
  EXPECT_NEAR(4.0 / 3 * M_PI * std::pow(s.equivalent_radius, 3), 48, 1e-12);
}

TEST(Shapes, HalfSpace) {
  const Shape s = make_half_space("floor", {0, 3, 4});
  EXPECT_LE((s.normal - Vec3(0, 0.6, 0.8)).norm(), 1e-15);
  EXPECT_TRUE(std::isinf(s.radius));
  EXPECT_EQ(s.volume, 0);
  EXPECT_FALSE(bounded(s));
  EXPECT_TRUE(bounded(make_sphere("ball", 1)));
}

TEST(Shapes, BoundsOfASphere) {
  const Box b = bounds(make_sphere("ball", 2), 1.5, {1, 2, 3}, Quat(0.3, 0.5, -0.4, 0.2).normalized());
  EXPECT_EQ(b.lower, Vec3(-2, -1, 0));
  EXPECT_EQ(b.upper, Vec3(4, 5, 6));
}

// Bounds of a turned box: every corner inside, and on every side one that touches.
TEST(Shapes, BoundsOfATurnedBox) {
  const Shape s = make_box("brick", {1, 2, 3});
  std::mt19937_64 draw(11);
  std::normal_distribution<double> normal;
  for (int n = 0; n < 100; ++n) {
    const Quat q = Quat(normal(draw), normal(draw), normal(draw), normal(draw)).normalized();
    const Vec3 at(normal(draw), normal(draw), normal(draw));
    const Box b = bounds(s, 1.5, at, q);
    Vec3 lower = Vec3::Constant(1e9);
    Vec3 upper = Vec3::Constant(-1e9);
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3 local((corner & 1 ? 1.5 : -1.5), (corner & 2 ? 3 : -3), (corner & 4 ? 4.5 : -4.5));
      const Vec3 world = at + q * local;
      lower = lower.cwiseMin(world);
      upper = upper.cwiseMax(world);
    }
    EXPECT_LE((b.lower - lower).norm(), 1e-13);
    EXPECT_LE((b.upper - upper).norm(), 1e-13);
  }
}

Polyhedron block(const Vec3& lower, const Vec3& upper) {
  return transformed(*convex_hull(box_vertices(0.5 * (upper - lower))), Mat3::Identity(),
                     0.5 * (upper + lower));
}

// A box by another name.
TEST(Shapes, PolyhedronOfABox) {
  const Shape s = make_polyhedron("brick", block({1, 1, 1}, {3, 5, 7}));
  const Shape box = make_box("brick", {1, 2, 3});
  EXPECT_EQ(s.kind, ShapeKind::polyhedron);
  EXPECT_NEAR(s.volume, 48, 1e-13);
  EXPECT_LE((s.given_centroid - Vec3(2, 3, 4)).norm(), 1e-14);
  EXPECT_NEAR(s.radius, box.radius, 1e-13);
  EXPECT_NEAR(s.equivalent_radius, box.equivalent_radius, 1e-13);
  // Its axes are sorted by their moments: the longest edge comes first.
  EXPECT_LE((s.inertia - Vec3(box.inertia.z(), box.inertia.y(), box.inertia.x())).norm(), 1e-12);
  EXPECT_LE((s.half_extents - Vec3(3, 2, 1)).norm(), 1e-13);
  EXPECT_NEAR(s.face_response, box.face_response, 1e-13);
}

// A / V + (integral of y^2 over the face) / I = 1/(2h) + 1/(4h).
TEST(Shapes, FaceResponseOfACube) {
  EXPECT_NEAR(make_box("cube", {2, 2, 2}).face_response, 3.0 / 4 / 2, 1e-14);
}

// A regular tetrahedron with corners on the unit sphere: V = 8 sqrt(3)/27, I = 2 V/15 about every axis.
TEST(Shapes, Tetrahedron) {
  const Shape s =
      make_polyhedron("tetrahedron", *convex_hull(regular_solid_vertices(RegularSolid::tetrahedron, 1)));
  EXPECT_NEAR(s.volume, 8 * std::sqrt(3.0) / 27, 1e-14);
  EXPECT_LE((s.inertia - Vec3::Constant(s.volume * 2 / 15)).norm(), 1e-14);
  EXPECT_NEAR(s.radius, 1, 1e-14);
}

// Two arms of two and one unit cubes: the centroid is on the diagonal, and so is a principal axis.
TEST(Shapes, CompoundL) {
  const Vec3 away(10, -20, 5);
  const Shape s = make_compound(
      "ell", {block(away, away + Vec3(2, 1, 1)), block(away + Vec3(0, 1, 0), away + Vec3(1, 2, 1))});
  EXPECT_EQ(s.kind, ShapeKind::compound);
  EXPECT_EQ(s.parts.size(), 2u);
  EXPECT_NEAR(s.volume, 3, 1e-12);
  EXPECT_LE((s.given_centroid - away - Vec3(5.0 / 6, 5.0 / 6, 0.5)).norm(), 1e-13);
  // I_xx = I_yy = 7/6, I_xy = 1/3, I_zz = 11/6
  EXPECT_LE((s.inertia - Vec3(5.0 / 6, 3.0 / 2, 11.0 / 6)).norm(), 1e-12);
  const Vec3 third = s.given_axes * Vec3::UnitZ();
  EXPECT_NEAR(std::abs(third.z()), 1, 1e-12);
  const Vec3 first = s.given_axes * Vec3::UnitX();  // along the arms' tips
  EXPECT_NEAR(std::abs(first.dot(Vec3(1, -1, 0).normalized())), 1, 1e-12);
  EXPECT_NEAR(s.radius, std::sqrt(49.0 / 36 + 25.0 / 36 + 0.25), 1e-12);
}

// Two cubes of edge 2, six apart, and a bar of 4 x 1 x 1 between them.
TEST(Shapes, CompoundDumbbell) {
  const Shape s =
      make_compound("dumbbell", {block({-4, -1, -1}, {-2, 1, 1}), block({-2, -0.5, -0.5}, {2, 0.5, 0.5}),
                                 block({2, -1, -1}, {4, 1, 1})});
  EXPECT_NEAR(s.volume, 20, 1e-12);
  EXPECT_LE(s.given_centroid.norm(), 1e-13);
  const double across = 144 + 49.0 / 3;
  EXPECT_LE((s.inertia - Vec3(34.0 / 3, across, across)).norm(), 1e-11);
  EXPECT_LE((s.half_extents - Vec3(4, 1, 1)).norm(), 1e-12);
  EXPECT_NEAR(s.radius, std::sqrt(18.0), 1e-12);
}

// However a body is cut, it weighs, turns and swings the same.
TEST(Shapes, ACubeOfCubesIsACube) {
  std::vector<Polyhedron> parts;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 lower(corner & 1 ? 0 : -1, corner & 2 ? 0 : -1, corner & 4 ? 0 : -1);
    parts.push_back(block(lower, lower + Vec3::Ones()));
  }
  const Shape s = make_compound("cube", parts);
  const Shape cube = make_box("cube", {1, 1, 1});
  EXPECT_NEAR(s.volume, cube.volume, 1e-14);
  EXPECT_LE((s.inertia - cube.inertia).norm(), 1e-13);
  EXPECT_NEAR(s.radius, cube.radius, 1e-14);
  EXPECT_NEAR(s.equivalent_radius, cube.equivalent_radius, 1e-14);
  EXPECT_NEAR(s.face_response / cube.face_response, 1, 1e-12) << "faces in one plane act together";
}

TEST(Shapes, BoundsOfATurnedCompound) {
  const Shape s = make_compound("ell", {block({0, 0, 0}, {2, 1, 1}), block({0, 1, 0}, {1, 2, 1})});
  std::mt19937_64 draw(12);
  std::normal_distribution<double> normal;
  for (int n = 0; n < 50; ++n) {
    const Quat q = Quat(normal(draw), normal(draw), normal(draw), normal(draw)).normalized();
    const Vec3 at(normal(draw), normal(draw), normal(draw));
    const Box b = bounds(s, 0.7, at, q);
    Vec3 lower = Vec3::Constant(1e9), upper = Vec3::Constant(-1e9);
    for (const auto& part : s.parts)
      for (const Vec3& v : part->vertices) {
        lower = lower.cwiseMin(at + q * (0.7 * v));
        upper = upper.cwiseMax(at + q * (0.7 * v));
      }
    EXPECT_LE((b.lower - lower).norm() + (b.upper - upper).norm(), 1e-13);
  }
}

TEST(Shapes, EllipsesHaveTheirClosedForms) {
  const Shape s = make_ellipse("egg", Vec2(3, 0.5));
  EXPECT_EQ(s.kind, ShapeKind::ellipse);
  EXPECT_NEAR(s.volume, M_PI * 1.5, 1e-15);
  EXPECT_NEAR(s.inertia.z(), M_PI * 1.5 * 9.25 / 4, 1e-14);
  EXPECT_EQ(s.radius, 3);
  EXPECT_NEAR(s.equivalent_radius, std::sqrt(1.5), 1e-15);
  // The box touches the ellipse on all four sides.
  for (double angle = 0; angle < 3.2; angle += 0.1) {
    const Box b = bounds(s, 2, Vec3(1, 2, 0), Quat(std::cos(angle / 2), 0, 0, std::sin(angle / 2)));
    Vec2 low(1e9, 1e9), high(-1e9, -1e9);
    for (int k = 0; k < 100000; ++k) {
      const double t = 2 * M_PI * k / 100000, x = 6 * std::cos(t), y = std::sin(t);
      const Vec2 p(1 + std::cos(angle) * x - std::sin(angle) * y,
                   2 + std::sin(angle) * x + std::cos(angle) * y);
      low = low.cwiseMin(p);
      high = high.cwiseMax(p);
    }
    EXPECT_NEAR((b.lower.head<2>() - low).norm() + (b.upper.head<2>() - high).norm(), 0, 1e-7) << angle;
    EXPECT_LE(b.lower.x(), low.x() + 1e-14);
    EXPECT_GE(b.upper.y(), high.y() - 1e-14);
  }
}

TEST(Shapes, EllipsesWithEqualAxesAreDiscs) {
  const Shape s = make_ellipse("round", Vec2(0.7, 0.7)), disc = make_disc("disc", 0.7);
  EXPECT_NEAR(s.volume, disc.volume, 1e-15);
  EXPECT_NEAR((s.inertia - disc.inertia).norm(), 0, 1e-15);
  EXPECT_EQ(s.radius, disc.radius);
  EXPECT_NEAR(s.equivalent_radius, disc.equivalent_radius, 1e-15);
  EXPECT_NEAR(s.face_area, disc.face_area, 1e-3);
  EXPECT_NEAR(s.face_response, disc.face_response, 1e-3);
}

}  // namespace
}  // namespace scree
