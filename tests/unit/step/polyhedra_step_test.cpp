// The step with polyhedra: planes remembered between bodies, threads, wide registers and the place in a
// periodic cell change nothing.
#include <gtest/gtest.h>

#include "base/rng.h"
#include "geometry/hull/hull.h"
#include "geometry/solid/solids.h"
#include "state/state_hash.h"
#include "step/soft_step.h"
#include "support/laws.h"

namespace scree {
namespace {

constexpr NormalLaw laws[] = {NormalLaw::overlap, NormalLaw::overlap_energy};
constexpr double size = 0.01;

Polyhedron solid(const std::vector<Vec3>& corners) { return *convex_hull(corners); }

Polyhedron moved(const Polyhedron& polyhedron, const Vec3& shift) {
  return transformed(polyhedron, Mat3::Identity(), shift);
}

// Grains of all kinds, then the walls.
enum Kind : ShapeIndex { box, icosahedron, plate, random_grain, ell, ball, kinds, ground = kinds, side };

State empty(NormalLaw normal) {
  Rng rng(20, 0);
  State s;
  s.clock.dt = 2e-5;
  s.gravity = {0, 0, -9.81};
  s.integrator = Integrator::verlet;
  std::vector<Vec3> grain = random_grain_vertices(14, 0.8, 0.8, rng);
  for (Vec3& v : grain) v *= size;
  const Polyhedron cube = solid(box_vertices(Vec3::Constant(0.4 * size)));
  s.shapes = {make_box("box", Vec3(0.8, 0.6, 0.7) * size),
              make_polyhedron("icosahedron", solid(regular_solid_vertices(RegularSolid::icosahedron, size))),
              make_polyhedron("plate", solid(box_vertices(Vec3(1, 0.9, 0.2) * size))),
              make_polyhedron("random grain", solid(grain)),
              make_compound("ell", {cube, moved(cube, {0.8 * size, 0, 0}), moved(cube, {0, 0.8 * size, 0})}),
              make_sphere("ball", 0.7 * size),
              make_half_space("ground", {0, 0, 1}),
              make_box("side", Vec3(2, 10, 20) * size)};
  use_material(s, {.young = 1e7, .restitution = 0.4, .friction = 0.5}, normal);
  return s;
}

BodyIndex add(State& s, ShapeIndex shape, const Vec3& position, const Quat& orientation,
              bool is_wall = false) {
  const BodySetup setup{.shape = shape, .position = position, .orientation = orientation};
  return add_body(s, is_wall ? at_rest(setup) : setup);
}

// Grains on a lattice, turned at random and thrown together over the ground.
void add_grains(State& s, int along, int layers, const Vec3& corner) {
  Rng rng(21, 0);
  for (int k = 0; k < layers; ++k)
    for (int j = 0; j < along; ++j)
      for (int i = 0; i < along; ++i) {
        const BodyIndex n = add(s, static_cast<ShapeIndex>(rng.below(kinds)),
                                corner + 2.2 * size * Vec3(i + 0.5, j + 0.5, k + 0.5), rng.rotation());
        s.bodies.velocity[n] = 0.5 * rng.in_unit_ball() - Vec3(0, 0, 0.7);
        s.bodies.spin[n] = 50 * rng.in_unit_ball();
      }
}

// In a box of four walls.
State heap(NormalLaw normal, int along, int layers) {
  State s = empty(normal);
  const double half = 1.1 * size * along;
  add(s, ground, {0, 0, 0}, Quat::Identity(), true);
  for (int n = 0; n < 4; ++n) {
    const Quat turn(Eigen::AngleAxisd(0.5 * M_PI * n, Vec3::UnitZ()));
    add(s, side, turn * Vec3(half + 2 * size, 0, 10 * size), turn, true);
  }
  add_grains(s, along, layers, {-half, -half, 0});
  return s;
}

struct Way {
  int threads = 1;
  bool drop_caches = false, plain = false;
  Neighbourhood::Ordering ordering = Neighbourhood::Ordering::now_and_then;
};

std::vector<std::uint64_t> trail(State s, int steps, const Way& way) {
  Workers workers(way.threads);
  SoftStep step(s, workers, BroadPhaseKind::sweep);
  step.drop_caches(way.drop_caches);
  step.use_plain_instructions(way.plain);
  step.neighbourhood().order_rows(way.ordering);
  step.begin();
  std::vector<std::uint64_t> hashes{state_hash(s)};
  std::size_t contacts = 0;
  for (int n = 1; n <= steps; ++n) {
    step.advance();
    if (n % 50 == 0) hashes.push_back(state_hash(s));
    contacts += s.contacts.size();
  }
  EXPECT_GT(contacts, 10 * static_cast<std::size_t>(steps)) << "they hardly touch";
  return hashes;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(NDEBUG)
constexpr int long_run = 300, short_run = 50;
#else
constexpr int long_run = 2000, short_run = 200;
#endif

TEST(PolyhedraStep, CachesAndRegistersChangeNoBit) {
  for (const NormalLaw normal : laws) {
    const State start = heap(normal, 3, 5);
    const auto plain = trail(start, long_run, {});
    EXPECT_EQ(trail(start, long_run, {.drop_caches = true}), plain) << "without what was remembered";
    EXPECT_EQ(trail(start, long_run, {.plain = true}), plain) << "without wide registers";
    EXPECT_EQ(trail(start, long_run, {.threads = 2}), plain) << "with two threads";
  }
}

TEST(PolyhedraStep, TheOrderOfRowsChangesNoBit) {
  using enum Neighbourhood::Ordering;
  for (const NormalLaw normal : laws) {
    const State start = heap(normal, 4, 5);
    const auto by_number = trail(start, short_run, {.ordering = never});
    EXPECT_EQ(trail(start, short_run, {.ordering = always}), by_number);
    EXPECT_EQ(trail(start, short_run, {.threads = 3, .ordering = always}), by_number);
    EXPECT_EQ(trail(start, short_run, {.plain = true, .ordering = always}), by_number);
  }
}

// Enough of them that both threads have something to do.
TEST(PolyhedraStep, ThreadsChangeNoBit) {
  for (const NormalLaw normal : laws) {
    const State start = heap(normal, 6, 8);
    const auto one = trail(start, short_run, {});
    EXPECT_EQ(trail(start, short_run, {.threads = 2}), one);
    EXPECT_EQ(trail(start, short_run, {.threads = 2, .drop_caches = true, .plain = true}), one);
  }
}

// A run moved by half a cell goes the same ways, up to rounding: what lay in the middle lies on the boundary.
TEST(PolyhedraStep, APeriodicCellHasNoSpecialPlace) {
  for (const NormalLaw normal : laws) {
    const auto run = [&](const Vec3& shift, const std::array<bool, 3>& periodic) {
      State s = empty(normal);
      const double length = 4 * 2.2 * size;
      s.cell.periodic = periodic;
      s.cell.length = Vec3::Constant(length);
      s.gravity = periodic[2] ? Vec3(0, 0, 0) : Vec3(0, 0, -9.81);
      if (!periodic[2]) add(s, ground, {0, 0, 0}, Quat::Identity(), true);
      add_grains(s, 4, periodic[2] ? 4 : 2, {0, 0, 0});
      Rng rng(30, 0);
      for (BodyIndex i = 0; i < s.bodies.size(); ++i) {
        if (periodic[2]) s.bodies.velocity[i] = 2 * rng.in_unit_ball();  // a gas that collides
        if (!s.bodies.free(i)) continue;
        s.bodies.position[i] += shift;
        for (int k = 0; k < 3; ++k)
          if (periodic[k] && s.bodies.position[i][k] >= length) {
            s.bodies.position[i][k] -= length;
            ++s.bodies.image[i][k];
          }
      }
      Workers workers(1);
      SoftStep step(s, workers, BroadPhaseKind::sweep);
      step.begin();
      std::size_t contacts = 0;
      for (int n = 0; n < 400; ++n) {
        step.advance();
        contacts += s.contacts.size();
      }
      EXPECT_GT(contacts, 1000u);
      std::vector<Vec3> paths;
      for (BodyIndex i = 0; i < s.bodies.size(); ++i) {
        Vec3 x = s.bodies.position[i];
        for (int k = 0; k < 3; ++k) x[k] += s.bodies.image[i][k] * length;
        if (s.bodies.free(i)) paths.push_back(x - shift);
      }
      return paths;
    };
    const double half_cell = 2 * 2.2 * size;
    for (const bool all : {false, true}) {
      const std::array<bool, 3> periodic{true, true, all};
      const std::vector<Vec3> here = run(Vec3::Zero(), periodic);
      const std::vector<Vec3> there = run({half_cell, half_cell, all ? half_cell : 0}, periodic);
      double furthest = 0;
      for (std::size_t i = 0; i < here.size(); ++i)
        furthest = std::max(furthest, (here[i] - there[i]).norm());
      EXPECT_LE(furthest, 1e-10 * size);
      EXPECT_GT(furthest, 0) << "roundings differ";
    }
  }
}

}  // namespace
}  // namespace scree
