// Linear spring and dashpot: what is asked for comes out, at the automatic step and at others.
#include "impact.h"

namespace scree::physics {
namespace {

constexpr double stiffness = 1e5;
constexpr double radius = 0.01;
constexpr double density = 2500;
const double mass = 4.0 / 3 * M_PI * density * radius * radius * radius;

// Natural frequency of the sphere on a wall.
double natural() { return std::sqrt(stiffness / mass); }

Simulation on_wall(const std::string& damping, const std::string& lines, double speed = 1) {
  return SceneText("gravity = [0, 0, 0]\n" + lines)
      .law("normal = \"spring\"")
      .material("m", fmt::format("density = {:.17g}\nstiffness = {:.17g}\n", density, stiffness) + damping)
      .sphere("ball", radius)
      .plane("plane")
      .body("ball", "ball", "m", {0, 0, 1.0001 * radius}, moving({0, 0, -speed}))
      .body("plane", "plane", "m", {0, 0, 0})
      .start();
}

std::string step(double share, const char* integrator) {
  return fmt::format("dt = {:.17g}\nintegrator = \"{}\"", share * M_PI / natural(), integrator);
}

TEST(SpringDashpot, RestitutionIsWhatWasAskedFor) {
  for (const double e : {.1, .2, .5, .8, .9, 1.0})
    for (const std::string& lines :
         {std::string("integrator = \"gear\""), std::string("integrator = \"verlet\""), step(1e-3, "gear"),
          step(1e-3, "verlet"), step(2e-4, "gear")}) {
      Simulation sim = on_wall(fmt::format("restitution = {:.17g}", e), lines);
      run_through_impact(sim);
      check(fmt::format("spring-dashpot, e, dt = {:.3g} s, {}", sim.dt(),
                        state_of(sim).integrator == Integrator::gear ? "gear" : "verlet"),
            state_of(sim).bodies.velocity[0].z(), e, 1e-3);
    }
}

TEST(SpringDashpot, RestitutionDoesNotDependOnSpeed) {
  for (const double speed : {0.01, 1.0, 5.0}) {
    Simulation sim = on_wall("restitution = 0.6", step(1e-3, "gear"), speed);
    run_through_impact(sim);
    check(fmt::format("spring-dashpot, e at {} m/s", speed), state_of(sim).bodies.velocity[0].z() / speed, .6,
          1e-3);
  }
}

// The textbook's damping for a nominal e gives more, because a contact never pulls.
TEST(SpringDashpot, NominalDampingIsClipped) {
  const struct { double nominal, clipped; } targets[] = {{.9, .90203}, {.5, .55028}, {.2, .32486}};
  for (const auto& t : targets) {
    const double log_e = std::log(t.nominal);
    const double zeta = -log_e / std::sqrt(M_PI * M_PI + log_e * log_e);
    Simulation sim = on_wall(fmt::format("damping = {:.17g}", zeta), step(1e-3, "gear"));
    const Impact impact = run_through_impact(sim);
    check(fmt::format("spring-dashpot, e of the damping for nominal {}", t.nominal),
          state_of(sim).bodies.velocity[0].z(), t.clipped, 1e-3);
    // The force ends where k x = c x': at the phase pi - 2 asin(zeta).
    const double damped = natural() * std::sqrt(1 - zeta * zeta);
    check(fmt::format("spring-dashpot, duration of the force for nominal {} [s]", t.nominal),
          impact.force_end - impact.begin, (M_PI - 2 * std::asin(zeta)) / damped, 1e-3);
  }
}

TEST(SpringDashpot, ElasticContactTime) {
  for (const char* integrator : {"gear", "verlet"})
    for (const double share : {1e-2, 1e-3}) {
      Simulation sim = on_wall("restitution = 1", step(share, integrator));
      const Impact impact = run_through_impact(sim);
      check(fmt::format("elastic spring, contact time [s], {}, {} steps", integrator, 1 / share),
            impact.time(), M_PI / natural(), 1e-3);
      check(fmt::format("elastic spring, largest overlap [m], {}, {} steps", integrator, 1 / share),
            impact.max_overlap, 1 / natural(), 1e-3);
    }
}

// Heights e^(2n) h0 and the time until rest. The floor is stiff, so that gravity during an impact
// (share g / (v w0) of the momentum) stays below the tolerance.
TEST(SpringDashpot, BouncingBall) {
  const double h0 = 0.05;
  const double g = 9.81;
  const double e = 0.5;
  Simulation sim = SceneText(fmt::format("gravity = [0, 0, -{}]", g))
                       .law("normal = \"spring\"")
                       .material("m", "density = 2500\nstiffness = 1e9\nrestitution = 0.5")
                       .sphere("ball", 0.02)
                       .plane("plane")
                       .body("ball", "ball", "m", {0, 0, 0.02 + h0})
                       .body("plane", "plane", "m", {0, 0, 0})
                       .start();
  State& state = state_of(sim);
  std::vector<double> heights;
  std::vector<double> impacts;
  bool touching = false;
  double top = 0;
  while (impacts.size() < 5) {
    sim.advance();
    const double height = state.bodies.position[0].z() - 0.02;
    top = std::max(top, height);
    const bool now = height < 0;
    if (now && !touching) {
      impacts.push_back(sim.time() + height / -state.bodies.velocity[0].z());
      heights.push_back(top);
    }
    if (touching && !now) top = 0;
    touching = now;
  }
  // Gravity takes g / (v w0) of each rebound: the more, the slower.
  const double tolerance[] = {1e-6, 1e-3, 2e-3, 4e-3};
  for (std::size_t n = 0; n < 4; ++n)
    check(fmt::format("bouncing ball, height {} [m]", n), heights[n],
          std::pow(e, 2.0 * static_cast<double>(n)) * h0, tolerance[n]);
  const double fall = std::sqrt(2 * h0 / g);
  const double total = impacts[4] + (impacts[4] - impacts[3]) * e / (1 - e);
  check("bouncing ball, first impact [s]", impacts[0], fall, 1e-3);
  check("bouncing ball, time of all bounces [s]", total, fall * (1 + e) / (1 - e), 1e-3);
}

}  // namespace
}  // namespace scree::physics
