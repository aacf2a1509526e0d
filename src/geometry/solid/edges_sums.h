// Sums over pieces of edges and sides of the contact line, for overlap_by_edges.cpp: four at a time.
//
// With the foot o n of a face's plane as the common corner of triangles, the area of its patch is the sum of
// n . (p x q) / 2, and the cone over it from the origin has the volume o / 3 times that, and as its first
// moment o / 4 times the integral of x. The stretches lie in the plane, so o = n . p.
#pragma once

#include "geometry/solid/edges_clip.h"
#include "geometry/solid/overlap_sums.h"

namespace scree::edges {

struct PatchSums {
  Lanes volume = all_lanes<Lanes>(0);                  // 6 times
  Triple<Lanes> first_moment{volume, volume, volume};  // 24 times
};

// Rows that four stretches are made of: corners, and the planes of the faces on both sides.
struct StretchRows {
  const double *from[lane_count], *to[lane_count], *left[lane_count], *right[lane_count];
};

struct FourStretches {
  Triple<Lanes> along, sum;  // q - p, q + p
  Triple<Lanes> doubled;     // p x q
  Lanes left, right;         // twice the areas of triangles over them: to be added, and to be taken off
  Lanes whose;               // CornerRow
};

SCREE_KERNEL FourStretches add_four(const StretchRows& rows, const Triple<Lanes>& origin, PatchSums& sums) {
  Lanes from[4], to[4], l[4], r[4];
  load_records<4>(rows.from, from);
  load_records<4>(rows.to, to);
  const Triple<Lanes> p = Triple<Lanes>{from[0], from[1], from[2]} - origin;
  const Triple<Lanes> q = Triple<Lanes>{to[0], to[1], to[2]} - origin;
  FourStretches four;
  four.whose = from[3];
  four.along = q - p;
  four.sum = q + p;
  four.doubled = p.cross(four.along);  // p x q would round more where both are long
  load_records<4>(rows.left, l);
  const Triple<Lanes> n{l[0], l[1], l[2]};
  const Lanes offset = inner(n, p);
  four.left = inner(n, four.doubled);
  const Lanes cone = offset * four.left;
  load_records<4>(rows.right, r);
  const Triple<Lanes> m{r[0], r[1], r[2]};
  const Lanes offset_right = inner(m, p);
  four.right = inner(m, four.doubled);
  const Lanes cone_right = offset_right * four.right;
  sums.volume = sums.volume + (cone - cone_right);
  sums.first_moment = sums.first_moment + (four.sum * (cone - cone_right) +
                                           (n * (offset * cone) - m * (offset_right * cone_right)));
  return four;
}

SCREE_KERNEL const double* row(const Plane* planes, unsigned name) { return planes[name].normal.data(); }

// Everything is measured from a corner of the contact line, so that small overlaps have small numbers. False
// when the line does not close.
SCREE_KERNEL bool sum_up(const Side* side, Pieces& pieces, ContactLine& line, OverlapSums& sums) {
  const auto corner = [&](unsigned at) __attribute__((always_inline)) {
    return reinterpret_cast<const double*>(reinterpret_cast<const char*>(pieces.corner) + at);
  };
  const double* const middle = corner(line.corner[0]);
  const Triple<Lanes> origin{all_lanes<Lanes>(middle[0]), all_lanes<Lanes>(middle[1]),
                             all_lanes<Lanes>(middle[2])};
  // Pieces of no length fill up the last four.
  for (int n = pieces.count; n < pieces.count + lane_count - 1; ++n) {
    pieces.edge[n] = {};  // both bodies have a face of this name
    store(pieces.corner[2 * n].x, load(middle));
    store(pieces.corner[2 * n + 1].x, load(middle));
  }
  line.pad();
  const Lanes zero = all_lanes<Lanes>(0);
  PatchSums all;
  Lanes patch_first = zero, patch_second = zero;  // twice
  for (int n = 0; n < pieces.count; n += lane_count) {
    StretchRows rows;
#pragma GCC unroll 4
    for (int lane = 0; lane < lane_count; ++lane) {
      const Polyhedron::ShortEdge e = pieces.edge[n + lane];
      const Plane* const planes = side[n + lane >= pieces.of_first].planes;
      rows.from[lane] = pieces.corner[2 * (n + lane)].x;
      rows.to[lane] = pieces.corner[2 * (n + lane) + 1].x;
      rows.left[lane] = row(planes, e.left);
      rows.right[lane] = row(planes, e.right);
    }
    const FourStretches four = add_four(rows, origin, all);
    const Lanes both = four.left - four.right, of_second = four.whose * both;
    patch_first = patch_first + (both - of_second);
    patch_second = patch_second + of_second;
  }
  Triple<Lanes> area{zero, zero, zero}, moment = area;  // twice, and -24 times
  Lanes length = zero;
  unsigned missing = 0;
  for (int n = 0; n < line.corners; n += lane_count) {
    StretchRows rows;
#pragma GCC unroll 4
    for (int lane = 0; lane < lane_count; ++lane) {
      const unsigned between = line.ends[n + lane], start = line.find_start(n + lane);
      missing |= start == ContactLine::no_corner;
      rows.from[lane] = corner(start);
      rows.to[lane] = corner(line.corner[n + lane]);
      rows.left[lane] = row(side[0].planes, ContactLine::first_face(between));
      rows.right[lane] = row(side[1].planes, ContactLine::second_face(between));
    }
    const FourStretches four = add_four(rows, origin, all);
    patch_first = patch_first + four.left;
    patch_second = patch_second - four.right;
    area = area + four.doubled;
    // of |x|^2 dx, 12 times: |p|^2 + p q + |q|^2 is a quarter of this
    const Lanes length2 = inner(four.along, four.along);
    moment = moment + four.along * (3 * inner(four.sum, four.sum) + length2);
    length = length + root(length2);
  }
  if (missing) [[unlikely]] {
    line.forget();
    return false;
  }
  const Lanes first = sums_of(all.volume, all.first_moment.x, all.first_moment.y, all.first_moment.z);
  const Lanes second = sums_of(patch_first, area.x, area.y, area.z);
  const Lanes third = sums_of(patch_second, moment.x, moment.y, moment.z);
  sums.volume = first[0] / 6;
  if (!(sums.volume > 0)) return false;
  sums.patch_first = 0.5 * second[0];
  sums.patch_second = 0.5 * third[0];
  const Point centroid = Point{first[1], first[2], first[3]} * (1 / (24 * sums.volume));
  const Point area_vector = Point{second[1], second[2], second[3]} * 0.5;
  // By Stokes' theorem the integral of x x n over a patch is that of -|x|^2/2 dx along its boundary.
  sums.moment = vec3(Point{third[1], third[2], third[3]} * (-1.0 / 24) - centroid.cross(area_vector));
  sums.area = vec3(area_vector);
  sums.centroid = vec3(Point{middle[0], middle[1], middle[2]} + centroid);
  sums.contact_line = (length[0] + length[1]) + (length[2] + length[3]);
  return true;
}

}  // namespace scree::edges
