// Whole steps in the plane, in a bed on a half-plane, periodic along x: discs (0) or polygons of 8 corners
// (1), at rest (0) or with velocities thrown at them (1). Stretches with one and with two threads take turns.
// Counters: nanoseconds per body and step with one and two threads, of the quickest stretch of each; how many
// times as fast two threads are; the share of the neighbour search in the time with one thread, in percent
// (both stages, place and find_pairs); searches per step; exchanges, pairs added and removed per body and
// search.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>

#include "base/rng.h"
#include "geometry/plane/figures.h"
#include "law/mixing.h"
#include "state/add_body.h"
#include "step/soft_step.h"

namespace scree {
namespace {

enum Kind : ShapeIndex { discs, polygons };
constexpr double size = 0.01, density = 2500;
constexpr int across = 40, layers = 50;
constexpr std::size_t small = across * layers;
constexpr int figures = 16;

State scene(Kind kind) {
  State s;
  s.dimension = 2;
  s.thickness = 0.1;
  s.clock.dt = 2e-5;
  s.gravity = {0, -9.81, 0};
  s.integrator = Integrator::verlet;
  Rng rng(3, 0);
  for (int n = 0; n < figures; ++n) {
    std::vector<Vec2> corners = random_polygon(8, 0.8, rng);
    for (Vec2& v : corners) v *= 0.5 * size;
    s.shapes.push_back(kind == discs ? make_disc("disc", 0.45 * size)
                                     : make_polygon_shape("grain", *make_polygon(corners)));
  }
  s.shapes.push_back(make_half_space("ground", {0, 1, 0}));
  s.materials.resize(1);
  s.materials[0].density = density;
  s.materials[0].young = 1e7;
  s.materials[0].friction = 0.5;
  s.materials[0].restitution = 0.2;
  s.laws.materials = 1;
  s.laws.table = {mix(s.materials[0], s.materials[0], NormalLaw::overlap, 2.0 / 7)};
  s.cell.periodic[0] = true;
  s.cell.length.x() = 1.05 * size * across;
  return s;
}

void add(State& s, ShapeIndex shape, const Vec3& position, double angle, double scale) {
  BodySetup setup{.shape = shape,
                  .scale = scale,
                  .position = position,
                  .orientation = Quat(std::cos(angle / 2), 0, 0, std::sin(angle / 2))};
  if (!bounded(s.shapes[shape])) setup.drive = Drive{};
  add_body(s, setup);
}

// With some drag, until nearly all is at rest.
void settle(State& s, int steps) {
  Workers workers(2);
  SoftStep step(s, workers, BroadPhaseKind::sweep);
  step.begin();
  for (int n = 0; n < steps; ++n) {
    step.advance();
    const double keep = n > steps - steps / 4 ? 0.99 : 0.9998;
    for (BodyIndex i = 0; i < s.bodies.size(); ++i) {
      s.bodies.velocity[i] *= keep;
      s.bodies.spin[i] *= keep;
    }
  }
}

State small_bed(Kind kind) {
  State s = scene(kind);
  Rng rng(5, 0);
  add(s, figures, Vec3::Zero(), 0, 1);
  for (int j = 0; j < layers; ++j)
    for (int i = 0; i < across; ++i)
      add(s, static_cast<ShapeIndex>(rng.below(figures)),
          size * Vec3(1.05 * i + rng.uniform(0, 0.1), 1.05 * (j + 0.5), 0), rng.uniform(0, 7),
          rng.uniform(0.8, 1));
  settle(s, 40000);
  return s;
}

// Copies side by side.
State bed(Kind kind, std::size_t bodies) {
  static std::map<int, State> settled;
  if (!settled.contains(kind)) settled.emplace(kind, small_bed(kind));
  const State& one = settled.at(kind);
  if (bodies <= small) return one;
  State s = scene(kind);
  const std::size_t copies = bodies / small;
  add(s, figures, Vec3::Zero(), 0, 1);
  for (std::size_t n = 0; n < copies; ++n)
    for (BodyIndex i = 1; i < one.bodies.size(); ++i) {
      add(s, one.bodies.shape[i],
          one.bodies.position[i] + static_cast<double>(n) * Vec3(one.cell.length.x(), 0, 0), 0,
          one.bodies.scale[i]);
      s.bodies.orientation[s.bodies.size() - 1] = one.bodies.orientation[i];
    }
  s.cell.length.x() = static_cast<double>(copies) * one.cell.length.x();
  settle(s, 1000);
  return s;
}

void stir(State& s) {
  Rng rng(7, 0);
  for (BodyIndex i = 1; i < s.bodies.size(); ++i)
    s.bodies.velocity[i] = Vec3(rng.uniform(-0.3, 0.3), rng.uniform(-0.3, 0.3), 0);
}

struct Run {
  Workers workers;
  State state;
  SoftStep step{state, workers, BroadPhaseKind::sweep};
  std::vector<double> least;
  double quickest = 1e9;

  Run(int threads, const State& start) : workers(threads), state(start) {
    least.assign(step.stages().size(), 1e9);
  }
  double advance(int steps) {
    const std::vector<StageTime> before(step.stages().begin(), step.stages().end());
    for (int n = 0; n < steps; ++n) step.advance();
    double whole = 0;
    for (std::size_t k = 0; k < before.size(); ++k) {
      const double seconds = step.stages()[k].seconds - before[k].seconds;
      least[k] = std::min(least[k], seconds / steps);
      whole += seconds / steps;
    }
    quickest = std::min(quickest, whole);
    return whole * steps;
  }
};

void plane_step(benchmark::State& b) {
  const Kind kind = b.range(0) == 0 ? discs : polygons;
  const auto bodies = static_cast<std::size_t>(b.range(1));
  const int steps = bodies > small ? 1 : 10;  // short, so that some are undisturbed by other programs
  State start = bed(kind, bodies);
  if (b.range(2) != 0) stir(start);
  Run one(1, start), two(2, start);
  one.advance(20);
  two.advance(20);
  one.step.reset_counters();
  for (auto _ : b) b.SetIterationTime(one.advance(steps) + two.advance(steps));
  const double count = static_cast<double>(start.bodies.size());
  const double taken = static_cast<double>(b.iterations() * static_cast<std::size_t>(steps));
  const StepCounters counters = one.step.counters();
  const BroadPhaseCounters& search = counters.search.work;
  const double searches = static_cast<double>(search.updates), each = count * std::max(1.0, searches);
  b.counters["ns/body"] = 1e9 * one.quickest / count;
  b.counters["two"] = 1e9 * two.quickest / count;
  b.counters["faster"] = one.quickest / two.quickest;
  b.counters["search%"] = 100 * counters.search.seconds / total_seconds(one.step.stages());
  b.counters["searches"] = searches / taken;
  b.counters["exchanges"] = static_cast<double>(search.exchanges) / each;
  b.counters["changes"] = static_cast<double>(search.added + search.removed) / each;
  b.counters["contacts"] = static_cast<double>(one.state.contacts.size()) / count;
  if (std::getenv("SCREE_STAGES") != nullptr && b.iterations() > 1)
    for (std::size_t k = 0; k < one.least.size(); ++k)
      std::fprintf(stderr, "%-11s %8.1f %8.1f ns/body  %5.2f\n", one.step.stages()[k].name,
                   1e9 * one.least[k] / count, 1e9 * two.least[k] / count, one.least[k] / two.least[k]);
}
BENCHMARK(plane_step)
    ->ArgNames({"kind", "bodies", "stirred"})
    ->ArgsProduct({{0, 1}, {small, 20000}, {0, 1}})
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->MinTime(2);

}  // namespace
}  // namespace scree
