#include "broadphase/sweep/axis_list.h"

#include <algorithm>
#include <cmath>

#include "base/parallel_lists.h"
#include "state/cell.h"

namespace scree {
namespace {

// Values are kept below those of empty intervals; this touches infinities alone.
constexpr double bound = 1.6e308;
// Beyond this, sums of coordinates on a periodic axis might overflow.
constexpr double summable = 1e300;
// How far, in cell lengths, a real interval may leave the cell before it is taken to the other side:
// a body that trembles on the edge would otherwise cross the whole list in every step.
constexpr double lag = 1.0 / 16;
// What is worth a task.
constexpr std::size_t bodies_together = 4096;
constexpr std::size_t ends_together = 8192;

}  // namespace

void AxisList::start(std::size_t bodies, bool periodic, double origin, double length) {
  periodic_ = periodic;
  origin_ = origin;
  length_ = length;
  body_shift_ = periodic ? 2 : 1;
  stale_shadows_ = false;
  exchanges_ = 0;
  now_.clear();
  before_.clear();
  shift_.clear();
  order_.clear();
  append(bodies);
}

void AxisList::resize_values(std::size_t bodies) {
  const std::size_t old = now_.size();
  now_.resize(bodies << body_shift_);
  before_.resize(bodies << body_shift_);
  if (periodic_) shift_.resize(bodies, 0);
  for (std::size_t tag = old; tag < now_.size(); ++tag)
    now_[tag] = is_upper(static_cast<Tag>(tag)) ? largest : above_all;
}

void AxisList::append(std::size_t bodies) {
  const auto first = static_cast<Tag>(now_.size());
  const auto last = static_cast<Tag>(bodies << body_shift_);
  resize_values(bodies);
  order_.reserve(order_.size() + 2 * (bodies - body(first)));
  for (const Tag kind : {1u, 0u})
    for (Tag tag = first; tag < last; tag += tags_per_body()) order_.push_back(tag + kind);
}

void AxisList::renumber(std::span<const BodyIndex> new_index, std::size_t kept) {
  const Tag per_body = tags_per_body();
  for (BodyIndex i = 0; i < new_index.size(); ++i)
    if (new_index[i] != no_body) {
      std::copy_n(now_.begin() + first_tag(i), per_body, now_.begin() + first_tag(new_index[i]));
      if (periodic_) shift_[new_index[i]] = shift_[i];
    }
  now_.resize(kept * per_body);
  before_.resize(kept * per_body);
  if (periodic_) shift_.resize(kept);
  std::size_t filled = 0;
  for (const Tag tag : order_) {
    const BodyIndex i = new_index[body(tag)];
    if (i != no_body) order_[filled++] = first_tag(i) | (tag & (per_body - 1));
  }
  order_.resize(filled);
}

void AxisList::write(std::span<const Box> boxes, int axis, Workers& workers) {
  std::swap(now_, before_);
  if (periodic_)
    write_periodic(boxes, axis, workers);
  else
    write_open(boxes, axis, workers);
}

void AxisList::write_open(std::span<const Box> boxes, int axis, Workers& workers) {
  workers.for_ranges(boxes.size(), bodies_together, [&](std::size_t begin, std::size_t end) {
    double* out = now_.data() + 2 * begin;
    for (const Box& box : boxes.subspan(begin, end - begin)) {
      const double lower = box.lower[axis];
      const double upper = box.upper[axis];
      const bool plain = -bound <= lower && lower <= upper && upper <= bound;
      if (plain) [[likely]] {
        out[0] = lower;
        out[1] = upper;
      } else {
        const bool empty = !(lower <= upper);
        out[0] = empty ? above_all : std::clamp(lower, -bound, bound);
        out[1] = empty ? largest : std::clamp(upper, -bound, bound);
      }
      out += 2;
    }
  });
}

void AxisList::write_periodic(std::span<const Box> boxes, int axis, Workers& workers) {
  const Pieces pieces(boxes.size(), bodies_together);
  std::vector<Extent> extents(pieces.count());
  for_pieces(workers, pieces,
             [&](std::size_t p) { extents[p] = write_real(boxes, axis, pieces.begin(p), pieces.end(p)); });
  Extent all{-bound, 0};
  for (const Extent& e : extents)
    all = {std::max(all.farthest, e.farthest), std::max(all.magnitude, e.magnitude)};
  clear_ = 16 * image_rounding * all.magnitude;
  std::vector<ShadowChanges> changes(pieces.count());
  for_pieces(workers, pieces, [&](std::size_t p) {
    changes[p] = write_shadows(pieces.begin(p), pieces.end(p), all.farthest);
  });
  for (const ShadowChanges& c : changes) {
    stale_shadows_ |= c.stale;
    for (const Tag tag : c.fresh) order_.insert(order_.end(), {tag + 1, tag});
  }
}

AxisList::Extent AxisList::write_real(std::span<const Box> boxes, int axis, std::size_t begin,
                                      std::size_t end) {
  const double length = length_;
  const double half = 0.5 * length;
  // Boxes in or near the cell, as they should be, share one margin; others get their own.
  const double nearest = origin_ - 2 * length;
  const double utmost = origin_ + 3 * length;
  const double near_margin = image_rounding * (3 * std::abs(origin_) + 6 * length);
  const double leftmost = origin_ - lag * length;
  const double rightmost = origin_ + (1 + lag) * length;
  double farthest = -bound;
  double magnitude = std::max(std::abs(nearest), std::abs(utmost));
  for (std::size_t i = begin; i < end; ++i) {
    const Tag tag = first_tag(static_cast<BodyIndex>(i));
    double* const out = &now_[tag];
    double lower = boxes[i].lower[axis];
    double upper = boxes[i].upper[axis];
    double margin = near_margin;
    if (!(nearest <= lower && lower <= upper && upper <= utmost)) [[unlikely]] {
      if (!(lower <= upper)) {
        out[0] = above_all;
        out[1] = largest;
        continue;
      }
      lower = std::clamp(lower, -summable, summable);
      upper = std::clamp(upper, -summable, summable);
      magnitude = std::max({magnitude, std::abs(lower), std::abs(upper)});
      margin += image_rounding * (std::abs(lower) + std::abs(upper));
    }
    if (!(upper - lower + 2 * margin < half)) [[unlikely]] {
      // Half the cell or more: counts as everywhere, and needs no shadow.
      out[0] = -bound;
      out[1] = bound;
      continue;
    }
    const double centre = 0.5 * (lower + upper);
    const double old_centre = 0.5 * before_[tag] + 0.5 * before_[tag + 1];
    double shift = shift_[i];
    const double place = centre + shift;
    if (std::abs(place - old_centre) > half || place < leftmost || place >= rightmost) [[unlikely]]
      shift_[i] = shift = shift_into_cell(centre, old_centre);
    out[0] = lower + shift - margin;
    out[1] = upper + shift + margin;
    farthest = std::max(farthest, out[1]);
  }
  return {farthest, magnitude};
}

// By a whole number of cell lengths; on the edge, to the side where the body was before.
double AxisList::shift_into_cell(double centre, double old_centre) const {
  const double room = lag * length_;
  const double shift = -length_ * std::floor((centre - origin_) / length_);
  const bool was_right = old_centre > origin_ + 0.5 * length_ && old_centre < origin_ + 2 * length_;
  const bool was_left = old_centre < origin_ + 0.5 * length_ && old_centre > origin_ - length_;
  if (was_right && centre + shift < origin_ + room) return shift + length_;
  if (was_left && centre + shift >= origin_ + length_ - room) return shift - length_;
  return shift;
}

// A shadow that reaches nobody's real interval is left out of the list; most are.
AxisList::ShadowChanges AxisList::write_shadows(std::size_t begin, std::size_t end, double farthest) {
  ShadowChanges changes;
  for (std::size_t i = begin; i < end; ++i) {
    const Tag tag = first_tag(static_cast<BodyIndex>(i));
    const bool wanted = now_[tag] > -bound && now_[tag] < bound && now_[tag] + length_ <= farthest;
    const bool listed = before_[tag + 3] < largest;
    now_[tag + 2] = wanted ? now_[tag] + length_ : above_all;
    now_[tag + 3] = wanted ? now_[tag + 1] + length_ : largest;
    if (wanted && !listed) changes.fresh.push_back(tag + 2);
    if (listed && !wanted) changes.stale = true;
  }
  return changes;
}

// The values come along: sorting tags alone would fetch two of them from anywhere for every comparison.
void AxisList::sort(Workers& workers) {
  std::vector<End> ends(order_.size());
  workers.for_ranges(ends.size(), ends_together, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) ends[k] = end_at(k);
  });
  scree::sort(
      std::span(ends),
      [](const End& x, const End& y) { return precedes(x, y) || (!precedes(y, x) && x.tag < y.tag); },
      workers);
  workers.for_ranges(ends.size(), ends_together, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) order_[k] = ends[k].tag;
  });
  if (stale_shadows_) drop_stale_shadows();
}

// Of the seams half a region away from those that were repaired.
std::vector<std::size_t> AxisList::seams_out_of_order(std::span<const std::size_t> repaired) const {
  std::vector<std::size_t> broken;
  std::size_t seen = 0;
  for (const std::size_t centre : repaired)
    for (const std::size_t seam : {centre - region_ / 2, centre + region_ / 2}) {
      if (seam <= seen || seam >= order_.size()) continue;
      seen = seam;
      if (out_of_order(seam)) broken.push_back(seam);
    }
  return broken;
}

// They are empty now and have been sorted to the right end, among other empty intervals.
void AxisList::drop_stale_shadows() {
  const auto tail =
      std::partition_point(order_.begin(), order_.end(), [&](Tag tag) { return now_[tag] < largest; });
  order_.erase(std::remove_if(tail, order_.end(), [](Tag tag) { return (tag & 2u) != 0; }), order_.end());
  stale_shadows_ = false;
}

}  // namespace scree
