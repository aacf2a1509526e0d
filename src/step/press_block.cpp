#include "step/press_block.h"

#include <algorithm>
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

// To count places from `to` on; the others must stay as they are: they belong to the next block.
template <class Record, class... Numbers>
SCREE_KERNEL void scatter(Record* to, std::uint32_t count, const Numbers&... numbers) {
  static_assert(sizeof...(numbers) == width<Record>);
  const Lanes v[] = {numbers...};
  if (count == lane_count) {
    store_records<width<Record>>(v, reinterpret_cast<double*>(to));
    return;
  }
  double spare[lane_count * width<Record>];
  store_records<width<Record>>(v, spare);
  std::copy_n(spare, count * width<Record>, reinterpret_cast<double*>(to));
}

SCREE_KERNEL Lanes collect(const Candidates& candidates, const Batch& batch,
                           double Candidates::Facts::*fact) {
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
  return {r.triple(0), r.triple(3),  r.triple(6), r.v[9],  r.v[10], r.v[11],
          r.v[12],     r.triple(13), r.v[16],     r.v[17], r.v[18]};
}

SCREE_KERNEL double press_batches(const PressTask& task, std::size_t number, RowLoad* items) {
  const State& state = task.state;
  const Contacts& old = state.contacts;
  const Candidates& candidates = task.candidates;
  const Candidates::Block& rows = candidates.blocks[number];
  Contacts& next = task.next;
  PressTerms terms{NormalLaw::spring, task.dt, task.rolling};
  const ContactHistory fresh;
  const RollingHistory fresh_rolling;
  const Rows::Block& block = task.rows.blocks[number];
  const std::uint32_t* const found = task.rows.found.data() + rows.begin;
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
    const std::uint32_t slot = block.first_slot + n;

    std::uint32_t before[lane_count];
    for (int lane = 0; lane < lane_count; ++lane) before[lane] = candidates.slot[batch.candidate[lane]];
    const RecordLanes<ContactHistory> h = collect(old.history, before, fresh);
    Springs<Lanes> springs{h.triple(0), h.triple(3), h.triple(6), h.v[9]};
    RollingSprings<Lanes> rolling{};
    if (terms.rolling) {
      const RecordLanes<RollingHistory> r = collect(old.rolling, before, fresh_rolling);
      rolling = {r.triple(0), r.triple(3), r.v[6], r.v[7]};
    }

    const BodyLanes a = collect_bodies(task.rows, batch, &Pair::a);
    const BodyLanes b = collect_bodies(task.rows, batch, &Pair::b);
    const TouchOf<Lanes> at =
        rows.spheres
            ? place_between_spheres(state.cell.separation(a.position, b.position), a.radius, b.radius)
            : collect_touches(&block.touch[n], count);
    Motion<Lanes> motion;
    motion.spin_a = a.spin;
    motion.spin_b = b.spin;
    motion.velocity = (b.velocity + b.spin.cross(at.arm_b)) - (a.velocity + a.spin.cross(at.arm_a));
    motion.root_mass = collect(candidates, batch, &Candidates::Facts::root_mass);
    if (uses_volume(terms.normal)) {
      motion.inverse_length = collect(candidates, batch, &Candidates::Facts::inverse_length);
      motion.reference_area = collect(candidates, batch, &Candidates::Facts::reference_area);
    }

    const Pressed<Lanes> p = press(terms, law, at, motion, springs, rolling);

    const Springs<Lanes>& s = springs;
    scatter(&next.history[slot], count, s.normal.x, s.normal.y, s.normal.z, s.slide.x, s.slide.y, s.slide.z,
            s.slide_velocity.x, s.slide_velocity.y, s.slide_velocity.z, s.stiffness);
    if (terms.rolling)
      scatter(&next.rolling[slot], count, rolling.roll.x, rolling.roll.y, rolling.roll.z,
              rolling.roll_velocity.x, rolling.roll_velocity.y, rolling.roll_velocity.z, rolling.twist,
              rolling.twist_velocity);
    scatter(&next.load[slot], count, p.force.x, p.force.y, p.force.z, p.torque_b.x, p.torque_b.y,
            p.torque_b.z);
    scatter(items + n, count, -p.force.x, -p.force.y, -p.force.z, p.torque_a.x, p.torque_a.y, p.torque_a.z,
            p.elastic_power, p.damping_power, p.work.elastic, p.work.damping, p.work.friction);
    for (std::uint32_t lane = 0; lane < count; ++lane) {
      next.pair[slot + lane] = batch.pair[lane];
      next.parts[slot + lane] = candidates.parts[batch.candidate[lane]];
      task.candidates.slot[batch.candidate[lane]] = slot + lane;
    }
    const Lanes depth = at.overlap * collect(candidates, batch, &Candidates::Facts::inverse_diameter);
    deepest = select(depth > deepest, depth, deepest);
    n += count;
  }
  return std::max(std::max(deepest[0], deepest[1]), std::max(deepest[2], deepest[3]));
}

SCREE_WIDE double press_wide(const PressTask& task, std::size_t block, RowLoad* items) {
  return press_batches(task, block, items);
}
double press_plain(const PressTask& task, std::size_t block, RowLoad* items) {
  return press_batches(task, block, items);
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

void sum_rows(const PressTask& task, const Candidates::Block& block, std::span<const RowLoad> items) {
  const std::uint32_t* const found = task.rows.found.data() + block.begin;
  std::size_t next = 0;
  for (BodyIndex a = block.first_body; a < block.end_body; ++a) {
    const std::uint32_t row_end = task.candidates.row_start[a + 1];
    const std::size_t first = next;
    while (next < items.size() && found[next] < row_end) ++next;
    task.rows.load[a] = sum_row(items.subspan(first, next - first));
  }
}

}  // namespace

double press_block(const PressTask& task, std::size_t number) {
  static thread_local std::vector<RowLoad> items;  // by contact; stays in the cache from block to block
  const Rows::Block& here = task.rows.blocks[number];
  const Candidates::Block& block = task.candidates.blocks[number];
  items.resize(here.found);
  const bool wide = has_wide_registers() && !task.plain;
  const double deepest = (wide ? press_wide : press_plain)(task, number, items.data());
  if (!block.of_walls)
    sum_rows(task, block, items);
  else
    for (std::uint32_t n = 0; n < here.found; ++n)
      task.rows.wall_energy[here.first_slot + n] = items[n].energy;
  return deepest;
}

}  // namespace scree
