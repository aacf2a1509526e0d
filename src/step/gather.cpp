#include "step/gather.h"

#include <algorithm>
#include <mutex>

namespace scree {
namespace {

// Loads on the body of a row from its lower partners, exactly.
ExactLoad sum_below(const Contacts& contacts, const Candidates& candidates, std::size_t row) {
  ExactLoad sum;
  for (std::uint32_t n = candidates.below_start[row]; n < candidates.below_start[row + 1]; ++n)
    candidates.for_slots(candidates.below[n].candidate, [&](std::uint32_t slot) {
      sum.add(contacts.load[slot].force, contacts.load[slot].torque);
    });
  return sum;
}

// The contacts of a wall: visit(force on it, torque on it) for those of its candidates [from, to) that touch,
// lower partners first. Contacts keep the torque on their higher body; that on the lower one follows from
// torque_a + torque_b + (x_b - x_a) x force = 0.
template <class Visit>
void each_load(const State& state, const Candidates& candidates, BodyIndex wall, std::size_t from,
               std::size_t to, const Visit& visit) {
  const Bodies& bodies = state.bodies;
  const std::uint32_t row = candidates.order.row_of[wall];
  const std::size_t below = candidates.below_start[row + 1] - candidates.below_start[row];
  for (std::size_t n = from; n < to; ++n) {
    const bool is_higher = n < below;
    const std::size_t k = is_higher ? candidates.below[candidates.below_start[row] + n].candidate
                                    : candidates.row_start[row] + (n - below);
    candidates.for_slots(static_cast<std::uint32_t>(k), [&](std::uint32_t slot) {
      const auto& [force, torque] = state.contacts.load[slot];
      if (is_higher) return visit(force, torque);
      const Vec3 d = state.cell.separation(bodies.position[wall], bodies.position[candidates.pair[k].b]);
      visit(Vec3(-force), Vec3(-(torque + d.cross(force))));
    });
  }
}

// Sums over contacts of walls: exact, because a wall may have very many, and because what they add up to must
// depend neither on their order nor on who works on which.
struct WallSums {
  ExactLoad load;
  ExactSum half_work;  // of the drive against each contact, half a step at the power of now

  void add(const WallSums& part) {
    load.add(part.load);
    half_work.add(part.half_work);
  }
  void reset() {
    load.reset();
    half_work.reset();
  }
};

// `all` is empty before and after: there may be thousands of walls, each with a few contacts.
void sum_wall(State& state, const Candidates& candidates, BodyIndex wall, Workers& workers, WallSums& all,
              ExactSum& half_work) {
  Bodies& bodies = state.bodies;
  const std::uint32_t row = candidates.order.row_of[wall];
  const std::size_t size = candidates.below_start[row + 1] - candidates.below_start[row] +
                           candidates.row_start[row + 1] - candidates.row_start[row];
  bodies.force[wall] = bodies.torque[wall] = Vec3::Zero();
  if (size == 0) return;
  const Vec3 velocity = bodies.velocity[wall], spin = bodies.spin[wall];
  const bool moves = !velocity.isZero(0) || !spin.isZero(0);
  const double half_dt = 0.5 * state.clock.dt;
  const auto sum_part = [&](std::size_t from, std::size_t to, WallSums& sums) {
    each_load(state, candidates, wall, from, to, [&](const Vec3& force, const Vec3& torque) {
      sums.load.add(force, torque);
      if (moves) sums.half_work.add(-half_dt * (force.dot(velocity) + torque.dot(spin)));
    });
  };
  constexpr std::size_t part = 1024;
  if (size <= part) {
    sum_part(0, size, all);
  } else {
    std::vector<WallSums> sums((size + part - 1) / part);
    workers.for_ranges(sums.size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t p = begin; p < end; ++p) sum_part(p * part, std::min(size, (p + 1) * part), sums[p]);
    });
    for (const WallSums& sum : sums) all.add(sum);
  }
  bodies.force[wall] = all.load.force.value();
  bodies.torque[wall] = all.load.torque.value();
  half_work.add(all.half_work);
  all.reset();
}

// Energy of a contact is booked on its first free body, so walls keep no books.
void sum_free_body(State& state, const Candidates& candidates, const Rows& rows, std::size_t row) {
  Bodies& bodies = state.bodies;
  const Contacts& contacts = state.contacts;
  Vec3 force = Vec3::Zero();
  Vec3 torque = Vec3::Zero();
  ContactEnergy energy;
  std::size_t touching = 0;
  for (std::uint32_t n = candidates.below_start[row]; n < candidates.below_start[row + 1]; ++n) {
    const Candidates::Below below = candidates.below[n];
    candidates.for_slots(below.candidate, [&](std::uint32_t slot) {
      force += contacts.load[slot].force;
      torque += contacts.load[slot].torque;
      if (below.of_wall) energy += rows.wall_energy[slot];
      ++touching;
    });
  }
  if (touching > many_contacts) {
    const ExactLoad exact = sum_below(contacts, candidates, row);
    force = exact.force.value();
    torque = exact.torque.value();
  }
  const RowLoad& load = rows.load[row];
  const BodyIndex i = candidates.order.body_of[row];
  bodies.force[i] = force + load.force;
  bodies.torque[i] = torque + load.torque;
  energy += load.energy;
  // Powers by the trapezoidal rule, work of the step as it is.
  const double half_dt = 0.5 * state.clock.dt;
  ContactWork& account = bodies.work[i];
  ContactWork& power = bodies.power[i];
  account.elastic += half_dt * (power.elastic + energy.elastic_power) + energy.work.elastic;
  account.damping += half_dt * (power.damping + energy.damping_power) + energy.work.damping;
  account.friction += energy.work.friction;
  power.elastic = energy.elastic_power;
  power.damping = energy.damping_power;
}

}  // namespace

void gather_loads(State& state, const Candidates& candidates, const Rows& rows, Workers& workers) {
  Bodies& bodies = state.bodies;
  const RowOrder& order = candidates.order;
  workers.for_ranges(bodies.size(), 512, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row)
      if (bodies.free(order.body_of[row])) sum_free_body(state, candidates, rows, row);
  });
  // Walls are few and may be large, or many and small.
  ExactSum half_work;
  std::mutex one_by_one;  // the order in which exact sums meet is of no consequence
  workers.for_ranges(candidates.walls.size(), 2, [&](std::size_t begin, std::size_t end) {
    ExactSum own;
    WallSums sums;
    for (std::size_t n = begin; n < end; ++n)
      sum_wall(state, candidates, candidates.walls[n], workers, sums, own);
    const std::scoped_lock lock(one_by_one);
    half_work.add(own);
  });
  state.ledger.book_drives(half_work);
}

}  // namespace scree
