#include "step/gather.h"

#include "base/exact_sum.h"

namespace scree {
namespace {

constexpr std::size_t many_contacts = 64;
constexpr std::size_t block = 2048;  // contacts summed by one task of a wall

struct Incidence {
  const Contacts& contacts;
  std::uint32_t below_begin, below_end, above_begin, above_end;

  Incidence(const Contacts& c, BodyIndex i)
      : contacts(c),
        below_begin(c.below_start[i]),
        below_end(c.below_start[i + 1]),
        above_begin(c.above_start[i]),
        above_end(c.above_start[i + 1]) {}

  std::size_t size() const { return (below_end - below_begin) + (above_end - above_begin); }

  // visit(contact, body is b) for records [from, to) of the body's contacts, partners in id order.
  template <class Visit>
  void each(std::size_t from, std::size_t to, const Visit& visit) const {
    const std::size_t below = below_end - below_begin;
    for (std::size_t n = from; n < to; ++n) {
      if (n < below)
        visit(contacts.below[below_begin + n], true);
      else
        visit(static_cast<std::uint32_t>(above_begin + (n - below)), false);
    }
  }
};

struct ExactLoad {
  ExactVec3 force, torque;
};

ExactLoad sum_exactly(const Incidence& at, std::size_t from, std::size_t to) {
  ExactLoad sum;
  at.each(from, to, [&](std::uint32_t k, bool is_b) {
    if (!at.contacts.touching[k]) return;
    const Load& load = at.contacts.load[k];
    sum.force.add(is_b ? load.force : Vec3(-load.force));
    sum.torque.add(is_b ? load.torque_b : load.torque_a);
  });
  return sum;
}

struct Sum {
  Vec3 force = Vec3::Zero();
  Vec3 torque = Vec3::Zero();
  std::size_t touching = 0;

  void add(const Load& load, bool is_b) {
    ++touching;
    if (is_b) {
      force += load.force;
      torque += load.torque_b;
    } else {
      force -= load.force;
      torque += load.torque_a;
    }
  }
};

void sum_wall(State& state, BodyIndex i, Workers& workers) {
  const Incidence at(state.contacts, i);
  // How to sum is decided by the contacts that touch: candidates may differ from run to run.
  std::size_t touching = 0;
  at.each(0, at.size(), [&](std::uint32_t k, bool) { touching += at.contacts.touching[k]; });
  if (touching <= many_contacts) {
    Sum sum;
    at.each(0, at.size(), [&](std::uint32_t k, bool is_b) {
      if (at.contacts.touching[k]) sum.add(at.contacts.load[k], is_b);
    });
    state.bodies.force[i] = sum.force;
    state.bodies.torque[i] = sum.torque;
    return;
  }
  const std::size_t blocks = (at.size() + block - 1) / block;
  std::vector<ExactLoad> part(blocks);
  workers.for_ranges(blocks, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p)
      part[p] = sum_exactly(at, p * block, std::min(at.size(), (p + 1) * block));
  });
  ExactLoad total;
  for (const ExactLoad& p : part) {
    total.force.add(p.force);
    total.torque.add(p.torque);
  }
  state.bodies.force[i] = total.force.value();
  state.bodies.torque[i] = total.torque.value();
}

// Energy of a contact is booked on its first free body, so walls keep no books.
bool booked_here(const Bodies& bodies, const Pair& pair, bool is_b) { return is_b ? !bodies.free(pair.a) : true; }

void sum_free_body(State& state, BodyIndex i) {
  Bodies& bodies = state.bodies;
  const Contacts& contacts = state.contacts;
  const Incidence at(contacts, i);
  Sum sum;
  ContactWork power, work;
  bool jump = false;
  at.each(0, at.size(), [&](std::uint32_t k, bool is_b) {
    jump |= contacts.changed[k] != 0;
    if (!contacts.touching[k] && !contacts.changed[k]) return;
    const Load& load = contacts.load[k];
    if (booked_here(bodies, contacts.pair[k], is_b)) {
      power.elastic += load.elastic_power;
      power.damping += load.damping_power;
      work += load.work;
    }
    if (contacts.touching[k]) sum.add(load, is_b);
  });
  if (sum.touching > many_contacts) {
    const ExactLoad exact = sum_exactly(at, 0, at.size());
    sum.force = exact.force.value();
    sum.torque = exact.torque.value();
  }
  bodies.force[i] = sum.force;
  bodies.torque[i] = sum.torque;
  if (jump) bodies.order[i] = 0;
  // Powers by the trapezoidal rule, work of the step as it is.
  const double half_dt = 0.5 * state.clock.dt;
  ContactWork& account = bodies.work[i];
  account.elastic += half_dt * (bodies.power[i].elastic + power.elastic) + work.elastic;
  account.damping += half_dt * (bodies.power[i].damping + power.damping) + work.damping;
  account.friction += work.friction;
  bodies.power[i] = power;
}

}  // namespace

void gather_loads(State& state, Workers& workers) {
  Bodies& bodies = state.bodies;
  workers.for_ranges(bodies.size(), 512, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      if (bodies.free(static_cast<BodyIndex>(i))) sum_free_body(state, static_cast<BodyIndex>(i));
  });
  for (BodyIndex i = 0; i < bodies.size(); ++i)
    if (!bodies.free(i)) sum_wall(state, i, workers);
}

}  // namespace scree
