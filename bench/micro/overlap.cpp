// Two grains of 12 corners and 20 faces, as in the drum: overlapping by about 1 % of their diameter, or just
// apart.
#include <benchmark/benchmark.h>

#include <deque>

#include "base/rng.h"
#include "geometry/hull/hull.h"
#include "geometry/solid/overlap.h"
#include "geometry/solid/separating_plane.h"
#include "geometry/solid/solids.h"

namespace scree {
namespace {

constexpr std::size_t meetings = 256;  // their data fill the fastest cache several times over, as in a bed

struct Meeting {
  PlacedCopy a, b;
  Vec3 d, normal;
};

Quat random_turn(Rng& rng) {
  const auto draw = [&] { return rng.uniform() - 0.5; };
  return Quat(draw(), draw(), draw(), draw()).normalized();
}

// Grains in any poses, as far from each other as makes the overlap this deep (below 0: apart by that).
std::deque<Meeting> meet(double depth) {
  Rng rng(1, 1);
  static std::deque<Polyhedron> shapes;
  std::deque<Meeting> out;
  OverlapWork work;
  for (std::size_t n = 0; n < meetings; ++n) {
    Meeting& m = out.emplace_back();
    for (PlacedCopy* copy : {&m.a, &m.b}) {
      shapes.push_back(*convex_hull(ellipsoid_vertices({8e-3, 8e-3, 7.5e-3}, 0, 0.01, rng)));
      copy->place(shapes.back(), 1, random_turn(rng));
    }
    const Vec3 towards = Vec3(rng.uniform() - 0.5, rng.uniform() - 0.5, rng.uniform() - 0.5).normalized();
    double near = 8e-3, far = 16e-3;
    Overlap overlap;
    for (int k = 0; k < 40; ++k) {
      const double middle = 0.5 * (near + far);
      const bool touch = find_overlap(m.a.view, m.b.view, middle * towards, work, overlap);
      const bool deep = touch && overlap.volume > std::max(depth, 0.0) * overlap.patch_a;
      (deep ? near : far) = middle;
    }
    m.d = (far - std::min(depth, 0.0)) * towards;
    m.normal = towards;
    if (find_overlap(m.a.view, m.b.view, m.d, work, overlap)) m.normal = overlap.area.normalized();
  }
  return out;
}

void overlap_of_grains(benchmark::State& state) {
  const std::deque<Meeting> pairs = meet(1.6e-6 * static_cast<double>(state.range(0)));
  OverlapWork work;
  Overlap overlap;
  std::size_t n = 0;
  for (auto _ : state) {
    const Meeting& m = pairs[n++ % meetings];
    benchmark::DoNotOptimize(find_overlap(m.a.view, m.b.view, m.d, m.normal, work, overlap));
    benchmark::DoNotOptimize(overlap);
  }
}
BENCHMARK(overlap_of_grains)->ArgName("depth_in_1e-4_diameters")->Arg(10)->Arg(100)->Arg(200);

void plane_between_grains(benchmark::State& state) {
  std::deque<Meeting> pairs = meet(-1.6e-4);
  std::size_t n = 0;
  for (auto _ : state) {
    Meeting& m = pairs[n++ % meetings];
    Vec3 direction = state.range(0) ? m.normal : Vec3(Vec3::Zero());
    const Parting found = find_separating_plane(m.a.view, m.b.view, m.d, direction);
    benchmark::DoNotOptimize(found);
    m.normal = direction;
  }
}
BENCHMARK(plane_between_grains)->ArgName("last_one_known")->Arg(0)->Arg(1);

}  // namespace
}  // namespace scree
