// Who may touch: boxes in, pairs out. Every method returns the same set. In the plane, z is not looked at.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/parallel.h"
#include "broadphase/broad_phase_kind.h"
#include "broadphase/pair_set.h"
#include "state/box.h"
#include "state/cell.h"
#include "state/contacts.h"

namespace scree {

// Since the start, or the last reset_counters().
struct BroadPhaseCounters {
  std::uint64_t updates = 0;  // calls
  std::uint64_t added = 0;
  std::uint64_t removed = 0;
  std::uint64_t rebuilds = 0;   // updates that built everything anew
  std::uint64_t exchanges = 0;  // sweep, heapsort: exchanges while sorting
  std::uint64_t moved = 0;      // tree: bodies that changed their leaf
  std::uint64_t nodes = 0;      // tree: nodes made or given back; cells: cells that were in use
  std::uint64_t tests = 0;      // pairs of boxes compared

  BroadPhaseCounters& operator+=(const BroadPhaseCounters& o) {
    updates += o.updates;
    added += o.added;
    removed += o.removed;
    rebuilds += o.rebuilds;
    exchanges += o.exchanges;
    moved += o.moved;
    nodes += o.nodes;
    tests += o.tests;
    return *this;
  }
};

class BroadPhase {
 public:
  virtual ~BroadPhase() = default;

  // Boxes of all bodies, by index; `mobile` is 0 for bodies with prescribed motion: two of those
  // never pair. Bodies may have been appended since the last call. An unbounded body has an empty
  // box (lower > upper on some axis) and never pairs here. On periodic axes boxes are finite, and
  // Cell::overlap has the last word.
  virtual void update(std::span<const Box> boxes, std::span<const std::uint8_t> mobile, const Cell& cell,
                      Workers& workers) = 0;

  // Bodies were removed and the rest renumbered (no_body: removed), keeping their order.
  virtual void renumber(std::span<const BodyIndex> new_index) = 0;

  // Forget everything: the next update starts from scratch.
  virtual void reset() = 0;

  // Which method it is: the word of scene files.
  virtual std::string_view name() const = 0;
  // Why it runs, if it was chosen automatically.
  virtual std::string reason() const { return {}; }

  // Sorted by (a, b), a < b, no doubles; what the last update added to them and removed.
  virtual std::span<const Pair> pairs() const { return pairs_.all(); }
  virtual std::span<const Pair> added() const { return pairs_.added(); }
  virtual std::span<const Pair> removed() const { return pairs_.removed(); }

  // Bytes that it holds, pairs not counted.
  virtual std::size_t memory() const = 0;
  const BroadPhaseCounters& counters() const { return counters_; }
  void reset_counters() { counters_ = {}; }

 protected:
  // What an update ends with.
  void replace_pairs(std::vector<Pair>& next, Workers& workers) {
    pairs_.replace(next, workers);
    count_pairs();
  }
  void change_pairs(std::vector<Pair>& met, std::vector<Pair>& parted, Workers& workers) {
    pairs_.change(met, parted, workers);
    count_pairs();
  }
  void renumber_pairs_of(std::span<const BodyIndex> new_index) {
    counters_.removed += pairs_.renumber(new_index);
  }

  PairSet pairs_;
  BroadPhaseCounters counters_;

 private:
  void count_pairs() {
    counters_.added += pairs_.added().size();
    counters_.removed += pairs_.removed().size();
  }
};

// Has no points: of an unbounded body.
inline bool is_empty(const Box& box, int dimension) {
  for (int k = 0; k < dimension; ++k)
    if (!(box.lower[k] <= box.upper[k])) return true;
  return false;
}

inline bool overlap(const Cell& cell, const Box& a, const Box& b, int dimension) {
  for (int k = 0; k < dimension; ++k)
    if (!cell.overlap(a, b, k)) return false;
  return true;
}

std::unique_ptr<BroadPhase> make_broad_phase(BroadPhaseKind kind, int dimension = 3);

// For methods that stand on other libraries, above this layer: who links such a method says so once, before a
// simulation wants it. Otherwise asking for it is an InputError.
using BroadPhaseMaker = std::unique_ptr<BroadPhase> (*)(int dimension);
void register_broad_phase(BroadPhaseKind kind, BroadPhaseMaker maker);
bool is_offered(BroadPhaseKind kind);

// Bytes of a list.
template <class T>
std::size_t bytes_of(const std::vector<T>& list) {
  return list.capacity() * sizeof(T);
}

}  // namespace scree
