// Ellipses in the step: they rest, collide without losing energy or momentum, and fall through nothing, under
// every law.
#include <gtest/gtest.h>

#include <functional>

#include "geometry/plane/figures.h"
#include "narrowphase/dispatch.h"
#include "state/state_hash.h"
#include "step/soft_step.h"
#include "support/laws.h"

namespace scree {
namespace {

constexpr NormalLaw laws[] = {NormalLaw::spring, NormalLaw::hertz, NormalLaw::overlap,
                              NormalLaw::overlap_energy};
constexpr double size = 0.01, density = 2500;

enum Kind : ShapeIndex { egg, sliver, disc, square, ground };

State empty(NormalLaw normal, double restitution, double friction) {
  State s;
  s.dimension = 2;
  s.thickness = 0.01;
  s.clock.dt = 1e-5;
  s.integrator = Integrator::verlet;
  std::vector<Vec2> corners = regular_polygon(4, 1);
  for (Vec2& v : corners) v *= size;
  s.shapes = {make_ellipse("egg", size * Vec2(1, 0.6)), make_ellipse("sliver", size * Vec2(0.1, 1)),
              make_disc("disc", 0.8 * size), make_polygon_shape("square", *make_polygon(corners)),
              make_half_space("ground", {0, 1, 0})};
  use_material(
      s,
      {.density = density, .young = 1e7, .stiffness = 2e4, .restitution = restitution, .friction = friction},
      normal);
  return s;
}

BodyIndex add(State& s, ShapeIndex shape, const Vec2& position, double angle, bool is_wall = false) {
  const BodySetup setup = in_the_plane(s, shape, position, angle);
  return add_body(s, is_wall ? at_rest(setup) : setup);
}

void run(State& s, int steps, int threads = 1, bool drop_caches = false,
         const std::function<void()>& look = {}) {
  Workers workers(threads);
  SoftStep step(s, workers, BroadPhaseKind::sweep);
  step.drop_caches(drop_caches);
  step.begin();
  for (int n = 1; n <= steps; ++n) {
    step.advance();
    if (look) look();
  }
}

// On its flat side it comes to rest as deep as its weight presses it, turned as it was.
TEST(EllipseStep, AnEllipseAtRestStaysAtRest) {
  for (const NormalLaw normal : laws) {
    State s = empty(normal, 0.2, 0.5);
    s.gravity = {0, -9.81, 0};
    add(s, ground, {0, 0}, 0, true);
    const BodyIndex i = add(s, egg, {0, 0.6 * size}, 0);
    run(s, 30000);
    const double weight = s.bodies.mass[i] * 9.81, depth = 0.6 * size - s.bodies.position[i].y();
    ASSERT_EQ(s.contacts.size(), 1u);
    EXPECT_NEAR(s.contacts.normal_force(0) / weight, 1, 1e-3) << static_cast<int>(normal);
    EXPECT_GT(depth, 0);
    EXPECT_LT(depth, 0.05 * size);
    EXPECT_LT(s.bodies.velocity[i].norm(), 1e-5) << static_cast<int>(normal);
    EXPECT_NEAR(s.bodies.orientation[i].z(), 0, 1e-9);
    EXPECT_NEAR(s.bodies.position[i].x(), 0, 1e-9 * size);
  }
}

struct Sums {
  double kinetic = 0, angular = 0;
  Vec3 momentum = Vec3::Zero();
};
Sums sums_of(const State& s) {
  Sums sums;
  const Bodies& b = s.bodies;
  for (BodyIndex i = 0; i < b.size(); ++i) {
    sums.kinetic += 0.5 * b.mass[i] * b.velocity[i].squaredNorm() +
                    0.5 * b.inertia[i].z() * b.spin[i].z() * b.spin[i].z();
    sums.momentum += b.mass[i] * b.velocity[i];
    sums.angular += b.inertia[i].z() * b.spin[i].z() + b.mass[i] * b.position[i].cross(b.velocity[i]).z();
  }
  return sums;
}

// Without damping and friction overlap-energy is a potential: what spins and flies before, spins and flies
// after, whatever meets whatever.
TEST(EllipseStep, CollisionsKeepEnergyAndMomentum) {
  for (const ShapeIndex first : {egg, sliver})
    for (const ShapeIndex second : {egg, sliver, disc, square})
      for (const double aside : {-0.7, 0.0, 0.4}) {
        State s = empty(NormalLaw::overlap_energy, 1, 0);
        s.clock.dt = 1e-6;
        const BodyIndex a = add(s, first, {-1.1 * size, 0}, 0.5);
        const BodyIndex b = add(s, second, {1.1 * size, aside * size}, 1.2);
        s.bodies.velocity[a] = Vec3(0.5, 0.1, 0);
        s.bodies.velocity[b] = Vec3(-0.6, 0, 0);
        s.bodies.spin[a] = Vec3(0, 0, 20);
        s.bodies.spin[b] = Vec3(0, 0, -30);
        const Sums before = sums_of(s);
        std::size_t steps = 0;
        run(s, 60000, 1, false, [&] { steps += s.contacts.size(); });
        const Sums after = sums_of(s);
        const std::string which =
            s.shapes[first].name + " and " + s.shapes[second].name + " " + std::to_string(aside);
        ASSERT_EQ(s.contacts.size(), 0u) << which;
        EXPECT_GT(steps, 100u) << which << ": they missed each other";
        EXPECT_NEAR(after.kinetic / before.kinetic, 1, 1e-5) << which;
        EXPECT_NEAR((after.momentum - before.momentum).norm() / (s.bodies.mass[a] * 0.5), 0, 1e-12) << which;
        EXPECT_NEAR(after.angular / (s.bodies.mass[a] * 0.5 * size),
                    before.angular / (s.bodies.mass[a] * 0.5 * size), 1e-9)
            << which;
      }
}

// Eggs, slivers, discs and squares in a heap: the same bits for threads and dropped caches; touch_of finds
// the contacts of the last step again.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int long_fall = 4000;
#elif !defined(NDEBUG)
constexpr int long_fall = 6000;
#else
constexpr int long_fall = 12000;
#endif

TEST(EllipseStep, LawsGiveTheSameBitsForThreadsAndCaches) {
  for (const NormalLaw normal : laws) {
    const bool polygons = uses_volume(normal);
    State start = empty(normal, 0.4, 0.4);
    start.gravity = {0, -9.81, 0};
    add(start, ground, {0, 0}, 0, true);
    for (int n = 0; n < 40; ++n)
      add(start, static_cast<ShapeIndex>(n % (polygons ? 4 : 3)),
          {2.1 * size * (n % 8), 2.1 * size * (0.6 + n / 8)}, 0.7 * n);
    const auto hash = [&](int threads, bool drop) {
      State s = start;
      std::size_t contacts = 0;
      run(s, long_fall, threads, drop, [&] { contacts += s.contacts.size(); });
      EXPECT_GT(contacts, static_cast<std::size_t>(long_fall) / 8) << static_cast<int>(normal);
      for (std::size_t k = 0; k < s.contacts.size(); ++k) {
        const Touch touch = touch_of(s, k);
        EXPECT_GE(touch.overlap, 0);
        EXPECT_TRUE(touch.arm_a.allFinite() && touch.normal.allFinite());
      }
      for (BodyIndex i = 1; i < s.bodies.size(); ++i)
        EXPECT_GT(s.bodies.position[i].y(), 0) << "it fell through";
      return state_hash(s);
    };
    const auto plain = hash(1, false);
    EXPECT_EQ(hash(2, false), plain) << static_cast<int>(normal);
    EXPECT_EQ(hash(1, true), plain) << static_cast<int>(normal);
  }
}

}  // namespace
}  // namespace scree
