// Small scenes for pictures, and a look at their pixels.
#pragma once

#include <cmath>

#include "state/state.h"
#include "view/camera.h"
#include "view/picture.h"

namespace scree {

inline State empty_scene() {
  State state;
  state.gravity = {0, 0, -9.81};
  state.shapes = {make_sphere("ball", 1), make_half_space("ground", Vec3::UnitZ()),
                  make_box("box", {1, 1, 1})};
  state.groups = {"balls", "ground", "boxes"};
  return state;
}

enum Kind : ShapeIndex { ball = 0, ground = 1, box = 2 };

inline BodyIndex add(State& state, Kind kind, const Vec3& position, double scale = 1, bool wall = false) {
  const BodyIndex i = state.bodies.append(state.next_id++);
  state.bodies.shape[i] = kind;
  state.bodies.group[i] = kind;
  state.bodies.scale[i] = scale;
  state.bodies.radius[i] = scale * state.shapes[kind].radius;
  state.bodies.position[i] = position;
  state.bodies.orientation[i] = Quat::Identity();
  state.bodies.drive[i] = wall || kind == ground ? 0 : is_free;
  return i;
}

inline double brightness(const Pixel& p) { return (p[0] + p[1] + p[2]) / 3.0; }

inline double difference(const Pixel& a, const Pixel& b) {
  return std::abs(a[0] - b[0]) + std::abs(a[1] - b[1]) + std::abs(a[2] - b[2]);
}

// Mean brightness of the 5 x 5 pixels around a place.
inline double brightness_at(const Picture& picture, const std::array<double, 2>& place) {
  double sum = 0;
  for (int dy = -2; dy <= 2; ++dy)
    for (int dx = -2; dx <= 2; ++dx)
      sum += brightness(picture.at(static_cast<int>(place[0]) + dx, static_cast<int>(place[1]) + dy));
  return sum / 25;
}

}  // namespace scree
