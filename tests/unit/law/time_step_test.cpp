// The automatic step follows the stiffest, lightest grain and the integrator's stability.
#include "law/time_step.h"

#include <gtest/gtest.h>

#include "law/mixing.h"

namespace scree {
namespace {

TimeStep step_for(const Material& m, NormalLaw normal, double mass, double radius, Integrator integrator) {
  PairLaws laws;
  laws.materials = 1;
  laws.table = {mix(m, m, normal, 2.0 / 7)};
  const Grain grain{0, mass, radius};
  return automatic_time_step(std::span(&grain, 1), std::span(&m, 1), laws, integrator);
}

TEST(TimeStep, ScalesWithMassAndStiffness) {
  Material m;
  m.stiffness = 1e4;
  m.restitution = 1;
  const double dt = step_for(m, NormalLaw::spring, 0.01, 0.01, Integrator::gear).dt;
  const double contact = M_PI * std::sqrt(0.005 / 1e4);
  EXPECT_LE(dt, contact / 50);
  EXPECT_GE(dt, contact / 56);  // two digits are kept
  m.stiffness = 1e6;
  EXPECT_NEAR(step_for(m, NormalLaw::spring, 0.01, 0.01, Integrator::gear).dt / dt, 0.1, 0.012);
  EXPECT_NEAR(step_for(m, NormalLaw::spring, 1, 0.01, Integrator::gear).dt / dt, 1, 0.12);
}

TEST(TimeStep, DampingShortensItForGear) {
  Material m;
  m.stiffness = 1e4;
  m.restitution = 0.05;
  const double gear = step_for(m, NormalLaw::spring, 0.01, 0.01, Integrator::gear).dt;
  const double verlet = step_for(m, NormalLaw::spring, 0.01, 0.01, Integrator::verlet).dt;
  EXPECT_LT(gear, verlet);
  m.restitution = 0.9;
  EXPECT_GT(step_for(m, NormalLaw::spring, 0.01, 0.01, Integrator::gear).dt, gear);
}

TEST(TimeStep, SaysWhy) {
  Material m;
  m.name = "gravel";
  for (const NormalLaw normal : {NormalLaw::spring, NormalLaw::hertz}) {
    const TimeStep t = step_for(m, normal, 0.01, 0.01, Integrator::gear);
    EXPECT_GT(t.dt, 0);
    EXPECT_NE(t.reason.find("gravel"), std::string::npos) << t.reason;
  }
  const TimeStep none = automatic_time_step({}, std::span(&m, 1), {}, Integrator::gear);
  EXPECT_GT(none.dt, 0);
}

TEST(TimeStep, TakesTheLightestGrain) {
  Material m;
  m.restitution = 1;
  PairLaws laws;
  laws.materials = 1;
  laws.table = {mix(m, m, NormalLaw::spring, 2.0 / 7)};
  const Grain grains[] = {{0, 1, 0.1}, {0, 1e-4, 0.005}, {0, 2, 0.1}};
  const Grain light[] = {{0, 1e-4, 0.005}};
  EXPECT_EQ(automatic_time_step(grains, std::span(&m, 1), laws, Integrator::verlet).dt,
            automatic_time_step(light, std::span(&m, 1), laws, Integrator::verlet).dt);
}

}  // namespace
}  // namespace scree
