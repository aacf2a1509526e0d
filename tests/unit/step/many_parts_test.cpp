// Bodies of many parts: a tree of parts finds those that may touch, and leaving it out changes no bit.
#include <gtest/gtest.h>

#include "geometry/hull/hull.h"
#include "geometry/solid/solids.h"
#include "state/state_hash.h"
#include "step/soft_step.h"
#include "support/laws.h"

namespace scree {
namespace {

// Cubes side by side, so many along each axis.
Shape cubes(const std::string& name, int nx, int ny, int nz, double size) {
  std::vector<Polyhedron> parts;
  const Polyhedron cube = *convex_hull(box_vertices(Vec3::Constant(size / 2)));
  for (int x = 0; x < nx; ++x)
    for (int y = 0; y < ny; ++y)
      for (int z = 0; z < nz; ++z) parts.push_back(transformed(cube, Mat3::Identity(), size * Vec3(x, y, z)));
  return make_compound(name, parts);
}

// A tumbling block of cubes falls on a floor of tiles and meets a ball and another block there.
State tumbling(bool trees, NormalLaw law) {
  State s;
  s.clock.dt = 1e-5;
  s.gravity = {0, 0, -9.81};
  s.shapes = {cubes("floor", 12, 12, 1, 0.01), cubes("block", 3, 3, 3, 0.004), make_sphere("ball", 0.006),
              cubes("bar", 9, 1, 1, 0.003)};
  if (!trees)
    for (Shape& shape : s.shapes) shape.tree = {};
  Material m;
  m.young = 1e6;
  m.density = 2000;
  use_material(s, m, law);
  const Vec3 middle = s.shapes[0].given_centroid;
  add_body(s, at_rest({.shape = 0, .position = middle, .orientation = s.shapes[0].given_axes}));
  const auto above = [&](double x, double y, double height) { return Vec3(middle + Vec3(x, y, height)); };
  add_body(s,
           {.shape = 1, .position = above(0, 0, 0.0125), .velocity = {0.1, 0, -0.5}, .spin = {30, 50, 10}});
  add_body(s, {.shape = 2, .position = above(0.0135, 0.001, 0.0109), .velocity = {-0.3, 0, 0}});
  add_body(
      s, {.shape = 3, .position = above(-0.02, 0, 0.0075), .velocity = {0.5, 0, -0.4}, .spin = {0, 20, 90}});
  return s;
}

struct Outcome {
  std::uint64_t hash;
  std::size_t touches, most_candidates;
};

Outcome after(State s, int steps, int threads) {
  Workers workers(threads);
  SoftStep step(s, workers, BroadPhaseKind::sweep);
  step.begin();
  Outcome outcome{};
  for (int n = 0; n < steps; ++n) {
    step.advance();
    outcome.touches += s.contacts.size();
    outcome.most_candidates = std::max(outcome.most_candidates, step.neighbourhood().candidates().size());
  }
  outcome.hash = state_hash(s);
  return outcome;
}

class ManyParts : public testing::TestWithParam<NormalLaw> {};

TEST_P(ManyParts, ATreeChangesNoBit) {
  const int steps = 1500;
  const Outcome with = after(tumbling(true, GetParam()), steps, 2),
                without = after(tumbling(false, GetParam()), steps, 1);
  EXPECT_GT(with.touches, 1000u) << "they meet";
  EXPECT_EQ(with.touches, without.touches);
  EXPECT_EQ(with.hash, without.hash);
  EXPECT_LT(10 * with.most_candidates, without.most_candidates) << "few pairs of parts are near";
}

INSTANTIATE_TEST_SUITE_P(Laws, ManyParts, testing::Values(NormalLaw::overlap, NormalLaw::hertz));

}  // namespace
}  // namespace scree
