#include "step/touch_block.h"

#include "base/processor.h"
#include "geometry/solid/separating_plane.h"
#include "narrowphase/bed_contacts.h"
#include "narrowphase/joined_touches.h"
#include "narrowphase/parts_in_place.h"
#include "narrowphase/plane_contacts.h"
#include "narrowphase/polyhedra.h"
#include "narrowphase/sphere_sphere.h"

namespace scree {
namespace {

void note_change(const Candidates& candidates, std::uint32_t k, bool touching, Rows::Block& out) {
  if (touching != (candidates.slot[k] != Candidates::none)) (touching ? out.began : out.ended).push_back(k);
}

// Under laws that know no volume. Under the others nobody looks at the bed.
inline void rest_on_bed(const TouchTask& task, std::uint32_t k, TouchOnBed& touch) {
  const Candidates& candidates = task.candidates;
  if (uses_volume(candidates.facts[k].law->normal)) [[likely]]
    return;
  touch.bed = {};
  add_bed(task.state, FromPlacements{task.placements}, candidates.pair[k], candidates.parts[k],
          candidates.route[k], touch);
}

// Two polyhedra. One that touched in the last step most likely still does: whether there is a plane between
// them is only asked of the others.
bool polyhedra_touch(const TouchTask& task, std::uint32_t k, Cascade& cascade, OverlapWork& work,
                     TouchOnBed& touch) {
  Candidates& candidates = task.candidates;
  const auto [a, b] = candidates.pair[k];
  const Parts parts = candidates.parts[k];
  const std::uint32_t slot = candidates.slot[k];
  const BodyRecord &first = task.rows.body[a], &second = task.rows.body[b];
  const Vec3 d = task.state.cell.separation(first.position, second.position);
  const Vec3* guess = &d;
  if (slot != Candidates::none) {
    const Vec3& last = task.state.contacts.history[slot].normal;
    if (!last.isZero()) guess = &last;
  } else {
    const double reach = (1 + 1e-9) * (first.radius + second.radius);
    if (d.squaredNorm() > reach * reach) {  // most are known from this alone
      ++cascade.spheres;
      return false;
    }
    switch (find_separating_plane(task.placements.of(a, parts.a), task.placements.of(b, parts.b), d,
                                  candidates.separating[k], task.plain)) {
      case Parting::none: break;
      case Parting::spheres: ++cascade.spheres; return false;
      case Parting::last_plane: ++cascade.last_plane; return false;
      case Parting::projection: ++cascade.projection; return false;
      case Parting::reflection: ++cascade.reflection; return false;
    }
  }
  if (!touch_polyhedra(task.placements.of(a, parts.a), task.placements.of(b, parts.b), d, *guess,
                       candidates.facts[k].radius, work, touch))
    return false;
  rest_on_bed(task, k, touch);
  return true;
}

// Polygons nearer than this share of their size may overlap: the kernel of overlaps decides, from the state
// alone. Walks that begin elsewhere find distances that differ by less.
constexpr double maybe_touching = 1e-11;

// Two polygons, likewise: of those that did not touch the closest features tell.
bool polygons_touch(const TouchTask& task, std::uint32_t k, TouchOnBed& touch) {
  static thread_local PlaneOverlapWork work;
  Candidates& candidates = task.candidates;
  const State& state = task.state;
  const auto [a, b] = candidates.pair[k];
  const Parts parts = candidates.parts[k];
  const std::uint32_t slot = candidates.slot[k];
  const BodyRecord &first = task.rows.body[a], &second = task.rows.body[b];
  const Vec2 d = in_plane(state.cell.separation(first.position, second.position));
  const Bodies& bodies = state.bodies;
  TurnedPolygon at_a{task.placements.figure(a, parts.a), bodies.scale[a], first.cosine, first.sine};
  TurnedPolygon at_b{task.placements.figure(b, parts.b), bodies.scale[b], second.cosine, second.sine};
  FeaturePair& features = candidates.features[k];
  const Vec2 way = d + at_b.centre() - at_a.centre();
  Vec2 guess = way;
  if (slot != Candidates::none) {
    const Vec3& last = state.contacts.history[slot].normal;
    if (!last.isZero()) guess = in_plane(last);
  } else {
    const double reach = (1 + 1e-9) * (at_a.radius() + at_b.radius());
    if (way.squaredNorm() > reach * reach) return false;
    // b seen from a, in the units of a.
    const double ratio = at_b.scale / at_a.scale;
    const Vec2 turned = ratio * at_a.turn_back(Vec2(second.cosine, second.sine));
    const Pose2 pose{at_a.turn_back(way) / at_a.scale, turned.x(), turned.y()};
    if (features == Candidates::no_features) features = facing_features(at_a.shape, at_b.shape, pose);
    const ClosestFeatures found = find_closest_features(at_a.shape, at_b.shape, pose, features);
    features = found.features;
    if (!found.overlap && found.distance * at_a.scale > maybe_touching * reach) return false;
  }
  if (features != Candidates::no_features) {
    at_a.near = features.a / 2;
    at_b.near = features.b / 2;
  }
  const bool touching =
      touch_polygons(at_a, at_b, d, guess, state.thickness, candidates.facts[k].radius, work, touch);
  features = {2 * work.top_a, 2 * work.top_b};
  if (touching) rest_on_bed(task, k, touch);
  return touching;
}

bool touches(const TouchTask& task, std::uint32_t k, Cascade& cascade, OverlapWork& work, TouchOnBed& touch) {
  const Candidates& candidates = task.candidates;
  const Route route = candidates.route[k];
  cascade.candidates += has_overlap(route);
  if (route == Route::polyhedra) return polyhedra_touch(task, k, cascade, work, touch);
  if (route == Route::polygons) return polygons_touch(task, k, touch);
  static_cast<Touch&>(touch) = {};
  return find_touch(task.state, task.placements, candidates.pair[k], candidates.parts[k], route, work, touch);
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
  if (candidates.route[k + far_ahead] != Route::polyhedra) return;
  task.placements.prefetch(b, candidates.parts[k + far_ahead].b);
  if (candidates.route[k + close_ahead] == Route::polyhedra)
    task.placements.prefetch_geometry(candidates.pair[k + close_ahead].b,
                                      candidates.parts[k + close_ahead].b);
}

// The last touches of the block, those of its parts in out.parts.
void join_last(const State& state, Pair pair, Rows::Block& out) {
  static thread_local std::vector<TouchPlace> places;
  places.clear();
  for (std::size_t n = out.touch.size() - out.parts.size(); n < out.touch.size(); ++n)
    places.push_back(out.place(n));
  join_parts(state, pair, out.parts, places);
}

std::uint32_t* touch_one_by_one(const TouchTask& task, const Candidates::Block& block, std::uint32_t* next,
                                Rows::Block& out) {
  static thread_local OverlapWork work;
  work.counts = {};
  work.plain = task.plain;
  const Candidates& candidates = task.candidates;
  std::vector<Parts>& parts = out.parts;  // of the same two bodies so far
  parts.clear();
  TouchOnBed touch;
  for (std::uint32_t k = block.begin; k < block.end; ++k) {
    prefetch(task, k, static_cast<std::uint32_t>(candidates.size()));
    const bool touching = touches(task, k, out.cascade, work, touch);
    if (touching) {
      *next++ = k;
      parts.push_back(candidates.parts[k]);
      if (touches_surface(task.placements, candidates.pair[k]))
        out.at_surface.push_back({k, static_cast<std::uint32_t>(out.touch.size())});
      out.touch.push_back(touch);
      if (block.beds) out.bed.push_back(touch.bed);
    }
    note_change(candidates, k, touching, out);
    const bool complete = k + 1 == block.end || candidates.pair[k + 1] != candidates.pair[k];
    if (!complete || parts.empty()) continue;
    if (parts.size() == 1)
      stand_alone(out.place(out.touch.size() - 1));
    else
      join_last(task.state, candidates.pair[k], out);
    parts.clear();
  }
  out.cascade.entered = work.counts.asked;
  out.cascade.without_layer = work.counts.without_layer;
  out.cascade.cut = work.counts.cut;
  out.cascade.overlapping = work.counts.overlapping;
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

// How many touch in each row.
void count_rows(const TouchTask& task, const Candidates::Block& block, const std::uint32_t* found,
                const std::uint32_t* end) {
  const Candidates& candidates = task.candidates;
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
  std::uint32_t* const found = task.rows.found.data() + block.begin;
  Rows::Block& out = task.rows.blocks[number];
  out.began.clear();
  out.ended.clear();
  out.touch.clear();
  out.bed.clear();
  out.at_surface.clear();
  out.cascade = {};
  const std::uint32_t* end;
  if (!block.spheres)
    end = touch_one_by_one(task, block, found, out);
  else if (has_wide_registers() && !task.plain)
    end = touch_wide(task, block, found, out);
  else
    end = touch_plain(task, block, found, out);
  out.found = static_cast<std::uint32_t>(end - found);
  if (!block.part_of_row) count_rows(task, block, found, end);
}

}  // namespace scree
