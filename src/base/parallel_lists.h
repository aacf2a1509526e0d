// Lists in parallel: cut, joined, summed, selected from, sorted. Built on the loops of Workers; no result
// depends on the number of threads.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/parallel.h"

namespace scree {

// Makes a list this long; what it held is lost. Unlike resize alone it does not double the memory of a list
// that grows by a few items, nor copy them.
template <class T>
void make_length(std::vector<T>& list, std::size_t length) {
  if (length > list.capacity()) {
    std::vector<T>().swap(list);
    list.reserve(length + length / 16);
  }
  list.resize(length);
}

// A list cut into numbered pieces of equal length, for what is counted first and written afterwards.
class Pieces {
 public:
  Pieces(std::size_t items, std::size_t length) : items_(items), length_(length) {}
  std::size_t count() const { return (items_ + length_ - 1) / length_; }
  std::size_t begin(std::size_t piece) const { return std::min(items_, piece * length_); }
  std::size_t end(std::size_t piece) const { return begin(piece + 1); }

 private:
  std::size_t items_, length_;
};

// Calls body(piece) for every piece.
template <class Body>
void for_pieces(Workers& workers, const Pieces& pieces, const Body& body) {
  workers.for_ranges(pieces.count(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) body(p);
  });
}

// Turns the sizes of parts into their places one after the other; returns the place behind the last.
template <class Size>
Size places_from_sizes(std::span<Size> sizes) {
  Size place = 0;
  for (Size& size : sizes) {
    const Size next = place + size;
    size = place;
    place = next;
  }
  return place;
}

// Adds to each number all that stand before it.
inline void add_up(std::span<std::uint32_t> numbers, Workers& workers) {
  const Pieces pieces(numbers.size(), 16384);
  std::vector<std::uint32_t> before(pieces.count(), 0);
  const auto piece = [&](std::size_t p) {
    return numbers.subspan(pieces.begin(p), pieces.end(p) - pieces.begin(p));
  };
  for_pieces(workers, pieces, [&](std::size_t p) {
    for (const std::uint32_t x : piece(p)) before[p] += x;
  });
  places_from_sizes(std::span(before));
  for_pieces(workers, pieces, [&](std::size_t p) {
    std::uint32_t sum = before[p];
    for (std::uint32_t& x : piece(p)) x = sum += x;
  });
}

// Appends all lists to one.
template <class T>
void join(std::span<const std::vector<T>> lists, std::vector<T>& all, Workers& workers) {
  std::vector<std::size_t> place;
  for (const std::vector<T>& list : lists) place.push_back(list.size());
  const std::size_t old = all.size();
  all.resize(old + places_from_sizes(std::span(place)));
  for_pieces(workers, Pieces(lists.size(), 16), [&](std::size_t p) {
    const Pieces sixteen(lists.size(), 16);
    for (std::size_t k = sixteen.begin(p); k < sixteen.end(p); ++k)
      std::copy(lists[k].begin(), lists[k].end(), all.begin() + static_cast<std::ptrdiff_t>(old + place[k]));
  });
}

// selected = the items for which keep(item) holds, in their order.
template <class T, class Keep>
void select(std::span<const T> items, const Keep& keep, std::vector<T>& selected, Workers& workers) {
  const Pieces pieces(items.size(), 8192);
  std::vector<std::uint8_t> kept(items.size());
  std::vector<std::size_t> place(pieces.count(), 0);
  for_pieces(workers, pieces, [&](std::size_t p) {
    for (std::size_t k = pieces.begin(p); k < pieces.end(p); ++k) place[p] += kept[k] = keep(items[k]);
  });
  make_length(selected, places_from_sizes(std::span(place)));
  for_pieces(workers, pieces, [&](std::size_t p) {
    T* next = selected.data() + place[p];
    for (std::size_t k = pieces.begin(p); k < pieces.end(p); ++k)
      if (kept[k] != 0) *next++ = items[k];
  });
}

// Places in lists that are filled by several threads at once; the order in which they are handed out is
// anybody's, so what fills them has to be sorted afterwards.
inline std::uint32_t take_from_end(std::uint32_t& end) {
  return std::atomic_ref(end).fetch_sub(1, std::memory_order_relaxed) - 1;
}
inline void count_one(std::uint32_t& count) {
  std::atomic_ref(count).fetch_add(1, std::memory_order_relaxed);
}

// Sorts in place: quicksort whose two sides run in parallel. Where `less` leaves two items equal, their order
// afterwards is anybody's.
template <class T, class Less>
void sort(std::span<T> items, const Less& less, Workers& workers) {
  constexpr std::size_t alone = 8192;
  const std::size_t n = items.size();
  if (workers.active() == 1 || n <= alone) {
    std::sort(items.begin(), items.end(), less);
    return;
  }
  std::array<T, 9> sample;
  for (std::size_t k = 0; k < sample.size(); ++k) sample[k] = items[(2 * k + 1) * n / (2 * sample.size())];
  std::nth_element(sample.begin(), sample.begin() + 4, sample.end(), less);
  const auto middle =
      std::partition(items.begin(), items.end(), [&](const T& x) { return less(x, sample[4]); });
  const auto left = static_cast<std::size_t>(middle - items.begin());
  if (std::min(left, n - left) < n / 32) {  // a poor pivot: std::sort cannot be led into quadratic time
    std::sort(items.begin(), middle, less);
    std::sort(middle, items.end(), less);
    return;
  }
  workers.invoke([&] { sort(items.first(left), less, workers); },
                 [&] { sort(items.subspan(left), less, workers); });
}

}  // namespace scree
