#include "broadphase/choice/automatic.h"

#include <algorithm>
#include <chrono>

#include "broadphase/pair_lists.h"

namespace scree {
namespace {

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

AutomaticSearch::AutomaticSearch(int dimension, std::function<double()> clock)
    : dimension_(dimension),
      clock_(clock ? std::move(clock) : seconds_now),
      choice_(dimension),
      census_(dimension) {}

BroadPhase& AutomaticSearch::method(BroadPhaseKind kind) {
  for (const auto& [known, method] : methods_)
    if (known == kind) return *method;
  return *methods_.emplace_back(kind, make_broad_phase(kind, dimension_)).second;
}

void AutomaticSearch::update(std::span<const Box> boxes, std::span<const std::uint8_t> mobile,
                             const Cell& cell, Workers& workers) {
  if (choice_.wants_census())
    choice_.see(census_.take(boxes, mobile));
  else
    census_.forget();
  const BroadPhaseKind kind = choice_.next(boxes.size());
  if (last_ && kind == last_kind_) {
    run(*last_, boxes, mobile, cell, workers);
    own_changes_ = false;
  } else {
    change_to(kind, boxes, mobile, cell, workers);
  }
  counters_ += last_->counters();
  if (own_changes_) {
    counters_.added += added_.size() - last_->counters().added;
    counters_.removed += removed_.size() - last_->counters().removed;
  }
  if (methods_.size() > (kind == choice_.favourite() ? 1 : 2)) drop_idle();
}

void AutomaticSearch::run(BroadPhase& next, std::span<const Box> boxes, std::span<const std::uint8_t> mobile,
                          const Cell& cell, Workers& workers) {
  next.reset_counters();
  if (choice_.wants_time()) {
    const double start = clock_();
    next.update(boxes, mobile, cell, workers);
    choice_.took(clock_() - start, next.counters());
  } else {
    next.update(boxes, mobile, cell, workers);
    choice_.went_by(next.counters());
  }
}

// Another one than ran before: what changed is found by comparison.
void AutomaticSearch::change_to(BroadPhaseKind kind, std::span<const Box> boxes,
                                std::span<const std::uint8_t> mobile, const Cell& cell, Workers& workers) {
  const double start = clock_();
  BroadPhase& next = method(kind);
  const double made = clock_();
  run(next, boxes, mobile, cell, workers);
  const double ran = clock_();
  find_changes(last_ ? last_->pairs() : std::span<const Pair>(), next.pairs(), added_, removed_, workers);
  own_changes_ = true;
  last_ = &next;
  last_kind_ = kind;
  choice_.changing_took(made - start + clock_() - ran);
}

// All but the one that ran, which has the pairs, and the favourite.
void AutomaticSearch::drop_idle() {
  const double start = clock_();
  std::erase_if(methods_, [&](const auto& entry) {
    return entry.second.get() != last_ && entry.first != choice_.favourite();
  });
  choice_.changing_took(clock_() - start);
}

void AutomaticSearch::renumber(std::span<const BodyIndex> new_index) {
  census_.forget();
  const std::size_t before = pairs().size();
  for (const auto& [kind, method] : methods_) method->renumber(new_index);
  counters_.removed += before - pairs().size();
}

void AutomaticSearch::reset() {
  census_.forget();
  for (const auto& [kind, method] : methods_) method->reset();
}

std::string_view AutomaticSearch::name() const { return last_ ? word_of(choice_.favourite()) : "auto"; }

std::size_t AutomaticSearch::memory() const {
  std::size_t bytes = bytes_of(added_) + bytes_of(removed_);
  for (const auto& [kind, method] : methods_) bytes += method->memory();
  return bytes;
}

}  // namespace scree
