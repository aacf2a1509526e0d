#include "state/state_hash.h"

#include <type_traits>

#include "base/hash.h"

namespace scree {
namespace {

void take(Hasher& h, double v) { h.number(v); }
void take(Hasher& h, const Vec3& v) {
  for (int k = 0; k < 3; ++k) h.number(v[k]);
}
void take(Hasher& h, const Vec4& v) {
  for (int k = 0; k < 4; ++k) h.number(v[k]);
}
void take(Hasher& h, const Quat& q) { take(h, Vec4(q.coeffs())); }
void take(Hasher& h, const Image& v) {
  for (const std::int32_t n : v) h.number(n);
}
void take(Hasher& h, const ContactWork& w) {
  h.number(w.elastic);
  h.number(w.damping);
  h.number(w.friction);
}
void take(Hasher& h, const ExactSum& sum) {
  for (const std::uint64_t word : sum.words()) h.number(word);
}
template <class T>
requires std::is_integral_v<T>
void take(Hasher& h, T v) { h.number(static_cast<std::uint64_t>(v)); }

std::uint64_t hash_of(const Bodies& bodies, std::span<const ConstPlainColumn> of_stepper, BodyIndex i) {
  Hasher h(bodies.id[i]);
  Bodies::for_each_column(bodies, [&](const char*, const auto& column) { take(h, column[i]); });
  for (const ConstPlainColumn& column : of_stepper)
    std::visit(
        [&](const auto& numbers) {
          for (const auto number : numbers.subspan(i * column.width, column.width)) take(h, number);
        },
        column.numbers);
  return h.value();
}

std::uint64_t hash_of(const Contacts& contacts, std::size_t k, BodyId a, BodyId b) {
  const ContactHistory& c = contacts.history[k];
  Hasher h(a);
  h.number(b);
  h.number(std::uint64_t{contacts.parts[k].a} << 32 | contacts.parts[k].b);
  take(h, c.normal);
  take(h, c.slide);
  take(h, c.slide_velocity);
  h.number(c.stiffness);
  const RollingHistory& r = contacts.rolling[k];
  take(h, r.roll);
  take(h, r.roll_velocity);
  h.number(r.twist);
  h.number(r.twist_velocity);
  return h.value();
}

}  // namespace

std::uint64_t state_hash(const State& state) {
  std::uint64_t sum = 0;
  const std::vector<ConstPlainColumn> of_stepper = state.bodies.stepper.plain();
  for (BodyIndex i = 0; i < state.bodies.size(); ++i) sum += hash_of(state.bodies, of_stepper, i);
  for (std::size_t k = 0; k < state.contacts.size(); ++k) {
    const auto [a, b] = state.contacts.pair[k];
    sum += hash_of(state.contacts, k, state.bodies.id[a], state.bodies.id[b]);
  }
  Hasher h(state.clock.step);
  h.number(state.clock.dt);
  h.number(sum);
  h.number(state.next_id);
  take(h, state.gravity);
  for (const Drive& d : state.drives) {
    h.number(std::uint64_t{static_cast<std::uint8_t>(d.kind)});
    Drive::for_each_number(d, [&](double v) { h.number(v); });
  }
  Ledger::for_each_number([&](const char*, const auto& v) { take(h, v); }, state.ledger);
  for (const InletProgress& p : state.inlets) {
    h.number(p.open_since);
    h.number(p.released);
    h.number(p.draws);
    h.number(p.total);
    h.number(std::uint64_t{p.open});
  }
  for (const OutletProgress& p : state.outlets) {
    h.number(p.removed);
    take(h, p.removed_mass);
  }
  h.number(state.events_done);
  return h.value();
}

}  // namespace scree
