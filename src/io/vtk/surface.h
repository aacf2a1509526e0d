// Surfaces of bodies for pictures: points and polygons, appended body by body.
#pragma once

#include <cstdint>
#include <vector>

#include "base/vector.h"
#include "state/shapes.h"

namespace scree {

// A sphere is an icosahedron with each face cut into four: round enough to look at, small enough for
// many thousands of bodies.
inline constexpr int sphere_points = 42;
inline constexpr int sphere_triangles = 80;

struct Surface {
  std::vector<float> xyz;
  std::vector<std::int32_t> connectivity;  // counter-clockwise seen from outside
  std::vector<std::int32_t> ends;

  std::size_t points() const { return xyz.size() / 3; }
  void add_point(const Vec3& p);
};

// Numbers for pictures are single precision; what does not fit is clamped, not infinite.
float to_float(double value);

void add_sphere(Surface& surface, double radius, const Vec3& centre, const Quat& orientation);
void add_polyhedron(Surface& surface, const Polyhedron& solid, double scale, const Vec3& centre,
                    const Quat& orientation);

// Bodies in the plane are flat.
inline constexpr int disc_points = 32;
void add_disc(Surface& surface, double radius, const Vec3& centre, const Quat& orientation);
void add_ellipse(Surface& surface, const Vec2& half_axes, const Vec3& centre, const Quat& orientation);
void add_polygon(Surface& surface, const Polygon& polygon, double scale, const Vec3& centre,
                 const Quat& orientation);

// A square of the plane through `point`, as near to `middle` as the plane comes.
void add_plane(Surface& surface, const Vec3& point, const Vec3& normal, const Vec3& middle, double half_size);

}  // namespace scree
