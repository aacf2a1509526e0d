// Runs whichever broad phase is quickest (method_choice.h), and may change it from one update to the next.
// All find the same pairs, so no bit of a result depends on that.
#pragma once

#include <functional>
#include <memory>

#include "broadphase/broad_phase.h"
#include "broadphase/choice/method_choice.h"

namespace scree {

class AutomaticSearch final : public BroadPhase {
 public:
  // `clock`: seconds; for tests.
  explicit AutomaticSearch(int dimension, std::function<double()> clock = {});

  void update(std::span<const Box> boxes, std::span<const std::uint8_t> mobile, const Cell& cell,
              Workers& workers) override;
  void renumber(std::span<const BodyIndex> new_index) override;
  void reset() override;

  // Of the method that is preferred now.
  std::string_view name() const override;
  std::string reason() const override { return choice_.reason(); }
  std::size_t memory() const override;

  std::span<const Pair> pairs() const override { return last_ ? last_->pairs() : pairs_.all(); }
  std::span<const Pair> added() const override { return own_changes_ ? added_ : last_->added(); }
  std::span<const Pair> removed() const override { return own_changes_ ? removed_ : last_->removed(); }

 private:
  BroadPhase& method(BroadPhaseKind kind);
  void run(BroadPhase& next, std::span<const Box> boxes, std::span<const std::uint8_t> mobile,
           const Cell& cell, Workers& workers);
  void change_to(BroadPhaseKind kind, std::span<const Box> boxes, std::span<const std::uint8_t> mobile,
                 const Cell& cell, Workers& workers);
  void drop_idle();

  int dimension_;
  std::function<double()> clock_;
  MethodChoice choice_;
  CensusTaker census_;
  // The one that is preferred and, during a trial, another.
  std::vector<std::pair<BroadPhaseKind, std::unique_ptr<BroadPhase>>> methods_;
  BroadPhase* last_ = nullptr;  // that ran
  BroadPhaseKind last_kind_ = BroadPhaseKind::brute;
  bool own_changes_ = true;  // another one ran before it: what changed was found by comparison
  std::vector<Pair> added_, removed_;
};

}  // namespace scree
