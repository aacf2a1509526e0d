// One axis of the sort-and-sweep: the ends of all intervals, kept in order from step to step.
//
// Chen and Matuttis (2013), appendix A. The order of the ends along an axis holds the whole overlap
// information of that axis, and only an exchange of neighbours can change it; so the insertion sort
// that repairs the order also tells which pairs may have met or parted. Lower ends go before upper
// ends of the same value: touching counts as overlapping, as everywhere.
//
// The list is repaired in regions, by many threads at once. Only neighbours that are out of order are ever
// exchanged. Such an exchange puts these two in order and leaves every other two as they were, so the number
// of pairs of ends that are out of order falls by one with each, and each such pair is exchanged exactly
// once, whichever regions the list is cut into and whoever is first. Ends that are in order or equal are
// never exchanged. Hence the reports, their number and the final order depend on the old order and the new
// values alone.
//
// On a periodic axis a body has its real interval and, near the left end of the cell, a shadow one a
// cell length further right. Two bodies overlap there when their real intervals do, or the real one of
// either and the shadow of the other. Intervals on periodic axes are widened by some units in the last
// place, so that no overlap is lost to rounding: the caller decides exactly.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/ids.h"
#include "base/parallel.h"
#include "state/box.h"

namespace scree {

class AxisList {
 public:
  // An end is named by its tag, which packs body, shadow (periodic axes only) and kind, and indexes the
  // interval values.
  using Tag = std::uint32_t;

  // An empty interval reads (above all, largest): its lower end is above every upper end, so it
  // overlaps nothing, and both ends stand at the right end of the list, out of everybody's way.
  static constexpr double above_all = std::numeric_limits<double>::infinity();
  static constexpr double largest = 1.7e308;

  // Ends in one region: some ten microseconds of work in a quiet step, and an even number.
  static constexpr std::size_t usual_region = 4096;

  explicit AxisList(std::size_t region = usual_region) : region_(region) {}

  // Forgets all; all bodies have empty intervals.
  void start(std::size_t bodies, bool periodic, double origin, double length);

  // More bodies, with empty intervals.
  void append(std::size_t bodies);

  // Follows BroadPhase::renumber; `kept` is the number of bodies left.
  void renumber(std::span<const BodyIndex> new_index, std::size_t kept);

  // Takes the intervals of this step; those of the last one stay for overlapped_before.
  void write(std::span<const Box> boxes, int axis, Workers& workers);

  // Sorts whatever the order is.
  void sort(Workers& workers);

  // Repairs the order by exchanges of neighbours. Calls meet(region, a, b) when a lower end went below an
  // upper end, part(region, a, b) when it went above: both are hints, to be checked against the intervals.
  // No two threads report from the same region at a time. Gives up and returns false beyond `budget`
  // exchanges; then sort() has to follow.
  template <class Meet, class Part>
  bool repair(std::uint64_t budget, const Meet& meet, const Part& part, Workers& workers);
  std::size_t regions() const { return (order_.size() + region_ - 1) / region_; }

  bool overlap(BodyIndex a, BodyIndex b) const { return overlap(now_, a, b); }
  bool overlapped_before(BodyIndex a, BodyIndex b) const { return overlap(before_, a, b); }

  // Whoever will ask for intervals from all over the list says so some time before: memory is slow.
  void prefetch(BodyIndex body) const { __builtin_prefetch(&now_[first_tag(body)]); }
  void prefetch_before(BodyIndex body) const { __builtin_prefetch(&before_[first_tag(body)]); }

  // Periodic axes: boxes that overlap by this much as they stand do so beyond all rounding.
  double clear_overlap() const { return clear_; }

  // Exchanges of the last repair; one more than the budget if it gave up.
  std::uint64_t exchanges() const { return exchanges_; }

  // The ends in order. Behind the first one of value `largest` or more there are only empty intervals.
  std::span<const Tag> order() const { return order_; }
  std::size_t tags() const { return now_.size(); }
  std::size_t memory() const {  // bytes
    return sizeof(double) * (now_.capacity() + before_.capacity() + shift_.capacity()) +
           sizeof(Tag) * order_.capacity();
  }
  BodyIndex body(Tag tag) const { return tag >> body_shift_; }
  double value(Tag tag) const { return now_[tag]; }
  static bool is_upper(Tag tag) { return (tag & 1u) != 0; }
  bool is_shadow(Tag tag) const { return periodic_ && (tag & 2u) != 0; }
  // Tags of the lower ends of a body: this one, and on periodic axes this one + 2 (the shadow).
  Tag first_tag(BodyIndex body) const { return body << body_shift_; }
  Tag tags_per_body() const { return 1u << body_shift_; }

 private:
  struct End {
    double value;
    Tag tag;
  };
  struct Extent {
    double farthest, magnitude;
  };
  struct ShadowChanges {
    std::vector<Tag> fresh;
    bool stale = false;
  };

  static bool precedes(const End& x, const End& y) {
    return x.value < y.value || (x.value == y.value && (x.tag & 1u) < (y.tag & 1u));
  }
  End end_at(std::size_t place) const { return {now_[order_[place]], order_[place]}; }
  bool out_of_order(std::size_t place) const { return precedes(end_at(place), end_at(place - 1)); }
  std::vector<std::size_t> seams_out_of_order(std::span<const std::size_t> repaired) const;
  template <class Exchanged>
  std::uint64_t insert_next(std::size_t first, std::size_t place, const Exchanged& exchanged);

  bool overlap(const std::vector<double>& v, BodyIndex a, BodyIndex b) const;
  bool concerns_a_pair(Tag x, Tag y) const { return body(x) != body(y) && (!periodic_ || (x & y & 2u) == 0); }
  void write_open(std::span<const Box> boxes, int axis, Workers& workers);
  void write_periodic(std::span<const Box> boxes, int axis, Workers& workers);
  Extent write_real(std::span<const Box> boxes, int axis, std::size_t begin, std::size_t end);
  ShadowChanges write_shadows(std::size_t begin, std::size_t end, double farthest);
  double shift_into_cell(double centre, double old_centre) const;
  void resize_values(std::size_t bodies);
  void drop_stale_shadows();

  std::size_t region_;
  bool periodic_ = false;
  bool stale_shadows_ = false;
  std::uint32_t body_shift_ = 1;
  double origin_ = 0;
  double length_ = 1;
  double clear_ = 0;
  std::uint64_t exchanges_ = 0;
  std::vector<double> now_, before_;  // interval values by tag
  std::vector<double> shift_;         // by body, periodic axes only: whole cell lengths from box to interval
  std::vector<Tag> order_;
};

inline bool AxisList::overlap(const std::vector<double>& v, BodyIndex a, BodyIndex b) const {
  const double* p = &v[first_tag(a)];
  const double* q = &v[first_tag(b)];
  if (p[0] <= q[1] && q[0] <= p[1]) return true;
  return periodic_ && ((p[0] <= q[3] && q[2] <= p[1]) || (p[2] <= q[1] && q[0] <= p[3]));
}

// Takes the end at `place` to the left, past all that it precedes, but not beyond `first`; what stands there
// is in order. Returns the number of exchanges.
template <class Exchanged>
std::uint64_t AxisList::insert_next(std::size_t first, std::size_t place, const Exchanged& exchanged) {
  const End end = end_at(place);
  std::size_t j = place;
  for (; j > first; --j) {
    const End passed = end_at(j - 1);
    if (!precedes(end, passed)) break;
    order_[j] = passed.tag;
    if (is_upper(passed.tag) != is_upper(end.tag) && concerns_a_pair(end.tag, passed.tag))
      exchanged(end.tag, passed.tag);
  }
  order_[j] = end.tag;
  return place - j;
}

// First every region by itself; the order can then be broken only at the seams between regions. Then the
// regions that are centred on such seams: those break it at most in their own seams, which are the centres of
// the first regions. And so on in turn, until nothing is out of order. In a quiet step few ends cross a seam,
// and none a second one.
template <class Meet, class Part>
bool AxisList::repair(std::uint64_t budget, const Meet& meet, const Part& part, Workers& workers) {
  constexpr std::uint64_t often_enough = 1024;
  constexpr std::size_t ahead = 16;
  const std::size_t size = order_.size();
  std::atomic<std::uint64_t> spent{0};
  // Inserts the ends from `next` on into what stands from `first` on.
  const auto insert = [&](std::size_t first, std::size_t next, std::size_t end, bool rest_is_in_order) {
    const std::size_t region = next / region_;
    std::uint64_t exchanges = 0;
    double last = next > first ? value(order_[next - 1]) : -above_all;
    for (; next < end; ++next) {
      if (next + ahead < end) __builtin_prefetch(&now_[order_[next + ahead]]);
      const double here = value(order_[next]);
      const bool in_place = here > last;  // nearly always; what is equal is looked at more closely
      last = here;
      if (in_place && rest_is_in_order) break;
      if (in_place) continue;
      const std::uint64_t more = insert_next(first, next, [&](Tag moved, Tag passed) {
        if (is_upper(moved))
          part(region, body(passed), body(moved));
        else
          meet(region, body(passed), body(moved));
      });
      if (more == 0 && rest_is_in_order) break;
      last = value(order_[next]);
      exchanges += more;
      if (exchanges <= often_enough) continue;
      if (spent.fetch_add(exchanges, std::memory_order_relaxed) + exchanges > budget) return;
      exchanges = 0;
    }
    spent.fetch_add(exchanges, std::memory_order_relaxed);
  };
  workers.for_ranges(regions(), 4, [&](std::size_t begin, std::size_t end) {
    for (std::size_t r = begin; r < end; ++r)
      insert(r * region_, r * region_, std::min(size, (r + 1) * region_), false);
  });
  std::vector<std::size_t> seams;
  for (std::size_t seam = region_; seam < size; seam += region_)
    if (out_of_order(seam)) seams.push_back(seam);
  while (!seams.empty() && spent <= budget) {
    workers.for_ranges(seams.size(), 16, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k)
        insert(seams[k] - region_ / 2, seams[k], std::min(size, seams[k] + region_ / 2), true);
    });
    seams = seams_out_of_order(seams);
  }
  // Whether all exchanges together are too many does not depend on who makes them first; how many were made
  // when that was noticed does.
  exchanges_ = std::min(spent.load(), budget + 1);
  if (exchanges_ > budget) return false;
  if (stale_shadows_) drop_stale_shadows();
  return true;
}

}  // namespace scree
