#include "step/gather.h"

namespace scree {
namespace {

// Loads on body i from its lower partners, exactly.
ExactLoad sum_below(const Contacts& contacts, const Candidates& candidates, BodyIndex i) {
  ExactLoad sum;
  for (std::uint32_t n = candidates.below_start[i]; n < candidates.below_start[i + 1]; ++n) {
    const std::uint32_t slot = candidates.slot[candidates.below[n].candidate];
    if (slot == Candidates::none) continue;
    sum.force.add(contacts.load[slot].force);
    sum.torque.add(contacts.load[slot].torque);
  }
  return sum;
}

// Walls may touch many bodies: their rows are summed exactly, in parts, which may come in any order.
void sum_walls(State& state, const Candidates& candidates, const Rows& rows, Workers& workers) {
  workers.for_ranges(candidates.walls.size(), 4, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) {
      const Candidates::Wall& wall = candidates.walls[n];
      ExactLoad total = sum_below(state.contacts, candidates, wall.body);
      for (std::uint32_t p = wall.first_part; p < wall.end_part; ++p) {
        total.force.add(rows.wall_parts[p].force);
        total.torque.add(rows.wall_parts[p].torque);
      }
      state.bodies.force[wall.body] = total.force.value();
      state.bodies.torque[wall.body] = total.torque.value();
    }
  });
}

// Energy of a contact is booked on its first free body, so walls keep no books.
void sum_free_body(State& state, const Candidates& candidates, const Rows& rows, BodyIndex i) {
  Bodies& bodies = state.bodies;
  const Contacts& contacts = state.contacts;
  Vec3 force = Vec3::Zero();
  Vec3 torque = Vec3::Zero();
  ContactEnergy energy;
  std::size_t touching = 0;
  for (std::uint32_t n = candidates.below_start[i]; n < candidates.below_start[i + 1]; ++n) {
    const auto [k, of_wall] = candidates.below[n];
    const std::uint32_t slot = candidates.slot[k];
    if (slot == Candidates::none) continue;
    force += contacts.load[slot].force;
    torque += contacts.load[slot].torque;
    if (of_wall) energy += rows.wall_energy[slot];
    ++touching;
  }
  if (touching > many_contacts) {
    const ExactLoad exact = sum_below(contacts, candidates, i);
    force = exact.force.value();
    torque = exact.torque.value();
  }
  const RowLoad& row = rows.load[i];
  bodies.force[i] = force + row.force;
  bodies.torque[i] = torque + row.torque;
  energy += row.energy;
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
  workers.for_ranges(bodies.size(), 512, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      if (bodies.free(static_cast<BodyIndex>(i)))
        sum_free_body(state, candidates, rows, static_cast<BodyIndex>(i));
  });
  sum_walls(state, candidates, rows, workers);
}

}  // namespace scree
