// spring and hertz on bodies with corners: an elastic bed (docs/contact-laws.md), which has a potential,
// resists tilting and gives every impact its restitution.
#include <vector>

#include "base/rng.h"
#include "measure/energy.h"
#include "scene_text.h"
#include "support/turn.h"

namespace scree::physics {
namespace {

struct CornerLaw {
  const char* name;
  std::string lines;  // of the material
};

const std::vector<CornerLaw> corner_laws{{"spring", "stiffness = 5e6\nyoung = 1e8"},
                                         {"hertz", "stiffness = 5e6\nyoung = 1e8"}};

// A block that slides on its face: friction's torque about its centre, mu N h, moves the middle of the
// pressure forward by mu h. On a bed of length L at depth d with the tilt t it is t L^2 / (12 d) from the
// middle, under both laws, whose pressure is proportional to depth; d follows from N.
TEST(corner_laws, a_block_slides_at_the_tilt_that_carries_friction) {
  const double length = 0.06, height = 0.04, depth = 0.04, friction = 0.4, density = 2000;
  for (const CornerLaw& law : corner_laws) {
    Simulation sim =
        SceneText("gravity = [3.643342535033758, 0, -9.108356337584395]\nintegrator = \"verlet\"")
            .law(fmt::format("normal = \"{}\"", law.name))
            .material("m", fmt::format("{}\ndensity = {}\ndamping = 0.3\nfriction = {}", law.lines, density,
                                       friction))
            .box("b", {0.5 * length, 0.5 * depth, 0.5 * height})
            .plane("g")
            .body("floor", "g", "m", Vec3::Zero())
            .body("b", "b", "m", {0, 0, 0.5 * height}, "motion = \"free\"\nvelocity = [1, 0, 0]")
            .start();
    const double area = length * depth, weight = density * area * height * 9.108356337584395;
    const double radius = std::cbrt(area * height * 3 / (4 * M_PI)), reference = M_PI * radius * radius;
    // spring: N = k A d / A_ref; hertz: N = (4/3) E* sqrt(R) (A / A_ref)^(5/4) d^(3/2)
    const double young = 1e8 / (2 * (1 - 0.25 * 0.25));
    const double sunk =
        std::string(law.name) == "spring"
            ? weight * reference / (5e6 * area)
            : std::pow(weight / (4.0 / 3 * young * std::sqrt(radius) * std::pow(area / reference, 1.25)),
                       2.0 / 3);
    const double expected = 12 * sunk * friction * 0.5 * height / (length * length);
    sim.run_until(1);
    double least = 1e9, most = -1e9;
    while (sim.time() < 1.2) {
      sim.advance();
      const auto q = sim.body(1).orientation;
      const double tilt = 2 * std::atan2(q[2], q[0]);
      least = std::min(least, tilt);
      most = std::max(most, tilt);
    }
    EXPECT_LT(most - least, 1e-6) << law.name << ": it rocks";
    EXPECT_NEAR(0.5 * (most + least) / expected, 1, 0.05) << law.name;
    EXPECT_NEAR(sim.body(1).position[1] / length, 0, 1e-9) << law.name << ": it drifts";
  }
}

// Cubes that hit a floor at any angle, with friction and spin: what comes out is no more than what went in.
TEST(corner_laws, no_impact_of_a_cube_gains_energy) {
  for (const CornerLaw& law : corner_laws)
    for (const double restitution : {1.0, 0.95}) {
      double worst = 0, worst_finer = 0;
      Rng rng(7, 3);
      for (int n = 0; n < 30; ++n) {
        const double friction = n % 3 == 0 ? 0.0 : n % 3 == 1 ? 0.5 : 2.0;
        Vec4 q(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1));
        q.normalize();
        const Vec3 velocity(rng.uniform(-1.5, 1.5), rng.uniform(-1.5, 1.5), -1);
        const Vec3 spin = n % 2 == 0 ? Vec3(Vec3::Zero())
                                     : Vec3(rng.uniform(-20, 20), rng.uniform(-20, 20), rng.uniform(-20, 20));
        double rise[2];
        double dt = 0;
        for (int finer = 0; finer < 2; ++finer) {
          Simulation sim =
              SceneText(fmt::format("gravity = [0, 0, 0]\nintegrator = \"verlet\"\ndt = {}",
                                    finer ? fmt::format("{:.17g}", dt / 4) : "\"auto\""))
                  .law(fmt::format("normal = \"{}\"", law.name))
                  .material("m", fmt::format("{}\ndensity = 2000\nrestitution = {}\nfriction = {}", law.lines,
                                             restitution, friction))
                  .box("b", {0.05, 0.05, 0.05})
                  .plane("g")
                  .body("floor", "g", "m", Vec3::Zero())
                  .body("b", "b", "m", {0, 0, 0.0875},
                        fmt::format("motion = \"free\"\norientation = {{ quaternion = [{:.17g}, {:.17g}, "
                                    "{:.17g}, {:.17g}] "
                                    "}}\n{}",
                                    q[0], q[1], q[2], q[3], moving(velocity, spin)))
                  .start();
          dt = sim.dt();
          State& state = state_of(sim);
          Workers& workers = sim.laboratory().workers();
          const double before = total_kinetic(state, workers);
          sim.run_until(0.12);
          while (state.contacts.size() > 0 && sim.time() < 2) sim.advance(100);
          EXPECT_EQ(state.contacts.size(), 0u) << "still touching";
          rise[finer] = total_kinetic(state, workers) / before - 1;
        }
        worst = std::max(worst, rise[0]);
        worst_finer = std::max(worst_finer, rise[1]);
      }
      fmt::print("{} at restitution {}: largest rise {:.2e}, with a quarter of the step {:.2e}\n", law.name,
                 restitution, worst, worst_finer);
      EXPECT_LT(worst, 3e-4) << law.name << " " << restitution;
      EXPECT_LT(worst_finer, std::max(1e-7, 0.5 * worst)) << law.name << " " << restitution;
    }
}

// A cube that falls on a face, an edge or a corner, with its centre above it, comes back as fast as asked
// for.
TEST(corner_laws, restitution_is_what_comes_out_on_faces_edges_and_corners) {
  const auto downwards = [](const Vec3& direction) {
    const Quat q = shortest_turn(direction.normalized(), -Vec3::UnitZ());
    return Vec4(q.w(), q.x(), q.y(), q.z());
  };
  const Vec4 poses[] = {{1, 0, 0, 0}, downwards({0, 1, 1}), downwards({1, 1, 1})};
  for (const CornerLaw& law : corner_laws)
    for (const double restitution : {0.9, 0.5, 0.2})
      for (const Vec4& q : poses) {
        Simulation sim =
            SceneText("gravity = [0, 0, 0]\nintegrator = \"verlet\"")
                .law(fmt::format("normal = \"{}\"", law.name))
                .material("m", fmt::format("{}\ndensity = 2000\nrestitution = {}\nfriction = 0", law.lines,
                                           restitution))
                .box("b", {0.05, 0.05, 0.05})
                .plane("g")
                .body("floor", "g", "m", Vec3::Zero())
                .body("b", "b", "m", {0, 0, 0.0875},
                      fmt::format("motion = \"free\"\norientation = {{ quaternion = [{:.17g}, {:.17g}, "
                                  "{:.17g}, {:.17g}] }}\nvelocity = [0, 0, -1]",
                                  q[0], q[1], q[2], q[3]))
                .start();
        sim.run_until(0.15);
        EXPECT_NEAR(sim.body(1).velocity[2], restitution, 0.01 * restitution)
            << law.name << " " << q.transpose();
      }
}

// Gear gives each body an order of its own, so the momentum of a crowd is kept to its error alone; Verlet
// keeps it to rounding (docs/integrators.md).
TEST(corner_laws, momentum_of_a_crowd_is_kept_as_the_docs_say) {
  const auto lost = [](const char* integrator, double dt) {
    SceneText scene(fmt::format("gravity = [0, 0, 0]\nintegrator = \"{}\"\ndt = {}", integrator, dt));
    scene.law("normal = \"overlap\"")
        .material("m", "young = 1e7\ndensity = 2500\nrestitution = 0.5\nfriction = 0.3")
        .add("[[shape]]", "name = \"s\"\nkind = \"regular\"\nsolid = \"cube\"\nradius = 0.011");
    for (int n = 0; n < 27; ++n) {
      const Vec3 x = 0.024 * Vec3(n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1);
      scene.body(
          fmt::format("b{}", n), "s", "m", x,
          "motion = \"free\"\n" + moving(Vec3(-40 * x + Vec3(0.1, 0.02 * n, 0)), Vec3(n - 13, 5, n % 7)));
    }
    Simulation sim = scene.start();
    Vec3 before = Vec3::Zero(), after = Vec3::Zero();
    double speeds = 0;
    const auto sum = [&](Vec3& total) {
      for (const BodyView& b : sim.bodies())
        total += b.mass * Vec3(b.velocity[0], b.velocity[1], b.velocity[2]);
    };
    sum(before);
    for (const BodyView& b : sim.bodies())
      speeds += b.mass * Vec3(b.velocity[0], b.velocity[1], b.velocity[2]).norm();
    sim.run_until(0.05);
    sum(after);
    EXPECT_GT(sim.summary().max_overlap_ever, 1e-3);
    return (after - before).norm() / speeds;
  };
  const double gear = lost("gear", 2e-5), finer = lost("gear", 5e-6), verlet = lost("verlet", 2e-5);
  fmt::print(
      "momentum lost over the sum of m|v|: Gear {:.1e}, with a quarter of the step {:.1e}, Verlet {:.1e}\n",
      gear, finer, verlet);
  EXPECT_LT(verlet, 1e-13);
  EXPECT_LT(gear, 3e-4);
  EXPECT_LT(finer, 0.5 * gear);
}

}  // namespace
}  // namespace scree::physics
