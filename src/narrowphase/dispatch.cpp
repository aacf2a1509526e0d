#include "narrowphase/dispatch.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include "geometry/solid/shared_faces.h"
#include "narrowphase/bed_contacts.h"
#include "narrowphase/ellipse_contacts.h"
#include "narrowphase/parts_in_place.h"
#include "narrowphase/plane_contacts.h"
#include "narrowphase/polyhedra.h"
#include "narrowphase/sphere_polyhedron.h"
#include "narrowphase/sphere_sphere.h"
#include "narrowphase/sphere_wall.h"

namespace scree {
namespace {

// Whether a neighbour that covers a face of this part takes the contact over: the point of the surface that
// is nearest to the sphere lies in the neighbour, which is nearer, or as near and has the smaller number. So
// a sphere above a seam touches one of the two, and never the edge inside. Both sides come to the same
// answer: they compare the same two numbers.
bool taken_over(const State& state, BodyIndex sphere, BodyIndex wall, std::uint32_t part,
                const PlacedPolyhedron& body, const Touch& touch) {
  if (body.covered.empty()) return false;
  const Bodies& bodies = state.bodies;
  const auto distance_from = [&](BodyIndex i, const PlacedSolid& solid) {
    Vec3 outward;
    return distance_to(solid, -state.cell.separation(bodies.position[sphere], bodies.position[i]), outward);
  };
  const Vec3 d = state.cell.separation(bodies.position[sphere], bodies.position[wall]);
  const Vec3 nearest = (bodies.radius[sphere] - touch.overlap) * touch.normal - d;
  const double rounding = 2 * seam_tolerance * body.radius;
  const double own = distance_from(wall, body);
  return std::ranges::any_of(body.covered, [&](const CoveredFace& covered) {
    const Vec3 x = nearest - covered.cover_centre;
    for (const Plane& plane : covered.cover.planes)
      if (plane.normal.dot(x) > plane.offset + rounding) return false;
    return std::tuple(distance_from(covered.cover_body, covered.cover), covered.cover_body,
                      covered.cover_part) < std::tuple(own, wall, part);
  });
}

template <class Placed>
bool touch_sphere_wall(const State& state, const Placed& placed, const Vec3& d, BodyIndex sphere,
                       BodyIndex wall, std::uint32_t part, Touch& out) {
  const Bodies& bodies = state.bodies;
  const Shape& shape = state.shapes[bodies.shape[wall]];
  const double radius = bodies.radius[sphere];
  if (shape.kind == ShapeKind::half_space)
    return touch_sphere_half_space(d, radius, outward_normal(state, wall), out);
  const PlacedPolyhedron& body = placed(wall, part);
  const bool touches = shape.kind == ShapeKind::box
                           ? touch_sphere_box(d, radius, bodies.orientation[wall].toRotationMatrix(),
                                              bodies.scale[wall] * shape.half_extents, out)
                           : touch_sphere_polyhedron(d, radius, body, out);
  return touches && !taken_over(state, sphere, wall, part, body, out);
}

// As touch_sphere_wall, in the plane.
template <class Placed>
bool touch_disc_wall(const State& state, const Placed& placed, const Vec3& d, BodyIndex disc, BodyIndex wall,
                     std::uint32_t part, bool volume, Touch& out) {
  const Bodies& bodies = state.bodies;
  const double radius = bodies.radius[disc];
  if (state.shapes[bodies.shape[wall]].kind == ShapeKind::half_space) {
    if (!touch_sphere_half_space(d, radius, outward_normal(state, wall), out)) return false;
    if (volume) add_disc_segment(radius, state.thickness, out);
    return true;
  }
  const TurnedPolygon body = turned_part(state, placed, wall, part);
  // Where walls go on beside this one the part of the disc that is over it is not a segment.
  if (volume && !body.shape.covered.empty()) {
    if (!touch_ellipse_polygon(turned_ellipse(state, disc), body, in_plane(d), state.thickness, out))
      return false;
    // As everywhere a disc touches where it ends.
    const Vec3 shift = radius * out.normal - out.arm_a;
    out.moment -= shift.cross(out.area * out.normal);
    out.arm_a += shift;
    out.arm_b += shift;
    return true;
  }
  if (!touch_disc_polygon(in_plane(d), radius, body, out)) return false;
  if (volume) add_disc_segment(radius, state.thickness, out);
  return true;
}

// The same for an ellipse.
template <class Placed>
bool touch_ellipse_wall(const State& state, const Placed& placed, const Vec3& d, BodyIndex ellipse,
                        BodyIndex wall, std::uint32_t part, Touch& out) {
  const TurnedEllipse body = turned_ellipse(state, ellipse);
  if (state.shapes[state.bodies.shape[wall]].kind == ShapeKind::half_space)
    return touch_ellipse_half_plane(body, in_plane(d), in_plane(outward_normal(state, wall)), state.thickness,
                                    out);
  return touch_ellipse_polygon(body, turned_part(state, placed, wall, part), in_plane(d), state.thickness,
                               out);
}

// The point of a ball or a part that reaches furthest, from the body's centre.
Vec3 furthest_point(const State& state, BodyIndex i, std::uint32_t part, const Vec3& direction) {
  const Bodies& bodies = state.bodies;
  const ShapeKind kind = state.shapes[bodies.shape[i]].kind;
  if (is_round(kind)) return bodies.radius[i] * direction;
  if (kind == ShapeKind::ellipse) return in_space(turned_ellipse(state, i).furthest(in_plane(direction)));
  if (kind == ShapeKind::polygon) {
    const TurnedPolygon body = turned_part(state, OnTheSpot{state}, i, part);
    const std::uint32_t corner = furthest_corner(body.shape, body.turn_back(in_plane(direction)), 0);
    return in_space(body.centre() + body.turn(body.shape.vertices[corner]));
  }
  const PlacedPolyhedron& body = OnTheSpot{state}(i, part);
  Vec3 best = body.vertices[0];
  for (const Vec3& v : body.vertices)
    if (direction.dot(v) > direction.dot(best)) best = v;
  return best;
}

PlaneOverlapWork& plane_work() {
  static thread_local PlaneOverlapWork work;
  return work;
}

void turn_round(Touch& touch) {
  touch.normal = -touch.normal;
  std::swap(touch.arm_a, touch.arm_b);
  touch.moment = -touch.moment;
}

template <class Placed>
bool find(const State& state, const Placed& placed, Pair pair, Parts parts, Route route, OverlapWork& work,
          TouchOnBed& out) {
  const Bodies& bodies = state.bodies;
  const auto [a, b] = pair;
  const bool volume = uses_volume(state.laws.of(bodies.material[a], bodies.material[b]).normal);
  if (!volume) out.bed = {};  // under the others nobody looks at it
  const Vec3 d = state.cell.separation(bodies.position[a], bodies.position[b]);
  switch (route) {
    case Route::sphere_sphere:
      if (!touch_sphere_sphere(d, bodies.radius[a], bodies.radius[b], out)) return false;
      if (volume) add_lens(d.norm(), bodies.radius[a], bodies.radius[b], out);
      return true;
    case Route::sphere_wall:
      if (!touch_sphere_wall(state, placed, d, a, b, parts.b, out)) return false;
      if (volume) add_cap(bodies.radius[a], out);
      return true;
    case Route::wall_sphere:
      if (!touch_sphere_wall(state, placed, -d, b, a, parts.a, out)) return false;
      if (volume) add_cap(bodies.radius[b], out);
      turn_round(out);
      return true;
    case Route::polyhedra: {
      const PlacedPolyhedron &first = placed(a, parts.a), &second = placed(b, parts.b);
      if (!touch_polyhedra(first, second, d, d, effective_radius(state, pair), work, out)) return false;
      break;
    }
    case Route::polyhedron_half_space:
      if (!touch_polyhedron_half_space(placed(a, parts.a), d, outward_normal(state, b),
                                       effective_radius(state, pair), work, out))
        return false;
      break;
    case Route::half_space_polyhedron:
      if (!touch_polyhedron_half_space(placed(b, parts.b), -d, outward_normal(state, a),
                                       effective_radius(state, pair), work, out))
        return false;
      turn_round(out);
      break;
    case Route::disc_disc:
      if (!touch_sphere_sphere(d, bodies.radius[a], bodies.radius[b], out)) return false;
      if (volume) add_disc_lens(d.norm(), bodies.radius[a], bodies.radius[b], state.thickness, out);
      return true;
    case Route::disc_wall: return touch_disc_wall(state, placed, d, a, b, parts.b, volume, out);
    case Route::wall_disc:
      if (!touch_disc_wall(state, placed, -d, b, a, parts.a, volume, out)) return false;
      turn_round(out);
      return true;
    case Route::polygons: {
      const TurnedPolygon first = turned_part(state, placed, a, parts.a),
                          second = turned_part(state, placed, b, parts.b);
      if (!touch_polygons(first, second, in_plane(d), in_plane(d) + second.centre() - first.centre(),
                          state.thickness, effective_radius(state, pair), plane_work(), out))
        return false;
      break;
    }
    case Route::polygon_half_plane:
      if (!touch_polygon_half_plane(turned_part(state, placed, a, parts.a), in_plane(d),
                                    in_plane(outward_normal(state, b)), state.thickness,
                                    effective_radius(state, pair), plane_work(), out))
        return false;
      break;
    case Route::half_plane_polygon:
      if (!touch_polygon_half_plane(turned_part(state, placed, b, parts.b), in_plane(-d),
                                    in_plane(outward_normal(state, a)), state.thickness,
                                    effective_radius(state, pair), plane_work(), out))
        return false;
      turn_round(out);
      break;
    case Route::ellipses:
      return touch_ellipses(turned_ellipse(state, a), turned_ellipse(state, b), in_plane(d), state.thickness,
                            out);
    case Route::ellipse_wall: return touch_ellipse_wall(state, placed, d, a, b, parts.b, out);
    case Route::wall_ellipse:
      if (!touch_ellipse_wall(state, placed, -d, b, a, parts.a, out)) return false;
      turn_round(out);
      return true;
    case Route::none: return false;
  }
  // What has corners, under laws that know no volume.
  if (!volume) add_bed(state, placed, pair, parts, route, out);
  return true;
}

}  // namespace

Route route_for(ShapeKind a, ShapeKind b) {
  if (a == ShapeKind::ellipse)
    return b == ShapeKind::ellipse || b == ShapeKind::disc ? Route::ellipses : Route::ellipse_wall;
  if (b == ShapeKind::ellipse) return a == ShapeKind::disc ? Route::ellipses : Route::wall_ellipse;
  if (a == ShapeKind::disc) return b == ShapeKind::disc ? Route::disc_disc : Route::disc_wall;
  if (b == ShapeKind::disc) return Route::wall_disc;
  if (a == ShapeKind::polygon) return b == ShapeKind::polygon ? Route::polygons : Route::polygon_half_plane;
  if (b == ShapeKind::polygon) return Route::half_plane_polygon;
  if (a == ShapeKind::sphere) return b == ShapeKind::sphere ? Route::sphere_sphere : Route::sphere_wall;
  if (b == ShapeKind::sphere) return Route::wall_sphere;
  if (is_polyhedral(a)) return is_polyhedral(b) ? Route::polyhedra : Route::polyhedron_half_space;
  return is_polyhedral(b) ? Route::half_space_polyhedron : Route::none;
}

double effective_radius(const State& state, Pair pair) {
  const double a = equivalent_radius(state, pair.a), b = equivalent_radius(state, pair.b);
  if (!state.bodies.free(pair.a)) return b;
  if (!state.bodies.free(pair.b)) return a;
  return a * b / (a + b);
}

bool find_touch(const State& state, const Placements& placements, Pair pair, Parts parts, Route route,
                OverlapWork& work, TouchOnBed& out) {
  return find(state, FromPlacements{placements}, pair, parts, route, work, out);
}

bool find_touch(const State& state, Pair pair, Parts parts, TouchOnBed& out) {
  static thread_local OverlapWork work;
  if (!find(state, OnTheSpot{state}, pair, parts, route_for(state, pair), work, out)) return false;
  out.pair_volume = out.volume;
  out.facing_area = out.area;
  out.share = 1;
  out.bed.pair_measure = out.bed.measure;
  return true;
}

namespace {

// Of a contact whose bodies a corrector has moved apart by a hair.
TouchOnBed parted(const State& state, std::size_t k) {
  const Bodies& bodies = state.bodies;
  const Pair pair = state.contacts.pair[k];
  const Vec3 d = state.cell.separation(bodies.position[pair.a], bodies.position[pair.b]);
  const Vec3 normal = state.contacts.history[k].normal;
  TouchOnBed touch;
  touch.normal = normal;
  const Route route = route_for(state, pair);
  const bool of_b = route == Route::wall_sphere || route == Route::half_space_polyhedron ||
                    route == Route::wall_disc || route == Route::half_plane_polygon ||
                    route == Route::wall_ellipse ||
                    ((route == Route::polyhedra || route == Route::polygons || route == Route::ellipses) &&
                     bodies.radius[pair.b] < bodies.radius[pair.a]);
  touch.arm_a = of_b ? Vec3(d + furthest_point(state, pair.b, state.contacts.parts[k].b, -normal))
                     : furthest_point(state, pair.a, state.contacts.parts[k].a, normal);
  touch.arm_b = touch.arm_a - d;
  return touch;
}

}  // namespace

TouchOnBed touch_of(const State& state, std::size_t k) {
  TouchOnBed touch;
  return find_touch(state, state.contacts.pair[k], state.contacts.parts[k], touch) ? touch : parted(state, k);
}

TouchOnBed touch_of(const State& state, const Placements& placements, std::size_t k) {
  static thread_local OverlapWork work;
  const Pair pair = state.contacts.pair[k];
  TouchOnBed touch;
  const bool touching =
      find_touch(state, placements, pair, state.contacts.parts[k], route_for(state, pair), work, touch);
  return touching ? touch : parted(state, k);
}

}  // namespace scree
