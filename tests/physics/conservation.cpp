// What must not change: energy and spin in free flight, momentum in collisions, results under a turn, a
// boost or a shift of the whole scene.
#include "impact.h"
#include "measure/contacts.h"
#include "narrowphase/dispatch.h"

namespace scree::physics {
namespace {

// No sleeping, no global damping: without gravity not a bit of the velocity changes.
TEST(Conservation, FreeFlightKeepsEveryBitOfTheVelocity) {
  for (const char* integrator : {"gear", "verlet"}) {
    Simulation sim = SceneText(fmt::format("gravity = [0, 0, 0]\ndt = 1e-4\nintegrator = \"{}\"", integrator))
                         .material("m", "restitution = 0.1")
                         .sphere("ball", 0.01)
                         .body("ball", "ball", "m", {0, 0, 0}, moving({3, -1, 0.7}, {10, -20, 5}))
                         .start();
    sim.advance(10000);
    const Bodies& b = state_of(sim).bodies;
    EXPECT_EQ(b.velocity[0], Vec3(3, -1, 0.7)) << integrator;
    check_absolute(
        fmt::format("free flight, {}, change of the spin of a sphere after 1e4 steps / spin", integrator),
        (b.spin[0] - Vec3(10, -20, 5)).norm() / b.spin[0].norm(), 0, 1e-11);
  }
}

TEST(Conservation, FreeFlightLosesNothing) {
  for (const char* integrator : {"gear", "verlet"}) {
    Simulation sim =
        SceneText(fmt::format("gravity = [0.3, 0, -9.81]\ndt = 1e-4\nintegrator = \"{}\"", integrator))
            .material("m", "restitution = 0.1")
            .sphere("ball", 0.01)
            .body("ball", "ball", "m", {0, 0, 0}, moving({3, -1, 20}, {10, -20, 5}))
            .start();
    const Summary before = sim.summary();
    const double kinetic = before.kinetic_energy;
    sim.advance(10000);
    const Summary after = sim.summary();
    const Bodies& b = state_of(sim).bodies;
    check(fmt::format("free flight, {}, energy after 1e4 steps [J]", integrator),
          after.kinetic_energy + after.potential_energy, kinetic + before.potential_energy,
          2e-11);  // half an ulp of the velocity per step
    const Vec3 fallen = Vec3(3, -1, 20) + 0.5 * Vec3(0.3, 0, -9.81);
    EXPECT_LE((b.position[0] - fallen).norm(), 1e-11) << "a parabola is integrated exactly";
    EXPECT_EQ(after.dissipated_energy, 0);
    EXPECT_LE(after.energy_balance_error, 2e-11);
  }
}

struct Pose {
  Vec3 velocity_a, velocity_b, spin_a, spin_b;
};

// An oblique, spinning collision of two unequal spheres, placed by a rotation, a boost and a shift.
Simulation collision(const Mat3& turn, const Vec3& boost, const Vec3& shift, const std::string& law,
                     const char* integrator = "gear") {
  const Vec3 d = Vec3(1, 0.2, -0.1).normalized();
  return SceneText(fmt::format("gravity = [0, 0, 0]\ndt = 2e-6\nintegrator = \"{}\"", integrator))
      .law("normal = \"" + law + "\"")
      .material("m",
                "density = 2500\nyoung = 1e8\nstiffness = 1e5\nrestitution = 0.7\nfriction = 0.4\n"
                "rolling_friction = 0.05\ntorsional_friction = 0.03")
      .sphere("ball", 0.01)
      .body("a", "ball", "m", shift + turn * (-0.01001 * d),
            moving(boost + turn * Vec3(1, 0.5, 0), turn * Vec3(20, -30, 50)))
      .body("b", "ball", "m", shift + turn * (0.01501 * d),
            moving(boost + turn * Vec3(-0.5, 0, 0.3), turn * Vec3(-10, 40, 5)) + "\nscale = 1.5")
      .start();
}

Pose after(Simulation sim, const Mat3& turn, const Vec3& boost) {
  run_through_impact(sim);
  sim.advance(10);
  const Bodies& b = state_of(sim).bodies;
  const Mat3 back = turn.transpose();
  return {back * (b.velocity[0] - boost), back * (b.velocity[1] - boost), back * b.spin[0], back * b.spin[1]};
}

double difference(const Pose& p, const Pose& q) {
  return std::max({(p.velocity_a - q.velocity_a).norm(), (p.velocity_b - q.velocity_b).norm(),
                   0.01 * (p.spin_a - q.spin_a).norm(), 0.01 * (p.spin_b - q.spin_b).norm()});
}

TEST(Conservation, MomentumInACollision) {
  for (const char* law : {"spring", "hertz"})
    for (const char* integrator : {"gear", "verlet"}) {
      Simulation sim = collision(Mat3::Identity(), Vec3::Zero(), {0.3, 0.1, -0.2}, law, integrator);
      const Momentum before = total_momentum(state_of(sim));
      const double kinetic = total_kinetic(state_of(sim), sim.laboratory().workers());
      run_through_impact(sim);
      const Momentum now = total_momentum(state_of(sim));
      const double scale = state_of(sim).bodies.mass[1];
      check_absolute(fmt::format("collision, {}, {}, change of momentum / m", law, integrator),
                     (now.linear - before.linear).norm() / scale, 0, 1e-13);
      // Forces are central plus torques about a common point, but positions and velocities of a step are
      // one order apart: the sum is kept to the integrator's error.
      check_absolute(fmt::format("collision, {}, {}, change of angular momentum / (m R v)", law, integrator),
                     (now.angular - before.angular).norm() / (scale * 0.01), 0, 1e-6);
      EXPECT_LT(total_kinetic(state_of(sim), sim.laboratory().workers()), kinetic);
    }
}

TEST(Conservation, ActionIsReaction) {
  // Verlet: its corrector leaves the positions alone, so the contact is still where it was pressed.
  Simulation sim = collision(Mat3::Identity(), Vec3::Zero(), Vec3::Zero(), "hertz", "verlet");
  const State& state = state_of(sim);
  int seen = 0;
  for (int n = 0; n < 200; ++n) {
    sim.advance();
    EXPECT_EQ(state.bodies.force[0], Vec3(-state.bodies.force[1]));
    if (!state.contacts.size()) continue;
    ++seen;
    const Touch t = touch_of(state, 0);
    const Vec3 sum =
        state.bodies.torque[0] + state.bodies.torque[1] + (t.arm_a - t.arm_b).cross(state.bodies.force[1]);
    EXPECT_LE(sum.norm(),
              1e-14 * 0.01 * state.bodies.force[0].norm() + 1e-15 * state.bodies.torque[0].norm() * 10)
        << "torques and the couple of the forces cancel";
  }
  EXPECT_GT(seen, 20);
}

TEST(Conservation, TurnsBoostsAndShiftsChangeNothing) {
  const Vec3 none = Vec3::Zero();
  const Mat3 same = Mat3::Identity();
  for (const char* law : {"spring", "hertz"}) {
    const Pose plain = after(collision(same, none, none, law), same, none);
    Worst turned(fmt::format("collision, {}, turned set-up, velocities [m/s]", law));
    int n = 0;
    for (const Quat& q :
         {Quat(0.3, 0.5, -0.7, 0.2), Quat(0, 1, 0, 0), Quat(0.9, -0.1, 0.4, 0.8), Quat(1, 1, 1, 1)}) {
      const Mat3 turn = q.normalized().toRotationMatrix();
      turned.add(fmt::format("turn {}", ++n),
                 difference(after(collision(turn, none, none, law), turn, none), plain), 0, 1);
    }
    turned.check(1e-9);
    const Vec3 boost(2, -1, 3);
    check_absolute(fmt::format("collision, {}, boosted set-up, velocities [m/s]", law),
                   difference(after(collision(same, boost, none, law), same, boost), plain), 0, 1e-9);
    check_absolute(fmt::format("collision, {}, shifted set-up, velocities [m/s]", law),
                   difference(after(collision(same, none, {0.5, -0.25, 1}, law), same, none), plain), 0,
                   1e-9);
  }
}

// Which body has the lower id must not matter.
TEST(Conservation, OrderOfBodiesChangesNothing) {
  for (const bool wall_first : {false, true}) {
    SceneText scene("gravity = [0, 0, 0]\ndt = 2e-6");
    scene
        .material("m",
                  "young = 1e8\nrestitution = 0.7\nfriction = 0.4\nrolling_friction = "
                  "0.05\ntorsional_friction = 0.03")
        .sphere("ball", 0.01)
        .plane("plane");
    const std::string motion = moving({1, 0.3, -1}, {30, 40, -50});
    if (wall_first) scene.body("plane", "plane", "m", {0, 0, 0});
    scene.body("ball", "ball", "m", {0, 0, 0.01001}, motion);
    if (!wall_first) scene.body("plane", "plane", "m", {0, 0, 0});
    Simulation sim = scene.start();
    run_through_impact(sim);
    static Vec3 velocity;
    static Vec3 spin;
    const BodyIndex ball = wall_first ? 1 : 0;
    if (!wall_first) {
      velocity = state_of(sim).bodies.velocity[ball];
      spin = state_of(sim).bodies.spin[ball];
    } else {
      EXPECT_LE((state_of(sim).bodies.velocity[ball] - velocity).norm(), 1e-12);
      EXPECT_LE((state_of(sim).bodies.spin[ball] - spin).norm(), 1e-10);
    }
  }
}

// Through the periodic boundary as through the middle.
TEST(Conservation, PeriodicImageChangesNothing) {
  const auto run = [](const Vec3& shift, bool periodic) {
    SceneText scene("gravity = [0, 0, 0]\ndt = 2e-6");
    if (periodic) scene.add("[cell]", "periodic = [true, true, true]\nsize = [0.25, 0.25, 0.25]");
    Simulation sim =
        scene.material("m", "young = 1e8\nrestitution = 0.7\nfriction = 0.4")
            .sphere("ball", 0.01)
            .body("a", "ball", "m", shift + Vec3(0.115, 0.125, 0.125), moving({1, 0, 0}, {0, 30, 0}))
            .body("b", "ball", "m", shift + Vec3(0.137, 0.130, 0.125), moving({-1, 0, 0}, {0, 0, 9}))
            .start();
    run_through_impact(sim);
    return state_of(sim).bodies.velocity[0];
  };
  const Vec3 plain = run(Vec3::Zero(), false);
  EXPECT_LE((run(Vec3::Zero(), true) - plain).norm(), 1e-12);
  EXPECT_LE((run({0.125, 0, 0}, true) - plain).norm(), 1e-9) << "contact through the face x";
  EXPECT_LE((run({0.125, 0.125, 0.125}, true) - plain).norm(), 1e-9) << "contact at the corner";
}

}  // namespace
}  // namespace scree::physics
