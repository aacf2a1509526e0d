#include "step/watch_jumps.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "integrate/rotation.h"
#include "narrowphase/depth.h"
#include "narrowphase/joined_touches.h"
#include "narrowphase/near_parts.h"

namespace scree {
namespace {

// Two bodies that move by less than this share of the depth scale against each other are seen in contact for
// several steps, and watch_contacts tells.
constexpr double far = 0.25;
// Places at which a way is looked at, per depth scale, and at the most.
constexpr double looks_per_scale = 8;
constexpr double most_looks = 512;
// A run in which so many have been seen is beyond help, and need not become slow as well.
constexpr std::uint64_t enough = 1000;

struct Pose {
  Vec3 position;
  Quat orientation;
};

// The pose at a share of the way between two, with what it turns by: the shorter way round, unless that is
// far.
Pose between(const Pose& from, const Pose& to, const Vec3& turn, double share) {
  constexpr double far_round = 1;
  const Vec3 position = from.position + share * (to.position - from.position);
  if (turn.norm() > far_round)
    return {position, (rotation_by(Vec3((share - 1) * turn)) * to.orientation).normalized()};
  Quat end = to.orientation;
  if (from.orientation.dot(end) < 0) end.coeffs() *= -1;
  Quat q;
  q.coeffs() = (1 - share) * from.orientation.coeffs() + share * end.coeffs();
  return {position, q.normalized()};
}

// Two bodies alone, to be put where one likes.
class TwoBodies {
 public:
  TwoBodies(const State& state, Pair pair) {
    pair_.dimension = state.dimension;
    pair_.thickness = state.thickness;
    pair_.cell = state.cell;
    pair_.materials = state.materials;
    pair_.laws = state.laws;
    const Bodies& from = state.bodies;
    pair_.drives = {Drive{}};
    for (const BodyIndex i : {pair.a, pair.b}) {
      const BodyIndex own = pair_.bodies.append(pair_.next_id++);
      pair_.shapes.push_back(state.shapes[from.shape[i]]);
      pair_.bodies.shape[own] = own;
      pair_.bodies.material[own] = from.material[i];
      pair_.bodies.scale[own] = from.scale[i];
      pair_.bodies.radius[own] = from.radius[i];
      pair_.bodies.drive[own] = from.free(i) ? is_free : 0;
    }
    scale_ = depth_scale(pair_, {0, 1});
  }

  struct Meeting {
    double depth = 0;  // over the depth scale; 0: they do not touch
    Vec3 normal = Vec3::Zero();
  };
  Meeting at(const Pose& a, const Pose& b) {
    pair_.bodies.position = {a.position, b.position};
    pair_.bodies.orientation = {a.orientation, b.orientation};
    const Pair both{0, 1};
    find_near_parts(pair_, both, {}, parts_);
    placements_.update(pair_, {order_, 0}, 0, alone_);
    placements_.place_near(pair_, near_parts_of(pair_, std::vector(parts_.size(), both), parts_), ++looks_,
                           alone_);
    Meeting deepest;
    for (const Parts& parts : parts_) {
      TouchOnBed touch;
      if (!find_touch(pair_, both, parts, touch)) continue;
      const double depth = depth_of(pair_, placements_, both, parts, touch) / scale_;
      if (depth > deepest.depth) deepest = {depth, touch.normal};
    }
    return deepest;
  }
  double scale() const { return scale_; }

 private:
  State pair_;
  Placements placements_;
  Workers alone_{1};
  std::vector<BodyIndex> order_{0, 1};
  std::vector<Parts> parts_;
  std::uint64_t looks_ = 0;
  double scale_ = 0;
};

struct Way {
  Pose a_from, b_from, a_to, b_to;
  Vec3 a_turn, b_turn;
  double length;  // by which points of one may move against the other
};

// How deep they were in each other on a way after which nobody sees it: they do not touch any more, or press
// on each other from the other side.
std::optional<double> depth_of_jump(TwoBodies& bodies, const Way& way, double deep) {
  const double looks = std::min(most_looks, std::ceil(looks_per_scale * way.length / bodies.scale()));
  double depth = 0;
  Vec3 first = Vec3::Zero(), last = Vec3::Zero();
  TwoBodies::Meeting now;
  for (double n = 0; n <= looks; ++n) {
    now = bodies.at(between(way.a_from, way.a_to, way.a_turn, n / looks),
                    between(way.b_from, way.b_to, way.b_turn, n / looks));
    if (!(now.depth > 0)) continue;
    if (first.isZero(0)) first = now.normal;
    last = now.normal;
    depth = std::max(depth, now.depth);
  }
  const bool unseen = !(now.depth > 0) || first.dot(last) < 0;
  if (depth > deep && unseen) return depth;
  return std::nullopt;
}

}  // namespace

bool JumpWatch::start(const State& state, std::uint64_t generation) {
  movers_.clear();
  const Bodies& bodies = state.bodies;
  bool fast_seen = fast_seen_.exchange(false);
  if (bodies.size() != bodies_ || state.next_id != next_id_ || generation != generation_) {
    thinnest_ = no_end;
    largest_ = 0;
    walls_.clear();
    for (BodyIndex i = 0; i < bodies.size(); ++i) {
      const double thickness = state.shapes[bodies.shape[i]].thickness * bodies.scale[i];
      thinnest_ = std::min(thinnest_,
                           bodies.free(i) ? std::min(thickness, 2 * equivalent_radius(state, i)) : thickness);
      if (bodies.radius[i] < no_end) largest_ = std::max(largest_, bodies.radius[i]);
      if (!bodies.free(i)) walls_.push_back(i);
    }
    bodies_ = bodies.size();
    next_id_ = state.next_id;
    generation_ = generation;
    fast_seen = true;
  }
  // Of two bodies one has at least half their speed against each other.
  const double fast = 0.5 * far * thinnest_ / state.clock.dt;
  fast2_ = fast * fast;
  // Speed and spin, each with half of the square.
  slow_ = 0.7 * fast;
  slow_spin_ = largest_ > 0 ? 0.7 * fast / largest_ : no_end;
  return fast_seen || std::ranges::any_of(walls_, [&](BodyIndex i) { return is_fast(state, i); });
}

void JumpWatch::remember_pose(const State& state, BodyIndex i) {
  const std::scoped_lock lock(one_by_one_);
  movers_.push_back({i, state.bodies.position[i], state.bodies.orientation[i]});
}

void JumpWatch::look(const State& state, const Candidates& candidates, Workers& workers, Sightings& seen) {
  if (movers_.empty()) return;
  if (const Warning* known = state.warnings.find(WarningCode::tunnelling); known && known->count > enough)
    return;
  std::ranges::sort(movers_, {}, &Mover::body);
  const Bodies& bodies = state.bodies;
  const double dt = state.clock.dt;
  const auto mover = [&](BodyIndex i) -> const Mover* {
    const auto found = std::ranges::lower_bound(movers_, i, {}, &Mover::body);
    return found == movers_.end() || found->body != i ? nullptr : &*found;
  };
  // Each pair once, without its parts.
  std::vector<Pair> pairs;
  for (const Mover& m : movers_) {
    const std::uint32_t row = candidates.order.row_of[m.body];
    for (std::uint32_t k = candidates.row_start[row]; k < candidates.row_start[row + 1]; ++k)
      pairs.push_back(candidates.pair[k]);
    for (std::uint32_t n = candidates.below_start[row]; n < candidates.below_start[row + 1]; ++n)
      pairs.push_back(candidates.pair[candidates.below[n].candidate]);
  }
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());

  const auto pose_before = [&](BodyIndex i) -> Pose {
    if (const Mover* m = mover(i)) return {m->position, m->orientation};
    return {bodies.position[i] - dt * bodies.velocity[i], bodies.orientation[i]};
  };
  workers.for_ranges(pairs.size(), 4, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) {
      const auto [a, b] = pairs[n];
      Way way{pose_before(a),
              pose_before(b),
              {bodies.position[a], bodies.orientation[a]},
              {bodies.position[b], bodies.orientation[b]},
              dt * bodies.spin[a],
              dt * bodies.spin[b],
              0};
      // Seen through the nearest image, and from there on without jumps across the periodic box.
      way.b_to.position = way.a_to.position + state.cell.separation(way.a_to.position, way.b_to.position);
      way.a_from.position = way.a_to.position + state.cell.separation(way.a_to.position, way.a_from.position);
      way.b_from.position = way.b_to.position + state.cell.separation(way.b_to.position, way.b_from.position);
      const auto turned = [&](BodyIndex i) {
        const Shape& shape = state.shapes[bodies.shape[i]];
        return bounded(shape) && !is_round(shape.kind) ? dt * bodies.spin[i].norm() * bodies.radius[i] : 0.0;
      };
      way.length =
          (way.b_to.position - way.b_from.position - way.a_to.position + way.a_from.position).norm() +
          turned(a) + turned(b);
      const double scale = depth_scale(state, {a, b});
      if (!(way.length > far * scale)) continue;
      TwoBodies two(state, {a, b});
      if (const std::optional<double> depth = depth_of_jump(two, way, state.guards.deep_overlap)) {
        const bool of_a = bodies.free(a);
        seen.add(Sighting{WarningCode::tunnelling, *depth, named(state, of_a ? a : b),
                          named(state, of_a ? b : a)});
      }
    }
  });
}

}  // namespace scree
