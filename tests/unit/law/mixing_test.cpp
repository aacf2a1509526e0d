// What two materials make together.
#include "law/mixing.h"

#include <gtest/gtest.h>

#include <cmath>

#include "law/restitution.h"

namespace scree {
namespace {

Material stone() {
  Material m;
  m.name = "stone";
  m.young = 5e7;
  m.poisson = 0.2;
  m.stiffness = 1e5;
  m.restitution = 0.4;
  m.friction = 0.5;
  m.rolling_friction = 0.1;
  m.torsional_friction = 0.02;
  return m;
}

Material steel() {
  Material m;
  m.name = "steel";
  m.young = 2e11;
  m.poisson = 0.3;
  m.stiffness = 3e5;
  m.restitution = 0.9;
  m.friction = 0.2;
  m.rolling_friction = 0.3;
  m.torsional_friction = 0.01;
  return m;
}

constexpr double ratio = 2.0 / 7;

TEST(Mixing, EqualMaterialsGiveTheirOwnNumbers) {
  const PairLaw law = mix(stone(), stone(), NormalLaw::spring, ratio);
  EXPECT_DOUBLE_EQ(law.stiffness, 1e5);
  EXPECT_DOUBLE_EQ(law.tangential_stiffness, ratio * 1e5);
  EXPECT_DOUBLE_EQ(law.friction, 0.5);
  EXPECT_DOUBLE_EQ(law.rolling_friction, 0.1);
  EXPECT_DOUBLE_EQ(law.torsional_friction, 0.02);
  EXPECT_NEAR(law.damping, damping_for(NormalLaw::spring, 0.4), 1e-12);
}

TEST(Mixing, SpringsInSeries) {
  EXPECT_DOUBLE_EQ(mix(stone(), steel(), NormalLaw::spring, ratio).stiffness, 2 / (1 / 1e5 + 1 / 3e5));
}

TEST(Mixing, HertzModuli) {
  const PairLaw law = mix(stone(), steel(), NormalLaw::hertz, ratio);
  EXPECT_DOUBLE_EQ(1 / law.young, (1 - 0.04) / 5e7 + (1 - 0.09) / 2e11);
  const double shear_stone = 5e7 / 2.4;
  const double shear_steel = 2e11 / 2.6;
  EXPECT_DOUBLE_EQ(1 / law.shear, (2 - 0.2) / shear_stone + (2 - 0.3) / shear_steel);
}

TEST(Mixing, GeometricMeanOfRestitutionSmallerFriction) {
  for (const NormalLaw normal : {NormalLaw::spring, NormalLaw::hertz}) {
    const PairLaw law = mix(stone(), steel(), normal, ratio);
    EXPECT_NEAR(restitution_of(normal, law.damping), 0.6, 1e-9);
    EXPECT_EQ(law.friction, 0.2);
    EXPECT_EQ(law.rolling_friction, 0.1);
    EXPECT_EQ(law.torsional_friction, 0.01);
  }
}

TEST(Mixing, DampingGivenDirectly) {
  Material damped = stone();
  damped.damping = 0.3;
  EXPECT_DOUBLE_EQ(mix(damped, damped, NormalLaw::spring, ratio).damping, 0.3);
  const double own = damping_for(NormalLaw::spring, 0.9);
  EXPECT_NEAR(mix(damped, steel(), NormalLaw::spring, ratio).damping, 0.5 * (0.3 + own), 1e-12);
}

TEST(Mixing, OrderOfMaterialsDoesNotMatter) {
  for (const NormalLaw normal : {NormalLaw::spring, NormalLaw::hertz}) {
    const PairLaw ab = mix(stone(), steel(), normal, ratio);
    const PairLaw ba = mix(steel(), stone(), normal, ratio);
    EXPECT_EQ(ab.stiffness, ba.stiffness);
    EXPECT_EQ(ab.tangential_stiffness, ba.tangential_stiffness);
    EXPECT_EQ(ab.young, ba.young);
    EXPECT_EQ(ab.shear, ba.shear);
    EXPECT_EQ(ab.damping, ba.damping);
    EXPECT_EQ(ab.friction, ba.friction);
  }
}

TEST(Mixing, OverridesWin) {
  PairOverride change;
  change.normal = NormalLaw::spring;
  change.stiffness = 7;
  change.friction = 0.9;
  change.restitution = 0.25;
  change.rolling_friction = 0.33;
  change.torsional_friction = 0.44;
  const PairLaw law = mix(stone(), steel(), NormalLaw::hertz, ratio, change);
  EXPECT_EQ(law.normal, NormalLaw::spring);
  EXPECT_EQ(law.stiffness, 7);
  EXPECT_EQ(law.friction, 0.9);
  EXPECT_EQ(law.rolling_friction, 0.33);
  EXPECT_EQ(law.torsional_friction, 0.44);
  EXPECT_NEAR(restitution_of(NormalLaw::spring, law.damping), 0.25, 1e-9);
  change.damping = 0.125;
  EXPECT_EQ(mix(stone(), steel(), NormalLaw::hertz, ratio, change).damping, 0.125);
}

}  // namespace
}  // namespace scree
