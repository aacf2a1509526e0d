// What the stages of the soft step do.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "base/errors.h"
#include "drive/pose.h"
#include "integrate/gear.h"
#include "integrate/start.h"
#include "integrate/verlet.h"
#include "law/press.h"
#include "narrowphase/dispatch.h"
#include "step/gather.h"
#include "step/soft_step.h"

namespace scree {
namespace {

constexpr std::size_t body_grain = 512;
constexpr std::size_t contact_grain = 1024;

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

}  // namespace

void SoftStep::begin() {
  place();
  find_pairs();
  touch();
  press(0);
  gather_loads(state_, workers_);
  drive();
  Bodies& bodies = state_.bodies;
  state_.ledger.work_of_drives = 0;
  for (BodyIndex i = 0; i < bodies.size(); ++i) {
    bodies.work[i] = {};
    start_body(bodies, i, state_.clock.dt);
  }
  // Overlaps of the initial state hold energy from the start.
  for (std::size_t k = 0; k < state_.contacts.size(); ++k) {
    if (!state_.contacts.touching[k]) continue;
    const auto [a, b] = state_.contacts.pair[k];
    const PairLaw& law = state_.laws.of(bodies.material[a], bodies.material[b]);
    const double stored = stored_energy(law, state_.contacts.touch[k], state_.contacts.history[k]);
    bodies.work[bodies.free(a) ? a : b].elastic += stored;
    state_.ledger.initial_elastic += stored;
  }
}

void SoftStep::predict() {
  Bodies& bodies = state_.bodies;
  const double dt = state_.clock.dt;
  const double time = state_.clock.time();
  const bool gear = state_.integrator == Integrator::gear;
  workers_.for_ranges(bodies.size(), body_grain, [&](std::size_t begin, std::size_t end) {
    for (BodyIndex i = static_cast<BodyIndex>(begin); i < end; ++i) {
      if (!bodies.free(i))
        move_wall(bodies, i, state_.drives[bodies.drive[i]], time);
      else if (gear)
        gear_predict(bodies, i, dt);
      else
        verlet_predict(bodies, i, dt);
    }
  });
}

void SoftStep::place() {
  if (drop_caches_) neighbourhood_.reset();
  neighbourhood_.place(state_, workers_);
}

void SoftStep::find_pairs() { neighbourhood_.find_pairs(state_, workers_); }

void SoftStep::touch() {
  Contacts& contacts = state_.contacts;
  const std::span<const Neighbourhood::PairFacts> facts = neighbourhood_.facts();
  workers_.for_ranges(contacts.size(), contact_grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const std::uint8_t touches = find_touch(state_, contacts.pair[k], facts[k].route, contacts.touch[k]);
      contacts.changed[k] = touches != contacts.touching[k];
      contacts.touching[k] = touches;
    }
  });
}

void SoftStep::press(double history_dt) {
  Contacts& contacts = state_.contacts;
  const Bodies& bodies = state_.bodies;
  const std::span<const Neighbourhood::PairFacts> facts = neighbourhood_.facts();
  std::atomic<double> deepest{state_.ledger.max_overlap_ever};
  workers_.for_ranges(contacts.size(), contact_grain, [&](std::size_t begin, std::size_t end) {
    double deepest_here = 0;
    for (std::size_t k = begin; k < end; ++k) {
      if (!contacts.touching[k]) {
        if (contacts.changed[k]) release(contacts.history[k], contacts.load[k]);
        continue;
      }
      const auto [a, b] = contacts.pair[k];
      const Touch& touch = contacts.touch[k];
      ContactMotion motion;
      motion.velocity = (bodies.velocity[b] + bodies.spin[b].cross(touch.arm_b)) -
                        (bodies.velocity[a] + bodies.spin[a].cross(touch.arm_a));
      motion.spin_a = bodies.spin[a];
      motion.spin_b = bodies.spin[b];
      motion.root_mass = facts[k].root_mass;
      motion.dt = history_dt;
      scree::press(*facts[k].law, touch, motion, contacts.history[k], contacts.load[k]);
      deepest_here = std::max(deepest_here, touch.overlap * facts[k].inverse_diameter);
    }
    lift(deepest, deepest_here);
  });
  state_.ledger.max_overlap_ever = deepest.load();
}

void SoftStep::drive() {
  Bodies& bodies = state_.bodies;
  const Vec3 gravity = state_.gravity;
  workers_.for_ranges(bodies.size(), 4 * body_grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      if (bodies.free(static_cast<BodyIndex>(i))) bodies.force[i] += bodies.mass[i] * gravity;
  });
  // What the drives must supply against the contacts.
  double power = 0;
  for (BodyIndex i = 0; i < bodies.size(); ++i)
    if (!bodies.free(i)) power -= bodies.force[i].dot(bodies.velocity[i]) + bodies.torque[i].dot(bodies.spin[i]);
  Ledger& ledger = state_.ledger;
  ledger.work_of_drives += 0.5 * state_.clock.dt * (ledger.drive_power + power);
  ledger.drive_power = power;
}

void SoftStep::correct() {
  Bodies& bodies = state_.bodies;
  const double dt = state_.clock.dt;
  const bool gear = state_.integrator == Integrator::gear;
  std::atomic<BodyIndex> lost{no_body};
  workers_.for_ranges(bodies.size(), body_grain, [&](std::size_t begin, std::size_t end) {
    for (BodyIndex i = static_cast<BodyIndex>(begin); i < end; ++i) {
      if (!bodies.free(i)) continue;
      if (gear)
        gear_correct(bodies, i, dt);
      else
        verlet_correct(bodies, i, dt);
      // Comparisons with NaN are false: one test catches NaN and runaway alike.
      if (!(bodies.position[i].cwiseAbs().maxCoeff() < 1e100 && bodies.velocity[i].cwiseAbs().maxCoeff() < 1e100 &&
            bodies.spin[i].cwiseAbs().maxCoeff() < 1e100)) {
        BodyIndex seen = lost.load();
        while (i < seen && !lost.compare_exchange_weak(seen, i)) {
        }
        continue;
      }
      wrap(state_.cell, bodies.position[i], bodies.image[i]);
    }
  });
  if (const BodyIndex i = lost.load(); i != no_body)
    throw RunError(fmt::format("body {} left the finite numbers at t = {:.6g} s (step {}): the time step {:.3g} s is "
                               "too long for its contacts, or bodies started with deep overlaps",
                               bodies.id[i], state_.clock.time(), state_.clock.step, dt));
}

}  // namespace scree
