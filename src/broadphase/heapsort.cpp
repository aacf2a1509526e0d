#include "broadphase/heapsort.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/parallel_lists.h"
#include "broadphase/pair_lists.h"

namespace scree {
namespace {

constexpr std::size_t heaped_bodies_together = 128;  // a range of a large bed has thousands of places
constexpr std::size_t heaped_boxes_together = 4096;
constexpr std::size_t places_worth_a_task = 1024;
// Hardly anybody is in all ranges of a body: places are looked at together, four in a register.
constexpr std::size_t places_together = 16;
using Four [[gnu::vector_size(16)]] = AxisRanks::Id;
// Below this, handing an axis to another thread costs more than the axis.
constexpr std::size_t sorted_bodies_worth_a_task = 500;
// How many times as long as a usual body, on some axis, one has to be to stand on the list.
constexpr double much_larger = 3;
// Beyond this it does not matter how much.
constexpr double largest_excess = 1e6;

double extent(const PlainBox& image, int axis) { return image.box.upper[axis] - image.box.lower[axis]; }

// The list is held against everybody, and a range of a bed in space has about M^(2/3) places: this many more
// do not change much.
std::size_t most_large(std::size_t images) {
  return 8 + static_cast<std::size_t>(2 * std::sqrt(static_cast<double>(images)));
}

// The median, or the mean if that is nothing.
double usual_extent(std::span<const PlainBox> images, int axis) {
  std::vector<double> extents;
  extents.reserve(images.size());
  double mean = 0;
  for (const PlainBox& image : images) {
    extents.push_back(extent(image, axis));
    mean += extents.back() / static_cast<double>(images.size());
  }
  const auto middle = extents.begin() + static_cast<std::ptrdiff_t>(extents.size() / 2);
  std::nth_element(extents.begin(), middle, extents.end());
  return *middle > 0 ? *middle : mean;
}

double excess(const PlainBox& image, const std::array<double, 3>& usual, int dimension) {
  double most = 0;
  for (int k = 0; k < dimension; ++k) {
    const double size = extent(image, k);
    if (!(size > 0)) continue;
    most = std::max(most, size < largest_excess * usual[k] ? size / usual[k] : largest_excess);
  }
  return most;
}

Four four_of(const AxisRanks::Id* ranks) {
  Four four;
  std::memcpy(&four, ranks, sizeof four);
  return four;
}

// Whether any of some places has its ranks on two axes in both ranges.
bool any_in_both(const AxisRanks::Id* x, const AxisRanks::Range& in_x, const AxisRanks::Id* y,
                 const AxisRanks::Range& in_y) {
  auto any = Four{} != Four{};
  for (std::size_t k = 0; k < places_together; k += 4)
    any |= (four_of(x + k) - in_x.first < in_x.count) & (four_of(y + k) - in_y.first < in_y.count);
  return (any[0] | any[1] | any[2] | any[3]) != 0;
}

bool overlap(const Box& a, const Box& b, int dimension) {
  for (int k = 0; k < dimension; ++k)
    if (!overlap_on_axis(a, b, k)) return false;
  return true;
}

}  // namespace

template <class Task>
void SpatialHeapsort::for_axes(Workers& workers, const Task& task) {
  if (plain_boxes_.all().size() < sorted_bodies_worth_a_task)
    for (int k = 0; k < dimension_; ++k) task(k);
  else if (dimension_ == 2)
    workers.invoke([&] { task(0); }, [&] { task(1); });
  else
    workers.invoke([&] { task(0); }, [&] { task(1); }, [&] { task(2); });
}

void SpatialHeapsort::update(std::span<const Box> boxes, std::span<const std::uint8_t> mobile,
                             const Cell& cell, Workers& workers) {
  ++counters_.updates;
  ++counters_.rebuilds;
  plain_boxes_.write(boxes, mobile, cell, dimension_, workers);
  set_large_apart(workers);
  sort_axes(workers);
  choose_primary();
  find_ranges(workers);
  // In the order of the primary axis: bodies one after the other go through much the same places.
  const AxisRanks& order = axes_[primary_].ranks;
  const Pieces pieces(order.size(), heaped_bodies_together);
  std::vector<Found> found(pieces.count() + 1);
  for_pieces(workers, pieces, [&](std::size_t p) {
    for (std::size_t place = pieces.begin(p); place < pieces.end(p); ++place) {
      search(order.id(place), boxes, cell, found[p]);
      search_large(0, usual_[order.id(place)], boxes, cell, found[p]);
    }
  });
  for (std::size_t k = 0; k < large_.size(); ++k) search_large(k + 1, large_[k], boxes, cell, found.back());
  std::vector<std::vector<Pair>> lists(found.size());
  for (std::size_t p = 0; p < found.size(); ++p) {
    counters_.tests += found[p].tests;
    lists[p].swap(found[p].pairs);
  }
  sort_together(lists, boxes.size(), next_, workers);
  // On a periodic axis two bodies may meet both in the cell and through its edge.
  if (cell.any()) next_.erase(std::unique(next_.begin(), next_.end()), next_.end());
  replace_pairs(next_, workers);
}

void SpatialHeapsort::set_large_apart(Workers& workers) {
  const std::span<const PlainBox> images = plain_boxes_.all();
  large_.clear();
  usual_.clear();
  if (images.empty()) return;
  std::array<double, 3> usual{};
  for_axes(workers, [&](int k) { usual[k] = usual_extent(images, k); });
  std::vector<double> excesses(images.size());
  workers.for_ranges(images.size(), heaped_boxes_together, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) excesses[i] = excess(images[i], usual, dimension_);
  });
  // No more than fit on the list: those behind have to put up with each other.
  std::vector<double> high;
  for (const double e : excesses)
    if (e > much_larger) high.push_back(e);
  double limit = much_larger;
  if (const std::size_t room = most_large(images.size()); high.size() > room) {
    const auto first_out = high.begin() + static_cast<std::ptrdiff_t>(room);
    std::nth_element(high.begin(), first_out, high.end(), std::greater<>());
    limit = *first_out;
  }
  usual_.reserve(images.size());
  for (std::size_t i = 0; i < images.size(); ++i)
    (excesses[i] > limit ? large_ : usual_).push_back(images[i]);
}

// The axes know nothing of each other until all have their ranks.
void SpatialHeapsort::sort_axes(Workers& workers) {
  for_axes(workers, [&](int k) {
    Axis& axis = axes_[k];
    axis.exchanges = axis.ranks.sort(usual_.size(), [&](Id id) { return usual_[id].box.lower[k]; });
    axis.largest = 0;
    axis.crowding = 0;
    for (const PlainBox& image : usual_) axis.largest = std::max(axis.largest, extent(image, k));
    // Every 16th tells enough.
    for (Id place = 0; place < usual_.size(); place += 16)
      axis.crowding += axis.ranks.ahead(place, usual_[axis.ranks.id(place)].box.upper[k]).count;
  });
  for_axes(workers, [&](int k) {
    Axis& axis = axes_[k];
    const AxisRanks& next = axes_[(k + 1) % dimension_].ranks;
    const AxisRanks& after_next = axes_[(k + 2) % dimension_].ranks;
    axis.next.resize(usual_.size());
    axis.after_next.resize(usual_.size());
    for (std::size_t place = 0; place < usual_.size(); ++place) {
      const Id id = axis.ranks.id(place);
      axis.next[place] = next.rank(id);
      axis.after_next[place] = after_next.rank(id);
    }
  });
  for (int k = 0; k < dimension_; ++k) counters_.exchanges += axes_[k].exchanges;
}

void SpatialHeapsort::choose_primary() {
  primary_ = 0;
  for (int k = 1; k < dimension_; ++k)
    if (axes_[k].crowding < axes_[primary_].crowding) primary_ = k;
}

// Each axis in its own order, so that one search ends near the one before.
void SpatialHeapsort::find_ranges(Workers& workers) {
  for (int k = 0; k < dimension_; ++k) {
    Axis& axis = axes_[k];
    axis.range.resize(usual_.size());
    workers.for_ranges(usual_.size(), places_worth_a_task, [&](std::size_t begin, std::size_t end) {
      for (std::size_t place = begin; place < end; ++place) {
        const Id id = axis.ranks.id(place);
        const Box& box = usual_[id].box;
        // One more unit in the last place than rounding may take away.
        const double lowest = std::nextafter(box.lower[k] - axis.largest, -2 * PlainBoxes::utmost);
        axis.range[id] = k == primary_ ? axis.ranks.ahead(static_cast<Id>(place), box.upper[k])
                                       : axis.ranks.within(lowest, box.upper[k]);
      }
    });
  }
}

// In the plane the axis after the next is the axis itself, whose range holds all that is looked at.
void SpatialHeapsort::search(Id id, std::span<const Box> boxes, const Cell& cell, Found& found) const {
  int control = primary_;
  for (int k = 0; k < dimension_; ++k)
    if (axes_[k].range[id].count < axes_[control].range[id].count) control = k;
  const Axis& axis = axes_[control];
  const AxisRanks::Range range = axis.range[id];
  const AxisRanks::Range next = axes_[(control + 1) % dimension_].range[id];
  const AxisRanks::Range after_next = axes_[(control + 2) % dimension_].range[id];
  found.tests += range.count;
  const std::size_t end = range.first + range.count;
  for (std::size_t first = range.first; first < end; first += places_together) {
    const std::size_t count = std::min(places_together, end - first);
    const Id* const on_next = axis.next.data() + first;
    const Id* const on_after_next = axis.after_next.data() + first;
    if (count == places_together && !any_in_both(on_next, next, on_after_next, after_next)) continue;
    for (std::size_t k = 0; k < count; ++k)
      if (next.has(on_next[k]) && after_next.has(on_after_next[k]))
        test(usual_[id], usual_[axis.ranks.id(first + k)], boxes, cell, found);
  }
}

void SpatialHeapsort::search_large(std::size_t first_large, const PlainBox& image, std::span<const Box> boxes,
                                   const Cell& cell, Found& found) const {
  for (std::size_t k = first_large; k < large_.size(); ++k) test(image, large_[k], boxes, cell, found);
  found.tests += large_.size() - first_large;
}

void SpatialHeapsort::test(const PlainBox& x, const PlainBox& y, std::span<const Box> boxes, const Cell& cell,
                           Found& found) const {
  if (!overlap(x.box, y.box, dimension_) || !may_pair(x, y)) return;
  const Pair pair{std::min(x.body, y.body), std::max(x.body, y.body)};
  if (plain_boxes_.exact() || scree::overlap(cell, boxes[pair.a], boxes[pair.b], dimension_))
    found.pairs.push_back(pair);
}

std::size_t SpatialHeapsort::memory() const {
  std::size_t bytes = plain_boxes_.memory() + bytes_of(usual_) + bytes_of(large_) + bytes_of(next_);
  for (const Axis& axis : axes_)
    bytes += axis.ranks.memory() + bytes_of(axis.next) + bytes_of(axis.after_next) + bytes_of(axis.range);
  return bytes;
}

}  // namespace scree
