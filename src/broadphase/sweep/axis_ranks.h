// One axis of the spatial heapsort: who stands where in the order of lower ends (`id`), and at which place
// each stands (`rank`).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace scree {

// Sorts in place by Williams' heapsort; returns the number of exchanges. It has no bad case, whatever order
// it finds, and needs no memory.
template <class T, class Less>
std::uint64_t heap_sort(std::span<T> items, const Less& less) {
  std::uint64_t exchanges = 0;
  // Lets the item at the root of a heap sink to its place among `count` items. The larger child rises into
  // the hole, so an exchange is one move.
  const auto sink = [&](std::size_t root, std::size_t count) {
    const T item = items[root];
    for (std::size_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
      child += static_cast<std::size_t>(child + 1 < count && less(items[child], items[child + 1]));
      if (!less(item, items[child])) break;
      items[root] = items[child];
      root = child;
      ++exchanges;
    }
    items[root] = item;
  };
  for (std::size_t root = items.size() / 2; root-- > 0;) sink(root, items.size());
  for (std::size_t last = items.size(); last-- > 1;) {
    std::swap(items[0], items[last]);
    ++exchanges;
    sink(0, last);
  }
  return exchanges;
}

class AxisRanks {
 public:
  using Id = std::uint32_t;

  // Places [first, first + count) of the order.
  struct Range {
    Id first = 0;
    Id count = 0;
    bool has(Id place) const { return place - first < count; }  // places before it wrap around
  };

  // The lower end of id k is lower(k). Returns the number of exchanges.
  template <class Lower>
  std::uint64_t sort(std::size_t ids, const Lower& lower) {
    ends_.resize(ids);
    rank_.resize(ids);
    for (Id k = 0; k < ids; ++k) ends_[k] = {lower(k), k};
    const std::uint64_t exchanges = heap_sort(std::span(ends_), [](const End& x, const End& y) {
      return x.lower < y.lower || (x.lower == y.lower && x.id < y.id);
    });
    for (Id place = 0; place < ids; ++place) rank_[ends_[place].id] = place;
    return exchanges;
  }

  std::size_t size() const { return ends_.size(); }
  Id id(std::size_t place) const { return ends_[place].id; }
  Id rank(Id id) const { return rank_[id]; }

  // Whose lower end is neither before the one at `place` nor above `upper`, itself not counted.
  Range ahead(Id place, double upper) const { return {place + 1, first_above(upper, place + 1) - place - 1}; }
  // Whose lower end is within [lowest, upper].
  Range within(double lowest, double upper) const {
    const auto first = static_cast<Id>(
        std::partition_point(ends_.begin(), ends_.end(), [&](const End& x) { return x.lower < lowest; }) -
        ends_.begin());
    return {first, first_above(upper, first) - first};
  }

  std::size_t memory() const { return ends_.capacity() * sizeof(End) + rank_.capacity() * sizeof(Id); }

 private:
  struct End {
    double lower;
    Id id;
  };

  Id first_above(double upper, Id from) const {
    return static_cast<Id>(std::partition_point(ends_.begin() + from, ends_.end(),
                                                [&](const End& x) { return x.lower <= upper; }) -
                           ends_.begin());
  }

  std::vector<End> ends_;  // in order
  std::vector<Id> rank_;   // by id
};

}  // namespace scree
