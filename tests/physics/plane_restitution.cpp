// Head-on impacts in the plane: the restitution of the scene comes out wherever a law promises it.
#include "plane_scene.h"

namespace scree::physics {
namespace {

constexpr double size = 0.01;

struct Blow {
  const char* what;
  std::string shape;
  double angle;   // through which it is turned
  double height;  // of its centre above the wall when they meet
};

// Shapes that meet a flat wall, or themselves, with the contact on the line of centres: no spin comes of it.
const Blow flat[] = {{"square on a side", box_of(2 * size, 2 * size), 0, size},
                     {"box on a side", box_of(3 * size, size), 0, 0.5 * size}};
const Blow round_or_sharp[] = {{"disc", disc_of(size), 0, size},
                               {"ellipse on its flat side", ellipse_of(size, 0.5 * size), 0, 0.5 * size},
                               {"ellipse on its end", ellipse_of(size, 0.5 * size), M_PI / 2, size},
                               {"square on a corner", box_of(2 * size, 2 * size), M_PI / 4, M_SQRT2* size}};

enum class Partner { wall, line, twin };

double restitution_of(const Blow& blow, const std::string& law, double e, double speed, Partner partner) {
  const auto scene = [&](double dt) {
    PlaneScene made(plane_settings({0, 0}, "verlet", dt));
    made.law(law)
        .material(fmt::format("density = 2500\nyoung = 1e8\nstiffness = 1e7\nrestitution = {:.17g}", e))
        .shape("grain", blow.shape)
        .shape("wall", ground)
        .shape("line", "kind = \"segment\"\npoints = [[-0.1, 0], [0.1, 0]]\nwidth = 0.02\nside = \"left\"");
    const std::string turned = fmt::format("orientation = {:.17g}\n", blow.angle);
    made.body("grain", "grain", {0, blow.height + 1e-6}, moving_in_plane({0, -speed}) + turned);
    if (partner == Partner::twin)
      made.body("twin", "grain", {0, -blow.height}, "motion = \"free\"\n" + turned);
    else
      made.body("wall", partner == Partner::wall ? "wall" : "line", {0, 0});
    return made;
  };
  Simulation sim = scene(scene(0).start().dt() / 20).start();
  const State& state = state_of(sim);
  bool met = false;
  for (int n = 0; n < 1000000; ++n) {
    sim.advance();
    const bool touching = state.contacts.size() > 0;
    if (met && !touching) break;
    met = met || touching;
  }
  EXPECT_TRUE(met && state.contacts.size() == 0) << blow.what << ": they did not meet, or did not part";
  return (state.bodies.velocity[0] - state.bodies.velocity[1]).y() / speed;
}

void expect_restitution(const Blow& blow, const std::string& law, double tolerance) {
  Worst worst(fmt::format("restitution in the plane, {}, {}", blow.what, law));
  for (const double e : {0.2, 0.5, 0.9, 1.0})
    for (const double speed : {0.1, 1.0})
      for (const Partner partner : {Partner::wall, Partner::line, Partner::twin})
        worst.add(fmt::format("e = {}, {} m/s, partner {}", e, speed, static_cast<int>(partner)),
                  restitution_of(blow, law, e, speed, partner), e);
  worst.check(tolerance);
}

TEST(PlaneRestitution, SidesOnSidesUnderEveryOverlapLaw) {
  for (const Blow& blow : flat)
    for (const char* law : {"overlap", "overlap-energy"}) expect_restitution(blow, law, 1e-4);
}

TEST(PlaneRestitution, DiscsUnderSpringAndHertz) {
  for (const char* law : {"spring", "hertz"}) expect_restitution(round_or_sharp[0], law, 1e-4);
}

// The law with a potential and a dashpot on its volume is a linear oscillator in terms of the volume,
// whatever touches (tests/physics/polyhedra_restitution.cpp).
TEST(PlaneRestitution, AnyShapeUnderOverlapEnergy) {
  for (const Blow& blow : round_or_sharp) expect_restitution(blow, "overlap-energy", 1e-4);
}

// Under `overlap` what is round or sharp loses more than a side, by a share that does not depend on the
// speed.
TEST(PlaneRestitution, OverlapTakesMoreOfRoundAndSharpShapes) {
  for (const Blow& blow : round_or_sharp)
    for (const double e : {0.5, 0.9}) {
      const double slow = restitution_of(blow, "overlap", e, 0.1, Partner::wall);
      const double fast = restitution_of(blow, "overlap", e, 1, Partner::wall);
      const std::string what =
          fmt::format("restitution in the plane, {}, overlap, of a side {}", blow.what, e);
      print_line(what, e, fast, fast / e - 1, " (less)", 0);
      EXPECT_LT(fast, e) << what;
      EXPECT_GT(fast, 0.8 * e) << what;
      EXPECT_NEAR(slow / fast, 1, 0.02) << what;
    }
}

}  // namespace
}  // namespace scree::physics
