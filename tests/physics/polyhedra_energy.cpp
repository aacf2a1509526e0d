// A law with a potential keeps the energy of a body that tumbles and bounces on a plane.
#include "polyhedra.h"

namespace scree::physics {
namespace {

// A frictionless body thrown on a plane; the energy counts from its centre at the plane.
Simulation bouncing(const Solid& solid, const char* law, double dt, std::uint64_t seed) {
  Rng rng(seed, 0);
  const Quat turn = random_turn(rng);
  const Vec3 spin = 60 * random_vector(rng);
  return SceneText(fmt::format("gravity = [0, 0, -100]\ndt = {:.17g}\nintegrator = \"verlet\"", dt))
      .law(fmt::format("normal = \"{}\"", law))
      .material("m", "density = 2500\nyoung = 1e8\ndamping = 0\nfriction = 0")
      .add("[[shape]]", named("solid", solid.lines))
      .plane("plane")
      .body("solid", "solid", "m", {0, 0, 0.025},
            moving(Vec3::Zero(), spin) + "\nmotion = \"free\"\n" + turned(turn))
      .body("plane", "plane", "m", {0, 0, 0})
      .start();
}

// Largest deviation of the energy, over the energy, within so many contacts.
double worst_error(Simulation& sim, int bounces) {
  const double before = mechanical_energy(sim);
  double worst = 0;
  bool touching = false;
  for (int met = 0; met <= bounces;) {
    sim.advance();
    const bool now = state_of(sim).contacts.size() > 0;
    if (now && !touching) ++met;
    touching = now;
    worst = std::max(worst, std::abs(mechanical_energy(sim) / before - 1));
  }
  return worst;
}

constexpr double usual_dt = 1e-5;  // about 1/150 of a contact

TEST(PolyhedraEnergy, AHundredBouncesKeepIt) {
  for (const Solid& solid : some_solids()) {
    Simulation sim = bouncing(solid, "overlap-energy", 0.6 * usual_dt, 3);
    check_absolute(fmt::format("100 elastic bounces of a tumbling {}, dt = {} s, energy error", solid.name,
                               0.6 * usual_dt),
                   worst_error(sim, 100), 0, 1e-4);
  }
}

// Forces are only piecewise smooth, so the error of a single path jumps with the step: several together tell
// the order.
TEST(PolyhedraEnergy, ErrorShrinksWithTheStep) {
  for (const Solid& solid : some_solids()) {
    constexpr int halvings = 4, paths = 8;
    double error[halvings + 1];
    for (int n = 0; n <= halvings; ++n) {
      double squares = 0;
      for (std::uint64_t seed = 0; seed < paths; ++seed) {
        Simulation sim = bouncing(solid, "overlap-energy", 8 * usual_dt / (1 << n), seed);
        const double worst = worst_error(sim, 6);
        squares += worst * worst;
      }
      error[n] = std::sqrt(squares / paths);
      print_line(fmt::format("6 elastic bounces of a {}, dt = {} s, energy error, rms of 8", solid.name,
                             8 * usual_dt / (1 << n)),
                 0, error[n], error[n], " (abs)", 1);
    }
    const double order = std::log2(error[0] / error[halvings]) / halvings;
    print_line(fmt::format("order of the energy error, elastic bounces of a {}", solid.name), 1.8, order,
               order - 1.8, " (abs, at least)", 0);
    EXPECT_GE(order, 1.8) << solid.name;
  }
}

}  // namespace
}  // namespace scree::physics
