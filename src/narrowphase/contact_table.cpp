#include <array>

#include "narrowphase/contact_kernel.h"
#include "narrowphase/kernels.h"

namespace scree {
namespace {

using enum ShapeKind;
using enum ContactKernel::Cost;

struct TableRow {
  ShapeKind a, b;
  ContactKernel kernel;
};

constexpr ContactKernel two_spheres{.find = kernels::sphere_sphere, .symmetric = true, .spheres = true};
constexpr ContactKernel two_discs{.find = kernels::disc_disc, .symmetric = true, .spheres = true};
constexpr ContactKernel sphere_and_polyhedron{.find = kernels::sphere_polyhedron};
constexpr ContactKernel two_polyhedra{.find = kernels::polyhedron_polyhedron,
                                      .depth = kernels::depth_polyhedra,
                                      .cost = high,
                                      .symmetric = true,
                                      .rests_on_bed = true,
                                      .has_warm_start = true,
                                      .reads_solids_only = true};
constexpr ContactKernel polyhedron_on_half_space{.find = kernels::polyhedron_half_space,
                                                 .depth = kernels::depth_polyhedron_half_space,
                                                 .cost = high,
                                                 .rests_on_bed = true};
constexpr ContactKernel two_polygons{.find = kernels::polygon_polygon,
                                     .depth = kernels::depth_polygons,
                                     .cost = middle,
                                     .symmetric = true,
                                     .rests_on_bed = true,
                                     .has_warm_start = true};
constexpr ContactKernel polygon_on_half_plane{.find = kernels::polygon_half_plane,
                                              .depth = kernels::depth_polygon_half_plane,
                                              .cost = middle,
                                              .rests_on_bed = true};
constexpr ContactKernel two_ellipses{
    .find = kernels::ellipse_ellipse, .symmetric = true, .largest_depth_counts = true};

// One row for each pair of kinds that can touch. (Half-spaces do not touch each other; what is in the plane
// and what is in space never meet.)
constexpr TableRow rows[]{
    {sphere, sphere, two_spheres},
    {sphere, half_space, {.find = kernels::sphere_half_space}},
    {sphere, box, {.find = kernels::sphere_box}},
    {sphere, polyhedron, sphere_and_polyhedron},
    {sphere, compound, sphere_and_polyhedron},
    {box, box, two_polyhedra},
    {box, polyhedron, two_polyhedra},
    {box, compound, two_polyhedra},
    {polyhedron, polyhedron, two_polyhedra},
    {polyhedron, compound, two_polyhedra},
    {compound, compound, two_polyhedra},
    {box, half_space, polyhedron_on_half_space},
    {polyhedron, half_space, polyhedron_on_half_space},
    {compound, half_space, polyhedron_on_half_space},
    {disc, disc, two_discs},
    {disc, half_space, {.find = kernels::disc_half_plane}},
    {disc, polygon, {.find = kernels::disc_polygon}},
    {polygon, polygon, two_polygons},
    {polygon, half_space, polygon_on_half_plane},
    {ellipse, ellipse, two_ellipses},
    {ellipse, disc, two_ellipses},
    {ellipse, half_space, {.find = kernels::ellipse_half_plane, .largest_depth_counts = true}},
    {ellipse, polygon, {.find = kernels::ellipse_polygon, .largest_depth_counts = true}},
};

constexpr std::size_t number_of(ShapeKind a, ShapeKind b) {
  return static_cast<std::size_t>(a) * shape_kind_count + static_cast<std::size_t>(b);
}

constexpr std::array<ContactKernel, contact_kernel_count> make_table() {
  std::array<ContactKernel, contact_kernel_count> table{};
  for (const auto& [a, b, kernel] : rows) {
    table[number_of(a, b)] = kernel;
    if (a == b) continue;
    table[number_of(b, a)] = kernel;
    table[number_of(b, a)].mirrored = !kernel.symmetric;
  }
  return table;
}

}  // namespace

constinit const std::array<ContactKernel, contact_kernel_count> contact_table = make_table();

}  // namespace scree
