// Impacts of polyhedra: restitution as asked for face on face, what comes out on edges and corners, and
// forces that never pull.
#include "polyhedra.h"
#include "support/turn.h"

namespace scree::physics {
namespace {

constexpr double half = 0.008, density = 2500, young = 1e8;

enum class Partner { plane, fixed_box, free_box };

struct Blow {
  std::string law;
  double restitution = 0.5;
  double speed = 1;
  Quat turn = Quat::Identity();
  double corner = half;  // how far the lowest point is below the centre
  Partner partner = Partner::plane;
  double steps = 200;  // in a contact of faces
};

struct Rebound {
  double restitution = 0;  // relative velocity after over before
  double least_force = 0;  // over the largest
};

Rebound rebound_of(const Blow& blow) {
  const double mass = 8 * half * half * half * density * (blow.partner == Partner::free_box ? 0.5 : 1);
  const double radius = std::cbrt(8 * half * half * half * 3 / (4 * M_PI));
  const double length = blow.partner == Partner::free_box ? 2 * radius : 4 * radius;
  const double area = 4 * half * half;
  const double stiffness =
      blow.law == "overlap" ? young * area / length : young * area * area / std::pow(length, 3);
  const double dt = M_PI * std::sqrt(mass / stiffness) / blow.steps;
  SceneText scene(fmt::format("gravity = [0, 0, 0]\ndt = {:.17g}\nintegrator = \"verlet\"", dt));
  scene.law("normal = \"" + blow.law + "\"")
      .material("m", fmt::format("density = {}\nyoung = {}\nrestitution = {}\nfriction = 0.3", density, young,
                                 blow.restitution))
      .box("cube", Vec3::Constant(half))
      .box("slab", {5 * half, 5 * half, half})
      .plane("plane")
      .body("cube", "cube", "m", {0, 0, blow.corner + 0.37 * blow.speed * dt},
            moving({0, 0, -blow.speed}) + "\nmotion = \"free\"\n" + turned(blow.turn));
  if (blow.partner == Partner::plane) scene.body("wall", "plane", "m", {0, 0, 0});
  if (blow.partner == Partner::fixed_box) scene.body("wall", "slab", "m", {0, 0, -half});
  if (blow.partner == Partner::free_box) scene.body("wall", "cube", "m", {0, 0, -half}, "motion = \"free\"");
  Simulation sim = scene.start();
  const State& state = state_of(sim);
  Rebound r;
  double largest = 0, least = 0;
  bool met = false;
  for (int n = 0; n < 200000; ++n) {
    sim.advance();
    const bool touching = state.contacts.size() > 0;
    if (met && !touching) break;
    met = met || touching;
    for (std::size_t k = 0; k < state.contacts.size(); ++k) {
      largest = std::max(largest, state.contacts.normal_force(k));
      least = std::min(least, state.contacts.normal_force(k));
    }
  }
  EXPECT_TRUE(met && state.contacts.size() == 0) << "they did not meet, or did not part";
  r.restitution = (state.bodies.velocity[0] - state.bodies.velocity[1]).z() / blow.speed;
  r.least_force = least / largest;
  return r;
}

TEST(PolyhedraRestitution, FaceOnFaceIsWhatWasAskedFor) {
  for (const char* law : overlap_laws) {
    Worst worst(fmt::format("restitution of a cube, face on face, {}, e = 0.2 to 1", law));
    for (const double e : {0.2, 0.35, 0.5, 0.75, 0.9, 1.0})
      for (const double speed : {0.05, 1.0, 5.0})
        for (const Partner partner : {Partner::plane, Partner::fixed_box, Partner::free_box}) {
          const Rebound r = rebound_of({.law = law, .restitution = e, .speed = speed, .partner = partner});
          worst.add(fmt::format("e {}, {} m/s, partner {}", e, speed, static_cast<int>(partner)),
                    r.restitution, e);
          EXPECT_GE(r.least_force, 0) << "the contact pulls";
        }
    worst.check(0.01);
  }
}

// With a potential Y V^2 / (2 l^3) and a dashpot c ~ A, m x'' = -A(x) (k V + c' x'): in terms of V instead of
// x that is the linear oscillator, u du/dV = -(k V + c' u)/m, whatever touches. Without it, edges and corners
// lose more than faces.
TEST(PolyhedraRestitution, EdgesAndCorners) {
  const Quat on_edge(Eigen::AngleAxisd(M_PI / 4, Vec3::UnitX()));
  const Quat on_corner = shortest_turn(Vec3(1, 1, 1).normalized(), Vec3::UnitZ());
  for (const std::string law : overlap_laws)
    for (const double e : {0.3, 0.5, 0.8})
      for (const bool corner : {false, true}) {
        double at_another_speed = 0;
        for (const double speed : {0.1, 1.0}) {
          const Rebound r = rebound_of({.law = law,
                                        .restitution = e,
                                        .speed = speed,
                                        .turn = corner ? on_corner : on_edge,
                                        .corner = half * std::sqrt(corner ? 3.0 : 2.0)});
          const std::string what = fmt::format("restitution of a cube on its {}, {}, {} m/s, of a face {}",
                                               corner ? "corner" : "edge", law, speed, e);
          EXPECT_GE(r.least_force, 0) << "the contact pulls";
          if (law == "overlap-energy") {
            check(what, r.restitution, e, 1e-4);
            continue;
          }
          print_line(what, e, r.restitution, r.restitution / e - 1, " (less)", 0);
          EXPECT_LT(r.restitution, 0.97 * e) << what;
          EXPECT_GT(r.restitution, 0.8 * e) << what;
          if (at_another_speed > 0) {
            EXPECT_NEAR(r.restitution / at_another_speed, 1, 1e-3) << what;
          }
          at_another_speed = r.restitution;
        }
      }
}

// Without cohesion no contact of a tumbling, sliding, damped body ever pulls.
TEST(PolyhedraRestitution, ContactsNeverPull) {
  for (const char* law : overlap_laws)
    for (const Solid& solid : some_solids()) {
      Rng rng(11, 0);
      Simulation sim = SceneText("gravity = [0, 0, -9.81]\nintegrator = \"verlet\"")
                           .law(fmt::format("normal = \"{}\"", law))
                           .material("m", "density = 2500\nyoung = 1e7\nrestitution = 0.3\nfriction = 0.5")
                           .add("[[shape]]", named("solid", solid.lines))
                           .plane("plane")
                           .body("solid", "solid", "m", {0, 0, 0.02},
                                 moving({0.5, 0, -0.5}, 30 * random_vector(rng)) + "\nmotion = \"free\"\n" +
                                     turned(random_turn(rng)))
                           .body("plane", "plane", "m", {0, 0, 0})
                           .start();
      double least = 0, largest = 0;
      while (sim.time() < 0.2) {
        sim.advance();
        for (std::size_t k = 0; k < state_of(sim).contacts.size(); ++k) {
          least = std::min(least, state_of(sim).contacts.normal_force(k));
          largest = std::max(largest, state_of(sim).contacts.normal_force(k));
        }
      }
      EXPECT_GT(largest, 0) << solid.name;
      EXPECT_GE(least, -1e-15 * largest) << solid.name << ", " << law;
    }
}

}  // namespace
}  // namespace scree::physics
