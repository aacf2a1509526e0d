// States put together by hand, for tests of single parts.
#pragma once

#include <cmath>

#include "state/add_body.h"

namespace scree {

inline Quat turn_about_z(double angle) { return Quat(std::cos(angle / 2), 0, 0, std::sin(angle / 2)); }

// The same body as a wall at rest.
inline BodySetup at_rest(BodySetup setup) {
  setup.drive = Drive{};
  return setup;
}

// A body in the plane, turned by this angle from how its shape was given.
inline BodySetup in_the_plane(const State& s, ShapeIndex shape, const Vec2& position, double angle = 0,
                              double scale = 1) {
  return {.shape = shape,
          .scale = scale,
          .position = Vec3(position.x(), position.y(), 0),
          .orientation = turn_about_z(angle) * s.shapes[shape].given_axes};
}

// One material for all bodies, whose contacts follow this law.
inline void use_material(State& s, const Material& material, const PairLaw& law) {
  s.materials = {material};
  s.laws = {1, {law}};
}

}  // namespace scree
