#include "step/neighbourhood.h"

#include <algorithm>
#include <atomic>
#include <cmath>

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

void Neighbourhood::find_pairs(State& state, Workers& workers) {
  if (listed_) return;
  const std::size_t n = state.bodies.size();
  broad_phase_->update(boxes_, mobile_, state.cell, workers);
  add_unbounded(state);
  // A pair that touched in the last step stays until the narrow phase has seen it part.
  for (std::size_t k = 0; k < state.contacts.size(); ++k)
    if (state.contacts.touching[k]) extra_.push_back(state.contacts.pair[k]);
  std::sort(extra_.begin(), extra_.end());
  const std::span<const Pair> found = broad_phase_->pairs();
  merged_.clear();
  std::set_union(found.begin(), found.end(), extra_.begin(), extra_.end(), std::back_inserter(merged_));
  merged_.erase(std::unique(merged_.begin(), merged_.end()), merged_.end());
  if (!std::ranges::equal(merged_, state.contacts.pair) || state.contacts.above_start.size() != n + 1)
    state.contacts.assign(merged_, n);
  state_facts(state);
  listed_ = true;
}

bool Neighbourhood::still_valid(const State& state, Workers& workers) const {
  const Bodies& bodies = state.bodies;
  std::atomic<bool> outgrown{false};
  workers.for_ranges(bodies.size(), 4096, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const BodyIndex body = static_cast<BodyIndex>(i);
      const Shape& shape = state.shapes[bodies.shape[body]];
      if (!bodies.free(body) && !moves_by_drive(state, body)) continue;
      if (!bounded(shape)) continue;
      bool inside;
      if (shape.kind == ShapeKind::sphere) {
        const Vec3 moved = state.cell.separation(reference_[i].position, bodies.position[i]);
        inside = moved.cwiseAbs().maxCoeff() <= reference_[i].margin;
      } else {
        const Box now = bounds(shape, bodies.scale[i], reference_[i].position + state.cell.separation(reference_[i].position, bodies.position[i]), bodies.orientation[i]);
        inside = (now.lower.array() >= boxes_[i].lower.array()).all() && (now.upper.array() <= boxes_[i].upper.array()).all();
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
  extra_.clear();
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
      if (moves || lowest <= level + 1e-9 * half.maxCoeff()) extra_.push_back({std::min(i, wall), std::max(i, wall)});
    }
  }
}

void Neighbourhood::state_facts(const State& state) {
  const Bodies& bodies = state.bodies;
  facts_.resize(state.contacts.size());
  for (std::size_t k = 0; k < facts_.size(); ++k) {
    const auto [a, b] = state.contacts.pair[k];
    facts_[k] = {1 / std::sqrt(bodies.inverse_mass[a] + bodies.inverse_mass[b]),
                 0.5 / std::min(equivalent_radius(state, a), equivalent_radius(state, b)),
                 &state.laws.of(bodies.material[a], bodies.material[b]),
                 route_for(state.shapes[bodies.shape[a]].kind, state.shapes[bodies.shape[b]].kind)};
  }
}

void Neighbourhood::renumber(std::span<const BodyIndex> new_index) {
  broad_phase_->renumber(new_index);
  valid_ = false;
}

void Neighbourhood::reset() {
  broad_phase_->reset();
  valid_ = false;
}

}  // namespace scree
