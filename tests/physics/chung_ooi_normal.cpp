// Chung and Ooi, Granular Matter 13 (2011) 643: tests 1 to 3, normal impacts.
#include "impact.h"

namespace scree::physics {
namespace {

constexpr Elastic glass{"glass", 4.8e10, .20, 2800}, limestone{"limestone", 2e10, .25, 2500},
    aluminium{"aluminium alloy", 7e10, .30, 2699}, magnesium{"magnesium alloy", 4e10, .35, 1800},
    oxide{"aluminium oxide", 3.8e11, .23, 4000}, iron{"cast iron", 1e11, .25, 7000};

struct Target {
  Elastic material;
  double overlap, force, time;
};

std::string simulation(double dt, const char* integrator) {
  return fmt::format("gravity = [0, 0, 0]\ndt = {:.17g}\nintegrator = \"{}\"", dt, integrator);
}

void check_impact(const std::string& what, const Impact& impact, const Target& target) {
  check(what + ", largest overlap [m]", impact.max_overlap, target.overlap, 1e-3);
  check(what + ", largest force [N]", impact.max_force, target.force, 1e-3);
  check(what + ", contact time [s]", impact.time(), target.time, 1e-3);
  check(what + ", kinetic energy after/before", impact.kinetic_after / impact.kinetic_before, 1, 1e-4);
}

// Steps per contact time: from coarse to fine, the answer is the same.
const int resolutions[] = {100, 1000};
const char* const integrators[] = {"gear", "verlet"};

TEST(ChungOoi, T1TwoSpheres) {
  for (const Target& t :
       {Target{glass, 274.113e-6, 10696.9, 40.3395e-6}, {limestone, 368.304e-6, 7108.2, 54.2010e-6}})
    for (const char* integrator : integrators)
      for (const int steps : resolutions) {
        Simulation sim = SceneText(simulation(t.time / steps, integrator))
                             .material("m", t.material.lines() + "restitution = 1\nfriction = 0.35")
                             .sphere("ball", 0.01)
                             .body("left", "ball", "m", {-0.01001, 0, 0}, moving({10, 0, 0}))
                             .body("right", "ball", "m", {0.01001, 0, 0}, moving({-10, 0, 0}))
                             .start();
        check_impact(fmt::format("T1 {}, {}, {} steps", t.material.name, integrator, steps),
                     run_through_impact(sim), t);
        EXPECT_NEAR(state_of(sim).bodies.velocity[0].x(), -10, 1e-3);
        EXPECT_EQ(state_of(sim).bodies.spin[0], Vec3(Vec3::Zero()));
      }
}

TEST(ChungOoi, T2RigidPlane) {
  for (const Target& t :
       {Target{aluminium, 49.717e-6, 11369.9, 731.657e-6}, {magnesium, 52.123e-6, 7232.7, 767.066e-6}})
    for (const char* integrator : integrators)
      for (const int steps : resolutions) {
        Simulation sim = SceneText(simulation(t.time / steps, integrator))
                             .material("m", t.material.lines() + "restitution = 1")
                             .material("wall", rigid + "restitution = 1")
                             .sphere("ball", 0.1)
                             .plane("plane")
                             .body("ball", "ball", "m", {0, 0, 0.100001}, moving({0, 0, -0.2}))
                             .body("plane", "plane", "wall", {0, 0, 0})
                             .start();
        check_impact(fmt::format("T2 {}, {}, {} steps", t.material.name, integrator, steps),
                     run_through_impact(sim), t);
      }
}

double rebound(const Elastic& material, double e, const std::string& lines) {
  Simulation sim = SceneText("gravity = [0, 0, 0]\n" + lines)
                       .material("m", material.lines() + fmt::format("restitution = {:.17g}", e))
                       .material("wall", rigid + fmt::format("restitution = {:.17g}", e))
                       .sphere("ball", 0.0025)
                       .plane("plane")
                       .body("ball", "ball", "m", {0, 0, 0.00250001}, moving({0, 0, -3.9}))
                       .body("plane", "plane", "wall", {0, 0, 0})
                       .start();
  run_through_impact(sim);
  return state_of(sim).bodies.velocity[0].z() / 3.9;
}

TEST(ChungOoi, T3Restitution) {
  for (const Elastic& m : {oxide, iron}) {
    const Hertz hertz(m.mass(0.0025), m.plane_strain(), 0.0025, 3.9);
    for (const double e : {.2, .4, .6, .8, 1.0}) {
      check(fmt::format("T3 {}, e", m.name), rebound(m, e, ""), e, 1e-3);
      for (const char* integrator : integrators) {
        const std::string fine =
            fmt::format("dt = {:.17g}\nintegrator = \"{}\"", hertz.time / 400, integrator);
        check(fmt::format("T3 {}, e, {}, 400 steps", m.name, integrator), rebound(m, e, fine), e, 1e-3);
      }
    }
  }
}

}  // namespace
}  // namespace scree::physics
