#include "build/clearance.h"

#include <algorithm>

#include "narrowphase/kind_operations.h"
#include "narrowphase/place_shape.h"

namespace scree {

double distance_to_body(const State& state, BodyIndex i, const Vec3& point) {
  static thread_local PlacedCopy copy;
  const Bodies& b = state.bodies;
  const Shape& shape = state.shapes[b.shape[i]];
  const Vec3 d = state.cell.separation(b.position[i], point);
  double nearest = 1e300;
  for (std::uint32_t part = 0; part < part_count(shape); ++part)
    nearest = std::min(nearest, operations_of(shape.kind).distance(place_shape(state, i, part, copy), d));
  return nearest;
}

double distance_to_bodies(const State& state, std::span<const BodyIndex> bodies, const Vec3& point) {
  double nearest = 1e300;
  const Bodies& b = state.bodies;
  for (const BodyIndex i : bodies) {
    // Farther away than the nearest so far, whatever its shape? (What has no end has an infinite radius.)
    if (state.cell.separation(b.position[i], point).norm() - b.radius[i] >= nearest) continue;
    nearest = std::min(nearest, distance_to_body(state, i, point));
  }
  return nearest;
}

}  // namespace scree
