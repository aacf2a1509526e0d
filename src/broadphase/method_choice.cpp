#include "broadphase/method_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

// Below this every body may as well be compared with every other.
constexpr std::size_t few_bodies = 48;
// Up to this many all ends of boxes are in the quick memory, and repairing their order is cheap.
constexpr std::size_t many_in_the_plane = 4000, many_in_space = 400;
// Updates of a trial: the first builds everything, the others count.
constexpr int trial_length = 3;
constexpr std::size_t remembered = 8;
// Trials may take this share of all the time, and a method must be quicker by so much to stay.
constexpr double share_of_trials = 0.04;
constexpr double clearly_quicker = 0.92;
constexpr double hopeless = 3;
constexpr int longest_pause = 8;

}  // namespace

BroadPhaseKind MethodChoice::next(std::size_t bodies) {
  const bool outgrown =
      !candidates_.empty() && favourite() == BroadPhaseKind::brute && bodies > 2 * few_bodies;
  if (candidates_.empty() || outgrown) start(bodies);
  bodies_ = bodies;
  if (!trial_ && may_try()) begin_trial();
  return candidates_[trial_ ? trial_->candidate : favourite_].kind;
}

void MethodChoice::start(std::size_t bodies) {
  using enum BroadPhaseKind;
  candidates_ = {{sweep}, {cells}, {tree}};
  trial_.reset();
  recent_.clear();
  BroadPhaseKind choice = cells;
  rule_ = fmt::format("for {} bodies cells are a good guess", bodies);
  if (bodies < few_bodies) {
    candidates_ = {{brute}};
    choice = brute;
    rule_ = fmt::format("{} bodies are few enough to compare all with all", bodies);
  } else if (bodies < (dimension_ == 2 ? many_in_the_plane : many_in_space)) {
    choice = sweep;
    rule_ = fmt::format("for {} bodies it is cheap to repair an order", bodies);
  }
  favourite_ = static_cast<std::size_t>(std::ranges::find(candidates_, choice, &Candidate::kind) -
                                        candidates_.begin());
  last_tried_ = favourite_;
}

double MethodChoice::usual() const {
  std::vector<double> sorted = recent_;
  std::ranges::nth_element(sorted, sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2));
  return sorted[sorted.size() / 2];
}

bool MethodChoice::may_try() const {
  return candidates_.size() > 1 && recent_.size() == remembered && time_of_trials_ <= share_of_trials * time_;
}

void MethodChoice::begin_trial() {
  for (std::size_t round = 0; round < candidates_.size(); ++round) {
    last_tried_ = (last_tried_ + 1) % candidates_.size();
    Candidate& next = candidates_[last_tried_];
    if (last_tried_ == favourite_) continue;
    if (next.pause > 0) {
      --next.pause;
      continue;
    }
    trial_ = Trial{last_tried_};
    return;
  }
  recent_.clear();  // nobody's turn: look again after some updates
}

void MethodChoice::took(double seconds) {
  const double cost = seconds / static_cast<double>(std::max<std::size_t>(1, bodies_));
  time_ += seconds;
  if (!trial_) {
    recent_.insert(recent_.begin(), cost);
    recent_.resize(std::min(recent_.size(), remembered));
    candidates_[favourite_].cost = usual();
    return;
  }
  time_of_trials_ += seconds;
  ++trial_->updates;
  if (trial_->updates == 2 || (trial_->updates > 2 && cost < trial_->best)) trial_->best = cost;
  if (trial_->updates == trial_length) judge_trial();
}

void MethodChoice::judge_trial() {
  Candidate& tried = candidates_[trial_->candidate];
  tried.cost = trial_->best;
  if (tried.cost < clearly_quicker * usual()) {
    favourite_ = trial_->candidate;
    ++switches_;
  } else if (tried.cost > hopeless * usual()) {
    tried.pause = std::min(longest_pause, static_cast<int>(tried.cost / usual()));
  }
  recent_.clear();
  trial_.reset();
}

std::string MethodChoice::reason() const {
  std::string text = rule_;
  std::string costs;
  for (const Candidate& c : candidates_)
    if (c.cost > 0)
      costs += fmt::format("{}{} {:.0f}", costs.empty() ? "" : ", ", name_of(c.kind), 1e9 * c.cost);
  if (!costs.empty()) text += fmt::format("; ns per body and search: {}", costs);
  if (switches_ > 0) text += fmt::format("; changed {} time{}", switches_, switches_ == 1 ? "" : "s");
  return text;
}

}  // namespace scree
