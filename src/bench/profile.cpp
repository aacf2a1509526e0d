#include "bench/profile.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>

#include "base/lanes.h"
#include "base/processor.h"
#include "geometry/solid/overlap.h"
#include "geometry/solid/separating_plane.h"
#include "narrowphase/dispatch.h"

namespace scree {
namespace {

using WallClock = std::chrono::steady_clock;

// The quickest of several rounds: others on the machine only ever make it slower.
double quickest(const std::function<void()>& round, int rounds = 7) {
  double best = 1e300;
  for (int r = 0; r < rounds; ++r) {
    const auto start = WallClock::now();
    round();
    best = std::min(best, std::chrono::duration<double, std::nano>(WallClock::now() - start).count());
  }
  return best;
}

struct Question {
  const PlacedPolyhedron *a, *b;
  Vec3 d, last_normal, plane;
};

Vec3 way(const State& state, const Pair& pair) {
  return state.cell.separation(state.bodies.position[pair.a], state.bodies.position[pair.b]);
}

// Both bodies measured along a direction: three products and two sums, and the larger one kept.
double operations_of_plane(const Question& q) {
  return 6 * static_cast<double>(q.a->vertices.fours() + q.b->vertices.fours());
}

volatile double sink;  // so that nothing timed is left out

SCREE_KERNEL double many_operations(int rounds) {
  constexpr int chains = 10;  // as many as keep both units busy
  Lanes x[chains];
  for (int k = 0; k < chains; ++k) x[k] = all_lanes<Lanes>(1 + 1e-9 * k);
  const Lanes factor = all_lanes<Lanes>(0.999999), term = all_lanes<Lanes>(1e-6);
  for (int r = 0; r < rounds; ++r)
#pragma GCC unroll 10
    for (int k = 0; k < chains; ++k) x[k] = x[k] * factor + term;
  double sum = 0;
  for (int k = 0; k < chains; ++k) sum += x[k][0];
  return sum;
}
SCREE_WIDE double many_operations_wide(int rounds) { return many_operations(rounds); }
double many_operations_plain(int rounds) { return many_operations(rounds); }

}  // namespace

double nanoseconds_per_operation() {
  constexpr int rounds = 20000;
  const double best = quickest(
      [] { sink = has_wide_registers() ? many_operations_wide(rounds) : many_operations_plain(rounds); });
  return best / (2.0 * 10 * rounds);
}

double nanoseconds_per_byte(std::size_t size) {
  const std::size_t half = std::max<std::size_t>(size / 2, 4096);
  std::vector<char> from(half, 1), to(half, 2);
  const int copies = static_cast<int>(std::max<std::size_t>(1, 4'000'000 / half));
  const double best = quickest([&] {
    for (int n = 0; n < copies; ++n) {
      std::memcpy(to.data(), from.data(), half);
      std::swap(from, to);
    }
    sink = to[half / 2];
  });
  return best / (2.0 * static_cast<double>(half) * copies);
}

std::vector<FilterCost> profile_cascade(const State& state, const Placements& placements,
                                        const Candidates& candidates) {
  enum { spheres, last_plane, projection, reflection, overlap, filters };
  std::vector<Question> decided[filters];
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    if (!candidates.kernel_of(k).reads_solids_only) continue;
    const Pair pair = candidates.pair[k];
    const Parts parts = candidates.parts[k];
    const std::uint32_t slot = candidates.slot[k];
    Question q{&placements.of(pair.a, parts.a), &placements.of(pair.b, parts.b), way(state, pair), {}, {}};
    q.last_normal = slot == Candidates::none ? q.d : state.contacts.history[slot].normal;
    q.plane = candidates.warm[k].separating;
    if (slot != Candidates::none) {
      decided[overlap].push_back(q);
      continue;
    }
    Vec3 plane = q.plane;
    switch (find_separating_plane(*q.a, *q.b, q.d, plane)) {
      case Parting::none: decided[overlap].push_back(q); break;
      case Parting::spheres: decided[spheres].push_back(q); break;
      case Parting::last_plane: decided[last_plane].push_back(q); break;
      case Parting::projection: decided[projection].push_back(q); break;
      case Parting::reflection: decided[reflection].push_back(q); break;
    }
  }
  // What new pairs cost is told by those that a plane is known for: asked without it, they begin at the line
  // of centres.
  for (const Question& q : decided[last_plane]) {
    Vec3 plane = Vec3::Zero();
    const Parting parting = find_separating_plane(*q.a, *q.b, q.d, plane);
    if (parting == Parting::projection) decided[projection].push_back(q);
    if (parting == Parting::reflection) decided[reflection].push_back(q);
  }
  OverlapWork work;
  Overlap out;
  const auto ask = [&](const Question& q, bool known) {
    Vec3 plane = known ? q.plane : Vec3(Vec3::Zero());
    sink = static_cast<double>(find_separating_plane(*q.a, *q.b, q.d, plane));
  };
  std::vector<FilterCost> costs;
  const auto add = [&](const char* name, int filter, const auto& decide, const auto& operations) {
    const std::vector<Question>& list = decided[filter];
    FilterCost cost{name, list.size(), 0, 0};
    if (!list.empty()) {
      const double n = static_cast<double>(list.size());
      cost.nanoseconds = quickest([&] {
                           for (const Question& q : list) decide(q);
                         }) /
                         n;
      for (const Question& q : list) cost.operations += operations(q) / n;
    }
    costs.push_back(cost);
  };
  add(
      "spheres", spheres, [&](const Question& q) { ask(q, false); }, [](const Question&) { return 3.0; });
  add(
      "last plane", last_plane, [&](const Question& q) { ask(q, true); }, operations_of_plane);
  add(
      "projection", projection, [&](const Question& q) { ask(q, false); }, operations_of_plane);
  add(
      "reflection", reflection, [&](const Question& q) { ask(q, false); },
      [](const Question& q) { return 4 * operations_of_plane(q); });
  add(
      "overlap", overlap,
      [&](const Question& q) { sink = find_overlap(*q.a, *q.b, q.d, q.last_normal, work, out); },
      [&](const Question& q) {
        find_overlap(*q.a, *q.b, q.d, q.last_normal, work, out);
        return work.operations();
      });
  return costs;
}

}  // namespace scree
