#include "geometry/solid/mass.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/math.h"
#include "base/rng.h"
#include "geometry/hull/hull.h"
#include "geometry/solid/solids.h"

namespace scree {
namespace {

constexpr double eps = 2.2e-16;

const std::vector<Vec3> unit_corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
const std::vector<Triangle> outward{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

MassProperties mass_of_hull(const std::vector<Vec3>& points) {
  const Expected<Polyhedron> hull = convex_hull(points);
  EXPECT_TRUE(static_cast<bool>(hull)) << hull.error();
  return mass_of(*hull);
}

Mat3 diagonal(double x, double y, double z) { return Vec3(x, y, z).asDiagonal(); }

void expect_equal(const Mat3& a, const Mat3& b, double tolerance) {
  EXPECT_LE((a - b).cwiseAbs().maxCoeff(), tolerance) << a << "\nis not\n" << b;
}

TEST(Mass, OfTheTetrahedronAtTheOriginsCorner) {
  const MassProperties m = mass_of(unit_corners, outward);
  EXPECT_NEAR(m.volume, 1.0 / 6, eps);
  EXPECT_NEAR(m.area, 1.5 + 0.5 * std::sqrt(3.0), 4 * eps);
  EXPECT_LE((m.centroid - Vec3(0.25, 0.25, 0.25)).norm(), 2 * eps);
  // About the centroid: integral of x^2 is V * 3/80, of x y is -V/80.
  const double v = 1.0 / 6;
  Mat3 expected = Mat3::Constant(v / 80);
  expected.diagonal().setConstant(v * 6 / 80);
  expect_equal(m.inertia, expected, 4 * eps);
}

TEST(Mass, IsNegativeInsideOut) {
  std::vector<Triangle> inward = outward;
  for (Triangle& t : inward) std::swap(t[0], t[1]);
  const MassProperties in = mass_of(unit_corners, inward), out = mass_of(unit_corners, outward);
  EXPECT_EQ(in.volume, -out.volume);
  EXPECT_EQ(in.area, out.area);
  EXPECT_LE((in.centroid - out.centroid).norm(), eps);
  expect_equal(in.inertia, -out.inertia, eps);
}

TEST(Mass, OfNothingIsZero) {
  EXPECT_EQ(mass_of(unit_corners, std::vector<Triangle>{}).volume, 0);
  const MassProperties flat = mass_of(unit_corners, std::vector<Triangle>{{0, 1, 2}, {0, 2, 1}});
  EXPECT_EQ(flat.volume, 0);
  EXPECT_EQ(flat.area, 1);
  EXPECT_TRUE(flat.centroid.allFinite());
}

TEST(Mass, OfABoxFarAwayLosesNothingButItsPlace) {
  const Vec3 half(0.5, 1.5, 2.5);
  for (const double far : {0.0, 1.0, 1e3, 1e6, 1e9}) {
    std::vector<Vec3> points = box_vertices(half);
    // Multiples of 1/8 are exact up to 1e9: any error here is the algorithm's.
    for (Vec3& p : points) p += far * Vec3(1, -2, 3);
    const MassProperties m = mass_of_hull(points);
    const double volume = 15;
    EXPECT_NEAR(m.volume, volume, 8 * eps * volume) << far;
    EXPECT_NEAR(m.area, 2 * (3 + 5 + 15), 1e-14 * 46) << far;
    EXPECT_LE((m.centroid - far * Vec3(1, -2, 3)).norm(), 4 * eps * (1 + far)) << far;
    expect_equal(m.inertia, volume / 3 * diagonal(2.25 + 6.25, 0.25 + 6.25, 0.25 + 2.25), 1e-14 * 45);
  }
}

// Regular prisms and pyramids over n corners on a circle r: the polygon has the area A and, about any axis in
// its plane through the centre, the second moment A r^2 (2 + cos(2 pi / n)) / 12.
struct Polygon {
  double area, second;
};
Polygon regular(int n, double r) {
  const double turn = 2 * math::pi / n;
  const double area = 0.5 * n * r * r * math::sin(turn);
  return {area, area * r * r * (2 + math::cos(turn)) / 12};
}

TEST(Mass, OfRegularPrisms) {
  for (const int n : {3, 4, 5, 6, 8, 17, 64}) {
    const double r = 0.3, l = 1.7;
    const MassProperties m = mass_of_hull(cylinder_vertices(r, l, n));
    const Polygon p = regular(n, r);
    EXPECT_NEAR(m.volume, p.area * l, 1e-14 * p.area * l) << n;
    EXPECT_LE(m.centroid.norm(), 1e-15) << n;
    const double across = p.second * l + p.area * l * l * l / 12;
    expect_equal(m.inertia, diagonal(across, across, 2 * p.second * l), 1e-14 * across);
  }
}

TEST(Mass, OfPyramids) {
  for (const int n : {3, 4, 7, 32}) {
    const double r = 0.4, l = 0.9;
    const MassProperties m = mass_of_hull(cone_vertices(r, 0, l, n));
    const Polygon p = regular(n, r);
    const double volume = p.area * l / 3;
    EXPECT_NEAR(m.volume, volume, 1e-14 * volume) << n;
    // A quarter of the height above the base.
    EXPECT_LE((m.centroid - Vec3(0, 0, -0.25 * l)).norm(), 1e-15) << n;
    const double across = p.second * l / 5 + 3.0 / 80 * volume * l * l;
    expect_equal(m.inertia, diagonal(across, across, 2 * p.second * l / 5), 1e-14 * across);
  }
}

TEST(Mass, OfAFrustumIsThatOfTheConeLessItsTip) {
  const double r = 0.5, l = 1.2;
  const MassProperties whole = mass_of_hull(cone_vertices(2 * r, 0, 2 * l, 12));
  const MassProperties tip = mass_of_hull(cone_vertices(r, 0, l, 12));
  const MassProperties m = mass_of_hull(cone_vertices(2 * r, r, l, 12));
  EXPECT_NEAR(m.volume, whole.volume - tip.volume, 1e-14);
  // First moments about the base of each, at heights l/2 (whole), l + l/4 (tip).
  const double height = (whole.volume * 0.5 * l - tip.volume * 1.25 * l) / m.volume;
  EXPECT_NEAR(m.centroid.z() + 0.5 * l, height, 1e-14);
}

struct KnownSolid {
  RegularSolid kind;
  double volume, area, inertia;  // for the circumradius 1; inertia about any axis, per volume
};

TEST(Mass, OfRegularSolids) {
  const double s5 = std::sqrt(5.0), s3 = std::sqrt(3.0), g = 0.5 * (1 + s5);
  // Edge lengths for the circumradius 1.
  const double t = 4 / std::sqrt(6.0), c = 2 / s3, o = std::sqrt(2.0), d = 2 / (s3 * g),
               i = 2 / std::sqrt(g * s5);
  const KnownSolid solids[] = {
      {RegularSolid::tetrahedron, t * t * t / (6 * std::sqrt(2.0)), s3 * t * t, t * t / 20},
      {RegularSolid::cube, c * c * c, 6 * c * c, c * c / 6},
      {RegularSolid::octahedron, std::sqrt(2.0) / 3 * o * o * o, 2 * s3 * o * o, o * o / 10},
      {RegularSolid::dodecahedron, (15 + 7 * s5) / 4 * d * d * d, 3 * std::sqrt(25 + 10 * s5) * d * d,
       (39 * g + 28) / 150 * d * d},
      {RegularSolid::icosahedron, 5 * (3 + s5) / 12 * i * i * i, 5 * s3 * i * i, g * g / 10 * i * i},
  };
  for (const KnownSolid& solid : solids) {
    const MassProperties m = mass_of_hull(regular_solid_vertices(solid.kind, 1));
    EXPECT_NEAR(m.volume, solid.volume, 1e-14) << word_of(solid.kind);
    EXPECT_NEAR(m.area, solid.area, 1e-13) << word_of(solid.kind);
    EXPECT_LE(m.centroid.norm(), 1e-15) << word_of(solid.kind);
    expect_equal(m.inertia, solid.volume * solid.inertia * Mat3::Identity(), 1e-14);
    EXPECT_TRUE(principal_axes(m.inertia).axes.isIdentity(0)) << word_of(solid.kind);
  }
}

// Divergence: the integrals of n dA and of x . n dA over the surface are zero and three volumes.
TEST(Mass, AgreesWithIntegralsOverTheSurface) {
  Rng rng(5);
  for (int k = 0; k < 100; ++k) {
    const Expected<Polyhedron> hull = convex_hull(random_grain_vertices(12, 0.7, 0.6, rng));
    ASSERT_TRUE(static_cast<bool>(hull)) << hull.error();
    Vec3 closed = Vec3::Zero();
    double volume3 = 0, area = 0;
    for (std::size_t f = 0; f < (*hull).faces(); ++f) {
      const auto corners = (*hull).corners_of(f);
      double face = 0;
      for (std::size_t c = 2; c < corners.size(); ++c) {
        const Vec3 a = (*hull).vertices[corners[0]], b = (*hull).vertices[corners[c - 1]];
        face += 0.5 * (b - a).cross((*hull).vertices[corners[c]] - a).dot((*hull).planes[f].normal);
      }
      closed += face * (*hull).planes[f].normal;
      volume3 += face * (*hull).planes[f].offset;
      area += face;
    }
    const MassProperties m = mass_of(*hull);
    EXPECT_LE(closed.norm(), 1e-14);
    EXPECT_NEAR(m.volume, volume3 / 3, 1e-14);
    EXPECT_NEAR(m.area, area, 1e-13);
  }
}

void expect_principal(const PrincipalAxes& p, const Mat3& inertia, double tolerance) {
  EXPECT_LE(p.moments[0], p.moments[1]);
  EXPECT_LE(p.moments[1], p.moments[2]);
  expect_equal(p.axes.transpose() * p.axes, Mat3::Identity(), 1e-14);
  EXPECT_GT(p.axes.determinant(), 0.5);
  const Mat3 again = p.axes * p.moments.asDiagonal() * p.axes.transpose();
  expect_equal(again, inertia, tolerance * inertia.cwiseAbs().maxCoeff());
}

TEST(PrincipalAxes, DiagonaliseRandomMatrices) {
  Rng rng(7);
  for (int k = 0; k < 2000; ++k) {
    const Mat3 turn = rng.rotation().toRotationMatrix();
    const Vec3 moments(math::exp(rng.uniform(-9, 3)), math::exp(rng.uniform(-9, 3)),
                       math::exp(rng.uniform(-9, 3)));
    Mat3 inertia = turn * moments.asDiagonal() * turn.transpose();
    inertia = 0.5 * (inertia + inertia.transpose().eval()).eval();
    expect_principal(principal_axes(inertia), inertia, 1e-14);
  }
}

TEST(PrincipalAxes, WorkAtAnySize) {
  const Mat3 turn = Rng(3).rotation().toRotationMatrix();
  for (const double size : {1e-280, 1e-60, 1e60, 1e280}) {
    const Mat3 inertia = size * (turn * diagonal(1, 2, 3) * turn.transpose()).eval();
    const PrincipalAxes p = principal_axes(inertia);
    EXPECT_LE((p.moments / size - Vec3(1, 2, 3)).norm(), 1e-14);
  }
  const PrincipalAxes zero = principal_axes(Mat3::Zero());
  EXPECT_TRUE(zero.axes.isIdentity(0));
  EXPECT_TRUE(zero.moments.isZero(0));
}

TEST(PrincipalAxes, OfADiagonalMatrixAreAPermutation) {
  EXPECT_TRUE(principal_axes(diagonal(1, 2, 3)).axes.isIdentity(0));
  for (const Vec3& m : {Vec3(1, 3, 2), Vec3(2, 1, 3), Vec3(2, 3, 1), Vec3(3, 1, 2), Vec3(3, 2, 1)}) {
    const PrincipalAxes p = principal_axes(m.asDiagonal());
    EXPECT_EQ(p.moments, Vec3(1, 2, 3));
    EXPECT_EQ(p.axes.cwiseAbs().sum(), 3);
    expect_principal(p, m.asDiagonal(), 0);
  }
}

TEST(PrincipalAxes, OfANearlyDiagonalMatrixAreNearlyTheGivenOnes) {
  Mat3 inertia = diagonal(1, 2, 3);
  inertia(0, 1) = inertia(1, 0) = 1e-7;
  inertia(1, 2) = inertia(2, 1) = -2e-7;
  expect_equal(principal_axes(inertia).axes, Mat3::Identity(), 3e-7);
}

TEST(PrincipalAxes, StayAsGivenWhereMomentsAreEqual) {
  // A rounding must not turn a cube about.
  Mat3 cube = diagonal(1, 1 + 2e-16, 1 - 2e-16);
  cube(0, 1) = cube(1, 0) = 3e-16;
  cube(0, 2) = cube(2, 0) = -2e-16;
  EXPECT_TRUE(principal_axes(cube).axes.isIdentity(0));
  EXPECT_EQ(principal_axes(cube).moments[0], principal_axes(cube).moments[2]);

  // Rods along each axis: their own axis comes first, the two others follow in turn.
  for (int k = 0; k < 3; ++k) {
    Mat3 rod = Mat3::Identity();
    rod(k, k) = 0.1;
    rod(0, 1) = rod(1, 0) = 1e-15;
    rod(1, 2) = rod(2, 1) = 1e-15;
    rod(0, 2) = rod(2, 0) = -1e-15;
    Mat3 turned = Mat3::Zero();
    for (int c = 0; c < 3; ++c) turned((k + c) % 3, c) = 1;
    expect_equal(principal_axes(rod).axes, turned, 1e-14);
  }
  // A disc about z keeps everything.
  Mat3 disc = diagonal(1, 1, 2);
  disc(0, 1) = disc(1, 0) = 1e-15;
  expect_equal(principal_axes(disc).axes, Mat3::Identity(), 1e-14);
  EXPECT_EQ(principal_axes(disc).moments[0], principal_axes(disc).moments[1]);
}

TEST(PrincipalAxes, OfATiltedDiscTurnAsLittleAsPossible) {
  // Tilted by 0.1 about x: the frame tilts with it, and does not spin about the axis of the disc.
  const math::SinCos tilt = math::sincos(0.1);
  Mat3 turn;
  turn << 1, 0, 0, 0, tilt.cos, -tilt.sin, 0, tilt.sin, tilt.cos;
  const Mat3 inertia = turn * diagonal(1, 1, 2) * turn.transpose();
  expect_equal(principal_axes(inertia).axes, turn, 1e-14);
}

TEST(PrincipalForm, PutsCentroidAndAxesInPlace) {
  Rng rng(11);
  for (int k = 0; k < 300; ++k) {
    std::vector<Vec3> points = random_grain_vertices(10, 0.6, 0.5, rng);
    const Mat3 turn = rng.rotation().toRotationMatrix();
    const double far = k % 3 == 0 ? 0 : k % 3 == 1 ? 10 : 1e5;
    for (Vec3& p : points) p = turn * p + far * Vec3(1, 1, -1);
    const Expected<Polyhedron> hull = convex_hull(points);
    ASSERT_TRUE(static_cast<bool>(hull)) << hull.error();
    const PrincipalForm form = principal_form(*hull);
    EXPECT_EQ(check_polyhedron(form.polyhedron), "");
    const MassProperties own = mass_of(form.polyhedron);
    EXPECT_LE(own.centroid.norm(), 1e-14 * (1 + far));
    expect_equal(own.inertia, form.mass.inertia, 1e-14 * (1 + far) * own.inertia.maxCoeff());
    EXPECT_NEAR(form.mass.volume, mass_of(*hull).volume, 1e-14 * (1 + far));
    for (std::size_t v = 0; v < form.polyhedron.vertices.size(); ++v) {
      const Vec3 back = form.axes * form.polyhedron.vertices[v] + form.centroid;
      EXPECT_LE((back - (*hull).vertices[v]).norm(), 2e-15 * (1 + 2 * far));
    }
  }
}

}  // namespace
}  // namespace scree
