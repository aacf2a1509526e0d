// The bed that bodies with corners rest on: closed forms, and a slope and moment that are the gradient of the
// measure.
#include "geometry/solid/elastic_bed.h"

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/hull/hull.h"
#include "geometry/solid/overlap.h"
#include "geometry/solid/solids.h"
#include "plane_shapes.h"

namespace scree {
namespace {

Polyhedron block(const Vec3& h) {
  std::vector<Vec3> points;
  for (int c = 0; c < 8; ++c)
    points.push_back({c & 1 ? h.x() : -h.x(), c & 2 ? h.y() : -h.y(), c & 4 ? h.z() : -h.z()});
  return *convex_hull(points);
}

Polyhedron any_hull(Rng& rng, int corners) {
  while (true) {
    std::vector<Vec3> points;
    for (int k = 0; k < corners; ++k)
      points.push_back(Vec3(rng.normal(), rng.normal(), rng.normal()).normalized());
    if (const Expected<Polyhedron> given = convex_hull(points)) return principal_form(*given).polyhedron;
  }
}

struct Placed {
  PlacedCopy a, b;
  BedWork work;
  ElasticBed at(const Vec3& d, const Vec3& point, const BedWeights& weights = {}) {
    return elastic_bed(a.view, b.view, d, point, weights, work);
  }
};

// A face of area A pressed in by d: A d^2 / 2 if the other body alone gives way. Where both do, points near
// the rim of the face are nearer to the sides of the body that presses: less by at most d / 2 all round.
TEST(ElasticBed, OfAFlatFaceIsThatOfSpringsSideBySide) {
  Placed pair;
  const Polyhedron brick = block({1, 2, 0.5}), wall = block({5, 5, 5});
  pair.a.place(brick, 1, Quat::Identity());
  pair.b.place(wall, 1, Quat::Identity());
  for (const double depth : {1e-6, 1e-3, 0.1}) {
    const Vec3 d(0, 0, -5.5 + depth), point(0, 0, -0.5);
    const ElasticBed bed = pair.at(d, point, {0, 1});
    EXPECT_NEAR(bed.measure / (0.5 * 8 * depth * depth), 1, 1e-8);
    EXPECT_NEAR(bed.slope.z() / (-8 * depth), 1, 1e-8);
    EXPECT_LT(bed.moment.norm(), 1e-8 * depth);
    const ElasticBed both = pair.at(d, point);
    EXPECT_LE(both.measure, bed.measure * (1 + 1e-8));
    EXPECT_GE(both.measure, bed.measure * (1 - 2 * depth));
  }
}

// On a half-space, or the middle of a wide face, it is the volume times the depth of its centroid.
TEST(ElasticBed, OfAWideWallIsVolumeTimesDepthOfItsCentroid) {
  Rng rng(3);
  Placed pair;
  const Polyhedron wall = block({50, 50, 50});
  OverlapWork work;
  for (int n = 0; n < 200; ++n) {
    const Polyhedron grain = any_hull(rng, 8);
    const Vec4 q = Vec4(rng.normal(), rng.normal(), rng.normal(), rng.normal()).normalized();
    pair.a.place(grain, 1, Quat(q[0], q[1], q[2], q[3]));
    pair.b.place(wall, 1, Quat::Identity());
    const Vec3 d(rng.uniform(-9, 9), rng.uniform(-9, 9), -50 - rng.uniform(-0.9, 0.9));
    Overlap overlap;
    if (!find_overlap(pair.a.view, pair.b.view, d, work, overlap)) continue;
    const ElasticBed bed = pair.at(d, overlap.centroid, {0, 1});
    const double depth = d.z() + 50 - overlap.centroid.z();
    EXPECT_NEAR(bed.measure / (overlap.volume * depth), 1, 1e-7);
    EXPECT_NEAR(-bed.slope.z() / overlap.volume, 1, 1e-7);
    EXPECT_LT(bed.moment.norm(), 1e-6 * overlap.volume);
  }
}

// Central differences over shifts and turns, in touches of every kind: corners, edges, faces, and far inside.
TEST(ElasticBed, SlopeAndMomentAreTheGradientOfTheMeasure) {
  Rng rng(5);
  int compared = 0;
  for (int n = 0; n < 400; ++n) {
    const Polyhedron a = n % 4 == 0 ? block({0.5, 0.6, 0.7}) : any_hull(rng, 4 + n % 9);
    const Polyhedron b = n % 4 == 1 ? block({0.7, 0.4, 0.9}) : any_hull(rng, 4 + n % 7);
    const auto turned = [&] {
      const Vec4 q = Vec4(rng.normal(), rng.normal(), rng.normal(), rng.normal()).normalized();
      return Quat(q[0], q[1], q[2], q[3]);
    };
    const Quat qa = turned(), qb = turned();
    const Vec3 d = rng.uniform(0.2, 1.6) * Vec3(rng.normal(), rng.normal(), rng.normal()).normalized();
    const BedWeights weights = n % 3 == 0 ? BedWeights{1, 0} : n % 3 == 1 ? BedWeights{0, 1} : BedWeights{};
    Placed pair;
    pair.a.place(a, 1, qa);
    pair.b.place(b, 1, qb);
    const Vec3 point = 0.5 * d;
    const ElasticBed bed = pair.at(d, point, weights);
    if (!(bed.measure > 1e-6)) continue;
    ++compared;
    const double h = 1e-5;
    for (int k = 0; k < 3; ++k) {
      const Vec3 shift = h * Vec3::Unit(k);
      const double slope =
          (pair.at(d + shift, point, weights).measure - pair.at(d - shift, point, weights).measure) / (2 * h);
      EXPECT_NEAR(slope, -bed.slope[k], 1e-4 * (bed.slope.norm() + bed.measure)) << n;
      double ends[2];
      for (const int side : {0, 1}) {
        const Vec3 half = (side ? 0.5 : -0.5) * h * Vec3::Unit(k);
        const Quat turn = Quat(1, half.x(), half.y(), half.z()).normalized();
        Placed moved;
        moved.a.place(a, 1, qa);
        moved.b.place(b, 1, turn * qb);
        ends[side] = moved.at(point + turn * (d - point), point, weights).measure;
      }
      EXPECT_NEAR((ends[1] - ends[0]) / (2 * h) * 1, -bed.moment[k], 1e-4 * (bed.slope.norm() + bed.measure))
          << n;
    }
  }
  EXPECT_GT(compared, 150);
}

TEST(ElasticBed, InThePlaneIsTheSame) {
  Rng rng(6);
  BedWork work;
  const Polygon wide = rectangle(20, 20), brick = rectangle(2, 1);
  const auto stand = [](const Polygon& p, double angle) {
    return TurnedPolygon{p, 1, std::cos(angle), std::sin(angle), 0};
  };
  const ElasticBed flat =
      elastic_bed(stand(brick, 0), stand(wide, 0), Vec2(0, -10.5 + 1e-3), Vec2(0, -0.5), {0, 1}, work);
  EXPECT_NEAR(flat.measure, 0.5 * 2 * 1e-6, 1e-14);
  EXPECT_NEAR(flat.slope.y(), -2e-3, 1e-11);
  int compared = 0;
  for (int n = 0; n < 500; ++n) {
    const Polygon a = grain(rng, 3 + n % 9), b = grain(rng, 3 + n % 5);
    const double qa = rng.uniform(0, 7), qb = rng.uniform(0, 7);
    const Vec2 d = rng.uniform(0.2, 1.7) * unit(rng.uniform(0, 7)), point = 0.5 * d;
    const BedWeights weights = n % 3 == 0 ? BedWeights{1, 0} : n % 3 == 1 ? BedWeights{0, 1} : BedWeights{};
    const auto at = [&](const Vec2& shift, double turn) {
      const Vec2 arm = d + shift - point;
      const Vec2 moved = point + Vec2(std::cos(turn) * arm.x() - std::sin(turn) * arm.y(),
                                      std::sin(turn) * arm.x() + std::cos(turn) * arm.y());
      return elastic_bed(stand(a, qa), stand(b, qb + turn), moved, point, weights, work);
    };
    const ElasticBed bed = at(Vec2::Zero(), 0);
    if (!(bed.measure > 1e-6)) continue;
    ++compared;
    const double h = 1e-5, scale = 1e-4 * (bed.slope.norm() + bed.measure);
    for (int k = 0; k < 2; ++k) {
      const Vec2 shift = h * Vec2::Unit(k);
      EXPECT_NEAR((at(shift, 0).measure - at(-shift, 0).measure) / (2 * h), -bed.slope[k], scale) << n;
    }
    EXPECT_NEAR((at(Vec2::Zero(), h).measure - at(Vec2::Zero(), -h).measure) / (2 * h), -bed.moment.z(),
                scale)
        << n;
  }
  EXPECT_GT(compared, 150);
}

// Cubes face to face, where faces of both lie in one plane and are equally near.
TEST(ElasticBed, FacesInOnePlaneAreCountedOnce) {
  Placed pair;
  const Polyhedron cube = block({1, 1, 1});
  pair.a.place(cube, 1, Quat::Identity());
  pair.b.place(cube, 1, Quat::Identity());
  const double depth = 1e-3;
  const ElasticBed bed = pair.at({0, 0, 2 - depth}, {0, 0, 1});
  EXPECT_NEAR(bed.measure / (0.5 * 4 * depth * depth), 1, 3 * depth);
  EXPECT_NEAR(bed.slope.z() / (4 * depth), 1, 3 * depth);
  EXPECT_LT(bed.slope.head<2>().norm(), 1e-12);
  // One in the other, wholly: as far as both fields go, nothing pushes.
  const ElasticBed inside = pair.at(Vec3::Zero(), Vec3::Zero());
  EXPECT_NEAR(inside.measure, 2, 1e-12);  // a cube holds 8 x 1/4 of its mean depth
  EXPECT_LT(inside.slope.norm(), 1e-12);
}

}  // namespace
}  // namespace scree
