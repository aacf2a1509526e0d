// The kernels of the contact table, one for each pair of kinds (contact_kernel.h). The first kind in a name
// is a.
#pragma once

#include "narrowphase/placed_shape.h"

namespace scree::kernels {

using Find = void(const PairInPlace&, WarmStart&, KernelWork&, TouchList&);
Find sphere_sphere, sphere_half_space, sphere_box, sphere_polyhedron;
Find polyhedron_polyhedron, polyhedron_half_space;
Find disc_disc, disc_half_plane, disc_polygon;
Find polygon_polygon, polygon_half_plane;
Find ellipse_ellipse, ellipse_half_plane, ellipse_polygon;

using Depth = double(const PairInPlace&, const Touch&, double at_least);
Depth depth_polyhedra, depth_polyhedron_half_space, depth_polygons, depth_polygon_half_plane;

}  // namespace scree::kernels
