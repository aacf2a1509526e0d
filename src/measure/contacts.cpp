#include "measure/contacts.h"

#include <algorithm>

#include "base/exact_sum.h"
#include "base/parallel_lists.h"
#include "law/contact_length.h"
#include "measure/observation.h"

namespace scree {

std::vector<Neighbours> neighbours_of_each(const State& state) {
  const Bodies& bodies = state.bodies;
  const Contacts& contacts = state.contacts;
  std::vector<Neighbours> count(bodies.size());
  std::vector<std::pair<BodyIndex, std::uint32_t>> walls;  // a grain, and the name of a wall
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    if (k > 0 && contacts.pair[k] == contacts.pair[k - 1]) continue;  // another part
    const auto [a, b] = contacts.pair[k];
    if (bodies.free(a) && bodies.free(b)) {
      ++count[a].grains;
      ++count[b].grains;
    } else {
      const bool of_a = bodies.free(a);
      walls.emplace_back(of_a ? a : b, bodies.group[of_a ? b : a]);
    }
  }
  std::ranges::sort(walls);
  walls.erase(std::unique(walls.begin(), walls.end()), walls.end());
  for (const auto& [grain, name] : walls) ++count[grain].walls;
  return count;
}

ContactCounts count_contacts(const Observation& now) {
  const State& state = now.state();
  const Bodies& bodies = state.bodies;
  ContactCounts c;
  for (BodyIndex i = 0; i < bodies.size(); ++i) c.grains += bodies.free(i);
  std::size_t ends = 0;
  for (const Neighbours& n : neighbours_of_each(state)) {
    ends += n.grains;
    c.grain_wall += n.walls;
  }
  c.grain_grain = ends / 2;
  c.touching = state.contacts.size();
  const JoinedTouches& touches = now.touches();
  const std::span<const double> depths = now.depths();
  struct Most {
    double overlap = 0, depth = 0;
  };
  const Pieces pieces(c.touching, 4096);
  std::vector<Most> most(pieces.count());
  for_pieces(now.workers(), pieces, [&](std::size_t p) {
    for (std::size_t k = pieces.begin(p); k < pieces.end(p); ++k) {
      const Pair pair = state.contacts.pair[k];
      const double diameter = 2 * smaller_radius(state, pair.a, pair.b);
      most[p].overlap = std::max(most[p].overlap, touches[k].overlap / diameter);
      most[p].depth = std::max(most[p].depth, depths[k] / depth_scale(state, pair));
    }
  });
  for (const Most& m : most) {
    c.max_overlap = std::max(c.max_overlap, m.overlap);
    c.max_depth = std::max(c.max_depth, m.depth);
  }
  return c;
}

Momentum total_momentum(const State& state) {
  const Bodies& b = state.bodies;
  ExactVec3 linear, angular;
  for (BodyIndex i = 0; i < b.size(); ++i) {
    if (!b.free(i)) continue;
    const Vec3 p = b.mass[i] * b.velocity[i];
    const Mat3 turn = b.orientation[i].toRotationMatrix();
    const Vec3 own = turn * b.inertia[i].cwiseProduct(Vec3(turn.transpose() * b.spin[i]));
    linear.add(p);
    angular.add(Vec3(b.position[i].cross(p) + own));
  }
  return {linear.value(), angular.value()};
}

}  // namespace scree
