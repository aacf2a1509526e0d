// Surfaces of bodies as VTK files hold them: points and polygons in world coordinates, appended body by body.
#pragma once

#include <cstdint>
#include <vector>

#include "base/vector.h"
#include "state/shapes.h"

namespace scree {

struct Surface {
  std::vector<float> xyz;
  std::vector<std::int32_t> connectivity;  // counter-clockwise seen from outside
  std::vector<std::int32_t> ends;

  std::size_t points() const { return xyz.size() / 3; }
  void add_point(const Vec3& p);
};

// Numbers for pictures are single precision; what does not fit is clamped, not infinite.
float to_float(double value);

// A bounded body.
void add_body_surface(Surface& surface, const Shape& shape, double scale, const Vec3& position,
                      const Quat& orientation);

// A square of the plane through `point`, as near to `middle` as the plane comes.
void add_plane(Surface& surface, const Vec3& point, const Vec3& normal, const Vec3& middle, double half_size);

}  // namespace scree
