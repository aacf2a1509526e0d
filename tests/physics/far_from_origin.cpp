// Scenes far from the origin, as georeferenced ones are: what happens there is what happens at the origin, up
// to the rounding of coordinates. A coordinate of D sizes is known to eps D of a size; a depth of d sizes
// therefore to eps D / d of itself, and so is what follows from it.
#include <limits>

#include "base/rng.h"
#include "scene_text.h"
#include "scree/errors.h"

namespace scree::physics {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double size = 0.01;
constexpr double distances[] = {1e3, 1e5, 1e7};  // in sizes

// No number of which is a short binary one.
Vec3 away(double sizes) { return sizes * size * Vec3(0.3, -0.7, 0.648074069840786); }

struct Grain {
  const char* name;
  const char* lines;
};
constexpr Grain grains[] = {{"sphere", "kind = \"sphere\"\nradius = 0.005"},
                            {"cube", "kind = \"regular\"\nsolid = \"cube\"\nradius = 0.008"},
                            {"icosahedron", "kind = \"regular\"\nsolid = \"icosahedron\"\nradius = 0.006"},
                            {"tetrahedron", "kind = \"regular\"\nsolid = \"tetrahedron\"\nradius = 0.008"},
                            {"plate", "kind = \"box\"\nhalf_extents = [0.006, 0.006, 0.001]"}};
constexpr const char* laws[] = {"overlap", "overlap-energy", "spring", "hertz"};

SceneText two_grains(const Grain& grain, const char* law, const Vec3& origin, const Vec3& d, const Vec4& q) {
  SceneText scene("gravity = [0, 0, 0]\nintegrator = \"verlet\"\n");
  scene.law(fmt::format("normal = \"{}\"", law))
      .material("m", "young = 1e7\nstiffness = 1e5\ndensity = 2500\nfriction = 0.3")
      .add("[[shape]]", fmt::format("name = \"g\"\n{}", grain.lines))
      .body("a", "g", "m", origin, "motion = \"free\"")
      .body(
          "b", "g", "m", origin + d,
          fmt::format(
              "motion = \"free\"\norientation = {{ quaternion = [{:.17g}, {:.17g}, {:.17g}, {:.17g}] }}\n{}",
              q[0], q[1], q[2], q[3], moving({0.001, -0.002, 0.003}, {0.5, 0.6, -0.7})));
  return scene;
}

// The first forces of two grains that overlap. Their separation differs by at most 2 eps D sizes; a force
// grows with depth at most like its 5/2th power (of tips under hertz; 3 for overlap), and torques have arms
// of a size.
TEST(FarFromOrigin, ForcesOfTwoGrainsAreThoseAtTheOrigin) {
  Rng rng(11);
  for (const Grain& grain : grains)
    for (const char* law : laws) {
      int compared = 0;
      double worst = 0;
      while (compared < 6) {
        const Vec4 q = Vec4(rng.normal(), rng.normal(), rng.normal(), rng.normal()).normalized();
        const Vec3 d =
            rng.uniform(0.004, 0.0098) * Vec3(rng.normal(), rng.normal(), rng.normal()).normalized();
        Simulation here = two_grains(grain, law, Vec3::Zero(), d, q).start();
        if (here.contacts().empty() || !(here.contacts()[0].depth > 0.02 * size)) continue;
        ++compared;
        const BodyView at_origin = here.body(1);
        for (const double distance : distances) {
          Simulation there = two_grains(grain, law, away(distance), d, q).start();
          ASSERT_EQ(there.contacts().size(), 1u) << grain.name << " " << law << " " << distance;
          const BodyView far = there.body(1);
          const auto difference = [](const std::array<double, 3>& a, const std::array<double, 3>& b) {
            return Vec3(a[0] - b[0], a[1] - b[1], a[2] - b[2]).norm();
          };
          const double force = Vec3(at_origin.force[0], at_origin.force[1], at_origin.force[2]).norm();
          const double unit = eps * distance * size / here.contacts()[0].depth;
          worst = std::max({worst, difference(far.force, at_origin.force) / (force * unit),
                            difference(far.torque, at_origin.torque) / (force * size * unit)});
        }
      }
      fmt::print("{} under {}: worst difference {:.2g} eps D / depth\n", grain.name, law, worst);
      EXPECT_LT(worst, 16) << grain.name << " " << law;
    }
}

// A grain that lies on the floor carries its weight as deep as at the origin. It comes to rest where its
// motion in a step is lost in rounding: where the dashpot carries what the spring does not yet, which is up
// to zeta / (omega dt) roundings of coordinates from its place, some thirty.
TEST(FarFromOrigin, GrainsAtRestSinkInAsAtTheOrigin) {
  for (const Grain& grain : grains) {
    if (std::string(grain.name) == "tetrahedron" || std::string(grain.name) == "icosahedron")
      continue;  // they roll
    const auto rest = [&](const Vec3& origin) {
      SceneText scene("integrator = \"verlet\"");
      scene.law("normal = \"overlap\"")
          .material("m", "young = 1e6\ndensity = 2500\nrestitution = 0.2")
          .add("[[shape]]", fmt::format("name = \"g\"\n{}", grain.lines))
          .plane("floor")
          .body("floor", "floor", "m", origin);
      const double height = std::string(grain.name) == "sphere"  ? 0.005
                            : std::string(grain.name) == "plate" ? 0.001
                                                                 : 0.008 / std::sqrt(3);
      scene.body("g", "g", "m", origin + Vec3(0, 0, height), "motion = \"free\"");
      Simulation sim = scene.start();
      sim.run_until(0.1);
      EXPECT_EQ(sim.contacts().size(), 1u) << grain.name;
      EXPECT_TRUE(sim.summary().warnings.empty()) << grain.name << ": " << sim.summary().warnings[0].text;
      const BodyView body = sim.body(1);
      return std::tuple(sim.contacts()[0].depth, sim.contacts()[0].normal_force / (9.81 * body.mass),
                        body.position[2] - origin.z());
    };
    const auto [depth, weight, z] = rest(Vec3::Zero());
    for (const double distance : distances) {
      const auto [far_depth, far_weight, far_z] = rest(away(distance));
      const double rounding = eps * distance * size;
      fmt::print(
          "{} at {:g} sizes: depth off by {:.2g}, height by {:.2g} roundings of coordinates, weight by "
          "{:.2g}\n",
          grain.name, distance, (far_depth - depth) / rounding, (far_z - z) / rounding, far_weight - weight);
      EXPECT_LT(std::abs(far_depth - depth), 64 * rounding) << grain.name << " " << distance;
      EXPECT_LT(std::abs(far_z - z), 64 * rounding) << grain.name << " " << distance;
      EXPECT_LT(std::abs(far_weight - weight), 1e-9) << grain.name << " " << distance;
    }
  }
}

// As many bodies find a place, of every kind of fill, they do not overlap, and what does not fit is told in
// the same words.
TEST(FarFromOrigin, FillsPlaceAsManyAsAtTheOrigin) {
  const auto filled = [](const Vec3& origin, const std::string& lines) -> std::string {
    SceneText scene("gravity = [0, 0, 0]");
    scene.material("m", "").sphere("s", 0.005).box("floor", {0.1, 0.1, 0.01});
    scene.body("floor", "floor", "m", origin + Vec3(0.05, 0.05, -0.01));
    scene.add("[[fill]]",
              fmt::format("region = {{ lower = {}, upper = {} }}\nshape = \"s\"\nmaterial = \"m\"\n{}",
                          text(origin), text(origin + Vec3(0.1, 0.1, 0.1)), lines));
    try {
      const Simulation sim = scene.start();
      EXPECT_LT(sim.summary().max_depth, 1e-9 + 8 * eps * origin.norm() / size) << lines;
      return fmt::to_string(sim.size());
    } catch (const InputError& error) {
      return error.what();
    }
  };
  for (const char* lines :
       {"arrangement = \"cubic\"\ncount = 1000", "arrangement = \"cubic\"\ncount = 9999",
        "arrangement = \"hexagonal\"\ncount = 9999", "count = 900", "count = 200", "solid_fraction = 0.5",
        "count = 1400", "arrangement = \"hexagonal\"\ncount = 800\ngap = 0.1\njitter = 1"}) {
    const std::string here = filled(Vec3::Zero(), lines);
    fmt::print("{}: {}\n", lines, here);
    for (const double distance : distances)
      EXPECT_EQ(filled(away(distance), lines), here) << lines << " " << distance;
  }
}

}  // namespace
}  // namespace scree::physics
