// The automatic time step holds for the stiffest that can happen to a body: it is held between two like it,
// largest face on largest face, in a stack between fixed plates, is hit, and nothing damps it.
#include "polyhedra.h"
#include "scree/errors.h"

namespace scree::physics {
namespace {

struct Held {
  const char* name;
  Vec3 half;
  double too_long;  // times the automatic step: no longer stable
};

// Of a needle the automatic step is a good deal shorter than it would have to be: it takes the longest lever
// together with the smallest moment of inertia.
const Held bodies[] = {{"plate", {0.02, 0.02, 0.002}, 20},
                       {"cube", {0.01, 0.01, 0.01}, 40},
                       {"needle", {0.02, 0.002, 0.002}, 80}};

SceneText stack(const Held& body, const std::string& law, double friction, const std::string& simulation) {
  const double squeeze = 0.01 * body.half.z();
  const double above_next = 2 * body.half.z() - squeeze;
  SceneText scene("gravity = [0, 0, 0]\n" + simulation);
  scene.law("normal = \"" + law + "\"")
      .material("m", fmt::format("density = 2500\nyoung = 1e8\ndamping = 0\nfriction = {}", friction))
      .box("body", body.half)
      .box("plate", {0.1, 0.1, 0.02});
  for (const int k : {-1, 0, 1}) {
    const std::string motion =
        k ? std::string()
          : moving({0.01, 0.02, 0.05}, Vec3(0.015, 0.01, 0.005) / body.half.maxCoeff()) + "\n";
    scene.body(fmt::format("body{}", k), "body", "m", {0, 0, k * above_next}, motion + "motion = \"free\"");
  }
  const double end = above_next + body.half.z() - squeeze + 0.02;
  return scene.body("below", "plate", "m", {0, 0, -end}).body("above", "plate", "m", {0, 0, end});
}

constexpr double without_bound = 100;

// Largest energy in motion seen in 10,000 steps over what was there at the start, in motion and in springs.
double growth(const Held& body, const std::string& law, double friction, const std::string& integrator,
              double factor) {
  const std::string lines = "integrator = \"" + integrator + "\"\n";
  const double dt = stack(body, law, friction, lines).start().dt();
  Simulation sim = stack(body, law, friction, lines + fmt::format("dt = {:.17g}", factor * dt)).start();
  const auto kinetic = [&] { return total_kinetic(state_of(sim), sim.laboratory().workers()); };
  const double before = kinetic() + state_of(sim).ledger.initial_elastic.value();
  double most = 0;
  try {
    for (int n = 0; n < 10000 && most < without_bound; ++n) {
      sim.advance();
      most = std::max(most, kinetic() / before);
    }
  } catch (const RunError&) {
    return without_bound;
  }
  return std::min(most, without_bound);
}

// Without friction a stack under the plain overlap law buckles and gains energy, whatever the step: it has no
// potential.
TEST(PolyhedraTimeStep, TheStiffestArrangementIsStable) {
  for (const std::string law : overlap_laws)
    for (const char* integrator : {"verlet", "gear"})
      for (const Held& body : bodies)
        for (const double friction : {0.0, 0.5}) {
          if (friction == 0 && law == "overlap") continue;
          const std::string what =
              fmt::format("{}s between plates, {}, {}, friction {}", body.name, law, integrator, friction);
          const double automatic = growth(body, law, friction, integrator, 1);
          print_line(what + ", 10,000 automatic steps, most energy over the first", 1, automatic,
                     automatic - 1, " (abs, at most)", 0.01);
          EXPECT_LE(automatic, 1.01) << what;
          EXPECT_GT(growth(body, law, friction, integrator, body.too_long), 10)
              << what << ": the test would not see instability";
        }
}

// Faces that are wide for their volume are stiffer under overlap-energy, whose stiffness goes with the square
// of the patch.
TEST(PolyhedraTimeStep, WidePlatesKeepTheirEnergyWhenTheyMeetFlat) {
  for (const std::string law : overlap_laws)
    for (const char* integrator : {"verlet", "gear"})
      for (const double thickness : {1.0 / 50, 1.0 / 1000}) {
        SceneText scene(fmt::format("gravity = [0, 0, 0]\nintegrator = \"{}\"", integrator));
        const double half = 0.05 * thickness;
        scene.law("normal = \"" + law + "\"")
            .material("m", "density = 2500\nyoung = 1e7\ndamping = 0\nfriction = 0")
            .box("plate", {0.05, 0.05, half})
            .body("below", "plate", "m", {0, 0, 0}, "motion = \"free\"")
            .body("above", "plate", "m", {0, 0, 2.01 * half}, moving({0, 0, -0.1}) + "\nmotion = \"free\"");
        Simulation sim = scene.start();
        const double before = mechanical_energy(sim);
        sim.run_until(0.2 * half / 0.1 + 2000 * sim.dt());
        check_absolute(fmt::format("plates 1:{:g} meeting flat, {}, {}, energy lost by automatic steps",
                                   1 / thickness, law, integrator),
                       mechanical_energy(sim) / before - 1, 0, 0.01);
        EXPECT_GT(state_of(sim).bodies.velocity[1].z(), -0.05) << "they have met";
      }
}

}  // namespace
}  // namespace scree::physics
