#include "step/watch_contacts.h"

#include <algorithm>

#include "narrowphase/depth.h"

namespace scree {
namespace {

// Normals of contacts that are no deeper than this may turn round, as where two tips slip past each other.
constexpr double deep_enough_to_flip = 0.05;
// A body whose centre has come into another one is at least so deep in it.
constexpr double least_depth_of_centres = 0.2;

// Where a block's touches stand, unless all are of spheres.
Touch touch_at(const WatchTask& task, std::size_t number, std::uint32_t found, Pair pair) {
  const Rows::Block& block = task.rows.blocks[number];
  if (!task.candidates.blocks[number].spheres) return block.touches.touch[found];
  const Bodies& bodies = task.state.bodies;
  Touch touch;
  const Vec3 d = task.state.cell.separation(bodies.position[pair.a], bodies.position[pair.b]);
  touch.overlap = bodies.radius[pair.a] + bodies.radius[pair.b] - d.norm();
  touch.normal = d.normalized();
  return touch;
}

// Has the centre of one body come into the other since depths were measured last?
bool centre_has_entered(const WatchTask& task, Pair pair, Parts parts) {
  const State& state = task.state;
  const Bodies& bodies = state.bodies;
  const Vec3 d = state.cell.separation(bodies.position[pair.a], bodies.position[pair.b]);
  if (state.clock.step == 0 || !centre_inside(state, task.placements, pair, parts, d)) return false;
  const double since = static_cast<double>(steps_between_depths) * state.clock.dt;
  const Vec3 way = since * (bodies.velocity[pair.b] - bodies.velocity[pair.a]);
  return !centre_inside(state, task.placements, pair, parts, d - way);
}

}  // namespace

double watch_contacts(const WatchTask& task, std::size_t number, std::vector<Sighting>& seen) {
  const State& state = task.state;
  double deepest = state.ledger.max_depth_ever;
  for (const auto& [found, flipped] : task.rows.blocks[number].deep) {
    if (!task.measure && !flipped) continue;
    const std::uint32_t k = task.rows.blocks[number].candidate[found];
    const Pair pair = task.candidates.pair[k];
    const Parts parts = task.candidates.parts[k];
    const Touch touch = touch_at(task, number, found, pair);
    const double scale = depth_scale(state, pair);
    // What cannot be the deepest, and is not too deep, needs no closer look.
    const double uninteresting = flipped ? 0.0 : std::min(deepest, state.guards.deep_overlap);
    const double metres = depth_of(state, task.placements, pair, parts, touch, uninteresting * scale);
    if (metres <= uninteresting * scale) continue;
    const double depth = metres / scale;
    deepest = std::max(deepest, depth);
    const auto note = [&](WarningCode code) {
      const bool of_a = state.bodies.free(pair.a);
      seen.push_back(
          {code, depth, named(state, of_a ? pair.a : pair.b), named(state, of_a ? pair.b : pair.a)});
    };
    if (task.measure && depth > state.guards.deep_overlap) note(WarningCode::deep_overlap);
    const bool entered =
        task.measure && depth > least_depth_of_centres && centre_has_entered(task, pair, parts);
    if (entered || (flipped && depth > deep_enough_to_flip)) note(WarningCode::tunnelling);
  }
  return deepest;
}

}  // namespace scree
