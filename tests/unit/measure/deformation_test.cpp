// Gradients of fields that are straight lines come back exactly.
#include <gtest/gtest.h>

#include "measure/deformation.h"
#include "unit/measure/states.h"

namespace scree {
namespace {

State cloud(int dimension, const Mat3& gradient) {
  State s = empty_state(dimension);
  s.shapes = {dimension == 2 ? make_disc("coin", 0.1) : make_sphere("ball", 0.1)};
  for (int n = 0; n < 30; ++n) {
    const Vec3 x(7 * n % 13, 5 * n % 11, dimension == 2 ? 0 : 3 * n % 7);
    const BodyIndex i = add(s, 0, x, true, 1 + n % 4);
    s.bodies.velocity[i] = Vec3(1, 2, 0) + gradient * x;
  }
  return s;
}

TEST(VelocityField, OfUniformShearIsExact) {
  Mat3 shear = Mat3::Zero();
  shear(0, 1) = 4;
  for (const int dimension : {2, 3}) {
    const State s = cloud(dimension, shear);
    const auto field = velocity_field(s, whole_zone(s));
    ASSERT_TRUE(field);
    EXPECT_LE((field->gradient - shear).norm(), 1e-13);
    EXPECT_LE((field->mean + shear * (-field->centre) - Vec3(1, 2, 0)).norm(), 1e-12);
    EXPECT_LE((field->rotation() - Vec3(0, 0, -2)).norm(), 1e-13) << "half the shear rate, clockwise";
    EXPECT_NEAR(shear_of(field->gradient, dimension), 4, 1e-12);
    EXPECT_EQ(field->points, 30u);
  }
}

TEST(VelocityField, ARigidRotationHasNoStrain) {
  const Vec3 spin(0.3, -1, 2);
  Mat3 turn;
  for (int k = 0; k < 3; ++k) turn.col(k) = spin.cross(Vec3::Unit(k));
  const State s = cloud(3, turn);
  const auto field = velocity_field(s, whole_zone(s));
  ASSERT_TRUE(field);
  EXPECT_LE(field->symmetric().norm(), 1e-12);
  EXPECT_LE((field->rotation() - spin).norm(), 1e-12);
}

TEST(VelocityField, GrainsOnALineOrInAPlaneHaveNone) {
  State s = empty_state(3);
  s.shapes = {make_sphere("ball", 0.1)};
  EXPECT_FALSE(velocity_field(s, whole_zone(s)));
  for (int n = 0; n < 9; ++n) add(s, 0, {n % 3 + 0.1, n / 3 + 0.2, 0.7});
  EXPECT_FALSE(velocity_field(s, whole_zone(s)));
  s.dimension = 2;
  for (Vec3& x : s.bodies.position) x.z() = 0;
  EXPECT_TRUE(velocity_field(s, whole_zone(s)));
  for (Vec3& x : s.bodies.position) x.y() = 2 * x.x();
  EXPECT_FALSE(velocity_field(s, whole_zone(s)));
}

TEST(DisplacementField, FollowsBodiesThroughTheBoundaryAndForgetsThoseThatLeft) {
  State before = cloud(3, Mat3::Zero());
  before.cell.periodic = {true, false, false};
  before.cell.length = {13, 1, 1};
  Mat3 strain = Mat3::Zero();
  strain(0, 0) = 0.1;
  strain(2, 2) = -0.2;
  strain(0, 2) = 0.05;
  State after = before;
  for (BodyIndex i = 0; i < after.bodies.size(); ++i) {
    Vec3 x = before.bodies.position[i] + strain * before.bodies.position[i] + Vec3(5, 0, 0);
    after.bodies.image[i][0] = static_cast<std::int32_t>(std::floor(x.x() / 13));
    x.x() -= 13 * after.bodies.image[i][0];
    after.bodies.position[i] = x;
  }
  std::vector<std::uint8_t> gone(after.bodies.size());
  gone[3] = gone[17] = 1;
  after.bodies.remove(gone);
  const auto field = displacement_field(before, after, whole_zone(before));
  ASSERT_TRUE(field);
  EXPECT_EQ(field->points, 28u);
  EXPECT_LE((field->gradient - strain).norm(), 1e-13);
}

}  // namespace
}  // namespace scree
