#include "step/neighbourhood.h"

#include <algorithm>
#include <atomic>

namespace scree {
namespace {

// The margin: a share of the body's smallest half-width, and what it will travel in the next steps, so
// that slow and fast bodies outgrow their boxes at about the same time.
constexpr double rest_margin = 0.06;
constexpr double travel_steps = 12;

double smallest_half_width(const Shape& shape, double scale) { return scale * shape.half_extents.minCoeff(); }

bool moves_by_drive(const State& state, BodyIndex i) {
  return !state.bodies.free(i) && state.drives[state.bodies.drive[i]].kind != DriveKind::fixed;
}

}  // namespace

void Neighbourhood::place(const State& state, Workers& workers) {
  if (valid_ && reference_.size() == state.bodies.size() && still_valid(state, workers)) return;
  place_boxes(state, workers);
  valid_ = true;
  listed_ = false;
}

void Neighbourhood::find_pairs(const State& state, Workers& workers) {
  if (listed_) return;
  broad_phase_->update(boxes_, mobile_, state.cell, workers);
  near_.clear();
  for (const Pair& pair : broad_phase_->pairs())
    if (!out_of_reach(state, pair)) near_.push_back(pair);
  add_unbounded(state);
  with_walls_.clear();
  std::ranges::set_union(near_, walls_, std::back_inserter(with_walls_));
  // A pair that touched in the last step stays until the narrow phase has seen it part.
  touching_.clear();
  std::ranges::unique_copy(state.contacts.pair, std::back_inserter(touching_));
  merged_.clear();
  std::ranges::set_union(with_walls_, touching_, std::back_inserter(merged_));
  candidates_.assign(merged_, state);
  candidates_.find_slots(state.contacts);
  listed_ = true;
}

// Boxes of spheres overlap at their corners before the spheres can touch.
bool Neighbourhood::out_of_reach(const State& state, const Pair& pair) const {
  const Bodies& bodies = state.bodies;
  const auto [a, b] = pair;
  if (state.shapes[bodies.shape[a]].kind != ShapeKind::sphere ||
      state.shapes[bodies.shape[b]].kind != ShapeKind::sphere)
    return false;
  const Vec3 d = state.cell.separation(reference_[a].position, reference_[b].position);
  const double reach = bodies.radius[a] + reference_[a].margin + bodies.radius[b] + reference_[b].margin;
  return d.squaredNorm() > (1 + 1e-9) * reach * reach;
}

bool Neighbourhood::still_valid(const State& state, Workers& workers) const {
  const Bodies& bodies = state.bodies;
  std::atomic<bool> outgrown{false};
  workers.for_ranges(bodies.size(), 2048, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const BodyIndex body = static_cast<BodyIndex>(i);
      const Shape& shape = state.shapes[bodies.shape[body]];
      if (!bodies.free(body) && !moves_by_drive(state, body)) continue;
      if (!bounded(shape)) continue;
      bool inside;
      if (shape.kind == ShapeKind::sphere) {
        const Vec3 moved = state.cell.separation(reference_[i].position, bodies.position[i]);
        inside = moved.squaredNorm() <= reference_[i].margin * reference_[i].margin;
      } else {
        const Box now =
            bounds(shape, bodies.scale[i],
                   reference_[i].position + state.cell.separation(reference_[i].position, bodies.position[i]),
                   bodies.orientation[i]);
        inside = (now.lower.array() >= boxes_[i].lower.array()).all() &&
                 (now.upper.array() <= boxes_[i].upper.array()).all();
      }
      if (!inside) {
        outgrown.store(true, std::memory_order_relaxed);
        return;
      }
    }
  });
  return !outgrown.load();
}

void Neighbourhood::place_boxes(const State& state, Workers& workers) {
  const Bodies& bodies = state.bodies;
  boxes_.resize(bodies.size());
  mobile_.resize(bodies.size());
  reference_.resize(bodies.size());
  workers.for_ranges(bodies.size(), 2048, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const BodyIndex body = static_cast<BodyIndex>(i);
      const Shape& shape = state.shapes[bodies.shape[i]];
      const bool free = bodies.free(body);
      mobile_[i] = free;
      double margin = 0;
      if (free || moves_by_drive(state, body)) {
        margin = travel_steps * state.clock.dt * bodies.velocity[i].norm();
        if (shape.kind != ShapeKind::sphere && bounded(shape))
          margin += travel_steps * state.clock.dt * bodies.spin[i].norm() * bodies.radius[i];
        if (free) margin += rest_margin * smallest_half_width(shape, bodies.scale[i]);
      }
      reference_[i] = {bodies.position[i], margin};
      if (bounded(shape)) {
        boxes_[i] = bounds(shape, bodies.scale[i], bodies.position[i], bodies.orientation[i]);
        boxes_[i].lower.array() -= margin;
        boxes_[i].upper.array() += margin;
      } else {
        boxes_[i] = {Vec3::Ones(), -Vec3::Ones()};  // empty: handled by add_unbounded
      }
    }
  });
}

// Half-spaces: those at rest pair with the boxes that reach them, moving ones with every body.
void Neighbourhood::add_unbounded(const State& state) {
  const Bodies& bodies = state.bodies;
  walls_.clear();
  for (BodyIndex wall = 0; wall < bodies.size(); ++wall) {
    const Shape& shape = state.shapes[bodies.shape[wall]];
    if (bounded(shape)) continue;
    const Vec3 normal = bodies.orientation[wall].toRotationMatrix() * shape.normal;
    const double level = normal.dot(bodies.position[wall]);
    const bool moves = moves_by_drive(state, wall);
    for (BodyIndex i = 0; i < bodies.size(); ++i) {
      if (!mobile_[i]) continue;
      const Vec3 middle = 0.5 * (boxes_[i].lower + boxes_[i].upper);
      const Vec3 half = 0.5 * (boxes_[i].upper - boxes_[i].lower);
      const double lowest = normal.dot(middle) - normal.cwiseAbs().dot(half);
      if (moves || lowest <= level + 1e-9 * half.maxCoeff())
        walls_.push_back({std::min(i, wall), std::max(i, wall)});
    }
  }
  std::sort(walls_.begin(), walls_.end());
}

void Neighbourhood::renumber(std::span<const BodyIndex> new_index) {
  ++generation_;
  broad_phase_->renumber(new_index);
  valid_ = false;
}

void Neighbourhood::reset() {
  ++generation_;
  broad_phase_->reset();
  valid_ = false;
}

}  // namespace scree
