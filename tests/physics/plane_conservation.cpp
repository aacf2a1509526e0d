// What stays in the plane: energy under a law with a potential, momentum, and motion when the layer's
// thickness changes.
#include "base/rng.h"
#include "measure/contacts.h"
#include "plane_scene.h"

namespace scree::physics {
namespace {

const std::pair<const char*, std::string> shapes[] = {
    {"disc", disc_of(0.01)},
    {"ellipse", ellipse_of(0.015, 0.007)},
    {"box", box_of(0.024, 0.014)},
    {"grain", "kind = \"grain\"\ncorners = 7\nradius = 0.012"}};

// Nine bodies on a grid, which fly about; `kind`: the name of a shape, or "all".
PlaneScene crowd(const std::string& settings, const std::string& law, const std::string& material,
                 const std::string& kind) {
  PlaneScene scene(settings);
  scene.law(law).material(material);
  for (const auto& [name, lines] : shapes) scene.shape(name, lines);
  Rng rng(5, 0);
  for (int n = 0; n < 9; ++n) {
    const Vec2 velocity(2 * rng.uniform() - 1, 2 * rng.uniform() - 1);
    const Vec2 place(0.035 * (n % 3 - 1), 0.035 * (n / 3 - 1));
    scene.body(fmt::format("b{}", n), kind == "all" ? shapes[n % 4].first : kind, place,
               moving_in_plane(velocity - 8 * place, 20 * (rng.uniform() - 0.5)) +
                   fmt::format("orientation = {:.17g}", 6 * rng.uniform()));
  }
  return scene;
}

// In a box of four half-planes, with weight, without friction and damping.
double energy_drift(const std::string& kind, double dt) {
  PlaneScene scene =
      crowd(fmt::format("gravity = [0, -9.81]\nintegrator = \"verlet\"\ndt = {:.17g}", dt), "overlap-energy",
            "density = 2500\nyoung = 1e8\nrestitution = 1\nfriction = 0", kind);
  for (const auto& [name, normal] :
       {std::pair{"up", Vec2(0, 1)}, {"down", Vec2(0, -1)}, {"right", Vec2(1, 0)}, {"left", Vec2(-1, 0)}})
    scene.shape(name, "kind = \"half-plane\"\nnormal = " + text(normal))
        .body(name, name, Vec2(-0.06 * normal));
  Simulation sim = scene.start();
  const double before = energy_kept(sim);
  const double kinetic = total_kinetic(state_of(sim), sim.laboratory().workers());
  double worst = 0;
  while (sim.time() < 0.2) {
    sim.advance(50);
    worst = std::max(worst, std::abs(energy_kept(sim) - before) / kinetic);
  }
  EXPECT_GT(sim.summary().max_overlap_ever, 1e-3) << "nothing has touched";
  return worst;
}

TEST(PlaneConservation, EnergyIsKeptUnderOverlapEnergy) {
  for (const double dt : {4e-6, 1e-6}) {
    Worst drift(fmt::format("nine bodies in a box, dt = {} s, energy off / kinetic energy", dt));
    for (const char* kind : {"disc", "ellipse", "box", "grain", "all"})
      drift.add(kind, energy_drift(kind, dt), 0, 1);
    drift.check(dt == 4e-6 ? 1e-4 : 1e-5);
  }
}

TEST(PlaneConservation, MomentumAndAngularMomentumAreKept) {
  Worst momentum("nine bodies collide, momentum off / sum of sizes");
  Worst angular_momentum("nine bodies collide, angular momentum off / sum of sizes");
  for (const char* law : {"overlap", "overlap-energy", "spring", "hertz"})
    for (const char* kind : {"disc", "ellipse", "box", "grain", "all"}) {
      Simulation sim =
          crowd("gravity = [0, 0]\nintegrator = \"verlet\"\ndt = 1e-5", law,
                "density = 2500\nyoung = 1e7\nstiffness = 1e6\nrestitution = 0.5\nfriction = 0.4\n"
                "rolling_friction = 0.05",
                kind)
              .start();
      const State& state = state_of(sim);
      const Momentum before = total_momentum(state);
      double linear = 0, angular = 0;
      const Bodies& b = state.bodies;
      for (BodyIndex i = 0; i < b.size(); ++i) {
        linear += b.mass[i] * b.velocity[i].norm();
        angular += b.mass[i] * b.velocity[i].norm() * 0.05;
      }
      sim.run_until(0.1);
      const Momentum after = total_momentum(state);
      EXPECT_GT(sim.summary().max_overlap_ever, 1e-4) << "nothing has touched";
      const std::string which = fmt::format("{}, {}", kind, law);
      momentum.add(which, (after.linear - before.linear).norm() / linear, 0, 1);
      angular_momentum.add(which, (after.angular - before.angular).norm() / angular, 0, 1);
      for (BodyIndex i = 0; i < b.size(); ++i) {
        EXPECT_EQ(b.position[i].z(), 0) << "left the plane";
        EXPECT_EQ(b.velocity[i].z(), 0);
      }
    }
  momentum.check(1e-13);
  angular_momentum.check(1e-11);
}

// Volumes, masses and forces of the overlap laws go with the thickness, so motion does not see it: to the
// last bit for powers of two, and but for roundings otherwise.
TEST(PlaneConservation, TheThicknessChangesNoMotion) {
  for (const char* law : {"overlap", "overlap-energy"}) {
    const auto run = [&](double thickness) {
      Simulation sim =
          crowd(fmt::format("gravity = [0, -9.81]\nintegrator = \"verlet\"\nthickness = {}", thickness), law,
                "density = 2500\nyoung = 1e7\nrestitution = 0.5\nfriction = 0.4", "all")
              .shape("floor", ground)
              .body("floor", "floor", {0, -0.06})
              .start();
      sim.run_until(0.08);
      EXPECT_GT(sim.summary().max_overlap_ever, 1e-4) << "nothing has touched";
      return std::pair{state_of(sim).bodies.position, state_of(sim).bodies.mass[0]};
    };
    const auto [one, mass] = run(1);
    for (const double thickness : {0.1, 10.0}) {
      const auto [other, other_mass] = run(thickness);
      EXPECT_NEAR(other_mass / mass, thickness, 1e-12 * thickness);
      double off = 0;
      for (std::size_t i = 0; i < one.size(); ++i) off = std::max(off, (other[i] - one[i]).norm());
      check_absolute(fmt::format("thickness {} m, {}, places off those at 1 m [m]", thickness, law), off, 0,
                     1e-14);
    }
  }
}

}  // namespace
}  // namespace scree::physics
