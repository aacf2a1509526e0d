// The neighbour search alone, in dense random beds: from nothing, and again after the bodies moved a little;
// in space, and on two axes in the plane. Counters: nanoseconds per body, exchanges per body and update, the
// share of updates that sorted or built everything, for trees bodies that changed their leaf and boxes
// compared per body and update, bytes per body that are held, and that were needed at the worst moment.
#include <benchmark/benchmark.h>
#include <malloc.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <new>

#include "base/rng.h"
#include "broadphase/sweep/sort_and_sweep.h"
#include "broadphase/tree/tree.h"
#include "law/mixing.h"
#include "state/add_body.h"
#include "step/neighbourhood.h"

namespace {

std::atomic<std::int64_t> held{0}, most_held{0};

void count_bytes(std::int64_t change) {
  const std::int64_t now = held.fetch_add(change, std::memory_order_relaxed) + change;
  std::int64_t seen = most_held.load(std::memory_order_relaxed);
  while (seen < now && !most_held.compare_exchange_weak(seen, now, std::memory_order_relaxed)) {
  }
}

}  // namespace

// Not inlined: the compiler would take malloc and delete for a mismatched pair.
[[gnu::noinline]] void* operator new(std::size_t size) {
  void* const p = std::malloc(size);
  if (p == nullptr) throw std::bad_alloc();
  count_bytes(static_cast<std::int64_t>(malloc_usable_size(p)));
  return p;
}
[[gnu::noinline]] void operator delete(void* p) noexcept {
  count_bytes(-static_cast<std::int64_t>(malloc_usable_size(p)));
  std::free(p);
}
void operator delete(void* p, std::size_t) noexcept { operator delete(p); }

namespace scree {
namespace {

// Bodies of diameter 1 around the places of a cubic or square lattice, in any order; each has a velocity of
// its own.
struct Bed {
  std::vector<Vec3> centre, velocity;

  explicit Bed(std::size_t count, int dimension = 3) : centre(count), velocity(count) {
    Rng rng(1, 1);
    const auto vector = [&] {
      return Vec3(rng.uniform() - 0.5, rng.uniform() - 0.5, dimension == 2 ? 0 : rng.uniform() - 0.5);
    };
    const double n = static_cast<double>(count);
    const auto across = static_cast<std::size_t>(std::ceil(dimension == 2 ? std::sqrt(n) : std::cbrt(n)));
    for (std::size_t i = 0; i < count; ++i) {
      const Vec3 place(static_cast<double>(i % across), static_cast<double>(i / across % across),
                       static_cast<double>(i / across / across));
      centre[i] = place + vector();
      velocity[i] = 2 * vector();
    }
    for (std::size_t i = count; i > 1; --i)
      std::swap(centre[i - 1], centre[static_cast<std::size_t>(rng.uniform() * static_cast<double>(i))]);
  }
  void move(double step) {
    for (std::size_t i = 0; i < centre.size(); ++i) centre[i] += step * velocity[i];
  }
};

double seconds_of(const auto& task) {
  const auto start = std::chrono::steady_clock::now();
  task();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

struct Boxes {
  Bed bed;
  std::vector<Box> boxes;
  std::vector<std::uint8_t> mobile;

  Boxes(std::size_t count, int dimension) : bed(count, dimension), boxes(count), mobile(count, 1) { place(); }
  void place() {
    for (std::size_t i = 0; i < boxes.size(); ++i)
      boxes[i] = {bed.centre[i] - Vec3::Constant(0.52), bed.centre[i] + Vec3::Constant(0.52)};
  }
};

void tell(benchmark::State& state, std::size_t bodies, double seconds, std::int64_t bytes_before) {
  const double count = static_cast<double>(bodies);
  state.counters["ns/body"] = 1e9 * seconds / (count * static_cast<double>(state.iterations()));
  state.counters["bytes/body"] = static_cast<double>(held - bytes_before) / count;
  state.counters["peak"] = static_cast<double>(most_held - bytes_before) / count;
}

template <std::size_t axes, class Phase = SortAndSweepOn<axes>>
void first_sort(benchmark::State& state) {
  const Boxes world(static_cast<std::size_t>(state.range(0)), axes);
  Workers workers(static_cast<int>(state.range(1)));
  const std::int64_t before = held;
  most_held = before;
  double total = 0;
  Phase phase;
  for (auto _ : state) {
    phase.reset();
    const double seconds = seconds_of([&] { phase.update(world.boxes, world.mobile, Cell{}, workers); });
    state.SetIterationTime(seconds);
    total += seconds;
  }
  tell(state, world.boxes.size(), total, before);
}

// The third number: the largest motion per update and axis in 1e-4 of a diameter.
template <std::size_t axes, class Phase = SortAndSweepOn<axes>>
void gentle_update(benchmark::State& state) {
  Boxes world(static_cast<std::size_t>(state.range(0)), axes);
  Workers workers(static_cast<int>(state.range(1)));
  const std::int64_t before = held;
  most_held = before;
  double total = 0;
  Phase phase;
  const auto update = [&] { phase.update(world.boxes, world.mobile, Cell{}, workers); };
  update();
  const BroadPhaseCounters start = phase.counters();
  for (auto _ : state) {
    world.bed.move(1e-4 * static_cast<double>(state.range(2)));
    world.place();
    const double seconds = seconds_of(update);
    state.SetIterationTime(seconds);
    total += seconds;
  }
  tell(state, world.boxes.size(), total, before);
  const double updates = static_cast<double>(state.iterations());
  state.counters["exchanges"] = static_cast<double>(phase.counters().exchanges - start.exchanges) /
                                (updates * static_cast<double>(world.boxes.size()));
  state.counters["moved"] = static_cast<double>(phase.counters().moved - start.moved) /
                            (updates * static_cast<double>(world.boxes.size()));
  state.counters["tests"] = static_cast<double>(phase.counters().tests - start.tests) /
                            (updates * static_cast<double>(world.boxes.size()));
  state.counters["rebuilds"] = static_cast<double>(phase.counters().rebuilds - start.rebuilds) / updates;
}

State spheres(const Bed& bed) {
  State s;
  s.shapes = {make_sphere("ball", 0.5)};
  s.materials.resize(1);
  s.laws.materials = 1;
  s.laws.table = {mix(s.materials[0], s.materials[0], NormalLaw::spring, 0.5)};
  s.clock.dt = 1e-5;
  for (const Vec3& centre : bed.centre) add_body(s, {.position = centre});
  return s;
}

// The whole stage: boxes, pairs, and what the step wants to know of each of them. One body has left its
// margin.
void list_candidates(benchmark::State& state) {
  Bed bed(static_cast<std::size_t>(state.range(0)));
  const double step = 1e-4 * static_cast<double>(state.range(2));
  bed.velocity[0] = Vec3(0.05 / step, 0, 0);
  State s = spheres(bed);
  Workers workers(static_cast<int>(state.range(1)));
  const std::int64_t before = held;
  most_held = before;
  double total = 0;
  Neighbourhood neighbourhood(BroadPhaseKind::sweep);
  const auto list = [&] {
    neighbourhood.place(s, workers);
    neighbourhood.find_pairs(s, workers);
  };
  list();
  for (auto _ : state) {
    bed.move(step);
    bed.velocity[0] *= -1;
    s.bodies.position = bed.centre;
    const double seconds = seconds_of(list);
    state.SetIterationTime(seconds);
    total += seconds;
  }
  tell(state, bed.centre.size(), total, before);
  state.counters["candidates"] =
      static_cast<double>(neighbourhood.candidates().size()) / static_cast<double>(bed.centre.size());
}

void sizes(benchmark::internal::Benchmark* b) {
  b->ArgNames({"bodies", "threads"})->UseManualTime()->Unit(benchmark::kMillisecond)->MinTime(0.3);
  for (const int bodies : {10000, 100000, 1000000})
    for (const int threads : {1, 2}) b->Args({bodies, threads});
}
void sizes_and_motions(benchmark::internal::Benchmark* b) {
  b->ArgNames({"bodies", "threads", "motion"})->UseManualTime()->Unit(benchmark::kMillisecond)->MinTime(0.3);
  for (const int bodies : {10000, 100000, 1000000})
    for (const int motion : {1, 10, 100})
      for (const int threads : {1, 2}) b->Args({bodies, threads, motion});
}
BENCHMARK(first_sort<3>)->Name("first_sort")->Apply(sizes);
BENCHMARK(gentle_update<3>)->Name("gentle_update")->Apply(sizes_and_motions);
BENCHMARK(first_sort<2>)->Name("plane_first_sort")->Apply(sizes);
BENCHMARK(gentle_update<2>)->Name("plane_gentle_update")->Apply(sizes_and_motions);
BENCHMARK(first_sort<3, TreeSearch<3>>)->Name("tree_first")->Apply(sizes);
BENCHMARK(gentle_update<3, TreeSearch<3>>)->Name("tree_gentle_update")->Apply(sizes_and_motions);
BENCHMARK(first_sort<2, TreeSearch<2>>)->Name("plane_tree_first")->Apply(sizes);
BENCHMARK(gentle_update<2, TreeSearch<2>>)->Name("plane_tree_gentle_update")->Apply(sizes_and_motions);
BENCHMARK(list_candidates)->Apply(sizes_and_motions);

}  // namespace
}  // namespace scree
