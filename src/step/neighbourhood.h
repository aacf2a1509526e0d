// Candidate pairs of all bodies, kept for several steps. Each body gets a box with a margin; while all
// bodies stay within their margins the list stays complete and nothing is sorted. Which candidates are
// in the list never changes a result: only touching pairs act.
#pragma once

#include <memory>
#include <vector>

#include "base/parallel.h"
#include "broadphase/broad_phase.h"
#include "narrowphase/dispatch.h"
#include "state/state.h"

namespace scree {

class Neighbourhood {
 public:
  explicit Neighbourhood(BroadPhaseKind kind) : broad_phase_(make_broad_phase(kind)) {}

  // Looks whether a body has outgrown its box and, if so, gives every body a new one.
  void place(const State& state, Workers& workers);
  // Brings state.contacts up to date with the boxes.
  void find_pairs(State& state, Workers& workers);

  // What does not change while two bodies are candidates, for each pair of state.contacts.
  struct PairFacts {
    double root_mass;         // square root of the effective mass
    double inverse_diameter;  // of the smaller body; walls without end do not count
    const PairLaw* law;
    Route route;
  };
  std::span<const PairFacts> facts() const { return facts_; }

  void renumber(std::span<const BodyIndex> new_index);  // bodies were removed
  void reset();                                         // forget everything
  const BroadPhase& broad_phase() const { return *broad_phase_; }

 private:
  bool still_valid(const State& state, Workers& workers) const;
  void place_boxes(const State& state, Workers& workers);
  void add_unbounded(const State& state);
  void state_facts(const State& state);

  struct Reference {
    Vec3 position;
    double margin;
  };

  std::unique_ptr<BroadPhase> broad_phase_;
  bool valid_ = false;   // boxes hold all bodies
  bool listed_ = false;  // state.contacts has all pairs of these boxes
  std::vector<Box> boxes_;
  std::vector<std::uint8_t> mobile_;
  std::vector<Reference> reference_;
  std::vector<Pair> extra_, merged_;
  std::vector<PairFacts> facts_;
};

}  // namespace scree
