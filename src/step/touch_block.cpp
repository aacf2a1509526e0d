#include "step/touch_block.h"

#include "base/processor.h"
#include "narrowphase/contact_kernel.h"
#include "narrowphase/joined_touches.h"
#include "narrowphase/place_shape.h"
#include "narrowphase/sphere_sphere.h"

namespace scree {
namespace {

// Are two bodies known not to touch, as most candidates are, because the spheres about them do not reach each
// other? Those that touched in the last step most likely still do, and are not asked.
bool known_apart(const TouchTask& task, const Candidates& candidates, std::uint32_t k, PairInPlace& pair) {
  const auto [a, b] = candidates.pair[k];
  const BodyRecord &first = task.rows.body[a], &second = task.rows.body[b];
  pair.separation = task.state.cell.separation(first.position, second.position);
  pair.touched = candidates.slot[k] != Candidates::none;
  if (pair.touched) return false;
  const double reach = (1 + 1e-9) * (first.radius + second.radius);
  return pair.separation.squaredNorm() > reach * reach;
}

// The pair of a candidate as its kernel sees it. What is read of two solids comes from few places in memory.
void place_pair(const TouchTask& task, const Candidates::Block& block, std::uint32_t k,
                const ContactKernel& kernel, PairInPlace& pair) {
  const Candidates& candidates = task.candidates;
  const State& state = task.state;
  const auto [a, b] = candidates.pair[k];
  const Parts parts = candidates.parts[k];
  if (kernel.reads_solids_only) [[likely]] {
    pair.a.solid = &task.placements.of(a, parts.a);
    pair.b.solid = &task.placements.of(b, parts.b);
  } else {
    pair.a = place_shape(state, task.placements, a, parts.a);
    pair.b = place_shape(state, task.placements, b, parts.b);
  }
  pair.key = parts;
  pair.facts = &candidates.facts[k];
  pair.last_normal = pair.touched ? &state.contacts.history[candidates.slot[k]].normal : nullptr;
  if (!block.beds) return;
  pair.a_is_free = state.bodies.free(a);
  pair.b_is_free = state.bodies.free(b);
}

// Which contacts of the last step the touches of candidate k, from number `first` on, go on: those with their
// keys. Both stand in the order of keys. What is new, and what is no more, is noted.
void follow_contacts(const TouchTask& task, std::uint32_t k, std::size_t first, Rows::Block& out) {
  Candidates& candidates = task.candidates;
  const std::vector<Parts>& keys = task.state.contacts.parts;
  std::uint32_t old = candidates.slot[k];
  const bool had_one = old != Candidates::none;
  if (had_one && candidates.touches.empty() && out.touches.size() == first + 1) [[likely]] {
    out.candidate.push_back(k);  // one that goes on, as nearly all do
    out.before.push_back(old);
    return;
  }
  const std::uint32_t end = !had_one ? old : old + (candidates.touches.empty() ? 1 : candidates.touches[k]);
  bool is_new = false;
  for (std::size_t n = first; n < out.touches.size(); ++n) {
    const Parts& key = out.touches.key[n];
    for (; old != end && keys[old] < key; ++old) out.ended.push_back(old);
    const bool goes_on = old != end && keys[old] == key;
    out.candidate.push_back(k);
    out.before.push_back(goes_on ? old++ : Candidates::none);
    is_new |= !goes_on;
  }
  for (; old != end; ++old) out.ended.push_back(old);
  if (is_new) out.began.push_back(k);
  if (out.touches.size() == first) out.parted.push_back(k);
  if (!candidates.touches.empty())
    candidates.touches[k] = static_cast<std::uint32_t>(out.touches.size() - first);
}

// What a pair reads of its higher body lies somewhere in memory, so it is asked for some pairs before: first
// where it is, then what it is. (The lower body has mostly been there before.)
constexpr std::uint32_t far_ahead = 8, close_ahead = 4;
void prefetch(const TouchTask& task, std::uint32_t k, std::uint32_t end) {
  const Candidates& candidates = task.candidates;
  if (k + far_ahead >= end) return;
  const BodyIndex b = candidates.pair[k + far_ahead].b;
  __builtin_prefetch(task.rows.body[b].numbers());
  const std::uint32_t slot = candidates.slot[k + far_ahead];
  if (slot != Candidates::none) __builtin_prefetch(&task.state.contacts.history[slot]);
  if (!candidates.kernel_of(k + far_ahead).reads_solids_only) return;
  task.placements.prefetch(b, candidates.parts[k + far_ahead].b);
  if (candidates.kernel_of(k + close_ahead).reads_solids_only)
    task.placements.prefetch_geometry(candidates.pair[k + close_ahead].b,
                                      candidates.parts[k + close_ahead].b);
}

// The touches of one pair of bodies, from number `first` on, learn of each other.
void join_from(const State& state, std::size_t first, Pair pair, Rows::Block& out) {
  const std::size_t count = out.touches.size() - first;
  if (count == 0) return;
  if (count == 1) return stand_alone(out.place(first));
  static thread_local std::vector<TouchPlace> places;
  places.clear();
  for (std::size_t n = first; n < out.touches.size(); ++n) places.push_back(out.place(n));
  join_parts(state, pair, std::span(out.touches.key).subspan(first), places);
}

void touch_one_by_one(const TouchTask& task, const Candidates::Block& block, Rows::Block& out) {
  static thread_local KernelWork work;
  static thread_local WarmStart nowhere;  // for kernels that want none
  work.cascade = {};
  work.solids.counts = {};
  work.solids.plain = task.plain;
  out.touches.with_beds = block.beds;
  Candidates& candidates = task.candidates;
  PairInPlace pair;
  pair.cell = &task.state.cell;
  pair.layer = task.state.thickness;
  std::size_t first_of_pair = 0;
  std::uint64_t of_solids = 0;  // pairs whose spheres told
  for (std::uint32_t k = block.begin; k < block.end; ++k) {
    prefetch(task, k, static_cast<std::uint32_t>(candidates.size()));
    const ContactKernel& kernel = candidates.kernel_of(k);
    if (known_apart(task, candidates, k, pair)) {
      of_solids += kernel.reads_solids_only;
    } else {
      place_pair(task, block, k, kernel, pair);
      const std::size_t first = out.touches.size();
      find_touches(kernel, pair, candidates.warm.empty() ? nowhere : candidates.warm[k], work, out.touches);
      if (pair.touched || out.touches.size() > first) {
        follow_contacts(task, k, first, out);
        if (touches_surface(task.placements, candidates.pair[k]))
          for (std::size_t n = first; n < out.touches.size(); ++n)
            out.at_surface.push_back({k, static_cast<std::uint32_t>(n)});
      }
    }
    const bool complete = k + 1 == block.end || candidates.pair[k + 1] != candidates.pair[k];
    if (!complete) continue;
    join_from(task.state, first_of_pair, candidates.pair[k], out);
    first_of_pair = out.touches.size();
  }
  out.cascade = work.cascade;
  out.cascade.candidates += of_solids;
  out.cascade.spheres += of_solids;
  out.cascade.entered = work.solids.counts.asked;
  out.cascade.without_layer = work.solids.counts.without_layer;
  out.cascade.cut = work.solids.counts.cut;
  out.cascade.overlapping = work.solids.counts.overlapping;
}

void note_change(const Candidates& candidates, std::uint32_t k, bool touching, Rows::Block& out) {
  const std::uint32_t slot = candidates.slot[k];
  if (touching == (slot != Candidates::none)) return;
  if (touching) return out.began.push_back(k);
  out.ended.push_back(slot);
  out.parted.push_back(k);
}

// Bit `lane` is set where candidate k + lane touched in the last step.
SCREE_KERNEL unsigned touched_before(const std::uint32_t* slot) {
  unsigned bits = 0;
  for (int lane = 0; lane < lane_count; ++lane)
    bits |= static_cast<unsigned>(slot[lane] != Candidates::none) << lane;
  return bits;
}

// Candidates that touch stay on the list by moving its end: no branch to mispredict. Returns the new end.
SCREE_KERNEL std::uint32_t* touch_spheres(const TouchTask& task, const Candidates::Block& block,
                                          std::uint32_t* next, Rows::Block& out) {
  const BodyRecord* const body = task.rows.body.data();
  const Pair* const pair = task.candidates.pair.data();
  const std::uint32_t* const slot = task.candidates.slot.data();
  std::uint32_t k = block.begin;
  for (; k + lane_count <= block.end; k += lane_count) {
    const double* from_a[lane_count];
    const double* from_b[lane_count];
    for (int lane = 0; lane < lane_count; ++lane) {
      from_a[lane] = body[pair[k + lane].a].numbers();
      from_b[lane] = body[pair[k + lane].b].numbers();
    }
    Lanes a[4], b[4];  // position and radius
    load_records<4>(from_a, a);
    load_records<4>(from_b, b);
    const Triple<Lanes> d =
        task.state.cell.separation(Triple<Lanes>{a[0], a[1], a[2]}, Triple<Lanes>{b[0], b[1], b[2]});
    const unsigned touching = bits(spheres_touch(d, a[3], b[3]));
    for (int lane = 0; lane < lane_count; ++lane) {
      *next = k + lane;
      next += touching >> lane & 1;
    }
    if (touching != touched_before(slot + k)) [[unlikely]]
      for (int lane = 0; lane < lane_count; ++lane)
        note_change(task.candidates, k + lane, (touching >> lane & 1) != 0, out);
  }
  for (; k < block.end; ++k) {
    const BodyRecord &a = body[pair[k].a], &b = body[pair[k].b];
    const bool touching =
        spheres_touch(triple(task.state.cell.separation(a.position, b.position)), a.radius, b.radius);
    *next = k;
    next += touching;
    note_change(task.candidates, k, touching, out);
  }
  return next;
}

SCREE_WIDE std::uint32_t* touch_wide(const TouchTask& task, const Candidates::Block& block,
                                     std::uint32_t* next, Rows::Block& out) {
  return touch_spheres(task, block, next, out);
}
std::uint32_t* touch_plain(const TouchTask& task, const Candidates::Block& block, std::uint32_t* next,
                           Rows::Block& out) {
  return touch_spheres(task, block, next, out);
}

// How many touches there are in each row.
void count_rows(const TouchTask& task, const Candidates::Block& block, const Rows::Block& out) {
  const Candidates& candidates = task.candidates;
  const std::uint32_t* found = out.candidate.data();
  const std::uint32_t* const end = found + out.found;
  for (std::uint32_t row = block.first_row; row < block.end_row; ++row) {
    const std::uint32_t row_end = candidates.row_start[row + 1];
    const std::uint32_t* const first = found;
    while (found < end && *found < row_end) ++found;
    task.rows.first_slot[candidates.order.body_of[row] + 1] = static_cast<std::uint32_t>(found - first);
  }
}

}  // namespace

void touch_block(const TouchTask& task, std::size_t number) {
  const Candidates::Block& block = task.candidates.blocks[number];
  Rows::Block& out = task.rows.blocks[number];
  out.began.clear();
  out.ended.clear();
  out.parted.clear();
  out.touches.clear();
  out.before.clear();
  out.at_surface.clear();
  out.cascade = {};
  if (block.spheres) {
    out.candidate.resize(block.end - block.begin);
    const auto touch = has_wide_registers() && !task.plain ? touch_wide : touch_plain;
    const std::uint32_t* const end = touch(task, block, out.candidate.data(), out);
    out.found = static_cast<std::uint32_t>(end - out.candidate.data());
  } else {
    out.candidate.clear();
    touch_one_by_one(task, block, out);
    out.found = static_cast<std::uint32_t>(out.touches.size());
  }
  if (!block.part_of_row) count_rows(task, block, out);
}

}  // namespace scree
