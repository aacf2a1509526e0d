#include "io/vtk/surface.h"

#include <algorithm>
#include <limits>

#include "state/posed_surface.h"

namespace scree {

float to_float(double value) {
  constexpr double limit = std::numeric_limits<float>::max();
  return static_cast<float>(std::clamp(value, -limit, limit));
}

void Surface::add_point(const Vec3& p) {
  for (int k = 0; k < 3; ++k) xyz.push_back(to_float(p[k]));
}

void add_body_surface(Surface& surface, const Shape& shape, double scale, const Vec3& position,
                      const Quat& orientation) {
  const auto first_point = static_cast<std::int32_t>(surface.points());
  const auto first_corner = static_cast<std::int32_t>(surface.connectivity.size());
  for_each_surface_point(shape, scale, orientation, [&](const Vec3& p) { surface.add_point(position + p); });
  for (const std::uint32_t corner : shape.surface->corners)
    surface.connectivity.push_back(first_point + static_cast<std::int32_t>(corner));
  for (const std::uint32_t end : shape.surface->ends)
    surface.ends.push_back(first_corner + static_cast<std::int32_t>(end));
}

void add_plane(Surface& surface, const Vec3& point, const Vec3& normal, const Vec3& middle,
               double half_size) {
  for (const Vec3& corner : square_of_plane(point, normal, middle, half_size)) {
    surface.connectivity.push_back(static_cast<std::int32_t>(surface.points()));
    surface.add_point(corner);
  }
  surface.ends.push_back(static_cast<std::int32_t>(surface.connectivity.size()));
}

}  // namespace scree
