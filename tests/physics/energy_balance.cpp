// The energy balance: every term on its own, and a mismatch that shrinks with the step.
#include "impact.h"

namespace scree::physics {
namespace {

struct Balance {
  double error;     // largest during the impact
  double mismatch;  // elastic: accumulated against stored, over the energy
};

// An oblique impact on a plane, watched throughout.
Balance balance_of(const std::string& law, const std::string& material, const char* integrator, int steps) {
  const double time = law == "spring"
                          ? M_PI * std::sqrt(4.0 / 3 * M_PI * 2500e-6 / 1e5)
                          : Hertz(4.0 / 3 * M_PI * 2500e-6, 1e8 / (2 * (1 - .0625)), 0.01, 1).time;
  Simulation sim =
      SceneText(
          fmt::format("gravity = [0, 0, 0]\ndt = {:.17g}\nintegrator = \"{}\"", time / steps, integrator))
          .law("normal = \"" + law + "\"")
          .material("m", "density = 2500\nyoung = 1e8\npoisson = 0.25\nstiffness = 1e5\n" + material)
          .sphere("ball", 0.01)
          .plane("plane")
          .body("ball", "ball", "m", {0, 0, 0.01 + 0.37 * time / steps}, moving({0.5, 0, -1}, {0, -20, 10}))
          .body("plane", "plane", "m", {0, 0, 0})
          .start();
  Balance worst{0, 0};
  while (sim.time() < 1.3 * time) {
    sim.advance();
    const Energies e = measure_energies(state_of(sim), sim.laboratory().workers());
    worst.error = std::max(worst.error, e.balance_error);
    worst.mismatch = std::max(worst.mismatch, std::abs(e.elastic - e.elastic_stored) / e.kinetic);
  }
  return worst;
}

void check_balance(const std::string& what, const std::string& law, const std::string& material,
                   const char* integrator, double least_order, double largest_error) {
  // The contact begins and ends between steps, at places that differ from step to step: several steps
  // together tell the order.
  const Balance coarse = balance_of(law, material, integrator, 100);
  const Balance fine = balance_of(law, material, integrator, 1600);
  const double order = std::log2(coarse.error / fine.error) / 4;
  const std::string label = what + ", " + law + ", " + integrator;
  print_line("energy balance error, 100 steps per contact: " + label, 0, coarse.error, coarse.error, " (abs)",
             largest_error);
  print_line("order of the energy balance: " + label, least_order, order, order - least_order,
             " (abs, at least)", 0);
  EXPECT_GE(order, least_order) << label;
  EXPECT_LE(coarse.error, largest_error) << label;
  EXPECT_LE(fine.mismatch, 1e-4) << label << ": elastic energy accumulated and stored";
}

TEST(EnergyBalance, ShrinksWithTheStep) {
  for (const char* integrator : {"gear", "verlet"}) {
    check_balance("elastic", "hertz", "restitution = 1\nfriction = 0", integrator, 1.9, 1e-3);
    check_balance("elastic", "spring", "restitution = 1\nfriction = 0", integrator, 1.9, 1e-3);
    check_balance("damped", "hertz", "restitution = 0.5\nfriction = 0", integrator, 1.0, 5e-3);
    check_balance("damped", "spring", "restitution = 0.5\nfriction = 0", integrator, 1.0, 5e-3);
    check_balance("damped, friction", "hertz", "restitution = 0.5\nfriction = 0.3", integrator, 0.8, 5e-3);
    check_balance("damped, friction", "spring", "restitution = 0.5\nfriction = 0.3", integrator, 0.8, 5e-3);
    check_balance("rolling and torsion", "hertz",
                  "restitution = 0.5\nfriction = 0.3\nrolling_friction = 0.1\ntorsional_friction = 0.1",
                  integrator, 0.8, 5e-3);
  }
}

// No friction: the springs' potential is that of the normal force, and the two ways agree closely.
TEST(EnergyBalance, ElasticEnergyIsWhatTheSpringsHold) {
  for (const char* law : {"spring", "hertz"})
    for (const char* integrator : {"gear", "verlet"}) {
      const Balance b = balance_of(law, "restitution = 1\nfriction = 0", integrator, 1000);
      check_absolute(fmt::format("elastic energy, accumulated against stored, {}, {}", law, integrator),
                     b.mismatch, 0, 3e-5);
    }
}

// Sliding at a constant speed: the heat is mu N v t.
TEST(EnergyBalance, HeatOfSliding) {
  const double weight = 4.0 / 3 * M_PI * 2500e-6 * 9.81;
  Simulation sim = SceneText("gravity = [0, 0, -9.81]")
                       .law("normal = \"spring\"")
                       .material("m", "density = 2500\nstiffness = 1e6\nrestitution = 0.3\nfriction = 0.2")
                       .sphere("ball", 0.01)
                       .plane("plane")
                       .body("ball", "ball", "m", {0, 0, 0.01 - weight / 1e6}, moving({1, 0, 0}))
                       .body("plane", "plane", "m", {0, 0, 0})
                       .start();
  sim.run_until(0.1);  // rolls only after 2/(7 mu g) = 0.146 s
  const double slip = 1 * sim.time() - 0.5 * 3.5 * 0.2 * 9.81 * sim.time() * sim.time();
  check("heat of sliding, mu N times the way slid [J]", sim.summary().dissipated_by_friction,
        0.2 * weight * slip, 1e-3);
  EXPECT_LE(sim.summary().energy_balance_error, 1e-4);
}

// Too long a step throws a ball up out of nothing: the balance says so, although nothing was put in.
TEST(EnergyBalance, ARunThatBlowsUpIsNotInBalance) {
  Simulation sim = SceneText("gravity = [0, 0, -10]\ndt = 0.01\nintegrator = \"verlet\"")
                       .law("normal = \"spring\"")
                       .material("m", "density = 2500\nstiffness = 1e5\nrestitution = 1\nfriction = 0")
                       .sphere("ball", 0.01)
                       .plane("plane")
                       .body("ball", "ball", "m", {0, 0, 0.0099})
                       .body("plane", "plane", "m", {0, 0, 0})
                       .start();
  sim.advance(3);
  EXPECT_GT(sim.summary().energy_balance_error, 0.5);
}

// A ball held inside a floor and let go: its spring energy enters with it, and lifts it.
TEST(EnergyBalance, ABodySetFreeInAWallBringsItsSpringEnergy) {
  for (const char* law : {"spring", "hertz"})
    for (const bool wall_first : {true, false}) {
      SceneText scene("gravity = [0, 0, 0]\nintegrator = \"verlet\"");
      scene.law(fmt::format("normal = \"{}\"", law))
          .material("m", "density = 2500\nyoung = 1e8\nstiffness = 1e5\nrestitution = 1\nfriction = 0")
          .sphere("ball", 0.01)
          .plane("plane");
      if (wall_first) scene.body("plane", "plane", "m", {0, 0, 0});
      scene.body("ball", "ball", "m", {0, 0, 0.0095}, "motion = \"fixed\"");
      if (!wall_first) scene.body("plane", "plane", "m", {0, 0, 0});
      Simulation sim =
          scene.add("[[event]]", "at = 1e-4\naction = \"motion\"\ntarget = \"ball\"\nmotion = \"free\"")
              .start();
      const double young = 1e8 / (2 * (1 - 0.0625));
      const double stored = std::string(law) == "spring"
                                ? 0.5 * 1e5 * 0.0005 * 0.0005
                                : 8.0 / 15 * young * std::sqrt(0.01 * 0.0005) * 0.0005 * 0.0005;
      // The automatic step knows that the ball will be a grain.
      EXPECT_LT(sim.dt(), 1e-4);
      while (sim.time() < 2e-2) sim.advance();
      const Summary s = sim.summary();
      EXPECT_EQ(s.contacts, 0u);
      EXPECT_NEAR(s.kinetic_energy / stored, 1, 5e-3) << law;
      EXPECT_NEAR(s.elastic_energy / stored, 0, 5e-3) << law;
      EXPECT_LE(s.energy_balance_error, 5e-3) << law;
    }
}

}  // namespace
}  // namespace scree::physics
