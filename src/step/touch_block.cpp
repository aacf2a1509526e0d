#include "step/touch_block.h"

#include "base/processor.h"

namespace scree {
namespace {

std::uint32_t* touch_one_by_one(const TouchTask& task, std::uint32_t begin, std::uint32_t end,
                                std::uint32_t* next, Rows::Block& out) {
  const Candidates& candidates = task.candidates;
  for (std::uint32_t k = begin; k < end; ++k) {
    const bool touching = touches(task.state, candidates.pair[k], candidates.route[k]);
    if (touching) *next++ = k;
    if (touching != (candidates.slot[k] != Candidates::none)) (touching ? out.began : out.ended).push_back(k);
  }
  return next;
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
    if (const unsigned differ = touching ^ touched_before(slot + k)) [[unlikely]]
      for (int lane = 0; lane < lane_count; ++lane)
        if (differ >> lane & 1) (touching >> lane & 1 ? out.began : out.ended).push_back(k + lane);
  }
  return touch_one_by_one(task, k, block.end, next, out);
}

SCREE_WIDE std::uint32_t* touch_wide(const TouchTask& task, const Candidates::Block& block,
                                     std::uint32_t* next, Rows::Block& out) {
  return touch_spheres(task, block, next, out);
}
std::uint32_t* touch_plain(const TouchTask& task, const Candidates::Block& block, std::uint32_t* next,
                           Rows::Block& out) {
  return touch_spheres(task, block, next, out);
}

}  // namespace

void touch_block(const TouchTask& task, std::size_t number) {
  const Candidates::Block& block = task.candidates.blocks[number];
  std::uint32_t* const found = task.rows.found.data() + block.begin;
  Rows::Block& out = task.rows.blocks[number];
  out.began.clear();
  out.ended.clear();
  const std::uint32_t* end;
  if (!block.spheres)
    end = touch_one_by_one(task, block.begin, block.end, found, out);
  else if (has_wide_registers() && !task.plain)
    end = touch_wide(task, block, found, out);
  else
    end = touch_plain(task, block, found, out);
  out.found = static_cast<std::uint32_t>(end - found);
}

}  // namespace scree
