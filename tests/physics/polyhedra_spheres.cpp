// Spheres under the overlap laws: caps and lenses, on planes, boxes and polyhedra alike.
#include "polyhedra.h"

namespace scree::physics {
namespace {

constexpr double radius = 0.01, young = 1e7;

double cap(double r, double h) { return M_PI / 3 * h * h * (3 * r - h); }

// V and A as the law makes a force of them.
double force_of(const std::string& law, double volume, double area, double length) {
  return law == "overlap" ? young * volume / length : young * volume * area / std::pow(length, 3);
}

// Force on a sphere at rest at this place against a body at the origin.
Vec3 force_on_sphere(const std::string& law, const std::string& shape, const Vec3& at, double scale = 1,
                     const std::string& motion = "motion = \"fixed\"") {
  Simulation sim = SceneText("gravity = [0, 0, 0]")
                       .law("normal = \"" + law + "\"")
                       .material("m", fmt::format("young = {}\nrestitution = 0.5\nfriction = 0.3", young))
                       .sphere("ball", radius)
                       .add("[[shape]]", named("other", shape))
                       .body("ball", "ball", "m", at, fmt::format("scale = {:.17g}", scale))
                       .body("other", "other", "m", {0, 0, 0}, motion)
                       .start();
  return state_of(sim).bodies.force[0];
}

const std::string plane = "kind = \"half-space\"";
const std::string box = "kind = \"box\"\nhalf_extents = [0.03, 0.03, 0.03]";
// The same as a polyhedron.
const std::string cube = "kind = \"regular\"\nsolid = \"cube\"\nradius = 0.051961524227066319";
const std::string ball = "kind = \"sphere\"\nradius = 0.01";

TEST(PolyhedraSpheres, CapOnAPlaneAndOnFaces) {
  for (const std::string law : overlap_laws) {
    Worst on_plane("sphere on a plane, " + law + ", force / (Y V/l of the cap)");
    Worst on_box("sphere on a face of a box, " + law + ", force over that on a plane");
    Worst on_cube("sphere on a face of a polyhedron, " + law + ", force over that on a plane");
    for (const double h : {1e-6, 1e-5, 1e-4, 1e-3, 5e-3}) {
      const std::string which = fmt::format("h {}", h);
      const Vec3 plain = force_on_sphere(law, plane, {0.004, -0.003, radius - h});
      const double expected = force_of(law, cap(radius, h), M_PI * h * (2 * radius - h), 4 * radius);
      on_plane.add(which, plain.z(), expected);
      EXPECT_LE(std::abs(plain.x()) + std::abs(plain.y()), 1e-12 * plain.z());
      on_box.add(which, force_on_sphere(law, box, {0.004, -0.003, 0.03 + radius - h}).z(), plain.z());
      on_cube.add(which, force_on_sphere(law, cube, {0.004, -0.003, 0.03 + radius - h}).z(), plain.z());
    }
    on_plane.check(1e-9);  // a depth of 1e-6 is known to a rounding of the position
    on_box.check(1e-9);
    on_cube.check(1e-9);
  }
}

TEST(PolyhedraSpheres, LensOfTwoSpheres) {
  for (const std::string law : overlap_laws) {
    Worst worst("two spheres, " + law + ", force / (Y V/l of the lens)");
    for (const double scale : {0.3, 1.0, 2.0})
      for (const double h : {1e-5, 1e-4, 1e-3}) {
        const double a = scale * radius, b = radius, d = a + b - h;
        // The lens is a cap of each, on the two sides of a disc at x from the centre of a.
        const double x = (d * d + a * a - b * b) / (2 * d);
        const double volume = cap(a, a - x) + cap(b, b - (d - x));
        const double area = M_PI * (a * a - x * x);
        const double length = 4 * a * b / (a + b);
        const Vec3 direction = Vec3(1, 2, -2) / 3;
        const Vec3 force = force_on_sphere(law, ball, d * direction, scale, "motion = \"free\"");
        worst.add(fmt::format("scale {}, h {}", scale, h), force.dot(direction),
                  force_of(law, volume, area, length));
      }
    worst.check(1e-9);
  }
}

// A sphere that is pushed over an edge: no jump of the force, which is that of the distance alone.
TEST(PolyhedraSpheres, ForceIsContinuousAcrossEdges) {
  for (const std::string law : overlap_laws)
    for (const std::string& shape : {box, cube}) {
      const double h = 1e-3;
      const double largest = force_of(law, cap(radius, h), M_PI * h * (2 * radius - h), 4 * radius);
      Vec3 last = Vec3::Zero();
      double jump = 0;
      constexpr int steps = 400;
      constexpr double stride = 0.01 / steps;
      for (int n = 0; n <= steps; ++n) {
        const Vec3 force = force_on_sphere(law, shape, {0.022 + n * stride, 0.004, 0.03 + radius - h});
        if (n > 0) jump = std::max(jump, (force - last).norm());
        last = force;
      }
      // dF/dx is at most some F/h near the edge.
      EXPECT_LE(jump, 3 * largest * stride / h) << law;
      EXPECT_GT(jump, 0) << "the sphere came over the edge";
      EXPECT_LT(last.norm(), largest);
    }
}

}  // namespace
}  // namespace scree::physics
