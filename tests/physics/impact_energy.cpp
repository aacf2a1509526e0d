// No impact creates kinetic energy: angle x friction x spin x law x restitution, on a plane, another
// sphere and the edge of a box.
#include "impact.h"

namespace scree::physics {
namespace {

enum class Partner { plane, sphere, edge };
const char* name(Partner p) {
  return p == Partner::plane ? "plane" : p == Partner::sphere ? "sphere" : "edge";
}

struct Sweep {
  Partner partner;
  std::string law;
  double restitution, friction, angle, spin;
  bool couples;
};

// Steps per contact time.
double gain(const Sweep& s, int steps, const char* integrator) {
  const double radius = 0.01;
  const double radians = s.angle * M_PI / 180;
  const double normal = std::cos(radians);
  const double tangential = std::sin(radians);
  const double time = s.law == "spring" ? M_PI * std::sqrt(4.0 / 3 * M_PI * 2500e-6 / 2 / 1e5)
                                        : Hertz(4.0 / 3 * M_PI * 2500e-6, 1e8, radius, normal).time;
  SceneText scene(
      fmt::format("gravity = [0, 0, 0]\ndt = {:.17g}\nintegrator = \"{}\"", time / steps, integrator));
  const std::string couples = s.couples ? "\nrolling_friction = 0.2\ntorsional_friction = 0.2" : "";
  scene.law("normal = \"" + s.law + "\"")
      .material("m",
                fmt::format("density = 2500\nyoung = 1e8\nstiffness = 1e5\nrestitution = {}\nfriction = {}",
                            s.restitution, s.friction) +
                    couples)
      .sphere("ball", radius);
  // The normal of the impact is z: for the edge, the box is turned by 45 degrees.
  const double gap = 1e-3 * radius;
  scene.body("ball", "ball", "m", {0, 0, radius + gap},
             moving({tangential, 0, -normal}, s.spin / radius * Vec3(0.3, 1, -0.4)));
  if (s.partner == Partner::plane) scene.plane("wall").body("wall", "wall", "m", {0, 0, 0});
  if (s.partner == Partner::sphere) scene.body("other", "ball", "m", {0, 0, -radius});
  if (s.partner == Partner::edge)
    scene.box("wall", {1, 0.1, 0.1})
        .body("wall", "wall", "m", {0, 0, -0.1 * std::sqrt(2.0)},
              "orientation = { axis = [1, 0, 0], angle = \"45 deg\" }");
  Simulation sim = scene.start();
  const Impact impact = run_through_impact(sim);
  return impact.kinetic_after / impact.kinetic_before - 1;
}

std::string describe(const Sweep& s) {
  return fmt::format("{}, {}, e {}, mu {}, {} deg, spin {}{}", name(s.partner), s.law, s.restitution,
                     s.friction, s.angle, s.spin, s.couples ? ", rolling and torsion" : "");
}

// The whole sweep; returns the largest gain and where.
std::pair<double, std::string> largest_gain(int steps, const char* integrator) {
  double largest = -1;
  std::string where;
  for (const Partner partner : {Partner::plane, Partner::sphere, Partner::edge})
    for (const char* law : {"spring", "hertz"})
      for (const double e : {0.2, 0.9, 1.0})
        for (const double mu : {0.05, 0.5, 2.0})
          for (const double angle : {2.0, 30.0, 60.0, 76.0, 85.0})
            for (const double spin : {-2.0, 0.0, 0.7}) {
              const Sweep s{partner, law, e, mu, angle, spin, mu == 0.5};
              const double g = gain(s, steps, integrator);
              if (g > largest) {
                largest = g;
                where = describe(s);
              }
            }
  return {largest, where};
}

TEST(ImpactEnergy, NeverRises) {
  for (const char* integrator : {"gear", "verlet"}) {
    const auto [coarse, where_coarse] = largest_gain(50, integrator);
    const auto [fine, where_fine] = largest_gain(200, integrator);
    const std::string what =
        fmt::format("largest relative gain of kinetic energy in 810 impacts, {}, ", integrator);
    print_line(what + "50 steps (" + where_coarse + ")", 0, coarse, coarse, " (abs)", 1e-2);
    print_line(what + "200 steps (" + where_fine + ")", 0, fine, fine, " (abs)", 5e-4);
    EXPECT_LE(coarse, 1e-2) << where_coarse;
    EXPECT_LE(fine, 5e-4) << where_fine;
  }
}

}  // namespace
}  // namespace scree::physics
