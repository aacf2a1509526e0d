// Who judges the judge: closed forms, and CGAL's own intersection of half-spaces.
#include "oracle/exact_overlap.h"

#include <CGAL/Convex_hull_3/dual/halfspace_intersection_3.h>
#include <CGAL/Gmpq.h>
#include <CGAL/Simple_cartesian.h>
#include <CGAL/Surface_mesh.h>
#include <gtest/gtest.h>

#include <cmath>

#include "geometry/solid/overlap.h"
#include "oracle/bodies.h"

namespace scree::oracle {
namespace {

ExactOverlap overlap_of(const Polyhedron& a, const Polyhedron& b, const Vec3& d) {
  PlacedCopy pa, pb;
  pa.place(a, 1, Quat::Identity());
  pb.place(b, 1, Quat::Identity());
  const CommonPlanes common = common_planes(pa.view, pb.view, d);
  EXPECT_TRUE(common.about_a);
  return exact_overlap(common.planes, pa.planes.size(), 4 * pa.view.radius);
}

TEST(exact_overlap, of_two_cubes_is_known) {
  const Polyhedron cube = box(Vec3::Ones());
  const ExactOverlap half = overlap_of(cube, cube, {1, 0.5, 0});
  EXPECT_EQ(rounded(half.volume), 1 * 1.5 * 2);
  EXPECT_EQ(rounded(half.volume_centroid[0]), 0.5 * 3);
  EXPECT_EQ(rounded(half.volume_centroid[1]), 0.25 * 3);
  EXPECT_EQ(rounded(half.volume_centroid[2]), 0);
  EXPECT_EQ(rounded(half.area[0]), 3);
  EXPECT_EQ(rounded(half.area[1]), 2);
  EXPECT_EQ(rounded(half.area[2]), 0);  // exactly common faces count for a, top and bottom alike
  EXPECT_EQ(rounded(half.patch[0]), 3 + 2 + 2 * 1.5);
  EXPECT_EQ(rounded(half.patch[1]), 3 + 2);
  // The face x = 1 has its centre at (1, 0.25, 0), y = 1 at (0.5, 1, 0): x x n is along z.
  EXPECT_EQ(rounded(half.moment[2]), -0.25 * 3 + 0.5 * 2);
}

TEST(exact_overlap, knows_what_a_double_cannot) {
  const Polyhedron cube = box(Vec3::Ones());
  const double depth = std::ldexp(1.0, -52);
  EXPECT_EQ(rounded(overlap_of(cube, cube, {2 - depth, 0, 0}).volume), 4 * depth);
  EXPECT_EQ(rounded(overlap_of(cube, cube, {2 - depth, 2 - depth, 2 - depth}).volume), depth * depth * depth);
  EXPECT_EQ(rounded(overlap_of(cube, cube, {2, 2 - depth, 2 - depth}).volume), 0);
  EXPECT_EQ(rounded(overlap_of(cube, cube, {2, 0, 0}).patch[0]), 0);
  EXPECT_EQ(rounded(overlap_of(cube, cube, {3, 0, 0}).volume), 0);
}

TEST(exact_overlap, of_an_octahedron_and_a_cube_inside_is_that_of_the_smaller) {
  EXPECT_NEAR(overlap_of(octahedron(), box(Vec3::Ones()), Vec3::Zero()).volume.get_d(), 4.0 / 3, 1e-15);
  EXPECT_NEAR(overlap_of(tetrahedron(), box(Vec3::Ones()), Vec3::Zero()).volume.get_d(), 8.0 / 3, 1e-15);
  // Two tetrahedra in one cube: the star of eight points has an octahedron inside.
  Polyhedron other = tetrahedron();
  for (Plane& plane : other.planes) plane.normal = -plane.normal;
  EXPECT_NEAR(rounded(overlap_of(tetrahedron(), other, Vec3::Zero()).volume), 4.0 / 3, 1e-15);
}

struct Counts {
  double volume = 0;
  std::size_t faces = 0;
};

Counts intersection_by_cgal(const std::vector<Plane>& planes, const Vec3& inside) {
  using Kernel = CGAL::Simple_cartesian<CGAL::Gmpq>;
  using Point = Kernel::Point_3;
  std::vector<Kernel::Plane_3> half_spaces;
  for (const Plane& p : planes) half_spaces.emplace_back(p.normal.x(), p.normal.y(), p.normal.z(), -p.offset);
  const Point interior(inside.x(), inside.y(), inside.z());
  for (const Kernel::Plane_3& p : half_spaces)
    if (!p.has_on_negative_side(interior)) return {};
  CGAL::Surface_mesh<Point> mesh;
  CGAL::halfspace_intersection_3(half_spaces.begin(), half_spaces.end(), mesh, interior);
  Kernel::FT volume = 0;
  for (const auto face : mesh.faces()) {
    const auto first = mesh.halfedge(face);
    const Kernel::Vector_3 p = mesh.point(mesh.source(first)) - interior;
    for (auto h = mesh.next(first); mesh.target(h) != mesh.source(first); h = mesh.next(h))
      volume +=
          CGAL::determinant(p, mesh.point(mesh.source(h)) - interior, mesh.point(mesh.target(h)) - interior);
  }
  return {CGAL::to_double(volume) / 6, mesh.number_of_faces()};
}

TEST(exact_overlap, agrees_with_the_intersection_of_half_spaces_of_CGAL) {
  Rng rng(11, 1);
  const std::vector<Polyhedron> bodies = varied_bodies(rng, 30, 20);
  int compared = 0;
  for (int n = 0; n < 50; ++n) {
    PlacedCopy a, b;
    a.place(bodies[rng.below(bodies.size())], 1, rng.rotation());
    b.place(bodies[rng.below(bodies.size())], log_uniform(rng, 0.2, 5), rng.rotation());
    const Vec3 d = rng.uniform(0.0, 1.2) * a.view.radius * rng.unit_vector();
    const CommonPlanes common = common_planes(a.view, b.view, d);
    const ExactOverlap exact =
        exact_overlap(common.planes, a.planes.size(), 4 * std::min(a.view.radius, b.view.radius));
    if (exact.volume == 0) continue;
    Vec3 centroid;
    for (int k = 0; k < 3; ++k) centroid[k] = rounded(exact.volume_centroid[k] / exact.volume);
    const Counts other = intersection_by_cgal(common.planes, centroid);
    if (other.faces == 0) continue;  // so thin that the centroid rounds out of it
    ++compared;
    EXPECT_NEAR(other.volume, rounded(exact.volume), 1e-15 * other.volume) << n;
    EXPECT_EQ(other.faces, exact.faces.size()) << n;
  }
  EXPECT_GT(compared, 25);
}

}  // namespace
}  // namespace scree::oracle
