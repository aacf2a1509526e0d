// What is wrong with a mesh is found, counted and named, and what can be repaired is.
#include "geometry/mesh/mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "base/math.h"
#include "unit/geometry/mesh_test_shapes.h"

namespace scree {
namespace {

std::vector<std::string> kinds(const MeshReport& report) {
  std::vector<std::string> out;
  for (const MeshFault& fault : report.faults) out.push_back(fault.kind);
  return out;
}

std::string text_of(const MeshReport& report, const std::string& kind) {
  for (const MeshFault& fault : report.faults)
    if (fault.kind == kind) return fault.text;
  return "no fault of the kind " + kind;
}

using Kinds = std::vector<std::string>;

TEST(a_cube, is_a_sound_convex_solid) {
  const MeshReport r = inspect(cube({1, 2, 3}, 2));
  EXPECT_EQ(kinds(r), Kinds());
  EXPECT_TRUE(r.closed && r.manifold && r.oriented && r.convex == true);
  EXPECT_EQ(r.vertices, 8u);
  EXPECT_EQ(r.edges, 18u);
  EXPECT_EQ(r.euler, 2);
  EXPECT_EQ(r.genus, 0);
  EXPECT_EQ(r.shells.size(), 1u);
  EXPECT_NEAR(*r.volume, 8, 1e-14);
  EXPECT_NEAR(*r.hull_volume, 8, 1e-12);
  EXPECT_NEAR(r.area, 24, 1e-13);
  EXPECT_NEAR((*r.centroid - Vec3(1, 2, 3)).norm(), 0, 1e-14);
  EXPECT_NEAR((*r.moments - Vec3::Constant(8.0 * 8 / 12)).norm(), 0, 1e-13);
  EXPECT_EQ(r.low, Vec3(0, 1, 2));
  EXPECT_EQ(r.high, Vec3(2, 3, 4));
}

TEST(a_cube, of_separate_triangles_is_welded) {
  const MeshReport r = inspect(separate(cube()));
  EXPECT_EQ(kinds(r), Kinds());
  EXPECT_EQ(r.raw_vertices, 36u);
  EXPECT_EQ(r.vertices, 8u);
  EXPECT_EQ(r.exact_duplicates, 28u);
  EXPECT_EQ(r.near_duplicates, 0u);
}

TEST(a_cube, with_corners_a_ten_millionth_apart_is_welded_and_said_so) {
  Mesh mesh = separate(cube());
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
    mesh.vertices[i][0] += 1e-7 * static_cast<double>(i % 3);
  const MeshReport r = inspect(mesh);
  EXPECT_EQ(kinds(r), Kinds());
  EXPECT_EQ(r.vertices, 8u);
  EXPECT_GT(r.near_duplicates, 0u);
  // A hundred times as far apart they are different points.
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
    mesh.vertices[i][0] += 1e-4 * static_cast<double>(i % 3);
  EXPECT_FALSE(inspect(mesh).sound());
  EXPECT_EQ(inspect(mesh).near_duplicates, 0u);
}

TEST(a_closed_mesh, with_details_below_the_tolerance_keeps_them) {
  Mesh mesh = cube();
  const Mesh crumb = cube({3, 0, 0}, 1e-7);
  append(mesh, crumb);
  const MeshReport r = inspect(mesh);
  EXPECT_EQ(kinds(r), Kinds());
  EXPECT_EQ(r.vertices, 16u);
  EXPECT_EQ(r.shells.size(), 2u);
}

TEST(a_missing_triangle, is_one_hole_of_three_open_edges) {
  Mesh mesh = cube();
  mesh.triangles.pop_back();
  const MeshReport r = inspect(mesh);
  EXPECT_EQ(kinds(r), Kinds{"open"});
  EXPECT_EQ(r.open_edges, 3u);
  EXPECT_EQ(r.holes, 1u);
  EXPECT_FALSE(r.closed);
  EXPECT_FALSE(r.volume.has_value());
  EXPECT_EQ(text_of(r, "open"),
            "3 open edges around 1 hole, the first from (-0.5, 0.5, -0.5) to (-0.5, -0.5, 0.5)");
}

TEST(two_missing_triangles, on_opposite_sides_are_two_holes) {
  Mesh mesh = cube();
  mesh.triangles.erase(mesh.triangles.begin());      // below
  mesh.triangles.erase(mesh.triangles.begin() + 2);  // above
  const MeshReport r = inspect(mesh);
  EXPECT_EQ(r.open_edges, 6u);
  EXPECT_EQ(r.holes, 2u);
}

TEST(a_turned_triangle, is_found_and_turned_back) {
  Mesh mesh = cube();
  std::swap(mesh.triangles[4][0], mesh.triangles[4][1]);
  const MeshReport r = inspect(mesh);
  EXPECT_EQ(kinds(r), Kinds{"winding"});
  EXPECT_EQ(r.winding_conflicts, 3u);
  EXPECT_TRUE(r.closed && r.manifold && !r.oriented);
  const Repaired repaired = repair(mesh);
  EXPECT_EQ(repaired.done, std::vector<std::string>{"1 triangle turned to agree with the neighbours"});
  EXPECT_TRUE(inspect(repaired.mesh).sound());
  EXPECT_NEAR(*inspect(repaired.mesh).volume, 1, 1e-15);
}

TEST(an_inside_out_cube, is_found_and_turned) {
  const Mesh mesh = turned(cube());
  const MeshReport r = inspect(mesh);
  EXPECT_EQ(kinds(r), Kinds{"inside-out"});
  EXPECT_NEAR(*r.volume, -1, 1e-15);
  EXPECT_FALSE(r.convex.has_value());
  EXPECT_NE(text_of(r, "inside-out").find("volume of -1"), std::string::npos);
  const Repaired repaired = repair(mesh);
  EXPECT_EQ(repaired.done, std::vector<std::string>{"1 shell turned to face outwards"});
  EXPECT_NEAR(*inspect(repaired.mesh).volume, 1, 1e-15);
}

TEST(a_hollow_cube, is_sound_when_its_cavity_faces_inwards) {
  Mesh mesh = cube({0, 0, 0}, 3);
  append(mesh, turned(cube({0, 0, 0}, 1)));
  const MeshReport r = inspect(mesh);
  EXPECT_EQ(kinds(r), Kinds());
  EXPECT_NEAR(*r.volume, 26, 1e-13);
  EXPECT_EQ(r.shells[1].inside_of, 1u);
  EXPECT_EQ(r.genus, 0);
  EXPECT_EQ(r.convex, false);
}

TEST(a_hollow_cube, whose_cavity_faces_outwards_is_repaired) {
  Mesh mesh = cube({0, 0, 0}, 3);
  append(mesh, cube({0, 0, 0}, 1));
  EXPECT_EQ(kinds(inspect(mesh)), Kinds{"cavity"});
  const Repaired repaired = repair(mesh);
  EXPECT_EQ(repaired.done, std::vector<std::string>{"1 shell inside another turned to be a cavity"});
  EXPECT_NEAR(*inspect(repaired.mesh).volume, 26, 1e-13);
}

TEST(a_cube_in_a_cavity, is_a_solid_again) {
  Mesh mesh = cube({0, 0, 0}, 5);
  append(mesh, turned(cube({0, 0, 0}, 3)));
  append(mesh, cube({0, 0, 0}, 1));
  const MeshReport r = inspect(mesh);
  EXPECT_EQ(kinds(r), Kinds());
  EXPECT_EQ(r.shells[2].inside_of, 2u);
  EXPECT_NEAR(*r.volume, 125 - 27 + 1, 1e-12);
}

TEST(interpenetrating_cubes, run_through_each_other) {
  Mesh mesh = cube();
  append(mesh, cube({0.5, 0.5, 0.5}));
  const MeshReport r = inspect(mesh);
  EXPECT_EQ(kinds(r), Kinds{"crossing"});
  EXPECT_GT(r.crossings, 5u);
}

TEST(cubes, that_touch_along_a_face_do_not_make_a_sound_solid) {
  Mesh mesh = cube();
  append(mesh, cube({1, 0.25, 0.25}));
  EXPECT_EQ(kinds(inspect(mesh)), Kinds{"crossing"});
  Mesh apart = cube();
  append(apart, cube({1 + 1e-9, 0.25, 0.25}));
  EXPECT_EQ(kinds(inspect(apart)), Kinds());
}

TEST(cubes, that_share_an_edge_have_four_triangles_there) {
  Mesh mesh = separate(cube());
  append(mesh, separate(cube({1, 1, 0})));
  const MeshReport r = inspect(mesh);
  EXPECT_EQ(kinds(r), Kinds{"non-manifold-edge"});
  EXPECT_EQ(r.non_manifold_edges, 1u);
  EXPECT_EQ(text_of(r, "non-manifold-edge").substr(0, 60),
            "1 edge with more than two triangles, the first with 4 from (");
}

TEST(cubes, that_share_a_corner_are_pinched_there) {
  Mesh mesh = separate(cube());
  append(mesh, separate(cube({1, 1, 1})));
  const MeshReport r = inspect(mesh);
  EXPECT_EQ(kinds(r), Kinds{"non-manifold-vertex"});
  EXPECT_EQ(r.non_manifold_vertices, 1u);
  EXPECT_EQ(text_of(r, "non-manifold-vertex"),
            "1 vertex where parts of the surface touch in a point only, the first at (0.5, 0.5, 0.5)");
}

TEST(a_triangle_twice, is_left_out) {
  Mesh mesh = cube();
  mesh.triangles.push_back({mesh.triangles[3][1], mesh.triangles[3][2], mesh.triangles[3][0]});
  const MeshReport r = inspect(mesh);
  EXPECT_EQ(r.duplicates, 1u);
  EXPECT_EQ(text_of(r, "duplicate"),
            "1 triangle with the corners of an earlier one, the first number 13 (as number 4)");
  const Repaired repaired = repair(mesh);
  EXPECT_EQ(repaired.done, std::vector<std::string>{"1 triangle with the corners of another left out"});
  EXPECT_TRUE(inspect(repaired.mesh).sound());
}

TEST(cubes_side_by_side, become_one_block_without_their_common_wall) {
  Mesh mesh = separate(cube());
  append(mesh, separate(cube({1, 0, 0})));
  EXPECT_EQ(inspect(mesh).duplicates, 2u);
  const Repaired repaired = repair(mesh);
  const MeshReport r = inspect(repaired.mesh);
  EXPECT_EQ(kinds(r), Kinds());
  EXPECT_EQ(r.triangles, 20u);
  EXPECT_NEAR(*r.volume, 2, 1e-14);
  EXPECT_EQ(r.convex, true);
  EXPECT_EQ(repaired.done.back(), "2 pairs of triangles back to back left out");
}

TEST(a_triangle_with_a_corner_twice, is_left_out) {
  Mesh mesh = cube();
  mesh.triangles.insert(mesh.triangles.begin() + 2, Triangle{0, 1, 1});
  const MeshReport r = inspect(mesh);
  EXPECT_EQ(kinds(r), Kinds{"degenerate"});
  EXPECT_EQ(text_of(r, "degenerate"), "1 triangle without area, the first number 3 at (-0.5, -0.5, -0.5)");
  EXPECT_NEAR(*r.volume, 1, 1e-15);
  const Repaired repaired = repair(mesh);
  EXPECT_EQ(repaired.done, std::vector<std::string>{"1 triangle with two corners at one point left out"});
  EXPECT_TRUE(inspect(repaired.mesh).sound());
}

TEST(a_triangle_with_its_corners_on_a_line, is_cut_away_without_a_hole) {
  // One triangle gets a corner in the middle of an edge, its neighbour does not: the gap between is filled by
  // a triangle without area.
  Mesh mesh = cube();
  const Triangle t = mesh.triangles[0];
  mesh.vertices.push_back(0.5 * (mesh.vertices[t[0]] + mesh.vertices[t[1]]));
  mesh.triangles[0] = {t[0], 8, t[2]};
  mesh.triangles.push_back({8, t[1], t[2]});
  mesh.triangles.push_back({t[0], t[1], 8});
  const MeshReport r = inspect(mesh);
  EXPECT_EQ(kinds(r), (Kinds{"degenerate", "crossing"}));  // the middle corner touches the other side's edge
  const Repaired repaired = repair(mesh);
  EXPECT_EQ(repaired.done, std::vector<std::string>{"1 triangle with its corners on a line replaced"});
  const MeshReport after = inspect(repaired.mesh);
  EXPECT_EQ(kinds(after), Kinds());
  EXPECT_NEAR(*after.volume, 1, 1e-15);
  EXPECT_EQ(after.vertices, 9u);
}

TEST(a_ring, has_a_hole_through_it) {
  const Mesh mesh = ring(24, 12, 2, 0.5);
  const MeshReport r = inspect(mesh);
  EXPECT_EQ(kinds(r), Kinds());
  EXPECT_EQ(r.genus, 1);
  EXPECT_EQ(r.euler, 0);
  EXPECT_EQ(r.convex, false);
  // The volume of a ring with polygons for circles (Pappus): area of the polygon times a polygon's path.
  const double section = 0.5 * 12 * 0.25 * math::sin(2 * math::pi / 12);
  const double path = 24 * 2 * math::sin(math::pi / 24) * 2 * math::cos(math::pi / 24);
  EXPECT_NEAR(*r.volume, section * path, 0.02 * section * path);
}

TEST(a_disc_folded_onto_itself, runs_through_itself) {
  const Mesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.5, 2, 0}}, {{0, 1, 2}, {0, 1, 3}}};
  const MeshReport r = inspect(mesh);
  EXPECT_EQ(r.crossings, 1u);
}

TEST(a_pair_of_triangles_back_to_back, encloses_nothing) {
  const Mesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 1}}};
  const MeshReport r = inspect(mesh);
  EXPECT_EQ(kinds(r), (Kinds{"duplicate", "flat"}));
  EXPECT_TRUE(repair(mesh).mesh.triangles.empty());
}

TEST(a_moebius_strip, cannot_be_wound_evenly) {
  const Mesh mesh = moebius(12);
  const MeshReport r = inspect(repair(mesh).mesh);
  EXPECT_GE(r.winding_conflicts, 1u);
  EXPECT_EQ(r.holes, 1u);
}

TEST(unusable_numbers, are_refused_before_anything_is_computed) {
  EXPECT_EQ(text_of(inspect({}), "numbers"), "it has no triangles; a solid needs at least four");
  Mesh mesh = cube();
  mesh.triangles[2][1] = 8;
  EXPECT_EQ(text_of(inspect(mesh), "numbers"), "triangle 3 names vertex 9, but there are 8");
  mesh = cube();
  mesh.vertices[7][2] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(text_of(inspect(mesh), "numbers"),
            "z of vertex 8 is nan; coordinates are finite numbers up to 1e+15");
  mesh = cube();
  mesh.vertices[0][0] = 1e300;
  EXPECT_EQ(text_of(inspect(mesh), "numbers"),
            "x of vertex 1 is 1e+300; coordinates are finite numbers up to 1e+15");
  EXPECT_EQ(text_of(inspect(cube({0, 0, 0}, 1e-30)), "numbers"),
            "it is too small: 1e-30 across, where at least 1e-12 is needed (lengths are metres; has a unit "
            "been lost?)");
  EXPECT_TRUE(repair(cube({0, 0, 0}, 1e-30)).done.empty());
}

TEST(sizes, from_the_least_to_the_largest_are_worked_with) {
  for (const double size : {2e-12, 1e-9, 1e-3, 1.0, 1e6, 1e14}) {
    const MeshReport r = inspect(cube({0, 0, 0}, size));
    EXPECT_EQ(kinds(r), Kinds()) << size;
    EXPECT_NEAR(*r.volume / (size * size * size), 1, 1e-12) << size;
    EXPECT_EQ(r.convex, true) << size;
  }
}

TEST(a_mesh_far_from_the_origin, is_measured_as_well) {
  const MeshReport r = inspect(cube({1e6, -1e6, 1e6}, 1));
  EXPECT_EQ(kinds(r), Kinds());
  EXPECT_NEAR(*r.volume, 1, 1e-9);
  EXPECT_NEAR((*r.moments)[0], 1.0 / 6, 1e-8);
}

TEST(a_sound_mesh, is_left_alone_by_repair) {
  for (const Mesh& mesh : {cube(), ring(12, 6, 2, 0.5)}) {
    const Repaired repaired = repair(mesh);
    EXPECT_TRUE(repaired.done.empty());
    EXPECT_EQ(repaired.mesh.triangles, mesh.triangles);
    EXPECT_EQ(repaired.mesh.vertices, mesh.vertices);
  }
}

TEST(ten_thousand_triangles, are_searched_for_crossings_in_seconds) {
  Mesh mesh = ring(100, 50, 2, 0.5);
  ASSERT_EQ(mesh.triangles.size(), 10000u);
  EXPECT_EQ(kinds(inspect(mesh)), Kinds());
  append(mesh, cube({2, 0, 0}, 0.1));    // inside the ring
  append(mesh, cube({0, 0, 0}, 0.1));    // in its opening
  append(mesh, cube({0, 1.5, 0}, 0.1));  // through its surface
  const MeshReport r = inspect(mesh);
  EXPECT_EQ(r.shells.size(), 4u);
  EXPECT_EQ(kinds(r), Kinds{"crossing"});
}

}  // namespace
}  // namespace scree
