// Makes the vertices and the planes of a polyhedron agree to roundings.
#pragma once

#include <span>

#include "geometry/solid/polyhedron.h"

namespace scree {

// The plane of least squares through the corners of a face, with what it takes to judge motions of its
// corners. A face whose corners lie on a line has the normal zero.
struct FaceFit {
  Vec3 centre = Vec3::Zero();
  Vec3 normal = Vec3::Zero();
  // Per corner: height above the plane, and the heights (of unit length as a whole) that the face takes when
  // it is tilted about its two axes.
  std::vector<double> height, tilt_x, tilt_y;

  bool sound() const { return !normal.isZero(0); }
  // Takes off what a shift or a tilt of the plane explains: what is left says how far from flat it is.
  void remove_plane(std::vector<double>& heights) const;
};
// Corners in the order of the rim.
void fit_face(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners, FaceFit& fit);
// Corners in any order, and about where their normal points.
void fit_points(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners, const Vec3& normal,
                FaceFit& fit);

// Twice the area of a polygon, along its normal.
Vec3 twice_area(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners);

// Moves vertices as little as possible so that every face is flat, and fits the planes. The polyhedron must
// lie about the origin. Corners, edges and faces stay as they are: a convex polyhedron has always room for
// it, as the positions of vertices and planes that keep its pattern form a smooth surface (Steinitz; there
// are E + 6 free directions). False when that has not worked out to roundings, because something is nearly
// degenerate.
bool polish(Polyhedron& polyhedron);

}  // namespace scree
