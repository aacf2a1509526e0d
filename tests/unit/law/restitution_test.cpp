// Damping and restitution are each other's inverse, under the rule that contacts never pull.
#include "law/restitution.h"

#include <gtest/gtest.h>

#include <cmath>

namespace scree {
namespace {

constexpr NormalLaw laws[] = {NormalLaw::spring, NormalLaw::hertz};

// The impact itself in short steps: x'' = -max(0, F), until the bodies part.
double impact(NormalLaw law, double zeta) {
  const double dt = 2e-5;
  double x = 0;
  double v = 1;
  for (int n = 0; n < 20000000 && (n == 0 || x > 0); ++n) {
    const double tangent = law == NormalLaw::spring ? 1.0 : 1.5 * std::sqrt(x);
    const double elastic = law == NormalLaw::spring ? x : x * std::sqrt(x);
    const double share = law == NormalLaw::spring ? 1.0 : std::sqrt(5.0 / 6.0);
    const double force = elastic + 2 * share * zeta * std::sqrt(tangent) * v;
    if (force <= 0 && v < 0) break;  // flies on freely
    v -= std::max(0.0, force) * dt;
    x += v * dt;
  }
  return -v;
}

TEST(Restitution, InverseOfDamping) {
  for (const NormalLaw law : laws)
    for (double e = 0.01; e < 0.995; e += 0.07)
      EXPECT_NEAR(restitution_of(law, damping_for(law, e)), e, 1e-9) << e;
  for (const NormalLaw law : laws)
    for (const double zeta : {0.0, 0.01, 0.1, 0.5, 0.9, 1.0, 1.5, 3.0}) {
      if (zeta > 0) {
        EXPECT_NEAR(damping_for(law, restitution_of(law, zeta)) / zeta, 1, 1e-6) << zeta;
      }
    }
}

TEST(Restitution, IsThatOfTheImpact) {
  for (const NormalLaw law : laws)
    for (const double zeta : {0.02, 0.2, 0.6, 0.99, 1.3})
      EXPECT_NEAR(restitution_of(law, zeta), impact(law, zeta), 2e-4) << zeta;
}

TEST(Restitution, FallsWithDampingAndIsOneWithout) {
  for (const NormalLaw law : laws) {
    EXPECT_NEAR(restitution_of(law, 0), 1, 1e-6);
    EXPECT_EQ(damping_for(law, 1), 0);
    double last = 1.1;
    for (double zeta = 0; zeta < 3; zeta += 0.01) {
      const double e = restitution_of(law, zeta);
      EXPECT_LT(e, last) << zeta;
      EXPECT_GT(e, 0) << zeta;
      last = e;
    }
  }
}

// Through critical damping without a step: the closed forms below and above meet.
TEST(Restitution, SpringIsSmoothAtCriticalDamping) {
  EXPECT_NEAR(restitution_of(NormalLaw::spring, 1), std::exp(-2.0), 1e-9);
  for (const double h : {1e-3, 1e-5, 1e-7, 1e-9, 1e-12, 1e-14}) {
    EXPECT_NEAR(restitution_of(NormalLaw::spring, 1 - h), std::exp(-2.0), h + 1e-7) << h;
    EXPECT_NEAR(restitution_of(NormalLaw::spring, 1 + h), std::exp(-2.0), h + 1e-7) << h;
  }
}

}  // namespace
}  // namespace scree
