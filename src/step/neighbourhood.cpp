#include "step/neighbourhood.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <limits>

#include "base/parallel_lists.h"

namespace scree {
namespace {

constexpr std::size_t boxed_bodies_together = 2048;
constexpr std::size_t pairs_together = 4096;
constexpr int listings_per_order = 16;
constexpr std::size_t pairs_ahead = 16;  // pairs: their bodies are fetched from memory meanwhile

constexpr double no_end = std::numeric_limits<double>::infinity();

double smallest_half_width(const Shape& shape, double scale) { return scale * shape.half_extents.minCoeff(); }

constexpr Pair behind_all{no_body, no_body};

// What is still to be read of a sorted list of pairs.
struct Unread {
  const Pair* next;
  const Pair* end;
  Pair front() const { return next == end ? behind_all : *next; }
  void pass(const Pair& pair) {
    while (next != end && *next == pair) ++next;
  }
};

// The pairs whose lower body is one of these.
Unread rows_of(std::span<const Pair> pairs, std::size_t first_body, std::size_t end_body) {
  const auto from = [&](std::size_t body) {
    return pairs.data() + (std::ranges::lower_bound(pairs, body, {}, &Pair::a) - pairs.begin());
  };
  return {from(first_body), from(end_body)};
}

struct HalfSpace {
  BodyIndex body;
  Vec3 normal;
  double level;
  bool moves;
};

std::vector<HalfSpace> half_spaces(const State& state) {
  std::vector<HalfSpace> walls;
  if (std::ranges::all_of(state.shapes, [](const Shape& shape) { return bounded(shape); })) return walls;
  const Bodies& bodies = state.bodies;
  for (BodyIndex i = 0; i < bodies.size(); ++i) {
    const Shape& shape = state.shapes[bodies.shape[i]];
    if (bounded(shape)) continue;
    const Vec3 normal = bodies.orientation[i].toRotationMatrix() * shape.normal;
    walls.push_back({i, normal, normal.dot(bodies.position[i]), moves_by_drive(state, i)});
  }
  return walls;
}

bool reaches(const HalfSpace& wall, const Box& box) {
  const Vec3 middle = 0.5 * (box.lower + box.upper);
  const Vec3 half = 0.5 * (box.upper - box.lower);
  const double lowest = wall.normal.dot(middle) - wall.normal.cwiseAbs().dot(half);
  return wall.moves || lowest <= wall.level + 1e-9 * half.maxCoeff();
}

}  // namespace

void Neighbourhood::place(const State& state, Workers& workers) {
  if (valid_ && reference_.size() == state.bodies.size() && still_valid(state, workers)) return;
  place_boxes(state, workers);
  order_rows(state, workers);
  valid_ = true;
  listed_ = false;
}

void Neighbourhood::order_rows(const State& state, Workers& workers) {
  RowOrder& order = candidates_.order;
  const bool renew = ordering_ != Ordering::now_and_then || listings_in_order_ < 0 ||
                     listings_in_order_ == listings_per_order;
  if (!renew) {
    order.append(state.bodies.size());
    ++listings_in_order_;
    return;
  }
  RowOrder next;
  if (ordering_ != Ordering::never) next.along_curve(state, workers);
  if (ordering_ == Ordering::never || (ordering_ == Ordering::now_and_then && !next.parts_numbers(state)))
    next.by_number(state.bodies.size());
  if (next.body_of != order.body_of) {
    order = std::move(next);
    ++order_version_;
  }
  listings_in_order_ = 0;
}

void Neighbourhood::find_pairs(const State& state, Workers& workers) {
  if (listed_) return;
  broad_phase_->update(boxes_, mobile_, state.cell, workers);
  // The candidates that were make room for those that will be.
  candidates_.assign(merge_pairs(state, std::move(candidates_.pair), workers), state, workers,
                     [this](Pair pair) {
                       return PartsReach{reference_[pair.a].margin, reference_[pair.b].margin,
                                         &boxes_[pair.a], &boxes_[pair.b]};
                     });
  candidates_.find_slots(state.contacts, workers);
  listed_ = true;
}

// One list, row by row, of the pairs of the broad phase that are within reach, those with half-spaces, and
// those that touched in the last step: a touching pair stays until the narrow phase has seen it part.
std::vector<Pair> Neighbourhood::merge_pairs(const State& state, std::vector<Pair> memory,
                                             Workers& workers) const {
  const std::span<const Pair> boxes_overlap = broad_phase_->pairs();
  const std::vector<std::uint8_t> reached = mark_within_reach(state, workers);
  const std::vector<Pair> with_half_spaces = pairs_of_unbounded(state, workers);
  const Pieces pieces(state.bodies.size(), boxed_bodies_together);
  const auto for_rows = [&](std::size_t p, const auto& visit) {
    Unread near = rows_of(boxes_overlap, pieces.begin(p), pieces.end(p));
    Unread walls = rows_of(with_half_spaces, pieces.begin(p), pieces.end(p));
    Unread touching = rows_of(state.contacts.pair, pieces.begin(p), pieces.end(p));
    while (true) {
      const Pair other = std::min(walls.front(), touching.front());
      for (; near.front() < other; ++near.next)
        if (reached[static_cast<std::size_t>(near.next - boxes_overlap.data())] != 0) visit(*near.next);
      if (other == behind_all) return;
      visit(other);
      for (Unread* list : {&near, &walls, &touching}) list->pass(other);
    }
  };
  const std::vector<std::uint32_t>& row_of = candidates_.order.row_of;
  std::vector<std::uint32_t> end(state.bodies.size(), 0);  // of each row
  for_pieces(workers, pieces,
             [&](std::size_t p) { for_rows(p, [&](const Pair& x) { ++end[row_of[x.a]]; }); });
  add_up(end, workers);
  make_length(memory, end.empty() ? 0 : end.back());
  for_pieces(workers, pieces, [&](std::size_t p) {
    BodyIndex body = no_body;
    Pair* next = nullptr;
    for_rows(p, [&](const Pair& pair) {
      if (pair.a != body) {
        body = pair.a;
        next = memory.data() + (row_of[body] == 0 ? 0 : end[row_of[body] - 1]);
      }
      *next++ = pair;
    });
  });
  return memory;
}

std::vector<std::uint8_t> Neighbourhood::mark_within_reach(const State& state, Workers& workers) const {
  const std::span<const Pair> pairs = broad_phase_->pairs();
  std::vector<std::uint8_t> reached(pairs.size());
  workers.for_ranges(pairs.size(), pairs_together, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      if (k + pairs_ahead < end) __builtin_prefetch(&reference_[pairs[k + pairs_ahead].b]);
      reached[k] = within_reach(state.cell, pairs[k]);
    }
  });
  return reached;
}

// Boxes overlap at their corners before the spheres inside, or about them, can touch.
bool Neighbourhood::within_reach(const Cell& cell, const Pair& pair) const {
  const Reference& a = reference_[pair.a];
  const Reference& b = reference_[pair.b];
  const Vec3 d = cell.separation(a.position, b.position);
  const double reach = a.radius + a.margin + b.radius + b.margin;
  return d.squaredNorm() <= (1 + 1e-9) * reach * reach;
}

bool Neighbourhood::still_valid(const State& state, Workers& workers) const {
  const Bodies& bodies = state.bodies;
  std::atomic<bool> outgrown{false};
  workers.for_ranges(bodies.size(), boxed_bodies_together, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const BodyIndex body = static_cast<BodyIndex>(i);
      const Shape& shape = state.shapes[bodies.shape[body]];
      if (!bodies.free(body) && !moves_by_drive(state, body)) continue;
      if (!bounded(shape)) continue;
      const Reference& then = reference_[i];
      const Vec3 way = state.cell.separation(then.position, bodies.position[i]);
      const double moved2 = way.squaredNorm();
      bool inside = moved2 <= then.margin * then.margin;
      if (inside && !is_round(shape.kind)) {
        // No point has turned by more than the diameter times the sine of half the angle. Seldom is that too
        // coarse.
        const double cosine = then.orientation.coeffs().dot(bodies.orientation[i].coeffs());
        const double turned = 2 * then.radius * std::sqrt(std::max(0.0, 1 - cosine * cosine) + 1e-15);
        if (std::sqrt(moved2) + turned > then.margin) {
          // Parts may have moved far inside of the box about all of them.
          inside = shape.tree.empty();
          const Box now = bounds(shape, bodies.scale[i], then.position + way, bodies.orientation[i]);
          inside = inside && (now.lower.array() >= boxes_[i].lower.array()).all() &&
                   (now.upper.array() <= boxes_[i].upper.array()).all();
        }
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
  workers.for_ranges(bodies.size(), boxed_bodies_together, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const BodyIndex body = static_cast<BodyIndex>(i);
      const Shape& shape = state.shapes[bodies.shape[i]];
      const bool free = bodies.free(body);
      mobile_[i] = free;
      double margin = 0;
      if (free || moves_by_drive(state, body)) {
        margin = travel_steps * state.clock.dt * bodies.velocity[i].norm();
        if (!is_round(shape.kind) && bounded(shape))
          margin += travel_steps * state.clock.dt * bodies.spin[i].norm() * bodies.radius[i];
        if (free) margin += rest_margin * smallest_half_width(shape, bodies.scale[i]);
      }
      reference_[i] = {bodies.position[i], bodies.orientation[i], margin,
                       bounded(shape) ? bodies.radius[i] : no_end};
      if (bounded(shape)) {
        boxes_[i] = bounds(shape, bodies.scale[i], bodies.position[i], bodies.orientation[i]);
        boxes_[i].lower.array() -= margin;
        boxes_[i].upper.array() += margin;
      } else {
        boxes_[i] = {Vec3::Ones(), -Vec3::Ones()};  // empty: handled by pairs_of_unbounded
      }
    }
  });
}

// Half-spaces at rest pair with the boxes that reach them, moving ones with every body.
std::vector<Pair> Neighbourhood::pairs_of_unbounded(const State& state, Workers& workers) const {
  std::vector<Pair> pairs;
  const std::vector<HalfSpace> walls = half_spaces(state);
  if (walls.empty()) return pairs;
  const Pieces pieces(boxes_.size(), boxed_bodies_together);
  std::vector<std::vector<Pair>> found(pieces.count());
  for_pieces(workers, pieces, [&](std::size_t p) {
    for (BodyIndex i = static_cast<BodyIndex>(pieces.begin(p)); i < pieces.end(p); ++i)
      for (const HalfSpace& wall : walls)
        if (mobile_[i] && reaches(wall, boxes_[i]))
          found[p].push_back({std::min(i, wall.body), std::max(i, wall.body)});
  });
  join(std::span<const std::vector<Pair>>(found), pairs, workers);
  sort(std::span(pairs), std::less<>(), workers);
  return pairs;
}

void Neighbourhood::renumber(std::span<const BodyIndex> new_index) {
  ++generation_;
  broad_phase_->renumber(new_index);
  candidates_.order.renumber(new_index);
  valid_ = false;
}

void Neighbourhood::reset() {
  ++generation_;
  broad_phase_->reset();
  listings_in_order_ = -1;
  valid_ = false;
}

}  // namespace scree
