// Seams that are no bumps: joints of polylines, walls side by side, the halves of a compound.
#include "plane_scene.h"

namespace scree::physics {
namespace {

constexpr double radius = 0.01;

// Floors with their surface at y = 0; all but the first have seams near x = 0.
PlaneScene& add_floor(PlaneScene& scene, const std::string& kind) {
  if (kind == "half-plane") scene.shape("floor", ground);
  if (kind == "polyline")
    scene.shape("floor",
                "kind = \"polyline\"\npoints = [[-1, 0], [-0.003, 0], [0.004, 0], [0.05, 0], [1, 0]]\n"
                "width = 0.05\nside = \"left\"");
  if (kind == "compound")
    scene.shape("piece", box_of(1, 0.05))
        .shape("floor",
               "kind = \"compound\"\norigin = \"given\"\nparts = [{ shape = \"piece\", position = [-0.5, "
               "-0.025] "
               "}, { shape = \"piece\", position = [0.5, -0.025] }]");
  return scene.body("floor", "floor", {0, 0}, "motion = \"fixed\"");
}

struct Crossing {
  const char *what, *law, *lines;
  std::string shape;
  double height;
  Vec2 velocity;
  double spin;
};

const Crossing crossings[] = {
    {"disc rolls, spring", "spring", "", disc_of(radius), radius, {0.5, 0}, -0.5 / radius},
    {"disc rolls, hertz", "hertz", "", disc_of(radius), radius, {0.5, 0}, -0.5 / radius},
    {"disc rolls, overlap", "overlap", "", disc_of(radius), radius, {0.5, 0}, -0.5 / radius},
    {"ellipse slides, overlap", "overlap", "friction = 0", ellipse_of(0.015, 0.008), 0.008, {0.5, 0}, 0},
    {"box slides, overlap", "overlap", "friction = 0.1", box_of(0.03, 0.02), 0.01, {0.5, 0}, 0},
    {"box slides, overlap-energy", "overlap-energy", "friction = 0.1", box_of(0.03, 0.02), 0.01, {0.5, 0}, 0},
    {"hexagon slides, overlap",
     "overlap",
     "friction = 0.1",
     "kind = \"regular\"\nsides = 6\nradius = 0.01",
     0.00866025403784438647,
     {0.5, 0},
     0}};

// Pieces of a polyline are bodies, which do not know how much the next one bears, as the law with the square
// of the volume would have to; so overlap-energy is left out there. Roundings decide in which step a body
// lands.
TEST(PlaneSeams, WhatRollsOrSlidesAcrossASeamFeelsNoBump) {
  for (const char* floor : {"polyline", "compound"})
    for (const Crossing& c : crossings) {
      if (std::string(floor) == "polyline" && std::string(c.law) == "overlap-energy") continue;
      const auto run = [&](const char* kind) {
        PlaneScene scene("gravity = [0, -9.81]\nintegrator = \"verlet\"\ndt = 1e-5");
        scene.law(c.law)
            .material(std::string("density = 2500\nyoung = 1e7\nstiffness = 1e6\nrestitution = 0.5\n") +
                      c.lines)
            .shape("grain", c.shape)
            .body("grain", "grain", {-0.05, c.height}, moving_in_plane(c.velocity, c.spin));
        return add_floor(scene, kind).start();
      };
      Simulation whole = run("half-plane"), seamed = run(floor);
      double off = 0;
      while (whole.time() < 0.2) {
        whole.advance(20);
        seamed.advance(20);
        const Bodies &a = state_of(whole).bodies, &b = state_of(seamed).bodies;
        off =
            std::max({off, (a.velocity[0] - b.velocity[0]).norm(), radius * (a.spin[0] - b.spin[0]).norm()});
      }
      check_absolute(
          fmt::format("{}, over seams of {}, velocity off that on a half-plane [m/s]", c.what, floor), off, 0,
          2e-8);
    }
}

// A block in two halves lands on its side or on a corner and tumbles as the whole does. Without friction:
// each half has a tangential spring of its own, so two are twice as stiff.
TEST(PlaneSeams, ACompoundOfTwoHalvesActsAsTheWhole) {
  for (const char* law : {"overlap", "overlap-energy"})
    for (const double angle : {0.0, M_PI / 2, 1.2}) {
      const auto run = [&](bool halves) {
        PlaneScene scene("gravity = [0, -9.81]\nintegrator = \"verlet\"\ndt = 1e-5");
        scene.law(law)
            .material("density = 2500\nyoung = 1e7\nrestitution = 0.3\nfriction = 0")
            .shape("half", box_of(0.02, 0.02));
        if (halves)
          scene.shape("block",
                      "kind = \"compound\"\nparts = [{ shape = \"half\", position = [-0.01, 0] }, "
                      "{ shape = \"half\", position = [0.01, 0] }]");
        else
          scene.shape("block", box_of(0.04, 0.02));
        scene.shape("floor", ground)
            .body("block", "block", {0, 0.03},
                  moving_in_plane({0, -0.2}) + fmt::format("orientation = {:.17g}", angle))
            .body("floor", "floor", {0, 0});
        return scene.start();
      };
      Simulation whole = run(false), halves = run(true);
      const Bodies &a = state_of(whole).bodies, &b = state_of(halves).bodies;
      EXPECT_NEAR(b.mass[0], a.mass[0], 1e-14);
      EXPECT_NEAR(b.inertia[0].z(), a.inertia[0].z(), 1e-18);
      double off = 0;
      while (whole.time() < 0.15) {
        whole.advance(20);
        halves.advance(20);
        off = std::max(off, (a.position[0] - b.position[0]).norm() +
                                0.02 * std::abs(turn_of(state_of(whole), 0) - turn_of(state_of(halves), 0)));
      }
      check_absolute(fmt::format("compound of two halves, {}, turned by {}, place off that of the whole [m]",
                                 law, angle),
                     off, 0, std::string(law) == "overlap" ? 1e-12 : 1e-6);
    }
}

}  // namespace
}  // namespace scree::physics
