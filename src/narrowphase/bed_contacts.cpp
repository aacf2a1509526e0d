#include "narrowphase/bed_contacts.h"

#include "geometry/solid/elastic_bed.h"
#include "narrowphase/parts_in_place.h"

namespace scree {
namespace {

void put_bed(const Bed& bed, double thickness, TouchOnBed& touch) {
  const double slope = bed.slope.norm();
  touch.bed = {thickness * bed.measure, thickness * slope, thickness * bed.moment, 0};
  if (slope > 0) touch.normal = bed.slope / slope;
}

// Of a half-space: one face, nearest everywhere. The measure is the depth of the overlap's centroid times its
// volume.
void put_bed_on_half_space(const Vec3& outward, const Vec3& from_surface, bool half_space_is_a,
                           TouchOnBed& touch) {
  touch.normal = half_space_is_a ? outward : Vec3(-outward);
  touch.bed = {touch.volume * std::max(0.0, -outward.dot(from_surface)), touch.volume, Vec3::Zero(), 0};
}

BedWeights weights_of(const State& state, Pair pair) {
  if (!state.bodies.free(pair.a)) return {1, 0};
  if (!state.bodies.free(pair.b)) return {0, 1};
  return {};
}

}  // namespace

template <class Placed>
void add_bed(const State& state, const Placed& placed, Pair pair, Parts parts, Route route,
             TouchOnBed& touch) {
  static thread_local BedWork work;
  const auto [a, b] = pair;
  switch (route) {
    case Route::polyhedron_half_space:
    case Route::polygon_half_plane:
      return put_bed_on_half_space(outward_normal(state, b), touch.arm_b, false, touch);
    case Route::half_space_polyhedron:
    case Route::half_plane_polygon:
      return put_bed_on_half_space(outward_normal(state, a), touch.arm_a, true, touch);
    case Route::polyhedra: {
      const Vec3 d = state.cell.separation(state.bodies.position[a], state.bodies.position[b]);
      const PlacedPolyhedron &first = placed(a, parts.a), &second = placed(b, parts.b);
      return put_bed(elastic_bed(first, second, d, touch.arm_a, weights_of(state, pair), work), 1, touch);
    }
    case Route::polygons: {
      const Vec2 d = in_plane(state.cell.separation(state.bodies.position[a], state.bodies.position[b]));
      const TurnedPolygon first = turned_part(state, placed, a, parts.a),
                          second = turned_part(state, placed, b, parts.b);
      const Vec2 from = first.centre();
      return put_bed(elastic_bed(first, second, d + second.centre() - from, in_plane(touch.arm_a) - from,
                                 weights_of(state, pair), work),
                     state.thickness, touch);
    }
    default: return;
  }
}

template void add_bed(const State&, const FromPlacements&, Pair, Parts, Route, TouchOnBed&);
template void add_bed(const State&, const OnTheSpot&, Pair, Parts, Route, TouchOnBed&);

}  // namespace scree
