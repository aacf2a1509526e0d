// Which kernel for which pair of kinds.
#pragma once

#include <span>
#include <vector>

#include "geometry/solid/overlap.h"
#include "narrowphase/placements.h"
#include "state/contacts.h"
#include "state/state.h"

namespace scree {

// The kernel for a pair, decided once when the pair enters the list. A wall is anything that is not round.
enum class Route : std::uint8_t {
  none,
  sphere_sphere,
  sphere_wall,
  wall_sphere,
  polyhedra,
  polyhedron_half_space,
  half_space_polyhedron,
  disc_disc,
  disc_wall,
  wall_disc,
  polygons,
  polygon_half_plane,
  half_plane_polygon,
  ellipses,  // two, or one and a disc
  ellipse_wall,
  wall_ellipse
};

Route route_for(ShapeKind a, ShapeKind b);

// Does this kernel find the overlap of polyhedra?
inline bool has_overlap(Route route) {
  return route >= Route::polyhedra && route <= Route::half_space_polyhedron;
}

inline Route route_for(const State& state, Pair pair) {
  const Bodies& b = state.bodies;
  return route_for(state.shapes[b.shape[pair.a]].kind, state.shapes[b.shape[pair.b]].kind);
}

inline std::uint32_t parts_of(const State& state, BodyIndex i) {
  return part_count(state.shapes[state.bodies.shape[i]]);
}

// Visits all combinations of the convex parts of two bodies, in order.
template <class Visit>
void for_each_parts(const State& state, Pair pair, const Visit& visit) {
  const std::uint32_t of_a = parts_of(state, pair.a), of_b = parts_of(state, pair.b);
  for (std::uint32_t i = 0; i < of_a; ++i)
    for (std::uint32_t j = 0; j < of_b; ++j)
      visit(Parts{static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(j)});
}

// Effective radius of a pair, 1/(1/r_a + 1/r_b) of the spheres of equal volumes; walls count as flat.
double effective_radius(const State& state, Pair pair);

// Contact of two placed bodies, if any. Pure: it reads poses and shapes and writes `out` alone, and memory to
// work in. Placements must be those of the poses. (The step itself asks touch_polyhedra, and knows more:
// which pairs touched before, and how.)
bool find_touch(const State& state, const Placements& placements, Pair pair, Parts parts, Route route,
                OverlapWork& work, TouchOnBed& out);

// The same for one pair of parts now and then: the bodies are placed for it alone. It knows nothing of their
// neighbours: faces that those cover count as surface here, and the sums over the pair are its own.
bool find_touch(const State& state, Pair pair, Parts parts, TouchOnBed& out);
inline bool find_touch(const State& state, Pair pair, TouchOnBed& out) {
  return find_touch(state, pair, {}, out);
}

// Where the bodies of contact k touch as they stand now. A corrector may have moved them apart by a hair
// since the contact was pressed: the overlap is then 0.
TouchOnBed touch_of(const State& state, std::size_t k);
// The same with what neighbours cover of them, but without sums over pairs: narrowphase/joined_touches.h has
// those.
TouchOnBed touch_of(const State& state, const Placements& placements, std::size_t k);

}  // namespace scree
