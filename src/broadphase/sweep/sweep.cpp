#include "broadphase/sweep/sweep.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "base/parallel_lists.h"
#include "broadphase/pair_lists.h"

namespace scree {
namespace {

using Tag = AxisList::Tag;

constexpr std::size_t ends_together = 16384;
constexpr std::size_t rows_together = 4;
constexpr std::size_t entries_ahead = 16;  // of a list: what they need is fetched from memory meanwhile

// The ends of intervals that are not empty.
std::span<const Tag> bounded_ends(const AxisList& axis) {
  const std::span<const Tag> order = axis.order();
  return {order.begin(), std::partition_point(order.begin(), order.end(),
                                              [&](Tag tag) { return axis.value(tag) < AxisList::largest; })};
}

// How crowded an axis is: the number of overlapping pairs of intervals on this axis alone, and the
// summed length of the intervals, counted in places of the list.
struct Crowding {
  std::uint64_t pairs = 0;
  std::int64_t places = 0;
};

// The same of a piece of the list, as if no interval were open where it begins.
struct PieceCrowding : Crowding {
  std::int64_t opened = 0;  // and not closed; below 0 if more are closed
  std::uint64_t lower_ends = 0;
};

Crowding crowding(const AxisList& axis, Workers& workers) {
  const std::span<const Tag> ends = bounded_ends(axis);
  const Pieces pieces(ends.size(), ends_together);
  std::vector<PieceCrowding> parts(pieces.count());
  for_pieces(workers, pieces, [&](std::size_t p) {
    PieceCrowding c;
    for (std::size_t k = pieces.begin(p); k < pieces.end(p); ++k) {
      const auto place = static_cast<std::int64_t>(k);
      if (AxisList::is_upper(ends[k])) {
        --c.opened;
        c.places += place;
      } else {
        c.pairs +=
            static_cast<std::uint64_t>(c.opened++);  // may be below 0 until the pieces before it join in
        c.places -= place;
        ++c.lower_ends;
      }
    }
    parts[p] = c;
  });
  Crowding all;
  std::int64_t open = 0;
  for (const PieceCrowding& c : parts) {
    all.pairs += c.pairs + static_cast<std::uint64_t>(open) * c.lower_ends;
    all.places += c.places;
    open += c.opened;
  }
  return all;
}

// Equally filled strips across an axis. Cut by rank, not by length, so that a stray body far away
// does not spoil them.
class Strips {
 public:
  Strips() = default;  // one, which all lie in
  Strips(const AxisList& axis, std::int64_t places, Workers& workers) : strip_(axis.tags()) {
    const std::span<const Tag> order = axis.order();
    // As wide as an interval on average, which then lies in two of them: the fewest comparisons.
    const double ends = static_cast<double>(order.size());
    const double ideal = 0.5 * ends * ends / (1.0 + static_cast<double>(places));
    count_ = static_cast<std::size_t>(std::clamp(ideal, 1.0, 1.0 + 0.5 * std::sqrt(ends)));
    workers.for_ranges(order.size(), ends_together, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k)
        strip_[order[k]] = static_cast<std::uint16_t>(k * count_ / order.size());
    });
  }
  std::size_t count() const { return count_; }
  std::uint16_t of(Tag tag) const { return strip_[tag]; }

 private:
  std::size_t count_ = 1;             // below 2^16: tags have 32 bits
  std::vector<std::uint16_t> strip_;  // by tag
};

struct Interval {
  double lower, upper;
};

// All that the sweep asks about a body, in one line of the cache: it goes through the bodies in no order of
// memory.
struct alignas(64) Record {
  Interval along, across, rest;  // the real ones
  std::uint16_t first_row, last_row, first_column, last_column;
  std::uint8_t mobile;
  bool shadow_across, shadow_rest;
};

Interval interval(const AxisList& axis, Tag lower_end) {
  return {axis.value(lower_end), axis.value(lower_end + 1)};
}

// The plane across the sweep, cut into rows and columns. Of a sweep in the plane it is a line: there is no
// axis `rest`, and one column, which all lie in.
struct SweptPlane {
  const AxisList &along, &across;
  const AxisList* rest;
  const Strips &rows, &columns;
  std::vector<Record> records;  // by body

  void record(std::span<const std::uint8_t> mobile, Workers& workers) {
    records.resize(mobile.size());
    workers.for_ranges(mobile.size(), ends_together, [&](std::size_t begin, std::size_t end) {
      for (BodyIndex i = static_cast<BodyIndex>(begin); i < end; ++i) {
        const Tag x = across.first_tag(i);
        const Part part = rest == nullptr ? Part{} : part_on_rest(i);
        records[i] = {interval(along, along.first_tag(i)),
                      interval(across, x),
                      part.reach,
                      rows.of(x),
                      rows.of(x + 1),
                      part.first_column,
                      part.last_column,
                      static_cast<std::uint8_t>(mobile[i] != 0),
                      has_shadow(across, x),
                      part.shadow};
      }
    });
  }

  struct Part {
    Interval reach{0, 0};
    std::uint16_t first_column = 0, last_column = 0;
    bool shadow = false;
  };
  Part part_on_rest(BodyIndex i) const {
    const Tag y = rest->first_tag(i);
    return {interval(*rest, y), columns.of(y), columns.of(y + 1), has_shadow(*rest, y)};
  }
  static bool has_shadow(const AxisList& axis, Tag first) {
    return axis.tags_per_body() > 2 && axis.value(first + 2) < AxisList::largest;
  }
};

// For each row the intervals along the sweep that lie in it, in the order of their lower ends: tags, with bit
// 0 for those that lie in the row by the body's shadow.
struct RowLists {
  std::vector<std::uint32_t> entry;
  std::vector<std::size_t> start;  // by row

  RowLists(const SweptPlane& plane, Workers& workers) {
    const std::span<const Tag> ends = bounded_ends(plane.along);
    const Pieces pieces(ends.size(), ends_together);
    const std::size_t rows = plane.rows.count();
    // Calls visit(row, entry) for what stands in a piece.
    const auto for_entries = [&](std::size_t p, const auto& visit) {
      for (std::size_t k = pieces.begin(p); k < pieces.end(p); ++k) {
        if (k + entries_ahead < pieces.end(p))
          __builtin_prefetch(&plane.records[plane.along.body(ends[k + entries_ahead])]);
        if (AxisList::is_upper(ends[k])) continue;
        const BodyIndex body = plane.along.body(ends[k]);
        const Record& record = plane.records[body];
        if (record.across.lower < AxisList::largest)
          for (std::size_t row = record.first_row; row <= record.last_row; ++row) visit(row, ends[k]);
        if (!record.shadow_across) continue;
        const Tag shadow = plane.across.first_tag(body) + 2;
        const std::size_t last = plane.rows.of(shadow + 1);
        for (std::size_t row = plane.rows.of(shadow); row <= last; ++row) visit(row, ends[k] | 1u);
      }
    };
    std::vector<std::size_t> place(rows * pieces.count(),
                                   0);  // row by row, so that they become places at once
    for_pieces(workers, pieces, [&](std::size_t p) {
      for_entries(p, [&](std::size_t row, Tag) { ++place[row * pieces.count() + p]; });
    });
    entry.resize(places_from_sizes(std::span(place)));
    for (std::size_t row = 0; row < rows; ++row)
      start.push_back(pieces.count() == 0 ? 0 : place[row * pieces.count()]);
    start.push_back(entry.size());
    for_pieces(workers, pieces, [&](std::size_t p) {
      for_entries(p, [&](std::size_t row, Tag tag) { entry[place[row * pieces.count() + p]++] = tag; });
    });
  }
  std::span<const std::uint32_t> row(std::size_t k) const {
    return std::span(entry).subspan(start[k], start[k + 1] - start[k]);
  }
};

// An open interval of the sweep.
struct Open {
  double upper;
  Interval across, rest;
  BodyIndex body;
  std::uint16_t first_row, first_column;
  std::uint8_t shadows;  // one bit per axis
  std::uint8_t mobile;
};

// Touching counts. Two shadows are no pair: their bodies are, by their real intervals. All is asked at once:
// branches on each would be mispredicted.
bool overlap(const Open& x, const Open& y) {
  const bool across = (x.across.lower <= y.across.upper) & (y.across.lower <= x.across.upper);
  const bool rest = (x.rest.lower <= y.rest.upper) & (y.rest.lower <= x.rest.upper);
  return across & rest & ((x.shadows & y.shadows) == 0) & ((x.mobile | y.mobile) != 0);
}

class RowSweep {
 public:
  RowSweep(const SweptPlane& plane, std::vector<Pair>& found)
      : plane_(plane), found_(found), tiles_(plane.columns.count()) {}

  void sweep(std::size_t row, std::span<const std::uint32_t> entries) {
    for (std::vector<Open>& tile : tiles_) tile.clear();
    const AxisList& along = plane_.along;
    for (std::size_t k = 0; k < entries.size(); ++k) {
      if (k + entries_ahead < entries.size())
        __builtin_prefetch(&plane_.records[along.body(entries[k + entries_ahead])]);
      const Tag tag = entries[k] & ~1u;
      const bool by_shadow = (entries[k] & 1u) != 0;
      const BodyIndex body = along.body(tag);
      const Record& record = plane_.records[body];
      const Interval reach = along.is_shadow(tag) ? interval(along, tag) : record.along;
      Open fresh{reach.upper,      record.across,       record.rest, body,
                 record.first_row, record.first_column, 0,           record.mobile};
      fresh.shadows = static_cast<std::uint8_t>(along.is_shadow(tag) | by_shadow << 1);
      if (by_shadow) {
        const Tag shadow = plane_.across.first_tag(body) + 2;
        fresh.across = interval(plane_.across, shadow);
        fresh.first_row = plane_.rows.of(shadow);
      }
      if (record.rest.lower < AxisList::largest) enter(row, record.last_column, fresh, reach.lower);
      if (!record.shadow_rest) continue;
      const Tag shadow = plane_.rest->first_tag(body) + 2;
      fresh.rest = interval(*plane_.rest, shadow);
      fresh.first_column = plane_.columns.of(shadow);
      fresh.shadows |= 4u;
      enter(row, plane_.columns.of(shadow + 1), fresh, reach.lower);
    }
  }

 private:
  void enter(std::size_t row, std::size_t last_column, const Open& fresh, double reached) {
    for (std::size_t column = fresh.first_column; column <= last_column; ++column)
      enter_tile(row, column, fresh, reached);
  }
  void enter_tile(std::size_t row, std::size_t column, const Open& fresh, double reached) {
    std::vector<Open>& tile = tiles_[column];
    for (std::size_t k = 0; k < tile.size();) {
      const Open& other = tile[k];
      if (other.upper < reached) {
        tile[k] = tile.back();
        tile.pop_back();
        continue;
      }
      // Two boxes share several tiles: the first of these reports the pair.
      if (overlap(fresh, other) && fresh.body != other.body &&
          row == std::max(fresh.first_row, other.first_row) &&
          column == std::max(fresh.first_column, other.first_column))
        found_.push_back({std::min(fresh.body, other.body), std::max(fresh.body, other.body)});
      ++k;
    }
    tile.push_back(fresh);
  }

  const SweptPlane& plane_;
  std::vector<Pair>& found_;
  std::vector<std::vector<Open>> tiles_;  // of the row, by column
};

}  // namespace

// Sweeps along the least crowded axis, over tiles of the plane of the other two, or of the line of the other
// one. The rows of tiles know nothing of each other: they are what runs in parallel.
void sweep_all(std::span<const AxisList> axes, std::span<const std::uint8_t> mobile, std::vector<Pair>& pairs,
               Workers& workers) {
  const std::size_t count = axes.size();
  assert(count == 2 || count == 3);
  std::array<Crowding, 3> crowd;
  for (std::size_t k = 0; k < count; ++k) crowd[k] = crowding(axes[k], workers);
  std::size_t least = 0;
  for (std::size_t k = 1; k < count; ++k)
    if (crowd[k].pairs < crowd[least].pairs) least = k;
  const std::size_t second = (least + 1) % count, third = (least + 2) % count;
  const AxisList* const rest = count == 3 ? &axes[third] : nullptr;
  std::vector<std::vector<Pair>> found;
  {
    const Strips rows(axes[second], crowd[second].places, workers);
    const Strips columns = rest == nullptr ? Strips() : Strips(*rest, crowd[third].places, workers);
    SweptPlane plane{axes[least], axes[second], rest, rows, columns, {}};
    plane.record(mobile, workers);
    const RowLists lists(plane, workers);
    const Pieces pieces(rows.count(), rows_together);
    found.resize(pieces.count());
    for_pieces(workers, pieces, [&](std::size_t p) {
      RowSweep sweep(plane, found[p]);
      for (std::size_t row = pieces.begin(p); row < pieces.end(p); ++row)
        sweep.sweep(
            row, std::span(lists.entry).subspan(lists.start[row], lists.start[row + 1] - lists.start[row]));
    });
  }
  sort_together(found, mobile.size(), pairs, workers);
  // Pairs may meet both in the cell and through its edge, on periodic axes alone.
  if (std::ranges::any_of(axes, [](const AxisList& axis) { return axis.tags_per_body() > 2; }))
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

}  // namespace scree
