// The step in the plane: discs, ellipses, polygons and half-planes in a tray. What is remembered, threads and
// registers change nothing; nothing leaves the plane; momentum is kept.
#include <gtest/gtest.h>

#include <functional>

#include "base/rng.h"
#include "geometry/plane/figures.h"
#include "law/mixing.h"
#include "state/state_hash.h"
#include "step/soft_step.h"

namespace scree {
namespace {

constexpr NormalLaw laws[] = {NormalLaw::overlap, NormalLaw::overlap_energy};
constexpr double size = 0.01, density = 2500;

Shape figure(const char* name, std::vector<Vec2> corners) {
  for (Vec2& v : corners) v *= size;
  return make_polygon_shape(name, *make_polygon(corners));
}

enum Kind : ShapeIndex { square, needle, grain, many, disc, egg, sliver, kinds, ground = kinds, side };

State empty(NormalLaw normal) {
  Rng rng(3, 0);
  State s;
  s.dimension = 2;
  s.thickness = 0.1;
  s.clock.dt = 2e-5;
  s.gravity = {0, -9.81, 0};
  s.integrator = Integrator::verlet;
  s.shapes = {figure("square", regular_polygon(4, 1)),
              figure("needle", {{-1, -0.05}, {1, -0.05}, {1, 0.05}, {-1, 0.05}}),
              figure("grain", random_polygon(8, 0.7, rng)),
              figure("many", random_polygon(200, 0.8, rng)),
              make_disc("disc", 0.8 * size),
              make_ellipse("egg", size * Vec2(1, 0.6)),
              make_ellipse("sliver", size * Vec2(0.05, 1)),
              make_half_space("ground", {0, 1, 0}),
              figure("side", {{-2, -40}, {2, -40}, {2, 40}, {-2, 40}})};
  s.materials.resize(1);
  s.materials[0].density = density;
  s.materials[0].young = 1e7;
  s.materials[0].friction = 0.5;
  s.materials[0].restitution = 0.4;
  s.laws.materials = 1;
  s.laws.table = {mix(s.materials[0], s.materials[0], normal, 2.0 / 7)};
  return s;
}

BodyIndex add(State& s, ShapeIndex shape, const Vec2& position, double angle, double scale,
              bool is_wall = false) {
  const Shape& of = s.shapes[shape];
  Bodies& b = s.bodies;
  const BodyIndex i = b.append(s.next_id++);
  b.shape[i] = shape;
  b.scale[i] = scale;
  b.radius[i] = scale * of.radius;
  b.position[i] = Vec3(position.x(), position.y(), 0);
  // Turned by this from how it was given: the long axis of a polygon's own frame is x.
  b.orientation[i] = Quat(std::cos(angle / 2), 0, 0, std::sin(angle / 2)) * of.given_axes;
  b.mass[i] = density * of.volume * volume_factor(s, scale);
  b.inertia[i] = density * volume_factor(s, scale) * scale * scale * of.inertia;
  b.inverse_mass[i] = is_wall ? 0 : 1 / b.mass[i];
  if (is_wall) {
    Drive drive;
    drive.start_position = b.position[i];
    drive.start_orientation = b.orientation[i];
    b.drive[i] = static_cast<std::int32_t>(s.drives.size());
    s.drives.push_back(drive);
  }
  return i;
}

// Grains of all kinds and several sizes, turned at random and thrown into a tray.
State tray(NormalLaw normal, int along, int layers) {
  State s = empty(normal);
  const double half = 1.3 * size * along;
  add(s, ground, {0, 0}, 0, 1, true);
  for (const double way : {-1.0, 1.0}) add(s, side, {way * (half + 2 * size), 30 * size}, 0, 1, true);
  Rng rng(21, 0);
  for (int j = 0; j < layers; ++j)
    for (int i = 0; i < along; ++i) {
      const Vec2 at(-half + 2.6 * size * (i + 0.5), 2.6 * size * (j + 0.7));
      const BodyIndex n =
          add(s, static_cast<ShapeIndex>(rng.below(kinds)), at, rng.uniform(0, 7), rng.uniform(0.5, 1.2));
      s.bodies.velocity[n] = Vec3(rng.uniform(-2, 2), rng.uniform(-4, 0), 0);
      s.bodies.spin[n] = Vec3(0, 0, rng.uniform(-50, 50));
    }
  return s;
}

struct Way {
  int threads = 1;
  bool drop_caches = false, plain = false;
};

void run(State& s, int steps, const Way& way, const std::function<void(int)>& look = {}) {
  Workers workers(way.threads);
  SoftStep step(s, workers, BroadPhaseKind::sweep);
  step.drop_caches(way.drop_caches);
  step.use_plain_instructions(way.plain);
  step.begin();
  for (int n = 1; n <= steps; ++n) {
    step.advance();
    if (look) look(n);
  }
}

std::vector<std::uint64_t> trail(State s, int steps, const Way& way) {
  std::vector<std::uint64_t> hashes;
  std::size_t contacts = 0;
  run(s, steps, way, [&](int n) {
    if (n % 50 == 0) hashes.push_back(state_hash(s));
    contacts += s.contacts.size();
  });
  EXPECT_GT(contacts, 5 * static_cast<std::size_t>(steps)) << "they hardly touch";
  return hashes;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(NDEBUG)
constexpr int long_run = 500;
#else
constexpr int long_run = 5000;
#endif

TEST(PlaneStep, CachesThreadsAndRegistersChangeNoBit) {
  for (const NormalLaw normal : laws) {
    const State start = tray(normal, 8, 12);
    const auto plain = trail(start, long_run, {});
    EXPECT_EQ(trail(start, long_run, {.drop_caches = true}), plain) << "without what was remembered";
    EXPECT_EQ(trail(start, long_run, {.plain = true}), plain) << "without wide registers";
    EXPECT_EQ(trail(start, long_run, {.threads = 2}), plain) << "with two threads";
  }
}

TEST(PlaneStep, NothingLeavesThePlane) {
  State s = tray(NormalLaw::overlap, 8, 12);
  run(s, long_run, {});
  for (BodyIndex i = 0; i < s.bodies.size(); ++i) {
    EXPECT_EQ(s.bodies.position[i].z(), 0);
    EXPECT_EQ(s.bodies.velocity[i].z(), 0);
    EXPECT_EQ(s.bodies.spin[i].x(), 0);
    EXPECT_EQ(s.bodies.spin[i].y(), 0);
    EXPECT_EQ(s.bodies.orientation[i].x(), 0);
    EXPECT_EQ(s.bodies.orientation[i].y(), 0);
  }
}

// What the walls push and the weight pulls is what the grains' momentum gains, over any time; Verlet's rule
// adds it up as trapezia.
TEST(PlaneStep, WallsAndWeightChangeTheMomentum) {
  for (const NormalLaw normal : laws) {
    State s = tray(normal, 6, 4);
    const auto sums = [&](Vec3& momentum) {
      Vec3 force = Vec3::Zero();
      momentum.setZero();
      for (BodyIndex i = 0; i < s.bodies.size(); ++i) {
        if (s.bodies.free(i)) {
          momentum += s.bodies.mass[i] * s.bodies.velocity[i];
          force += s.bodies.mass[i] * s.gravity;
        } else {
          force -= s.bodies.force[i];
        }
      }
      return force;
    };
    Vec3 before = Vec3::Zero(), after = Vec3::Zero(), impulse = Vec3::Zero(), last = Vec3::Zero();
    double largest = 0;
    const int begin = 100, end = 2 * long_run;
    run(s, end, {}, [&](int n) {
      if (n < begin) return;
      const Vec3 force = sums(after);
      if (n == begin)
        before = after;
      else
        impulse += 0.5 * s.clock.dt * (last + force);
      last = force;
      largest = std::max(largest, after.norm());
    });
    EXPECT_NEAR((after - before - impulse).norm() / largest, 0, 1e-11);
    for (BodyIndex i = 3; i < s.bodies.size(); ++i)
      EXPECT_GT(s.bodies.position[i].y(), 0) << "it fell through";
  }
}

}  // namespace
}  // namespace scree
