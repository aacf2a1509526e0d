#include "step/press_block.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "base/processor.h"
#include "law/press.h"
#include "narrowphase/sphere_sphere.h"

namespace scree {
namespace {

// Up to four contacts of a block, all with the same kind of normal law.
struct Batch {
  std::uint32_t count;
  std::uint32_t candidate[lane_count];  // lanes beyond count repeat the last one; nothing is written for them
  Pair pair[lane_count];
};

SCREE_KERNEL Batch make_batch(const Candidates& candidates, bool one_law, const std::uint32_t* found,
                              std::uint32_t left) {
  Batch batch;
  batch.count = std::min<std::uint32_t>(left, lane_count);
  if (!one_law) {
    const auto kind = [&](std::uint32_t n) { return candidates.facts[found[n]].law->normal; };
    std::uint32_t alike = 1;
    while (alike < batch.count && kind(alike) == kind(0)) ++alike;
    batch.count = alike;
  }
  for (std::uint32_t lane = 0; lane < lane_count; ++lane) {
    batch.candidate[lane] = found[std::min(lane, batch.count - 1)];
    batch.pair[lane] = candidates.pair[batch.candidate[lane]];
  }
  return batch;
}

// Four records of state or scratch are moved as the doubles they consist of, in the order of their members.
template <class Record>
inline constexpr int width = sizeof(Record) / sizeof(double);

template <class Record>
struct RecordLanes {
  Lanes v[width<Record>]{};
  SCREE_KERNEL Triple<Lanes> triple(int i) const { return {v[i], v[i + 1], v[i + 2]}; }
};

template <class Record>
SCREE_KERNEL RecordLanes<Record> collect(const Record* const* from) {
  const double* p[lane_count] = {
      reinterpret_cast<const double*>(from[0]), reinterpret_cast<const double*>(from[1]),
      reinterpret_cast<const double*>(from[2]), reinterpret_cast<const double*>(from[3])};
  RecordLanes<Record> r;
  load_records<width<Record>>(p, r.v);
  return r;
}

template <class Record>
SCREE_KERNEL RecordLanes<Record> collect(const std::vector<Record>& column, const std::uint32_t* slot,
                                         const Record& where_none) {
  const Record* from[lane_count];
  for (int lane = 0; lane < lane_count; ++lane)
    from[lane] = slot[lane] == Candidates::none ? &where_none : &column[slot[lane]];
  return collect(from);
}

// Where contacts of a batch stand among the contacts of this step.
struct Slots {
  const std::uint32_t* slot;
  std::uint32_t count;   // lanes beyond it go nowhere
  bool one_after_other;  // and four of them
};

SCREE_KERNEL Slots slots_of(const std::uint32_t* slot, std::uint32_t count) {
  const bool follow = slot[1] == slot[0] + 1 && slot[2] == slot[0] + 2 && slot[3] == slot[0] + 3;
  return {slot, count, count == lane_count && follow};
}

template <class Record, class... Numbers>
SCREE_KERNEL void scatter(std::vector<Record>& column, const Slots& slots, const Numbers&... numbers) {
  static_assert(sizeof...(numbers) == width<Record>);
  const Lanes v[] = {numbers...};
  double* const first = reinterpret_cast<double*>(&column[slots.slot[0]]);
  if (slots.one_after_other) {
    store_records<width<Record>>(v, first);
    return;
  }
  double nowhere[width<Record>];
  double* to[lane_count] = {first, nowhere, nowhere, nowhere};
  for (std::uint32_t lane = 1; lane < slots.count; ++lane)
    to[lane] = reinterpret_cast<double*>(&column[slots.slot[lane]]);
  store_records<width<Record>>(v, to);
}

SCREE_KERNEL Lanes collect(const Candidates& candidates, const Batch& batch, double PairFacts::*fact) {
  double of[lane_count];
  for (int lane = 0; lane < lane_count; ++lane) of[lane] = candidates.facts[batch.candidate[lane]].*fact;
  return lanes_of(of[0], of[1], of[2], of[3]);
}

SCREE_KERNEL Lanes collect(const PairLaw* const* law, double PairLaw::*number) {
  return lanes_of(law[0]->*number, law[1]->*number, law[2]->*number, law[3]->*number);
}

SCREE_KERNEL LawNumbers<Lanes> collect_laws(const PairLaw* const* law) {
  return {collect(law, &PairLaw::stiffness),
          collect(law, &PairLaw::tangential_stiffness),
          collect(law, &PairLaw::compliance),
          collect(law, &PairLaw::young),
          collect(law, &PairLaw::shear),
          collect(law, &PairLaw::dashpot),
          collect(law, &PairLaw::tangential_dashpot),
          collect(law, &PairLaw::friction),
          collect(law, &PairLaw::rolling_friction),
          collect(law, &PairLaw::torsional_friction),
          collect(law, &PairLaw::cohesion)};
}

struct BodyLanes {
  Triple<Lanes> position;
  Lanes radius;
  Triple<Lanes> velocity, spin;
};

SCREE_KERNEL BodyLanes collect_bodies(const Rows& rows, const Batch& batch, BodyIndex Pair::*which) {
  const double* from[lane_count];
  for (int lane = 0; lane < lane_count; ++lane) from[lane] = rows.body[batch.pair[lane].*which].numbers();
  Lanes v[12];
  load_records<12>(from, v);
  return {{v[0], v[1], v[2]}, v[3], {v[4], v[5], v[6]}, {v[8], v[9], v[10]}};
}

// As the touch stage found them.
SCREE_KERNEL TouchOf<Lanes> collect_touches(const Touch* touch, std::uint32_t count) {
  const Touch* from[lane_count];
  for (std::uint32_t lane = 0; lane < lane_count; ++lane) from[lane] = touch + std::min(lane, count - 1);
  const RecordLanes<Touch> r = collect(from);
  TouchOf<Lanes> touches;
  touches.normal = r.triple(0);
  touches.arm_a = r.triple(3);
  touches.arm_b = r.triple(6);
  touches.overlap = r.v[9];
  touches.radius = r.v[10];
  touches.volume = r.v[11];
  touches.area = r.v[12];
  touches.moment = r.triple(13);
  touches.pair_volume = r.v[16];
  touches.facing_area = r.v[17];
  touches.width2 = r.v[18];
  touches.lever = r.v[19];
  touches.share = r.v[20];
  return touches;
}

SCREE_KERNEL void collect_beds(const BedTouch* bed, std::uint32_t count, TouchOf<Lanes>& touches) {
  const BedTouch* from[lane_count];
  for (std::uint32_t lane = 0; lane < lane_count; ++lane) from[lane] = bed + std::min(lane, count - 1);
  const RecordLanes<BedTouch> r = collect(from);
  touches.bed = {r.v[0], r.v[1], r.triple(2), r.v[5]};
}

template <bool beds>
SCREE_KERNEL double press_batches(const PressTask& task, std::size_t number, const std::uint32_t* all_slots,
                                  RowLoad* items) {
  const State& state = task.state;
  const Contacts& old = state.contacts;
  const Candidates& candidates = task.candidates;
  const Candidates::Block& rows = candidates.blocks[number];
  Contacts& next = task.next;
  PressTerms terms{NormalLaw::spring, task.dt, task.rolling};
  const ContactHistory fresh;
  const RollingHistory fresh_rolling;
  Rows::Block& block = task.rows.blocks[number];
  block.deep.clear();
  const std::uint32_t* const found = block.candidate.data();
  const bool several = !candidates.touches.empty();
  const PairLaw* laws[lane_count] = {rows.law, rows.law, rows.law, rows.law};
  LawNumbers<Lanes> law{};
  if (rows.law) law = collect_laws(laws);
  Lanes deepest{};
  for (std::uint32_t n = 0; n < block.found;) {
    const Batch batch = make_batch(candidates, rows.law, found + n, block.found - n);
    terms.normal = candidates.facts[batch.candidate[0]].law->normal;
    if (!rows.law) {
      for (int lane = 0; lane < lane_count; ++lane) laws[lane] = candidates.facts[batch.candidate[lane]].law;
      law = collect_laws(laws);
    }
    const std::uint32_t count = batch.count;
    const Slots slots = slots_of(all_slots + n, count);

    std::uint32_t before[lane_count];
    for (std::uint32_t lane = 0; lane < lane_count; ++lane)
      before[lane] =
          rows.spheres ? candidates.slot[batch.candidate[lane]] : block.before[n + std::min(lane, count - 1)];
    const RecordLanes<ContactHistory> h = collect(old.history, before, fresh);
    Springs<Lanes> springs{h.triple(0), h.triple(3), h.triple(6), h.v[9]};
    RollingSprings<Lanes> rolling{};
    if (terms.rolling) {
      const RecordLanes<RollingHistory> r = collect(old.rolling, before, fresh_rolling);
      rolling = {r.triple(0), r.triple(3), r.v[6], r.v[7]};
    }

    const BodyLanes a = collect_bodies(task.rows, batch, &Pair::a);
    const BodyLanes b = collect_bodies(task.rows, batch, &Pair::b);
    terms.beds = beds && !uses_volume(terms.normal);
    TouchOf<Lanes> at = rows.spheres ? place_between_spheres(state.cell.separation(a.position, b.position),
                                                             a.radius, b.radius)
                                     : collect_touches(&block.touches.touch[n], count);
    if (beds && terms.beds) collect_beds(&block.touches.bed[n], count, at);
    Motion<Lanes> motion;
    motion.spin_a = a.spin;
    motion.spin_b = b.spin;
    motion.velocity = (b.velocity + b.spin.cross(at.arm_b)) - (a.velocity + a.spin.cross(at.arm_a));
    motion.root_mass = collect(candidates, batch, &PairFacts::root_mass);
    if (uses_volume(terms.normal)) {
      motion.inverse_length = collect(candidates, batch, &PairFacts::inverse_length);
      motion.inverse_depth =
          state.dimension == 2 ? all_lanes<Lanes>(1 / state.thickness) : motion.inverse_length;
      motion.reference_area = collect(candidates, batch, &PairFacts::reference_area);
    } else if (beds && terms.beds) {
      motion.reference_area = collect(candidates, batch, &PairFacts::reference_area);
    }

    const Pressed<Lanes> p = press<beds>(terms, law, at, motion, springs, rolling);

    const Springs<Lanes>& s = springs;
    scatter(next.history, slots, s.normal.x, s.normal.y, s.normal.z, s.slide.x, s.slide.y, s.slide.z,
            s.slide_velocity.x, s.slide_velocity.y, s.slide_velocity.z, s.stiffness);
    if (terms.rolling)
      scatter(next.rolling, slots, rolling.roll.x, rolling.roll.y, rolling.roll.z, rolling.roll_velocity.x,
              rolling.roll_velocity.y, rolling.roll_velocity.z, rolling.twist, rolling.twist_velocity);
    scatter(next.load, slots, p.force.x, p.force.y, p.force.z, p.torque_b.x, p.torque_b.y, p.torque_b.z);
    const Lanes item[] = {-p.force.x,     -p.force.y,     -p.force.z,      p.torque_a.x,
                          p.torque_a.y,   p.torque_a.z,   p.elastic_power, p.damping_power,
                          p.work.elastic, p.work.damping, p.work.friction};
    store_records<width<RowLoad>>(item, reinterpret_cast<double*>(items + n));
    for (std::uint32_t lane = 0; lane < count; ++lane) {
      const std::uint32_t slot = slots.slot[lane];
      next.pair[slot] = batch.pair[lane];
      next.parts[slot] = rows.spheres ? Parts{} : block.touches.key[n + lane];
      const std::uint32_t k = batch.candidate[lane];
      const bool is_first = !several || n + lane == 0 || found[n + lane - 1] != k;
      if (is_first) task.candidates.slot[k] = slot;
    }
    const Lanes depth = at.overlap * collect(candidates, batch, &PairFacts::inverse_diameter);
    deepest = select(depth > deepest, depth, deepest);
    if (const unsigned deep = bits(depth > rows.worth_a_look)) {
      const unsigned flipped = bits(inner(h.triple(0), at.normal) < Lanes{});
      const unsigned listed =
          (flipped & deep) | (task.deep > 0 ? bits(depth > task.deep * rows.worth_a_look) : 0);
      if (listed) [[unlikely]]
        for (std::uint32_t lane = 0; lane < count; ++lane)
          if (listed >> lane & 1) block.deep.push_back({n + lane, (flipped >> lane & 1) != 0});
    }
    n += count;
  }
  return std::max(std::max(deepest[0], deepest[1]), std::max(deepest[2], deepest[3]));
}

template <bool beds>
SCREE_WIDE double press_wide(const PressTask& task, std::size_t block, const std::uint32_t* slots,
                             RowLoad* items) {
  return press_batches<beds>(task, block, slots, items);
}
template <bool beds>
double press_plain(const PressTask& task, std::size_t block, const std::uint32_t* slots, RowLoad* items) {
  return press_batches<beds>(task, block, slots, items);
}

RowLoad sum_row(std::span<const RowLoad> items) {
  RowLoad row;
  for (const RowLoad& item : items) {
    row.force += item.force;
    row.torque += item.torque;
    row.energy += item.energy;
  }
  if (items.size() > many_contacts) {
    ExactLoad exact;
    for (const RowLoad& item : items) exact.add(item.force, item.torque);
    row.force = exact.force.value();
    row.torque = exact.torque.value();
  }
  return row;
}

// Calls visit(row, first slot, how many touch) for the rows of a block that is not part of one.
template <class Visit>
void for_rows(const PressTask& task, const Candidates::Block& block, const Visit& visit) {
  const std::uint32_t* const first_slot = task.rows.first_slot.data();
  for (std::uint32_t row = block.first_row; row < block.end_row; ++row) {
    const BodyIndex body = task.candidates.order.body_of[row];
    visit(row, first_slot[body], first_slot[body + 1] - first_slot[body]);
  }
}

// Places among the contacts of those that touch.
void list_slots(const PressTask& task, std::size_t number, std::uint32_t* slots) {
  const Candidates::Block& block = task.candidates.blocks[number];
  const Rows::Block& here = task.rows.blocks[number];
  if (block.by_number) {
    const BodyIndex body = task.candidates.order.body_of[block.first_row];
    std::iota(slots, slots + here.found, task.rows.first_slot[body] + here.found_before);
    return;
  }
  for_rows(task, block, [&](std::uint32_t, std::uint32_t slot, std::uint32_t touching) {
    for (const std::uint32_t end = slot + touching; slot < end; ++slot) *slots++ = slot;
  });
}

void sum_rows(const PressTask& task, const Candidates::Block& block, const RowLoad* items) {
  for_rows(task, block, [&](std::uint32_t row, std::uint32_t, std::uint32_t touching) {
    task.rows.load[row] = sum_row({items, touching});
    items += touching;
  });
}

}  // namespace

double press_block(const PressTask& task, std::size_t number) {
  // By contact; they stay in the cache from block to block.
  static thread_local std::vector<RowLoad> items;
  static thread_local std::vector<std::uint32_t> slots;
  const Rows::Block& here = task.rows.blocks[number];
  const Candidates::Block& block = task.candidates.blocks[number];
  items.resize(here.found + lane_count);  // four are written at a time
  slots.resize(here.found + lane_count);
  list_slots(task, number, slots.data());
  const bool wide = has_wide_registers() && !task.plain;
  const auto press_found = block.beds ? (wide ? press_wide<true> : press_plain<true>)
                                      : (wide ? press_wide<false> : press_plain<false>);
  const double deepest = press_found(task, number, slots.data(), items.data());
  if (!block.of_walls)
    sum_rows(task, block, items.data());
  else
    for (std::uint32_t n = 0; n < here.found; ++n) task.rows.wall_energy[slots[n]] = items[n].energy;
  return deepest;
}

}  // namespace scree
