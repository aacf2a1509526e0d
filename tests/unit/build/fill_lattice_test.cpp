// Lattice fills: the known numbers and distances of cubic and hexagonal close packing.
#include <gtest/gtest.h>

#include <cmath>

#include "base/math.h"
#include "build/fill.h"

namespace scree {
namespace {

FillRequest request_for(const Region& region, Arrangement arrangement, double radius) {
  FillRequest q;
  q.region = region;
  q.mix.shapes = {{0, 1.0, radius, 4.0 / 3.0 * math::pi * radius * radius * radius}};
  q.arrangement = arrangement;
  return q;
}

int neighbours_of(const FillResult& f, std::size_t i, double distance, const Cell& cell = {}) {
  int n = 0;
  for (std::size_t j = 0; j < f.bodies.size(); ++j)
    n += j != i && cell.separation(f.bodies[i].position, f.bodies[j].position).norm() < distance;
  return n;
}

TEST(FillLattice, ACubicBoxHoldsItsNumberExactly) {
  // 0.1 is no binary number: rounding must neither lose a layer nor add one.
  FillRequest q =
      request_for(Region::box(Vec3(0.3, 0.7, -0.1), Vec3(1.3, 1.7, 0.9)), Arrangement::cubic, 0.05);
  EXPECT_EQ(fill(q).value().bodies.size(), 1000u);
  q.count = 1000;
  EXPECT_EQ(fill(q).value().bodies.size(), 1000u);
  q.count = 1001;
  EXPECT_EQ(fill(q).error(),
            "1001 bodies do not fit into the region of the fill; 1000 would fit (a solid fraction of 0.524)");
}

TEST(FillLattice, LayersFillFromTheBottom) {
  FillRequest q = request_for(Region::box(Vec3::Zero(), Vec3(1, 1, 1)), Arrangement::cubic, 0.05);
  q.count = 250;
  const FillResult f = fill(q).value();
  for (std::size_t i = 0; i < 250; ++i)
    EXPECT_NEAR(f.bodies[i].position[2], 0.05 + 0.1 * static_cast<double>(i / 100), 1e-12);
}

TEST(FillLattice, HexagonalHasTwelveNeighboursAtTouchingDistance) {
  const FillRequest q = request_for(Region::box(Vec3::Zero(), Vec3(8, 8, 8)), Arrangement::hexagonal, 0.5);
  const FillResult f = fill(q).value();
  double least = 1e300;
  int inner = 0;
  for (std::size_t i = 0; i < f.bodies.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j)
      least = std::min(least, (f.bodies[i].position - f.bodies[j].position).norm());
    if (q.region.clearance(f.bodies[i].position) > 1.9) {
      EXPECT_EQ(neighbours_of(f, i, 1.0 + 1e-9), 12);
      ++inner;
    }
  }
  EXPECT_GT(inner, 50);
  EXPECT_NEAR(least, 1.0, 1e-12);
}

TEST(FillLattice, HexagonalIsDenserThanCubic) {
  const Region box = Region::box(Vec3::Zero(), Vec3(20, 20, 20));
  const std::size_t cubic = fill(request_for(box, Arrangement::cubic, 0.5)).value().bodies.size();
  const std::size_t hexagonal = fill(request_for(box, Arrangement::hexagonal, 0.5)).value().bodies.size();
  EXPECT_EQ(cubic, 8000u);
  EXPECT_GT(hexagonal, 9800u);  // pi/(3 sqrt 2) of the volume would be 11313; the walls cost some
  EXPECT_LT(hexagonal, 11313u);
}

TEST(FillLattice, APeriodicHexagonalLatticeClosesAroundTheCell) {
  const double h = std::sqrt(3.0) / 2.0, l = std::sqrt(6.0) / 3.0;
  FillRequest q = request_for(Region::box(Vec3::Zero(), Vec3(6, 6 * h, 6 * l)), Arrangement::hexagonal, 0.5);
  q.cell.periodic = {true, true, true};
  q.cell.length = Vec3(6, 6 * h, 6 * l);
  const FillResult f = fill(q).value();
  EXPECT_EQ(f.bodies.size(), 216u);
  for (std::size_t i = 0; i < f.bodies.size(); ++i) EXPECT_EQ(neighbours_of(f, i, 1.0 + 1e-9, q.cell), 12);
}

TEST(FillLattice, RoundRegionsHoldWhatLiesInside) {
  for (const Region& region :
       {Region::cylinder(Vec3(1, 1, 1), Vec3(0, 0, 1), 5.0, 10.0),
        Region::cylinder(Vec3(1, 1, 1), Vec3(1, 1, 0), 5.0, 10.0), Region::sphere(Vec3(1, 2, 3), 6.0)})
    for (const Arrangement a : {Arrangement::cubic, Arrangement::hexagonal}) {
      const FillResult f = fill(request_for(region, a, 0.5)).value();
      double solid = 0.0;
      for (const PlacedBody& b : f.bodies) {
        EXPECT_GE(region.clearance(b.position), 0.5 * (1.0 - 1e-9));
        solid += math::pi / 6.0 / region.volume();
      }
      EXPECT_GT(solid, a == Arrangement::cubic ? 0.35 : 0.47);
      EXPECT_LT(solid, a == Arrangement::cubic ? 0.53 : 0.74);
    }
}

TEST(FillLattice, JitterMovesButNeverOverlaps) {
  FillRequest q = request_for(Region::box(Vec3::Zero(), Vec3(10, 10, 10)), Arrangement::hexagonal, 0.4);
  q.mix.size.kind = SizeLaw::uniform;
  q.mix.size.least = 0.6;
  q.mix.size.most = 1.0;
  q.count = 800;
  q.gap = 0.25;
  const FillResult still = fill(q).value();
  q.jitter = 1.0;
  const FillResult moved = fill(q).value();
  int moves = 0;
  for (std::size_t i = 0; i < moved.bodies.size(); ++i) {
    moves += moved.bodies[i].position != still.bodies[i].position;
    EXPECT_GE(q.region.clearance(moved.bodies[i].position), moved.bodies[i].radius * (1.0 - 1e-9));
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_GE((moved.bodies[i].position - moved.bodies[j].position).norm(),
                (moved.bodies[i].radius + moved.bodies[j].radius) * (1.0 - 1e-12));
  }
  EXPECT_GT(moves, 700);
}

}  // namespace
}  // namespace scree
