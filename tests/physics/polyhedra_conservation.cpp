// Momentum and angular momentum of polyhedra that collide, with friction and damping.
#include "polyhedra.h"

namespace scree::physics {
namespace {

struct Shot {
  const char *shape_a, *shape_b;
  double scale_a, scale_b;
};

constexpr Shot shots[] = {{"box", "box", 1, 1},
                          {"box", "icosahedron", 1, 1.7},
                          {"grain", "grain", 1, 0.5},
                          {"grain", "box", 2, 0.8},
                          {"icosahedron", "grain", 1, 1}};

struct Run {
  std::string law;
  const char* integrator = "verlet";
  double dt = 1e-5;
  bool periodic = false;
  std::uint64_t seed = 0;
};

// Two spinning bodies that meet off their line of centres. Near the origin: a step rounds positions, and that
// times the momentum is a change of the angular momentum.
Simulation collision(const Shot& shot, const Run& run) {
  Rng rng(run.seed, 1);
  SceneText scene(
      fmt::format("gravity = [0, 0, 0]\ndt = {:.17g}\nintegrator = \"{}\"", run.dt, run.integrator));
  if (run.periodic) scene.add("[cell]", "periodic = [true, true, true]\nsize = [0.12, 0.13, 0.14]");
  scene.law(fmt::format("normal = \"{}\"", run.law))
      .material("m",
                "density = 2500\nyoung = 3e7\nrestitution = 0.6\nfriction = 0.4\nrolling_friction = 0.05\n"
                "torsional_friction = 0.03\ncohesion = 100");
  for (const Solid& solid : some_solids()) scene.add("[[shape]]", named(solid.name, solid.lines));
  const Vec3 centre = run.periodic ? Vec3(0, 0.129, 0.07) : Vec3(0, 0, 0);
  const Vec3 d = random_vector(rng).normalized();
  const Vec3 drift = 0.3 * random_vector(rng);
  const auto add = [&](const char* name, const char* shape, double scale, double side) {
    scene.body(name, shape, "m", centre + side * 0.013 * scale * d,
               moving(drift - side * 0.7 * d + 0.2 * random_vector(rng), 40 * random_vector(rng)) +
                   fmt::format("\nmotion = \"free\"\nscale = {}\n", scale) + turned(random_turn(rng)));
  };
  add("a", shot.shape_a, shot.scale_a, -1);
  add("b", shot.shape_b, shot.scale_b, 1);
  return scene.start();
}

struct Change {
  double linear = 0, angular = 0;  // over the sizes of the bodies' own
  double kinetic = 0;
  int steps_touching = 0;
};

Change run_through(Simulation& sim, double time = 0.02) {
  const State& state = state_of(sim);
  const Momentum before = total_momentum(state);
  const double kinetic = total_kinetic(state, sim.laboratory().workers());
  const Bodies& b = state.bodies;
  double linear = 0, angular = 0;
  for (BodyIndex i = 0; i < 2; ++i) {
    linear += b.mass[i] * b.velocity[i].norm();
    angular += b.mass[i] * b.velocity[i].norm() * b.radius[i] + b.inertia[i].maxCoeff() * b.spin[i].norm();
  }
  Change worst;
  while (sim.time() < time) {
    sim.advance();
    worst.steps_touching += state.contacts.size() > 0;
    const Momentum now = total_momentum(state);
    worst.linear = std::max(worst.linear, (now.linear - before.linear).norm() / linear);
    worst.angular = std::max(worst.angular, (now.angular - before.angular).norm() / angular);
  }
  worst.kinetic = total_kinetic(state, sim.laboratory().workers()) / kinetic - 1;
  return worst;
}

// Half a kick before and half after, at the same place: what one body gains the other loses, and free flight
// between them changes neither sum.
TEST(PolyhedraConservation, MomentaInCollisions) {
  for (const char* law : overlap_laws) {
    Worst linear(fmt::format("collisions of polyhedra, {}, verlet, change of momentum / m v", law));
    Worst angular(
        fmt::format("collisions of polyhedra, {}, verlet, change of angular momentum / m v R", law));
    int met = 0;
    for (const Shot& shot : shots)
      for (std::uint64_t seed = 0; seed < 4; ++seed) {
        Simulation sim = collision(shot, {.law = law, .seed = seed});
        const Change change = run_through(sim);
        const std::string which = fmt::format("{} on {}, {}", shot.shape_a, shot.shape_b, seed);
        linear.add(which, change.linear, 0, 1);
        angular.add(which, change.angular, 0, 1);
        if (!change.steps_touching) continue;
        ++met;
        EXPECT_LT(change.kinetic, -1e-3) << which << ": friction and dashpots take energy";
      }
    linear.check(1e-12);
    angular.check(1e-12);
    EXPECT_GE(met, 15) << "of 20 that were to collide";
  }
}

TEST(PolyhedraConservation, MomentumThroughThePeriodicBoundary) {
  for (const char* law : overlap_laws) {
    Worst linear(
        fmt::format("collisions at the corner of a periodic box, {}, change of momentum / m v", law));
    int met = 0;
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      Simulation sim = collision(shots[1], {.law = law, .periodic = true, .seed = seed});
      const Change change = run_through(sim);
      linear.add(fmt::format("{}", seed), change.linear, 0, 1);
      met += change.steps_touching > 0;
    }
    linear.check(1e-12);
    EXPECT_GE(met, 3);
  }
}

// Gear corrects positions after the forces were found: torques and forces are those of places a little off.
TEST(PolyhedraConservation, GearKeepsAngularMomentumToItsOrder) {
  for (const char* law : overlap_laws) {
    constexpr int halvings = 3;
    double error[halvings + 1] = {};
    double linear = 0;
    for (int n = 0; n <= halvings; ++n) {
      double squares = 0;
      for (std::uint64_t seed = 0; seed < 4; ++seed) {
        Simulation sim = collision(shots[2], {law, "gear", 1e-5 / (1 << n), false, seed});
        const Change change = run_through(sim, 0.015);
        squares += change.angular * change.angular;
        linear = std::max(linear, change.linear);
      }
      error[n] = std::sqrt(squares / 4);
      print_line(fmt::format("collisions of grains, {}, gear, dt = {} s, change of angular momentum / m v R",
                             law, 1e-5 / (1 << n)),
                 0, error[n], error[n], " (abs)", 1);
    }
    check_absolute(fmt::format("collisions of grains, {}, gear, change of momentum / m v", law), linear, 0,
                   1e-12);
    const double order = std::log2(error[0] / error[halvings]) / halvings;
    print_line(fmt::format("order of the angular momentum, collisions of grains, {}, gear", law), 1.8, order,
               order - 1.8, " (abs, at least)", 0);
    EXPECT_GE(order, 1.8) << law;
  }
}

}  // namespace
}  // namespace scree::physics
