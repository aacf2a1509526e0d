// Depths of polyhedra: the least along the contact normal and all faces, none left out.
#include "narrowphase/depth.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "geometry/hull/hull.h"
#include "geometry/solid/solids.h"
#include "narrowphase/dispatch.h"

namespace scree {
namespace {

Polyhedron some_hull(Rng& rng) {
  for (;;) {
    std::vector<Vec3> corners;
    for (int n = 0; n < 12; ++n) corners.push_back(rng.in_unit_ball());
    if (const Expected<Polyhedron> hull = convex_hull(corners)) return *hull;
  }
}

State two_bodies(Rng& rng) {
  State state;
  state.shapes = {make_polyhedron("one", some_hull(rng)), make_polyhedron("other", some_hull(rng))};
  state.materials.resize(1);
  state.laws = {1, {PairLaw{}}};
  for (ShapeIndex s = 0; s < 2; ++s) {
    const BodyIndex i = state.bodies.append(state.next_id++);
    state.bodies.shape[i] = s;
    state.bodies.scale[i] = rng.uniform(0.5, 2);
    state.bodies.orientation[i] = rng.rotation();
    state.bodies.radius[i] = state.shapes[s].radius * state.bodies.scale[i];
  }
  state.bodies.position[1] =
      rng.uniform(0.1, 1) * (state.bodies.radius[0] + state.bodies.radius[1]) * rng.unit_vector();
  return state;
}

double reach(const PlacedPolyhedron& solid, const Vec3& direction) {
  double most = -1e300;
  for (const Vec3& v : solid.vertices) most = std::max(most, direction.dot(v));
  return most;
}

TEST(Depth, IsTheLeastOfAllDirections) {
  Rng rng(3, 0);
  Workers alone(1);
  int overlapping = 0, along_faces = 0;
  for (int n = 0; n < 1500; ++n) {
    const State state = two_bodies(rng);
    TouchOnBed touch;
    if (!find_touch(state, {0, 1}, touch)) continue;
    ++overlapping;
    Placements placements;
    const std::vector<BodyIndex> both{0, 1};
    placements.update(state, {both, 0}, 0, alone);
    const PlacedPolyhedron &a = placements.of(0, 0), &b = placements.of(1, 0);
    const Vec3 d = state.bodies.position[1] - state.bodies.position[0];
    const double along_normal = reach(a, touch.normal) + reach(b, -touch.normal) - touch.normal.dot(d);
    double least = along_normal;
    for (const Plane& face : a.planes)
      least = std::min(least, face.offset + reach(b, -face.normal) - face.normal.dot(d));
    for (const Plane& face : b.planes)
      least = std::min(least, face.offset + reach(a, -face.normal) + face.normal.dot(d));
    along_faces += least < along_normal;
    EXPECT_EQ(depth_of(state, placements, {0, 1}, {}, touch), least);
    // Who asks for more than something gets the same where it is, and no more than that where it is not.
    EXPECT_EQ(depth_of(state, placements, {0, 1}, {}, touch, 0.5 * least), least);
    EXPECT_LE(depth_of(state, placements, {0, 1}, {}, touch, 2 * least), 2 * least);
  }
  EXPECT_GT(overlapping, 500);
  EXPECT_GT(along_faces, 200);
}

}  // namespace
}  // namespace scree
