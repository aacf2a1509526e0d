// One axis of the sort-and-sweep: the ends of all intervals, kept in order from step to step.
//
// Chen and Matuttis (2013), appendix A. The order of the ends along an axis holds the whole overlap
// information of that axis, and only an exchange of neighbours can change it; so the insertion sort
// that repairs the order also tells which pairs may have met or parted. Lower ends go before upper
// ends of the same value: touching counts as overlapping, as everywhere.
//
// On a periodic axis a body has its real interval and, near the left end of the cell, a shadow one a
// cell length further right. Two bodies overlap there when their real intervals do, or the real one of
// either and the shadow of the other. Intervals on periodic axes are widened by some units in the last
// place, so that no overlap is lost to rounding: the caller decides exactly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/ids.h"
#include "state/box.h"

namespace scree {

class AxisList {
 public:
  // The tag packs body, shadow (periodic axes only) and kind, and indexes the interval values.
  struct End {
    double value;
    std::uint32_t tag;
  };

  // An empty interval reads (above all, largest): its lower end is above every upper end, so it
  // overlaps nothing, and both ends stand at the right end of the list, out of everybody's way.
  static constexpr double above_all = std::numeric_limits<double>::infinity();
  static constexpr double largest = 1.7e308;

  // Forgets all; all bodies have empty intervals.
  void start(std::size_t bodies, bool periodic, double origin, double length);

  // More bodies, with empty intervals.
  void append(std::size_t bodies);

  // Follows BroadPhase::renumber; `kept` is the number of bodies left.
  void renumber(std::span<const BodyIndex> new_index, std::size_t kept);

  // Takes the intervals of this step; those of the last one stay for overlapped_before.
  void write(std::span<const Box> boxes, int axis);

  // Sorts from scratch.
  void sort();

  // Repairs the order by exchanges of neighbours. Calls meet(a, b) when a lower end went below an
  // upper end, part(a, b) when it went above: both are hints, to be checked against the intervals.
  // Gives up and returns false beyond `budget` exchanges; then sort() has to follow.
  template <class Meet, class Part>
  bool repair(std::uint64_t budget, const Meet& meet, const Part& part);

  bool overlap(BodyIndex a, BodyIndex b) const { return overlap(now_, a, b); }
  bool overlapped_before(BodyIndex a, BodyIndex b) const { return overlap(before_, a, b); }

  // Periodic axes: boxes that overlap by this much as they stand do so beyond all rounding.
  double clear_overlap() const { return clear_; }

  // Exchanges of the last repair.
  std::uint64_t exchanges() const { return exchanges_; }

  // The ends in order, without the sentinel. Behind the first one of value `largest` or more there
  // are only empty intervals.
  std::span<const End> ends() const { return std::span(list_).subspan(1); }
  std::size_t tags() const { return now_.size(); }
  BodyIndex body(std::uint32_t tag) const { return tag >> body_shift_; }
  double value(std::uint32_t tag) const { return now_[tag]; }
  static bool is_upper(std::uint32_t tag) { return (tag & 1u) != 0; }
  // Tags of the lower ends of a body: this one, and on periodic axes this one + 2 (the shadow).
  std::uint32_t first_tag(BodyIndex body) const { return body << body_shift_; }
  std::uint32_t tags_per_body() const { return 1u << body_shift_; }

 private:
  static bool precedes(const End& x, const End& y) {
    return x.value < y.value || (x.value == y.value && (x.tag & 1u) < (y.tag & 1u));
  }
  bool overlap(const std::vector<double>& v, BodyIndex a, BodyIndex b) const;
  bool concerns_a_pair(std::uint32_t x, std::uint32_t y) const {
    return body(x) != body(y) && (!periodic_ || (x & y & 2u) == 0);
  }
  void write_open(std::span<const Box> boxes, int axis);
  void write_periodic(std::span<const Box> boxes, int axis);
  double shift_into_cell(double centre, double old_centre) const;
  void write_shadows(std::size_t bodies, double farthest);
  void resize_values(std::size_t bodies);
  void drop_stale_shadows();

  bool periodic_ = false;
  bool stale_shadows_ = false;
  std::uint32_t body_shift_ = 1;
  double origin_ = 0;
  double length_ = 1;
  double clear_ = 0;
  std::uint64_t exchanges_ = 0;
  std::vector<double> now_, before_;  // interval values by tag
  std::vector<double> shift_;         // by body, periodic axes only: whole cell lengths from box to interval
  std::vector<End> list_;             // in order; list_[0] is the sentinel, below everything
};

inline bool AxisList::overlap(const std::vector<double>& v, BodyIndex a, BodyIndex b) const {
  const double* p = &v[first_tag(a)];
  const double* q = &v[first_tag(b)];
  if (p[0] <= q[1] && q[0] <= p[1]) return true;
  return periodic_ && ((p[0] <= q[3] && q[2] <= p[1]) || (p[2] <= q[1] && q[0] <= p[3]));
}

template <class Meet, class Part>
bool AxisList::repair(std::uint64_t budget, const Meet& meet, const Part& part) {
  End* const list = list_.data();
  const double* const value = now_.data();
  exchanges_ = 0;
  double last = list[0].value;
  for (std::size_t k = 1; k < list_.size(); ++k) {
    const End end{value[list[k].tag], list[k].tag};
    list[k].value = end.value;
    if (end.value > last || !precedes(end, list[k - 1])) {
      last = end.value;
      continue;
    }
    // The sentinel stops this loop: no index is tested.
    std::size_t j = k;
    const bool upper = is_upper(end.tag);
    do {
      const End passed = list[j - 1];
      list[j] = passed;
      --j;
      if (is_upper(passed.tag) != upper && concerns_a_pair(end.tag, passed.tag)) {
        if (upper)
          part(body(passed.tag), body(end.tag));
        else
          meet(body(passed.tag), body(end.tag));
      }
    } while (precedes(end, list[j - 1]));
    list[j] = end;
    last = list[k].value;
    exchanges_ += k - j;
    if (exchanges_ > budget) return false;
  }
  if (stale_shadows_) drop_stale_shadows();
  return true;
}

}  // namespace scree
