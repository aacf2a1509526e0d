#include "build/clearance.h"

#include <algorithm>

#include "narrowphase/ellipse_contacts.h"
#include "narrowphase/plane_contacts.h"
#include "narrowphase/sphere_polyhedron.h"

namespace scree {
namespace {

double distance_to_box(const Vec3& from_centre, const Mat3& turn, const Vec3& half_extents) {
  const Vec3 beyond = Vec3(turn.transpose() * from_centre).cwiseAbs() - half_extents;
  return beyond.cwiseMax(0.0).norm() + std::min(0.0, beyond.maxCoeff());
}

}  // namespace

double distance_to_body(const State& state, BodyIndex i, const Vec3& point) {
  const Bodies& b = state.bodies;
  const Shape& shape = state.shapes[b.shape[i]];
  const Mat3 turn = b.orientation[i].toRotationMatrix();
  const Vec3 d = state.cell.separation(b.position[i], point);
  switch (shape.kind) {
    case ShapeKind::sphere:
    case ShapeKind::disc: return d.norm() - b.radius[i];
    case ShapeKind::half_space: return (turn * shape.normal).dot(d);
    case ShapeKind::box: return distance_to_box(d, turn, b.scale[i] * shape.half_extents);
    case ShapeKind::polyhedron:
    case ShapeKind::compound: break;
    case ShapeKind::ellipse: return distance_to(turned_ellipse(state, i), in_plane(d));
    case ShapeKind::polygon: {
      double nearest = 1e300;
      Vec2 outward;
      for (const auto& figure : shape.figures)
        nearest = std::min(nearest,
                           distance_to(turned(*figure, b.scale[i], b.orientation[i]), in_plane(d), outward));
      return nearest;
    }
  }
  double nearest = 1e300;
  static thread_local PlacedCopy placed;
  for (const auto& part : shape.parts) {
    placed.place(*part, b.scale[i], b.orientation[i]);
    Vec3 outward;
    nearest = std::min(nearest, distance_to(placed.view, d, outward));
  }
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
