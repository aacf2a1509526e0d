#include "narrowphase/dispatch.h"

#include <algorithm>
#include <cmath>

#include "narrowphase/depth.h"
#include "narrowphase/kind_operations.h"
#include "narrowphase/place_shape.h"

namespace scree {
namespace {

// Of a contact whose bodies a corrector has moved apart by a hair.
TouchOnBed parted(const State& state, std::size_t k) {
  const Bodies& bodies = state.bodies;
  const Pair pair = state.contacts.pair[k];
  const Parts parts = state.contacts.parts[k];
  const Vec3 d = state.cell.separation(bodies.position[pair.a], bodies.position[pair.b]);
  const Vec3 normal = state.contacts.history[k].normal;
  const auto furthest = [&](BodyIndex i, std::uint32_t part, const Vec3& direction) {
    static thread_local PlacedCopy copy;
    const PlacedShape body = place_shape(state, i, part, copy);
    return operations_of(body.shape->kind).furthest(body, direction);
  };
  // The point of the body that is the kernel's first one; where it takes them in any order, of the smaller.
  const ContactKernel& kernel = kernel_of(state, pair);
  const bool of_b = kernel.mirrored ||
                    (kernel.symmetric && !kernel.spheres && bodies.radius[pair.b] < bodies.radius[pair.a]);
  TouchOnBed touch;
  touch.normal = normal;
  touch.arm_a = of_b ? Vec3(d + furthest(pair.b, parts.b, -normal)) : furthest(pair.a, parts.a, normal);
  touch.arm_b = touch.arm_a - d;
  return touch;
}

// Two shapes of a state, and where it says no more, as if they had touched: who asks for one pair asks for
// one that likely does, so no time is spent on a plane between them.
PairInPlace pair_in_place(const State& state, Pair pair, const PlacedShape& a, const PlacedShape& b,
                          const PairFacts& facts) {
  const Bodies& bodies = state.bodies;
  PairInPlace here;
  here.a = a;
  here.b = b;
  here.separation = state.cell.separation(bodies.position[pair.a], bodies.position[pair.b]);
  here.key = {a.part, b.part};
  here.facts = &facts;
  here.cell = &state.cell;
  here.layer = state.thickness;
  here.a_is_free = bodies.free(pair.a);
  here.b_is_free = bodies.free(pair.b);
  here.touched = true;
  return here;
}

PairFacts facts_of(const State& state, Pair pair) {
  const Bodies& bodies = state.bodies;
  PairFacts facts;
  facts.radius = effective_radius(state, pair);
  facts.law = &state.laws.of(bodies.material[pair.a], bodies.material[pair.b]);
  return facts;
}

// The touch of a pair that has one at the most.
bool find_one(const ContactKernel& kernel, const PairInPlace& pair, TouchOnBed& out) {
  static thread_local KernelWork work;
  static thread_local TouchList found;
  WarmStart warm;
  found.clear();
  find_touches(kernel, pair, warm, work, found);
  if (found.size() == 0) return false;
  static_cast<Touch&>(out) = found.touch[0];
  out.bed = pair.knows_volume() ? BedTouch{} : found.bed[0];
  return true;
}

}  // namespace

double effective_radius(const State& state, Pair pair) {
  const double a = equivalent_radius(state, pair.a), b = equivalent_radius(state, pair.b);
  const auto is_flat = [&](BodyIndex i, double radius) {
    return !state.bodies.free(i) || std::isinf(radius);
  };
  if (is_flat(pair.a, a)) return b;
  if (is_flat(pair.b, b)) return a;
  return a * b / (a + b);
}

bool find_touch(const State& state, Pair pair, Parts parts, TouchOnBed& out) {
  static thread_local PlacedCopy copy_a, copy_b;
  const PairFacts facts = facts_of(state, pair);
  const PairInPlace here = pair_in_place(state, pair, place_shape(state, pair.a, parts.a, copy_a),
                                         place_shape(state, pair.b, parts.b, copy_b), facts);
  if (!find_one(kernel_of(state, pair), here, out)) return false;
  out.pair_volume = out.volume;
  out.facing_area = out.area;
  out.share = 1;
  out.bed.pair_measure = out.bed.measure;
  return true;
}

bool find_touch(const State& state, const Placements& placements, Pair pair, Parts parts, TouchOnBed& out) {
  const PairFacts facts = facts_of(state, pair);
  return find_one(kernel_of(state, pair),
                  pair_in_place(state, pair, place_shape(state, placements, pair.a, parts.a),
                                place_shape(state, placements, pair.b, parts.b), facts),
                  out);
}

double depth_of(const State& state, const Placements& placements, Pair pair, Parts parts, const Touch& touch,
                double at_least) {
  const ContactKernel& kernel = kernel_of(state, pair);
  if (kernel.depth == nullptr)
    return std::max(0.0, touch.overlap);  // of what is round the overlap is the depth
  const PairInPlace here = pair_in_place(state, pair, place_shape(state, placements, pair.a, parts.a),
                                         place_shape(state, placements, pair.b, parts.b), {});
  return std::max(0.0, kernel.depth(kernel.mirrored ? mirrored(here) : here, touch, at_least));
}

TouchOnBed touch_of(const State& state, std::size_t k) {
  TouchOnBed touch;
  return find_touch(state, state.contacts.pair[k], state.contacts.parts[k], touch) ? touch : parted(state, k);
}

TouchOnBed touch_of(const State& state, const Placements& placements, std::size_t k) {
  TouchOnBed touch;
  const bool touching = find_touch(state, placements, state.contacts.pair[k], state.contacts.parts[k], touch);
  return touching ? touch : parted(state, k);
}

}  // namespace scree
