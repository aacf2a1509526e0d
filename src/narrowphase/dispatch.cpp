#include "narrowphase/dispatch.h"

#include "narrowphase/sphere_wall.h"

namespace scree {
namespace {

bool touch_sphere_wall(const State& state, const Vec3& d, BodyIndex sphere, BodyIndex wall, Touch& out) {
  const Bodies& bodies = state.bodies;
  const Shape& shape = state.shapes[bodies.shape[wall]];
  const Mat3 turn = bodies.orientation[wall].toRotationMatrix();
  if (shape.kind == ShapeKind::half_space)
    return touch_sphere_half_space(d, bodies.radius[sphere], turn * shape.normal, out);
  return touch_sphere_box(d, bodies.radius[sphere], turn, bodies.scale[wall] * shape.half_extents, out);
}

}  // namespace

Route route_for(ShapeKind a, ShapeKind b) {
  if (a == ShapeKind::sphere) return b == ShapeKind::sphere ? Route::sphere_sphere : Route::sphere_wall;
  return b == ShapeKind::sphere ? Route::wall_sphere : Route::none;
}

bool find_touch(const State& state, Pair pair, Route route, Touch& out) {
  const Bodies& bodies = state.bodies;
  const auto [a, b] = pair;
  const Vec3 d = state.cell.separation(bodies.position[a], bodies.position[b]);
  switch (route) {
    case Route::sphere_sphere: return touch_sphere_sphere(d, bodies.radius[a], bodies.radius[b], out);
    case Route::sphere_wall: return touch_sphere_wall(state, d, a, b, out);
    case Route::wall_sphere:
      if (!touch_sphere_wall(state, -d, b, a, out)) return false;
      out.normal = -out.normal;
      std::swap(out.arm_a, out.arm_b);
      return true;
    case Route::none: break;
  }
  return false;
}

Touch touch_of(const State& state, std::size_t k) {
  const Bodies& bodies = state.bodies;
  const Pair pair = state.contacts.pair[k];
  Touch touch;
  if (find_touch(state, pair, touch)) return touch;
  const Vec3 d = state.cell.separation(bodies.position[pair.a], bodies.position[pair.b]);
  const Vec3 normal = state.contacts.history[k].normal;
  touch.normal = normal;
  const bool sphere_first = state.shapes[bodies.shape[pair.a]].kind == ShapeKind::sphere;
  touch.arm_a =
      sphere_first ? Vec3(bodies.radius[pair.a] * normal) : Vec3(d - bodies.radius[pair.b] * normal);
  touch.arm_b = touch.arm_a - d;
  return touch;
}

}  // namespace scree
