// Small scenes in the plane.
#pragma once

#include "base/math.h"
#include "geometry/plane/figures.h"
#include "state/state.h"

namespace scree {

enum PlaneKind : ShapeIndex { coin = 0, hexagon = 1, plank = 2, floor_kind = 3 };

inline State empty_plane() {
  State state;
  state.dimension = 2;
  state.gravity = {0, -9.81, 0};
  const std::vector<Vec2> corners{{-2, -0.5}, {2, -0.5}, {2, 0.5}, {-2, 0.5}};
  state.shapes = {make_disc("coin", 1), make_polygon_shape("hexagon", *make_polygon(regular_polygon(6, 1))),
                  make_polygon_shape("plank", *make_polygon(corners)), make_half_space("floor", {0, 1, 0})};
  state.groups = {"coins", "hexagons", "planks", "floor"};
  return state;
}

inline BodyIndex place(State& state, PlaneKind kind, const Vec2& position, double angle = 0,
                       bool wall = false) {
  const BodyIndex i = state.bodies.append(state.next_id++);
  state.bodies.shape[i] = kind;
  state.bodies.group[i] = kind;
  state.bodies.scale[i] = 1;
  state.bodies.radius[i] = state.shapes[kind].radius;
  state.bodies.position[i] = Vec3(position.x(), position.y(), 0);
  const math::SinCos half = math::sincos(angle / 2);
  state.bodies.orientation[i] = Quat(half.cos, 0, 0, half.sin);
  state.bodies.drive[i] = wall || kind == floor_kind ? 0 : is_free;
  return i;
}

}  // namespace scree
