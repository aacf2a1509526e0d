#include "broadphase/lists.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <compare>
#include <functional>
#include <numeric>

#include "base/parallel_lists.h"
#include "base/space_curve.h"
#include "broadphase/cell_levels.h"
#include "broadphase/pair_lists.h"

namespace scree {
namespace {

constexpr std::size_t rows_together = 4096, kept_pairs_together = 8192;
// The margin: a share of the shortest edge, and the way of some updates, up to a share of the longest edge.
constexpr double rest_share = 0.02, most_share = 0.3;
constexpr double travel_updates = 14, most_quicker = 3;
constexpr float slowing_down = 0.8f;  // of a pace that is not seen any more
constexpr int renewals_per_order = 64;
constexpr std::size_t rows_ahead = 16;  // rows: their boxes are fetched from memory meanwhile

}  // namespace

void ListSearch::update(std::span<const Box> boxes, std::span<const std::uint8_t> mobile, const Cell& cell,
                        Workers& workers) {
  ++counters_.updates;
  ++age_;
  while (body_.size() < boxes.size()) {
    body_.push_back(static_cast<BodyIndex>(body_.size()));
    margins_known_ = false;
  }
  if (read(boxes, mobile, workers) && cell == cell_) return list_changes(workers);
  if (!margins_known_ || renewals_ == renewals_per_order) {
    order_rows(boxes, workers);
    read(boxes, mobile, workers);
  }
  renew(cell, workers);
  list_all(workers);
}

// Bodies along the curve. The search for near pairs starts afresh.
void ListSearch::order_rows(std::span<const Box> boxes, Workers& workers) {
  struct Place {
    std::uint64_t on_curve;
    BodyIndex body;
    auto operator<=>(const Place&) const = default;
  };
  const auto centre = [&](std::size_t i) {
    Vec3 c = Vec3::Zero();
    for (int k = 0; k < dimension_; ++k) c[k] = centre_of(boxes[i], k);
    return c;
  };
  Vec3 lowest = Vec3::Constant(1e300), highest = Vec3::Constant(-1e300);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    lowest = lowest.cwiseMin(centre(i));
    highest = highest.cwiseMax(centre(i));
  }
  const double width = boxes.empty() ? 0 : (highest - lowest).maxCoeff() / cells_on_axis;
  std::vector<Place> places(boxes.size());
  workers.for_ranges(boxes.size(), rows_together, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      places[i] = {place_on_curve(centre(i), lowest, width > 0 ? width : 1), static_cast<BodyIndex>(i)};
  });
  sort(std::span(places), std::less<>(), workers);
  body_.resize(places.size());
  for (std::size_t row = 0; row < places.size(); ++row) body_[row] = places[row].body;
  near_->reset();
  pace_.clear();
  margins_known_ = false;
  renewals_ = 0;
}

// Where boxes are now. Returns whether all are inside of what they were given, and as mobile as they were.
bool ListSearch::read(std::span<const Box> boxes, std::span<const std::uint8_t> mobile, Workers& workers) {
  box_.resize(body_.size());
  mobile_.resize(body_.size());
  std::atomic<bool> valid{margins_known_};
  workers.for_ranges(body_.size(), rows_together, [&](std::size_t begin, std::size_t end) {
    bool held = margins_known_;
    for (std::size_t row = begin; row < end; ++row) {
      if (row + rows_ahead < end) {  // a box may lie across two lines of memory
        const Box& next = boxes[body_[row + rows_ahead]];
        __builtin_prefetch(&next.lower);
        __builtin_prefetch(&next.upper[dimension_ - 1]);
      }
      const Box& box = box_[row] = boxes[body_[row]];
      const std::uint8_t moves = mobile[body_[row]];
      if (held) {
        const bool empty = is_empty(box, dimension_);
        held = moves == mobile_[row] && empty == is_empty(held_[row], dimension_) &&
               (empty || inside(box, held_[row]));
      }
      mobile_[row] = moves;
    }
    if (!held) valid.store(false, std::memory_order_relaxed);
  });
  return valid.load();
}

// On one axis, through the nearest image: where a body enters on the other side its box jumps, but its
// neighbours stay the same.
double ListSearch::moved(const Box& box, const Box& held, int axis) const {
  const double way = centre_of(box, axis) - centre_of(held, axis);
  if (!cell_.periodic[static_cast<std::size_t>(axis)]) return way;
  return way - cell_.length[axis] * std::rint(way / cell_.length[axis]);
}

bool ListSearch::inside(const Box& box, const Box& held) const {
  for (int k = 0; k < dimension_; ++k) {
    if (box.lower[k] >= held.lower[k] && box.upper[k] <= held.upper[k]) continue;
    if (!cell_.periodic[static_cast<std::size_t>(k)]) return false;
    const double free = 0.5 * ((held.upper[k] - held.lower[k]) - (box.upper[k] - box.lower[k]));
    const double rounding = 1e-14 * (std::abs(box.upper[k]) + std::abs(held.upper[k]) + cell_.length[k]);
    if (std::abs(moved(box, held, k)) + rounding > free) return false;
  }
  return true;
}

// Way of a box per update, since it got its margin.
double ListSearch::way_of(std::size_t row) const {
  if (!margins_known_ || is_empty(box_[row], dimension_) || is_empty(held_[row], dimension_)) return 0;
  double way = 0;
  for (int k = 0; k < dimension_; ++k) way = std::max(way, std::abs(moved(box_[row], held_[row], k)));
  return std::min(way, extent_of(box_[row], dimension_)) / age_;  // jumps are not to be counted on
}

void ListSearch::renew(const Cell& cell, Workers& workers) {
  ++counters_.rebuilds;
  ++renewals_;
  cell_ = cell;
  wraps_ = cell.any();
  // Those that have just turned will be as quick as others are, or as they were.
  pace_.resize(box_.size(), 0);
  held_.resize(box_.size());
  workers.for_ranges(box_.size(), rows_together, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row)
      pace_[row] = std::max(static_cast<float>(std::min(way_of(row), 1e30)), slowing_down * pace_[row]);
  });
  double sum = 0;
  const std::size_t stride = 1 + box_.size() / 1024;
  for (std::size_t row = 0; row < box_.size(); row += stride) sum += static_cast<double>(pace_[row]);
  const double usual_way = sum / static_cast<double>(1 + box_.size() / stride);
  workers.for_ranges(box_.size(), rows_together, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) held_[row] = with_margin(row, usual_way);
  });
  margins_known_ = true;
  age_ = 0;
  const BroadPhaseCounters before = near_->counters();
  near_->update(held_, mobile_, cell, workers);
  counters_.moved += near_->counters().moved - before.moved;
  counters_.nodes += near_->counters().nodes - before.nodes;
  counters_.tests += near_->counters().tests - before.tests;
}

Box ListSearch::with_margin(std::size_t row, double usual_way) const {
  Box box = box_[row];
  if (is_empty(box, dimension_)) return box;
  const double longest = extent_of(box, dimension_);
  double shortest = longest, rounding = 0;
  for (int k = 0; k < dimension_; ++k) {
    const double lower = ending(box.lower[k]), upper = ending(box.upper[k]);
    shortest = std::min(shortest, upper - lower);
    rounding = std::max({rounding, std::abs(lower), std::abs(upper)});
  }
  const double own = static_cast<double>(pace_[row]);
  const double way = mobile_[row] != 0 ? std::max(own, usual_way) : own;
  // The few that are quicker than the crowd may have more: one of them that leaves its margin is enough.
  const double quicker = way < most_quicker * usual_way ? std::max(1.0, way / usual_way) : most_quicker;
  const double margin =
      std::min(rest_share * shortest + travel_updates * way, most_share * quicker * longest) +
      1e-14 * rounding;
  for (int k = 0; k < dimension_; ++k) {
    box.lower[k] -= margin;
    box.upper[k] += margin;
  }
  return box;
}

inline bool ListSearch::meet(const Pair& rows) const {
  const Box &a = box_[rows.a], &b = box_[rows.b];
  if (wraps_) return overlap(cell_, a, b, dimension_);
  const auto on_axis = [&](int k) { return (a.lower[k] <= b.upper[k]) & (b.lower[k] <= a.upper[k]); };
  return on_axis(0) & on_axis(1) & ((dimension_ == 2) | on_axis(2));
}

Pair ListSearch::in_bodies(const Pair& rows) const {
  const BodyIndex a = body_[rows.a], b = body_[rows.b];
  return {std::min(a, b), std::max(a, b)};
}

void ListSearch::list_all(Workers& workers) {
  const std::span<const Pair> near = near_->pairs();
  counters_.tests += near.size();
  make_length(meets_, near.size());
  const Pieces pieces(near.size(), kept_pairs_together);
  if (found_.size() < pieces.count()) found_.resize(pieces.count());
  for_pieces(workers, pieces, [&](std::size_t p) {
    found_[p].met.clear();
    for (std::size_t k = pieces.begin(p); k < pieces.end(p); ++k)
      if ((meets_[k] = meet(near[k])) != 0) found_[p].met.push_back(in_bodies(near[k]));
  });
  sort_together(
      pieces.count(), [&](std::size_t p) -> const std::vector<Pair>& { return found_[p].met; },
      [](std::size_t) {}, body_.size(), next_, workers);
  replace_pairs(next_, workers);
}

void ListSearch::list_changes(Workers& workers) {
  const std::span<const Pair> near = near_->pairs();
  counters_.tests += near.size();
  const Pieces pieces(near.size(), kept_pairs_together);
  if (found_.size() < pieces.count()) found_.resize(pieces.count());
  for_pieces(workers, pieces, [&](std::size_t p) {
    Found& found = found_[p];
    found.met.clear();
    found.parted.clear();
    for (std::size_t k = pieces.begin(p); k < pieces.end(p); ++k) {
      const std::uint8_t now = meet(near[k]);
      if (now == meets_[k]) continue;
      meets_[k] = now;
      (now != 0 ? found.met : found.parted).push_back(in_bodies(near[k]));
    }
  });
  met_.clear();
  parted_.clear();
  for (std::size_t p = 0; p < pieces.count(); ++p) {
    met_.insert(met_.end(), found_[p].met.begin(), found_[p].met.end());
    parted_.insert(parted_.end(), found_[p].parted.begin(), found_[p].parted.end());
  }
  sort(std::span(met_), std::less<>(), workers);
  sort(std::span(parted_), std::less<>(), workers);
  change_pairs(met_, parted_, workers);
}

void ListSearch::renumber(std::span<const BodyIndex> new_index) {
  // Rows are ordered anew in the next update, so any order will do.
  std::size_t kept = 0;
  for (const BodyIndex body : new_index) kept += body != no_body;
  body_.resize(std::min(body_.size(), kept));
  std::iota(body_.begin(), body_.end(), 0);
  margins_known_ = false;
  renumber_pairs_of(new_index);
}

void ListSearch::reset() {
  near_->reset();
  body_.clear();
  margins_known_ = false;
  pairs_.clear();
}

std::size_t ListSearch::memory() const {
  std::size_t bytes = near_->memory() + near_->pairs().size() * sizeof(Pair) + bytes_of(body_) +
                      bytes_of(box_) + bytes_of(held_) + bytes_of(pace_) + bytes_of(mobile_) +
                      bytes_of(meets_) + bytes_of(next_) + bytes_of(met_) + bytes_of(parted_);
  for (const Found& found : found_) bytes += bytes_of(found.met) + bytes_of(found.parted);
  return bytes;
}

}  // namespace scree
