// What the stages of the soft step do.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>

#include "base/errors.h"
#include "base/parallel_lists.h"
#include "drive/pose.h"
#include "drive/servo.h"
#include "law/contact_energy.h"
#include "law/contact_length.h"
#include "narrowphase/joined_touches.h"
#include "step/gather.h"
#include "step/press_block.h"
#include "step/soft_step.h"
#include "step/touch_block.h"
#include "step/watch_contacts.h"

namespace scree {
namespace {

constexpr std::size_t body_grain = 512;
constexpr std::size_t few_blocks = 4;  // not worth a second thread

void lift(std::atomic<double>& largest, double value) {
  double seen = largest.load(std::memory_order_relaxed);
  while (seen < value && !largest.compare_exchange_weak(seen, value, std::memory_order_relaxed)) {
  }
}

void move_wall(Bodies& bodies, BodyIndex i, const Drive& drive, double time) {
  const DrivenPose pose = pose_at(drive, time);
  bodies.position[i] = pose.position;
  bodies.orientation[i] = pose.orientation;
  bodies.velocity[i] = pose.velocity;
  bodies.spin[i] = pose.spin;
}

void wrap(const Cell& cell, Vec3& position, Image& image) {
  for (int k = 0; k < 3; ++k) {
    if (!cell.periodic[k]) continue;
    const double turns = std::floor((position[k] - cell.origin[k]) / cell.length[k]);
    if (turns == 0) continue;
    position[k] -= turns * cell.length[k];
    image[k] += static_cast<std::int32_t>(turns);
  }
}

// How far a position lies outside of the bounds.
double outside(const Box& bounds, const Vec3& x) {
  return (bounds.lower - x).cwiseMax(x - bounds.upper).maxCoeff();
}

// Numbers beyond this have run away.
constexpr double far_too_large = 1e100;

// Within these nobody need take a closer look at a body: an ellipsoid of places inside the bounds and of
// speeds and spins below the limits, so that one comparison does. NaN is never within.
class Limits {
 public:
  Limits(const State& state, const JumpWatch& jumps) {
    const Guards& guards = state.guards;
    const double speed = std::min({guards.assumed_speed, jumps.slow(), far_too_large});
    const double spin = std::min(jumps.slow_spin(), far_too_large);
    per_speed2_ = 1 / (speed * speed);
    per_spin2_ = 1 / (spin * spin);
    const Vec3 lower = guards.bounds.lower.cwiseMax(-far_too_large),
               upper = guards.bounds.upper.cwiseMin(far_too_large);
    middle_ = 0.5 * (lower + upper);
    // Bounds of which one side was given may hold nothing: then nobody is within.
    per_half_ = (0.5 * (upper - lower)).cwiseMax(1 / far_too_large).cwiseInverse();
  }
  bool hold(const Bodies& bodies, BodyIndex i) const {
    const Vec3 off = (bodies.position[i] - middle_).cwiseProduct(per_half_);
    return off.squaredNorm() + bodies.velocity[i].squaredNorm() * per_speed2_ +
               bodies.spin[i].squaredNorm() * per_spin2_ <=
           0.999;
  }

 private:
  double per_speed2_, per_spin2_;
  Vec3 middle_, per_half_;
};

bool is_lost(const Bodies& bodies, BodyIndex i) {
  const Vec3 all = bodies.position[i].cwiseAbs() + bodies.velocity[i].cwiseAbs() + bodies.spin[i].cwiseAbs();
  return !(all.sum() < far_too_large);
}

// Is the body faster than the time step was made for, or has it left the bounds?
bool is_doubtful(const State& state, BodyIndex i) {
  const double assumed = state.guards.assumed_speed;
  const Bodies& bodies = state.bodies;
  return !(bodies.velocity[i].squaredNorm() <= assumed * assumed) ||
         outside(state.guards.bounds, bodies.position[i]) > 0;
}

void note_doubts(State& state, BodyIndex i, Sightings& seen) {
  const Bodies& bodies = state.bodies;
  const double speed = bodies.velocity[i].norm();
  if (speed > state.guards.assumed_speed)
    seen.add(Sighting{WarningCode::too_fast, speed / state.guards.assumed_speed, named(state, i)});
  if (state.guards.at_bounds == AtBounds::remove) return;
  // Counted once for each time that a body leaves, and where one begins or comes in outside.
  const Box& bounds = state.guards.bounds;
  const double now = outside(bounds, bodies.position[i]);
  if (!(now > 0)) return;
  const double before = outside(bounds, bodies.position[i] - state.clock.dt * bodies.velocity[i]);
  if (!(before > 0) || state.warnings.find(WarningCode::left_bounds) == nullptr)
    seen.add(Sighting{WarningCode::left_bounds, now, named(state, i)});
  else
    state.warnings.raise(WarningCode::left_bounds, now);
}

}  // namespace

void SoftStep::begin() {
  Bodies& bodies = state_.bodies;
  rows_.body.resize(bodies.size());
  for (BodyIndex i = 0; i < bodies.size(); ++i) record(i, bodies.velocity[i], bodies.spin[i]);
  place();
  find_pairs();
  touch();
  press(0);
  gather_loads(state_, neighbourhood_.candidates(), rows_, workers_);
  drive();
  state_.ledger.work_of_drives.reset();
  with_integration([&](const auto& integration) {
    for (BodyIndex i = 0; i < bodies.size(); ++i) {
      bodies.work[i] = {};
      integration.start(i, state_.clock.dt);
    }
  });
  // Overlaps of the initial state hold energy from the start.
  const Contacts& contacts = state_.contacts;
  for_each_touch(state_, [&](std::size_t k, const TouchOnBed& touch) {
    const auto [a, b] = contacts.pair[k];
    const PairLaw& law = state_.laws.of(bodies.material[a], bodies.material[b]);
    const double stored =
        stored_energy(law, touch, contact_size(state_, a, b), contacts.history[k], contacts.rolling[k]);
    bodies.work[bodies.free(a) ? a : b].elastic += stored;
    state_.ledger.initial_elastic.add(stored);
  });
  state_.warnings.note(seen_.take(), state_.clock.step, state_.clock.time());
  clock_.reset();  // the first evaluation is no step
  margin_seconds_ = 0;
}

// Where contacts will look for the body, with the velocities that they are to see.
void SoftStep::record(BodyIndex i, const Vec3& velocity, const Vec3& spin) {
  BodyRecord& record = rows_.body[i];
  record.position = state_.bodies.position[i];
  record.radius = state_.bodies.radius[i];
  record.velocity = velocity;
  record.spin = spin;
  if (state_.dimension == 2) {
    const Quat& q = state_.bodies.orientation[i];
    record.cosine = q.w() * q.w() - q.z() * q.z();
    record.sine = 2 * q.w() * q.z();
  }
}

void SoftStep::predict() {
  Bodies& bodies = state_.bodies;
  rows_.body.resize(bodies.size());
  const bool someone_is_fast = jumps_.start(state_, neighbourhood_.generation());
  const double dt = state_.clock.dt;
  const double time = state_.clock.time();
  with_integration([&](const auto& integration) {
    workers_.for_ranges(bodies.size(), body_grain, [&](std::size_t begin, std::size_t end) {
      for (BodyIndex i = static_cast<BodyIndex>(begin); i < end; ++i) {
        if (someone_is_fast) jumps_.remember(state_, i);
        if (bodies.free(i)) {
          const Velocities predicted = integration.predict(i, dt);
          record(i, predicted.velocity, predicted.spin);
        } else {
          move_wall(bodies, i, state_.drives[bodies.drive[i]], time);
          record(i, bodies.velocity[i], bodies.spin[i]);
        }
      }
    });
  });
}

void SoftStep::place() {
  if (drop_caches_) neighbourhood_.reset();
  neighbourhood_.place(state_, workers_);
  margin_seconds_ += clock_.seconds_so_far();  // margins and boxes are looked at where bodies are placed
  const Placements::Order order{neighbourhood_.candidates().order.body_of, neighbourhood_.order_version()};
  placements_.update(state_, order, neighbourhood_.generation(), workers_, plain_instructions_);
}

void SoftStep::find_pairs() {
  neighbourhood_.find_pairs(state_, workers_);
  const Candidates& candidates = neighbourhood_.candidates();
  placements_.place_near(state_, candidates.near_parts, candidates.version, workers_, plain_instructions_);
}

void SoftStep::touch() {
  Candidates& candidates = neighbourhood_.candidates();
  const std::size_t blocks = candidates.blocks.size();
  rows_.blocks.resize(blocks);
  rows_.first_slot.resize(state_.bodies.size() + 1);
  const TouchTask task{state_, placements_, candidates, rows_, plain_instructions_};
  workers_.for_costly_ranges(blocks, [&](std::size_t begin, std::size_t end) {
    for (std::size_t block = begin; block < end; ++block) touch_block(task, block);
  });
  for (const Rows::Block& block : rows_.blocks) cascade_ += block.cascade;
  if (placements_.has_surfaces()) join_at_surfaces();
  find_slots();
}

// Contacts of one grain with the walls of one surface stand in the rows of different bodies.
void SoftStep::join_at_surfaces() {
  const Candidates& candidates = neighbourhood_.candidates();
  at_surfaces_.clear();
  for (Rows::Block& block : rows_.blocks)
    for (const auto& [k, n] : block.at_surface)
      at_surfaces_.emplace_back(placements_, candidates.pair[k], block.touches.key[n], block.place(n));
  join_surfaces(state_, at_surfaces_);
}

// Contacts are sorted by bodies, whatever the order of the rows is.
void SoftStep::find_slots() {
  const Candidates& candidates = neighbourhood_.candidates();
  std::vector<std::uint32_t>& first_slot = rows_.first_slot;
  for (std::size_t n = 0; n < rows_.blocks.size(); ++n) {  // the rows that nobody counted as a whole
    const Candidates::Block& block = candidates.blocks[n];
    rows_.blocks[n].found_before = 0;
    if (!block.part_of_row) continue;
    std::uint32_t& touching = first_slot[candidates.order.body_of[block.first_row] + 1];
    if (block.begin == candidates.row_start[block.first_row]) touching = 0;
    rows_.blocks[n].found_before = touching;
    touching += rows_.blocks[n].found;
  }
  first_slot[0] = 0;
  add_up(first_slot, workers_);
  next_.resize(first_slot.back());
}

void SoftStep::press(double history_dt) {
  rows_.load.resize(state_.bodies.size());
  rows_.wall_energy.resize(next_.size());
  const bool twists = state_.dimension == 3;  // in the plane nothing turns about a normal
  const bool rolling = std::ranges::any_of(state_.laws.table, [&](const PairLaw& law) {
    const bool patch = uses_volume(law.normal) && law.friction > 0;  // which resists twisting
    return law.rolling_friction > 0 || (twists && (law.torsional_friction > 0 || patch));
  });
  const double deep = depths_due(state_.clock.step);
  const PressTask task{state_,  neighbourhood_.candidates(), rows_, next_, history_dt,
                       rolling, plain_instructions_,         deep};
  const WatchTask watch{state_, placements_, neighbourhood_.candidates(), rows_, deep > 0};
  std::atomic<double> overlap{state_.ledger.max_overlap_ever};
  std::atomic<double> depth{std::max(state_.ledger.max_depth_ever, state_.ledger.max_overlap_ever)};
  workers_.for_ranges(rows_.blocks.size(), few_blocks, [&](std::size_t begin, std::size_t end) {
    for (std::size_t block = begin; block < end; ++block) {
      lift(overlap, press_block(task, block));
      if (rows_.blocks[block].deep.empty()) continue;
      // What makes the step doubtful. It changes nothing.
      std::vector<Sighting> seen;
      lift(depth, watch_contacts(watch, block, seen));
      seen_.add(seen);
    }
  });
  state_.ledger.max_overlap_ever = overlap.load();
  state_.ledger.max_depth_ever = depth.load();
  jumps_.look(state_, neighbourhood_.candidates(), workers_, seen_);
  book_changes();
  std::swap(state_.contacts, next_);
}

// Contacts that began or ended are jumps for both bodies. What the springs of an ended one still held is lost
// in its sliders. Few change in a step, so this goes through them in order: by their places, because the
// order of the rows may not decide how a sum is rounded.
void SoftStep::book_changes() {
  Bodies& bodies = state_.bodies;
  Candidates& candidates = neighbourhood_.candidates();
  std::vector<std::uint32_t> ended;
  for (const Rows::Block& block : rows_.blocks) {
    for (const std::uint32_t k : block.parted) candidates.slot[k] = Candidates::none;
    ended.insert(ended.end(), block.ended.begin(), block.ended.end());
  }
  std::ranges::sort(ended);
  with_integration([&](const auto& integration) {
    const auto jump = [&](const Pair& pair) {
      integration.jump(pair.a);
      integration.jump(pair.b);
    };
    for (const Rows::Block& block : rows_.blocks)
      for (const std::uint32_t k : block.began) jump(candidates.pair[k]);
    for (const std::uint32_t slot : ended) jump(state_.contacts.pair[slot]);
  });
  for (const std::uint32_t slot : ended) {
    const Pair& pair = state_.contacts.pair[slot];
    const double lost = spring_energy(state_.contacts.history[slot], state_.contacts.rolling[slot]);
    ContactWork& work = bodies.work[bodies.free(pair.a) ? pair.a : pair.b];
    work.elastic -= lost;
    work.friction += lost;
  }
}

void SoftStep::drive() {
  Bodies& bodies = state_.bodies;
  const Vec3 gravity = state_.gravity;
  workers_.for_ranges(bodies.size(), 4 * body_grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      if (bodies.free(static_cast<BodyIndex>(i))) bodies.force[i] += bodies.mass[i] * gravity;
  });
  steer_servos(state_);
}

void SoftStep::correct() {
  Bodies& bodies = state_.bodies;
  const double dt = state_.clock.dt;
  const Limits limits(state_, jumps_);
  std::atomic<BodyIndex> lost{no_body};
  std::vector<BodyIndex> doubtful;
  std::mutex one_by_one;
  // Of a body beyond the limits. Says whether it is still somewhere.
  const auto look_at = [&](BodyIndex i) {
    if (is_lost(bodies, i)) {
      BodyIndex seen = lost.load();
      while (i < seen && !lost.compare_exchange_weak(seen, i)) {
      }
      return false;
    }
    if (jumps_.is_quick(bodies.velocity[i], bodies.spin[i])) jumps_.see_fast();
    if (is_doubtful(state_, i)) {
      const std::scoped_lock lock(one_by_one);
      doubtful.push_back(i);
    }
    return true;
  };
  with_integration([&](const auto& integration) {
    workers_.for_ranges(bodies.size(), body_grain, [&](std::size_t begin, std::size_t end) {
      for (BodyIndex i = static_cast<BodyIndex>(begin); i < end; ++i) {
        if (!bodies.free(i)) continue;
        integration.correct(i, dt);
        if (limits.hold(bodies, i) || look_at(i)) wrap(state_.cell, bodies.position[i], bodies.image[i]);
      }
    });
  });
  if (const BodyIndex i = lost.load(); i != no_body)
    throw RunError(
        fmt::format("body {} left the finite numbers at t = {:.6g} s (step {}): the time step {:.3g} s is "
                    "too long for its contacts, or bodies started with deep overlaps",
                    bodies.id[i], state_.clock.time(), state_.clock.step, dt));
  for (const BodyIndex i : doubtful) note_doubts(state_, i, seen_);
  if (!seen_.empty()) state_.warnings.note(seen_.take(), state_.clock.step, state_.clock.time());
}

}  // namespace scree
