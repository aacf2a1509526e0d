#include "geometry/solid/placed.h"

#include <algorithm>
#include <cmath>

#include "base/lanes.h"
#include "base/processor.h"

namespace scree {
namespace {

SCREE_KERNEL void place_kernel(const Polyhedron& shape, double scale, const Mat3& turn, FourCorners* vertices,
                               Plane* planes) {
  const std::size_t count = shape.vertices.size();
  for (std::size_t v = 0; v < count; v += lane_count) {
    const Vec3* corner[lane_count];
    for (std::size_t lane = 0; lane < lane_count; ++lane)
      corner[lane] = &shape.vertices[v + lane < count ? v + lane : count - 1];
    Lanes own[3];
    for (int k = 0; k < 3; ++k)
      own[k] = scale * lanes_of((*corner[0])[k], (*corner[1])[k], (*corner[2])[k], (*corner[3])[k]);
    FourCorners& four = vertices[v / lane_count];
    double* const to[3] = {four.x, four.y, four.z};
    for (int k = 0; k < 3; ++k) store(to[k], turn(k, 0) * own[0] + turn(k, 1) * own[1] + turn(k, 2) * own[2]);
  }
  const Lanes x = lanes_of(turn(0, 0), turn(1, 0), turn(2, 0), 0);
  const Lanes y = lanes_of(turn(0, 1), turn(1, 1), turn(2, 1), 0);
  const Lanes z = lanes_of(turn(0, 2), turn(1, 2), turn(2, 2), 0);
  for (std::size_t f = 0; f < shape.planes.size(); ++f) {
    const Plane& own = shape.planes[f];
    Lanes plane = x * own.normal.x() + y * own.normal.y() + z * own.normal.z();
    plane.set(3, scale * own.offset);
    store(planes[f].normal.data(), plane);
  }
}

SCREE_WIDE void place_wide(const Polyhedron& shape, double scale, const Mat3& turn, FourCorners* vertices,
                           Plane* planes) {
  place_kernel(shape, scale, turn, vertices, planes);
}
void place_plain(const Polyhedron& shape, double scale, const Mat3& turn, FourCorners* vertices,
                 Plane* planes) {
  place_kernel(shape, scale, turn, vertices, planes);
}

}  // namespace

void place_polyhedron(const Polyhedron& shape, double scale, const Quat& orientation, FourCorners* vertices,
                      Plane* planes, bool plain) {
  const Mat3 turn = orientation.toRotationMatrix();
  (has_wide_registers() && !plain ? place_wide : place_plain)(shape, scale, turn, vertices, planes);
}

void PlacedCopy::place(const Polyhedron& shape, double scale, const Quat& orientation) {
  fours.resize(Corners::fours_for(shape.vertices.size()));
  planes.resize(shape.planes.size());
  place_polyhedron(shape, scale, orientation, fours.data(), planes.data());
  const Corners corners(fours.data(), shape.vertices.size());
  double square = 0;
  for (const Vec3& v : corners) square = std::max(square, v.squaredNorm());
  view = {{&shape, corners, planes, std::sqrt(square)}};
}

}  // namespace scree
