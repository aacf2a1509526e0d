#include "narrowphase/kind_operations.h"

#include <algorithm>
#include <array>

#include "narrowphase/ellipse_contacts.h"
#include "narrowphase/plane_contacts.h"
#include "narrowphase/sphere_polyhedron.h"

namespace scree {
namespace {

constexpr KindOperations of_round{
    .contains = [](const PlacedShape& body,
                   const Vec3& point) { return point.squaredNorm() < body.radius * body.radius; },
    .furthest = [](const PlacedShape& body, const Vec3& direction) { return Vec3(body.radius * direction); },
    .distance = [](const PlacedShape& body, const Vec3& point) { return point.norm() - body.radius; }};

constexpr KindOperations of_half_space{
    .contains = [](const PlacedShape& body, const Vec3& point) { return body.outward().dot(point) < 0; },
    .furthest = [](const PlacedShape&, const Vec3& direction) { return direction; },  // it has no end
    .distance = [](const PlacedShape& body, const Vec3& point) { return body.outward().dot(point); }};

bool solid_contains(const PlacedShape& body, const Vec3& point) {
  return std::ranges::all_of(body.solid->planes,
                             [&](const Plane& p) { return p.normal.dot(point) < p.offset; });
}

Vec3 furthest_corner(const PlacedShape& body, const Vec3& direction) {
  Vec3 best = body.solid->vertices[0];
  for (const Vec3& v : body.solid->vertices)
    if (direction.dot(v) > direction.dot(best)) best = v;
  return best;
}

constexpr KindOperations of_polyhedral{.contains = solid_contains,
                                       .furthest = furthest_corner,
                                       .distance = [](const PlacedShape& body, const Vec3& point) {
                                         Vec3 outward;
                                         return distance_to(*body.solid, point, outward);
                                       }};

constexpr KindOperations of_box{.contains = solid_contains,
                                .furthest = furthest_corner,
                                .distance = [](const PlacedShape& body, const Vec3& point) {
                                  const Mat3 turn = body.orientation->toRotationMatrix();
                                  const Vec3 half = body.scale * body.shape->half_extents;
                                  const Vec3 beyond = Vec3(turn.transpose() * point).cwiseAbs() - half;
                                  return beyond.cwiseMax(0.0).norm() + std::min(0.0, beyond.maxCoeff());
                                }};

double distance_to_figure(const PlacedShape& body, const Vec3& point) {
  Vec2 outward;
  return distance_to(body.polygon(), in_plane(point), outward);
}

constexpr KindOperations of_polygon{
    .contains = [](const PlacedShape& body,
                   const Vec3& point) { return distance_to_figure(body, point) < 0; },
    .furthest =
        [](const PlacedShape& body, const Vec3& direction) {
          const TurnedPolygon at = body.polygon();
          const std::uint32_t corner = furthest_corner(at.shape, at.turn_back(in_plane(direction)), 0);
          return in_space(at.centre() + at.turn(at.shape.vertices[corner]));
        },
    .distance = distance_to_figure};

double distance_to_ellipse(const PlacedShape& body, const Vec3& point) {
  return distance_to(turned_ellipse(body), in_plane(point));
}

constexpr KindOperations of_ellipse{
    .contains = [](const PlacedShape& body,
                   const Vec3& point) { return distance_to_ellipse(body, point) < 0; },
    .furthest =
        [](const PlacedShape& body, const Vec3& direction) {
          return in_space(turned_ellipse(body).furthest(in_plane(direction)));
        },
    .distance = distance_to_ellipse};

}  // namespace

const KindOperations& operations_of(ShapeKind kind) {
  switch (kind) {  // a new kind is to be an error of the compiler
    case ShapeKind::sphere:
    case ShapeKind::disc: return of_round;
    case ShapeKind::half_space: return of_half_space;
    case ShapeKind::box: return of_box;
    case ShapeKind::polyhedron:
    case ShapeKind::compound: return of_polyhedral;
    case ShapeKind::polygon: return of_polygon;
    case ShapeKind::ellipse: return of_ellipse;
  }
  return of_round;
}

}  // namespace scree
