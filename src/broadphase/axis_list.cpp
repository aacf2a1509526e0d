#include "broadphase/axis_list.h"

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

// Values are kept below those of empty intervals; this touches infinities alone.
constexpr double bound = 1.6e308;
// Beyond this, sums of coordinates on a periodic axis might overflow.
constexpr double summable = 1e300;
// Room for the rounding of everything that decides overlap through an image, several times over.
constexpr double rounding = 0x1p-47;
// How far, in cell lengths, a real interval may leave the cell before it is taken to the other side:
// a body that trembles on the edge would otherwise cross the whole list in every step.
constexpr double lag = 1.0 / 16;

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
  list_.clear();
  list_.push_back({-above_all, 0});
  resize_values(bodies);
}

void AxisList::resize_values(std::size_t bodies) {
  const std::size_t old = now_.size();
  now_.resize(bodies << body_shift_);
  before_.resize(bodies << body_shift_);
  if (periodic_) shift_.resize(bodies, 0);
  for (std::size_t tag = old; tag < now_.size(); ++tag) now_[tag] = (tag & 1u) != 0 ? largest : above_all;
}

void AxisList::append(std::size_t bodies) {
  const auto first = static_cast<std::uint32_t>(now_.size());
  const auto last = static_cast<std::uint32_t>(bodies << body_shift_);
  resize_values(bodies);
  for (std::uint32_t kind : {1u, 0u})
    for (std::uint32_t tag = first; tag < last; tag += tags_per_body())
      list_.push_back({now_[tag + kind], tag + kind});
}

void AxisList::renumber(std::span<const BodyIndex> new_index, std::size_t kept) {
  const std::uint32_t per_body = tags_per_body();
  for (BodyIndex i = 0; i < new_index.size(); ++i)
    if (new_index[i] != no_body) {
      std::copy_n(now_.begin() + first_tag(i), per_body, now_.begin() + first_tag(new_index[i]));
      if (periodic_) shift_[new_index[i]] = shift_[i];
    }
  now_.resize(kept * per_body);
  before_.resize(kept * per_body);
  if (periodic_) shift_.resize(kept);
  std::size_t filled = 1;
  for (std::size_t k = 1; k < list_.size(); ++k) {
    const BodyIndex i = new_index[body(list_[k].tag)];
    if (i != no_body) list_[filled++] = {list_[k].value, first_tag(i) | (list_[k].tag & (per_body - 1))};
  }
  list_.resize(filled);
}

void AxisList::write(std::span<const Box> boxes, int axis) {
  std::swap(now_, before_);
  if (periodic_)
    write_periodic(boxes, axis);
  else
    write_open(boxes, axis);
}

void AxisList::write_open(std::span<const Box> boxes, int axis) {
  double* out = now_.data();
  for (const Box& box : boxes) {
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
}

void AxisList::write_periodic(std::span<const Box> boxes, int axis) {
  const double length = length_;
  const double half = 0.5 * length;
  // Boxes in or near the cell, as they should be, share one margin; others get their own.
  const double nearest = origin_ - 2 * length;
  const double utmost = origin_ + 3 * length;
  const double near_margin = rounding * (3 * std::abs(origin_) + 6 * length);
  const double leftmost = origin_ - lag * length;
  const double rightmost = origin_ + (1 + lag) * length;
  double farthest = -bound;
  double magnitude = std::max(std::abs(nearest), std::abs(utmost));
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const std::uint32_t tag = first_tag(static_cast<BodyIndex>(i));
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
      margin += rounding * (std::abs(lower) + std::abs(upper));
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
  clear_ = 16 * rounding * magnitude;
  write_shadows(boxes.size(), farthest);
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

void AxisList::write_shadows(std::size_t bodies, double farthest) {
  for (std::size_t i = 0; i < bodies; ++i) {
    const std::uint32_t tag = first_tag(static_cast<BodyIndex>(i));
    // A shadow that reaches nobody's real interval is left out of the list; most are.
    const bool wanted = now_[tag] > -bound && now_[tag] < bound && now_[tag] + length_ <= farthest;
    const bool listed = before_[tag + 3] < largest;
    now_[tag + 2] = wanted ? now_[tag] + length_ : above_all;
    now_[tag + 3] = wanted ? now_[tag + 1] + length_ : largest;
    if (wanted && !listed) {
      list_.push_back({largest, tag + 3});
      list_.push_back({above_all, tag + 2});
    }
    if (listed && !wanted) stale_shadows_ = true;
  }
}

void AxisList::sort() {
  list_.resize(1);
  for (std::uint32_t tag = 0; tag < now_.size(); ++tag) {
    const bool shadow = periodic_ && (tag & 2u) != 0;
    if (!shadow || now_[tag | 1u] < largest) list_.push_back({now_[tag], tag});
  }
  std::sort(list_.begin() + 1, list_.end(),
            [](const End& x, const End& y) { return precedes(x, y) || (!precedes(y, x) && x.tag < y.tag); });
  stale_shadows_ = false;
}

// They are empty now and have been sorted to the right end, among other empty intervals.
void AxisList::drop_stale_shadows() {
  auto tail = list_.end();
  while (std::prev(tail)->value >= largest) --tail;
  list_.erase(std::remove_if(tail, list_.end(), [](const End& end) { return (end.tag & 2u) != 0; }),
              list_.end());
  stale_shadows_ = false;
}

}  // namespace scree
