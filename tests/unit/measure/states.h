// States put together by hand for the tests of measures.
#pragma once

#include "support/laws.h"

namespace scree {

inline State empty_state(int dimension) {
  State s;
  s.dimension = dimension;
  use_material(s, {}, NormalLaw::spring, 0.5);
  return s;
}

inline BodyIndex add(State& s, ShapeIndex shape, const Vec3& position, bool free = true, double mass = 1) {
  const BodySetup setup{.shape = shape, .position = position};
  const BodyIndex i = add_body(s, free ? setup : at_rest(setup));
  s.bodies.mass[i] = free ? mass : 0;
  s.bodies.inverse_mass[i] = free ? 1 / mass : 0;
  return i;
}

// Contacts of these pairs, each with a force on its higher body.
inline void press(State& s, const std::vector<Pair>& pairs, const std::vector<Vec3>& forces) {
  s.contacts.assign(pairs);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    s.contacts.load[k].force = forces[k];
    s.contacts.history[k].normal = forces[k].normalized();
  }
}

// Discs on a periodic triangular lattice, `columns` by `rows` (even), neighbours pressed together by `force`.
inline State hexagonal(int columns, int rows, double spacing, double radius, double force) {
  State s = empty_state(2);
  s.thickness = 0.5;
  s.shapes = {make_disc("coin", radius)};
  const double rise = std::sqrt(3.0) / 2 * spacing;
  s.cell.periodic = {true, true, false};
  s.cell.origin = {-1, 3, 0};
  s.cell.length = {columns * spacing, rows * rise, 1};
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < columns; ++i)
      add(s, 0, s.cell.origin + Vec3((i + 0.25 + 0.5 * (j % 2)) * spacing, (j + 0.5) * rise, 0));
  std::vector<Pair> pairs;
  std::vector<Vec3> forces;
  for (BodyIndex a = 0; a < s.bodies.size(); ++a)
    for (BodyIndex b = a + 1; b < s.bodies.size(); ++b) {
      const Vec3 d = s.cell.separation(s.bodies.position[a], s.bodies.position[b]);
      if (d.norm() > 1.01 * spacing) continue;
      pairs.push_back({a, b});
      forces.push_back(force * d.normalized());
    }
  press(s, pairs, forces);
  return s;
}

}  // namespace scree
