// One impact of two bodies, watched step by step.
#pragma once

#include "measure/energy.h"
#include "narrowphase/dispatch.h"
#include "scene_text.h"

namespace scree::physics {

struct Impact {
  double max_overlap = 0;
  double max_force = 0;
  double begin = 0;  // of the overlap, between steps
  double end = 0;
  double force_end = 0;  // when the normal force vanished, before the bodies parted
  double kinetic_before = 0;
  double kinetic_after = 0;
  double time() const { return end - begin; }
};

// Advances until the bodies of the only contact have met and parted. Times are found between steps
// from the overlap and its rate.
inline Impact run_through_impact(Simulation& sim, int most_steps = 2000000) {
  State& state = state_of(sim);
  Workers& workers = sim.laboratory().workers();
  Impact impact;
  impact.kinetic_before = total_kinetic(state, workers);
  bool met = false;
  bool parted = false;
  double overlap = 0;
  double rate = 0;
  double force = 0;
  double old_force = 0;
  for (int n = 0; n < most_steps && !parted; ++n) {
    sim.advance();
    if (state.contacts.size()) {
      const Touch touch = touch_of(state, 0);
      const auto [a, b] = state.contacts.pair[0];
      overlap = touch.overlap;
      rate = (state.bodies.velocity[a] - state.bodies.velocity[b]).dot(touch.normal);
      if (!met) impact.begin = sim.time() - overlap / rate;
      met = true;
      old_force = force;
      force = state.contacts.normal_force(0);
      impact.max_overlap = std::max(impact.max_overlap, overlap);
      impact.max_force = std::max(impact.max_force, force);
      if (force > 0 && old_force > force)
        impact.force_end = sim.time() + sim.dt() * force / (old_force - force);
      impact.end = sim.time() - overlap / rate;
    } else if (met) {
      parted = true;
    }
  }
  EXPECT_TRUE(parted) << "the bodies did not meet, or did not part";
  impact.kinetic_after = total_kinetic(state, workers);
  return impact;
}

// Hertz's elastic impact.
struct Hertz {
  double overlap, force, time;
  Hertz(double mass, double young, double radius, double speed) {
    overlap = std::pow(15 * mass * speed * speed / (16 * young * std::sqrt(radius)), 0.4);
    force = 4.0 / 3 * young * std::sqrt(radius) * std::pow(overlap, 1.5);
    time = 2.943275 * overlap / speed;
  }
};

struct Elastic {
  const char* name;
  double young, poisson, density;
  std::string lines() const {
    return fmt::format("density = {:.17g}\nyoung = {:.17g}\npoisson = {:.17g}\n", density, young, poisson);
  }
  double plane_strain() const { return young / (1 - poisson * poisson); }
  double mass(double radius) const { return 4.0 / 3 * M_PI * density * radius * radius * radius; }
};

// A wall that does not give way, for the contact law of a sphere alone.
inline const std::string rigid = "young = 1e30\npoisson = 0.0\n";

}  // namespace scree::physics
