#include "narrowphase/dispatch.h"

#include "narrowphase/sphere_sphere.h"
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

bool can_touch(ShapeKind a, ShapeKind b) { return a == ShapeKind::sphere || b == ShapeKind::sphere; }

bool find_touch(const State& state, Pair pair, Touch& out) {
  const Bodies& bodies = state.bodies;
  const auto [a, b] = pair;
  const Vec3 d = state.cell.separation(bodies.position[a], bodies.position[b]);
  const bool sphere_a = state.shapes[bodies.shape[a]].kind == ShapeKind::sphere;
  const bool sphere_b = state.shapes[bodies.shape[b]].kind == ShapeKind::sphere;
  if (sphere_a && sphere_b) return touch_sphere_sphere(d, bodies.radius[a], bodies.radius[b], out);
  if (sphere_a) return touch_sphere_wall(state, d, a, b, out);
  if (!sphere_b || !touch_sphere_wall(state, -d, b, a, out)) return false;
  out.normal = -out.normal;
  std::swap(out.arm_a, out.arm_b);
  return true;
}

}  // namespace scree
