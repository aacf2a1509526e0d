// Who may touch: boxes in, pairs out. Every method returns the same set. In the plane, z is not looked at.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/parallel.h"
#include "state/box.h"
#include "state/cell.h"
#include "state/contacts.h"

namespace scree {

struct BroadPhaseCounters {
  std::uint64_t updates = 0;    // calls
  std::uint64_t exchanges = 0;  // neighbours exchanged while sorting
  std::uint64_t added = 0;
  std::uint64_t removed = 0;
  std::uint64_t rebuilds = 0;  // updates that found all pairs from scratch
};

class BroadPhase {
 public:
  virtual ~BroadPhase() = default;

  // Boxes of all bodies, by index; `mobile` is 0 for bodies with prescribed motion: two of those
  // never pair. Bodies may have been appended since the last call. An unbounded body has an empty
  // box (lower > upper on some axis) and never pairs here. On periodic axes boxes are finite.
  virtual void update(std::span<const Box> boxes, std::span<const std::uint8_t> mobile, const Cell& cell,
                      Workers& workers) = 0;

  // Bodies were removed and the rest renumbered (no_body: removed), keeping their order.
  virtual void renumber(std::span<const BodyIndex> new_index) = 0;

  // Forget everything: the next update starts from scratch.
  virtual void reset() = 0;

  // Sorted by (a, b), a < b, no doubles.
  virtual std::span<const Pair> pairs() const = 0;
  virtual std::string_view name() const = 0;
  const BroadPhaseCounters& counters() const { return counters_; }
  void reset_counters() { counters_ = {}; }

 protected:
  BroadPhaseCounters counters_;
};

enum class BroadPhaseKind : std::uint8_t { sweep, brute };

std::unique_ptr<BroadPhase> make_broad_phase(BroadPhaseKind kind, int dimension = 3);

}  // namespace scree
