#include "step/gather.h"

#include "base/exact_sum.h"

namespace scree {
namespace {

constexpr std::size_t many_contacts = 64;
constexpr std::size_t block = 2048;  // candidates summed by one task of a wall

// The candidates of one body, partners in id order.
struct Incidence {
  const Candidates& candidates;
  std::uint32_t below_begin, below_end, row_begin, row_end;

  Incidence(const Candidates& c, BodyIndex i)
      : candidates(c),
        below_begin(c.below_start[i]),
        below_end(c.below_start[i + 1]),
        row_begin(c.row_start[i]),
        row_end(c.row_start[i + 1]) {}

  std::size_t size() const { return (below_end - below_begin) + (row_end - row_begin); }

  // visit(contact, body is b) for those of candidates [from, to) of the body that touch.
  template <class Visit>
  void each(std::size_t from, std::size_t to, const Visit& visit) const {
    const std::size_t below = below_end - below_begin;
    for (std::size_t n = from; n < to; ++n) {
      const bool is_b = n < below;
      const std::size_t k = is_b ? candidates.below[below_begin + n].candidate : row_begin + (n - below);
      if (const std::uint32_t slot = candidates.slot[k]; slot != Candidates::none) visit(slot, is_b);
    }
  }
};

struct ExactLoad {
  ExactVec3 force, torque;
};

ExactLoad sum_exactly(const Contacts& contacts, const Incidence& at, std::size_t from, std::size_t to) {
  ExactLoad sum;
  at.each(from, to, [&](std::uint32_t k, bool is_b) {
    const Load& load = contacts.load[k];
    sum.force.add(is_b ? load.force : Vec3(-load.force));
    sum.torque.add(is_b ? load.torque_b : load.torque_a);
  });
  return sum;
}

// How to sum is decided by the contacts that touch: candidates may differ from run to run.
void sum_wall(State& state, const Candidates& candidates, BodyIndex i, Workers& workers) {
  const Contacts& contacts = state.contacts;
  const Incidence at(candidates, i);
  std::size_t touching = 0;
  at.each(0, at.size(), [&](std::uint32_t, bool) { ++touching; });
  Vec3& force = state.bodies.force[i];
  Vec3& torque = state.bodies.torque[i];
  if (touching <= many_contacts) {
    force = torque = Vec3::Zero();
    at.each(0, at.size(), [&](std::uint32_t k, bool is_b) {
      const Load& load = contacts.load[k];
      if (is_b)
        force += load.force;
      else
        force -= load.force;
      torque += is_b ? load.torque_b : load.torque_a;
    });
    return;
  }
  const std::size_t blocks = (at.size() + block - 1) / block;
  std::vector<ExactLoad> part(blocks);
  workers.for_ranges(blocks, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p)
      part[p] = sum_exactly(contacts, at, p * block, std::min(at.size(), (p + 1) * block));
  });
  ExactLoad total;
  for (const ExactLoad& p : part) {
    total.force.add(p.force);
    total.torque.add(p.torque);
  }
  force = total.force.value();
  torque = total.torque.value();
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
    torque += contacts.load[slot].torque_b;
    if (of_wall) energy += rows.energy[slot];
    ++touching;
  }
  const RowLoad& row = rows.load[i];
  force += row.force;
  torque += row.torque;
  energy += row.energy;
  if (touching + row.touching > many_contacts) {
    const Incidence at(candidates, i);
    const ExactLoad exact = sum_exactly(contacts, at, 0, at.size());
    force = exact.force.value();
    torque = exact.torque.value();
  }
  bodies.force[i] = force;
  bodies.torque[i] = torque;
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
  for (BodyIndex i = 0; i < bodies.size(); ++i)
    if (!bodies.free(i)) sum_wall(state, candidates, i, workers);
}

}  // namespace scree
