// Candidate pairs of all bodies, kept for several steps. Each body gets a box with a margin; while all
// bodies stay within their margins the list stays complete and nothing is sorted.
#pragma once

#include <memory>
#include <vector>

#include "base/parallel.h"
#include "broadphase/broad_phase.h"
#include "state/state.h"
#include "step/candidates.h"

namespace scree {

class Neighbourhood {
 public:
  // The margin: a share of the body's smallest half-width, and what it will travel in the next steps, so
  // that slow and fast bodies outgrow their boxes at about the same time.
  static constexpr double rest_margin = 0.06;
  static constexpr double travel_steps = 12;

  explicit Neighbourhood(BroadPhaseKind kind, int dimension = 3)
      : broad_phase_(make_broad_phase(kind, dimension)) {}

  // Looks whether a body has outgrown its box and, if so, gives every body a new one, and now and then rows
  // in a new order (row_order.h).
  void place(const State& state, Workers& workers);
  // Brings the candidates up to date with the boxes.
  void find_pairs(const State& state, Workers& workers);

  Candidates& candidates() { return candidates_; }
  const Candidates& candidates() const { return candidates_; }

  void renumber(std::span<const BodyIndex> new_index);  // bodies were removed
  void reset();                                         // forget everything
  const BroadPhase& broad_phase() const { return *broad_phase_; }
  void reset_counters() { broad_phase_->reset_counters(); }
  std::uint64_t generation() const { return generation_; }        // counts calls of the two above
  std::uint64_t order_version() const { return order_version_; }  // changes with the order of the rows

  // For tests: when rows are ordered anew. Results must not change by a bit.
  enum class Ordering { now_and_then, never, always };
  void order_rows(Ordering when) { ordering_ = when; }

 private:
  bool still_valid(const State& state, Workers& workers) const;
  void order_rows(const State& state, Workers& workers);
  void place_boxes(const State& state, Workers& workers);
  std::vector<Pair> merge_pairs(const State& state, std::vector<Pair> memory, Workers& workers) const;
  std::vector<std::uint8_t> mark_within_reach(const State& state, Workers& workers) const;
  std::vector<Pair> pairs_of_unbounded(const State& state, Workers& workers) const;
  bool within_reach(const Cell& cell, const Pair& pair) const;

  // A body when it got its box.
  struct Reference {
    Vec3 position;
    Quat orientation;
    double margin;
    double radius;  // of the sphere about it; walls without end have none
  };

  std::unique_ptr<BroadPhase> broad_phase_;
  std::uint64_t generation_ = 0, order_version_ = 0;
  bool valid_ = false;   // boxes hold all bodies
  bool listed_ = false;  // the candidates are all pairs of these boxes
  Ordering ordering_ = Ordering::now_and_then;
  int listings_in_order_ = -1;  // since rows were ordered; -1: never
  std::vector<Box> boxes_;
  std::vector<std::uint8_t> mobile_;
  std::vector<Reference> reference_;
  Candidates candidates_;
};

}  // namespace scree
