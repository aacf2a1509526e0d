#include "broadphase/method_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace scree {
namespace {

// Below this every body may as well be compared with every other.
constexpr std::size_t few_bodies = 48;
// Up to so many exchanges per body an order is repaired more quickly than a tree is followed.
constexpr double many_exchanges_in_the_plane = 12, many_exchanges_in_space = 25;
// Lists of near pairs last for some updates only where bodies move by less than this share of their size.
constexpr double small_motion = 0.015;
// From this spread of sizes on cells on several levels are ahead of the tree.
constexpr double wide_spread = 4;
// Updates of a trial: the first builds everything, the others count. Lists need some to show what their
// renewal costs, unless they are hopeless.
struct TrialPlan {
  int builds, least, most;  // updates that do not count; in all, if it is hopeless and if not
};
constexpr TrialPlan usual_trial{1, 3, 3}, trial_of_lists{5, 9, 24};
constexpr double hopeless = 1.4;

constexpr TrialPlan plan_of(BroadPhaseKind kind) {
  return kind == BroadPhaseKind::lists ? trial_of_lists : usual_trial;
}
// Where bodies come and go all the time their motion cannot be known.
constexpr int most_censuses = 8;
constexpr std::size_t remembered = 16, first_look = 2;
// Trials may take this share of all the time, and less when many in a row have changed nothing; a method must
// be quicker by so much to stay.
constexpr double share_of_trials = 0.04, least_share = 0.02;
constexpr double clearly_quicker = 0.92;
// Of updates shorter than this (s) one in so many is timed: two looks at the clock are a tenth of them.
constexpr double short_update = 20e-6;
constexpr unsigned timed_one_in = 8;
constexpr double most_flattery = 8, forgetting = 0.9;

}  // namespace

// An end passes all ends in the slab of the bed that it crosses, near or far: on each axis 2 n over the
// length of the bed, times its way.
double expected_exchanges(const BoxCensus& census, int dimension) {
  const double n = static_cast<double>(census.bodies), d = dimension;
  return 2 * d * census.motion * std::pow(n, 1 - 1 / d) * std::pow(census.filling, 1 / d);
}

BroadPhaseKind expected_best(const BoxCensus& census, int dimension) {
  const double many = dimension == 2 ? many_exchanges_in_the_plane : many_exchanges_in_space;
  if (expected_exchanges(census, dimension) < many) return BroadPhaseKind::sweep;
  if (census.motion < small_motion) return BroadPhaseKind::lists;
  return census.dispersion < wide_spread ? BroadPhaseKind::tree : BroadPhaseKind::cells;
}

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
  const bool few = bodies < few_bodies;
  candidates_ =
      few ? std::vector<Candidate>{{brute}} : std::vector<Candidate>{{cells}, {tree}, {sweep}, {lists}};
  rule_ = few ? fmt::format("{} bodies are few enough to compare all with all", bodies)
              : fmt::format("{} bodies: cells take no time to set up", bodies);
  favourite_ = last_tried_ = 0;
  first_round_ = candidates_.size() - 1;
  trial_.reset();
  recent_.clear();
  catching_up_ = true;
  guessed_ = few;
  censuses_ = 0;
}

void MethodChoice::see(const BoxCensus& census) {
  guessed_ = census.motion_known || ++censuses_ == most_censuses;
  if (!census.motion_known) return;
  const BroadPhaseKind guess = expected_best(census, dimension_);
  rule_ = fmt::format("{}: expected {}", census.words(), name_of(guess));
  const auto place = std::ranges::find(candidates_, guess, &Candidate::kind);
  if (trial_ || place == candidates_.end() || candidates_[favourite_].kind == guess) return;
  favourite_ = last_tried_ = static_cast<std::size_t>(place - candidates_.begin());
  recent_.clear();
  catching_up_ = true;
}

// The mean, for what comes seldom counts as well; without the largest, which may be the machine's.
double MethodChoice::usual() const {
  if (recent_.size() < 3) return *std::ranges::min_element(recent_);
  const double sum = std::accumulate(recent_.begin(), recent_.end(), 0.0);
  return (sum - *std::ranges::max_element(recent_)) / static_cast<double>(recent_.size() - 1);
}

bool MethodChoice::may_try() const {
  if (candidates_.size() == 1) return false;
  if (first_round_ > 0)
    return recent_.size() >= (favourite() == BroadPhaseKind::lists ? remembered : first_look);
  const double share = std::max(least_share, share_of_trials / (1 + lost_trials_));
  return recent_.size() == remembered && time_of_trials_ <= share * time_;
}

void MethodChoice::begin_trial() {
  if (first_round_ > 0) --first_round_;
  do last_tried_ = (last_tried_ + 1) % candidates_.size();
  while (last_tried_ == favourite_);
  trial_ = Trial{last_tried_};
}

bool MethodChoice::wants_time() {
  return trial_ || catching_up_ || recent_.size() < remembered || last_seconds_ > short_update ||
         ++turn_ % timed_one_in == 0;
}

void MethodChoice::took(double seconds) {
  last_seconds_ = seconds;
  const double cost = seconds / static_cast<double>(std::max<std::size_t>(1, bodies_));
  time_ += seconds;
  if (!trial_) {
    if (catching_up_) {
      catching_up_ = false;
    } else if (recent_.size() < remembered) {
      recent_.push_back(cost);
      next_recent_ = 0;
    } else {
      recent_[next_recent_++ % remembered] = cost;
    }
    return;
  }
  time_of_trials_ += seconds;
  const TrialPlan plan = plan_of(candidates_[trial_->candidate].kind);
  const int counted = ++trial_->updates - plan.builds;
  if (counted <= 0) return;
  trial_->least = counted == 1 ? cost : std::min(trial_->least, cost);
  trial_->mean += (cost - trial_->mean) / counted;
  if (trial_->updates == plan.most || (trial_->updates >= plan.least && trial_->mean > hopeless * usual()))
    judge_trial();
}

void MethodChoice::judge_trial() {
  Candidate& tried = candidates_[trial_->candidate];
  Candidate& favourite = candidates_[favourite_];
  const double before = usual();
  if (favourite.promise > 0) {
    favourite.flattery = std::clamp(before / favourite.promise, 1.0, most_flattery);
    favourite.promise = 0;
  }
  const double result = tried.kind == BroadPhaseKind::lists ? trial_->mean : trial_->least;
  const double cost = result * tried.flattery;
  if (cost < clearly_quicker * before) {
    favourite.cost = before;
    tried.cost = tried.promise = result;
    favourite_ = trial_->candidate;
    recent_.clear();
    ++switches_;
    lost_trials_ = 0;
  } else {
    // What costs another time than at the last trial is another problem.
    const bool as_ever = before > 0.7 * cost_when_tried_ && before < 1.4 * cost_when_tried_;
    lost_trials_ = as_ever ? lost_trials_ + 1 : 0;
    tried.cost = cost;
    tried.flattery = std::pow(tried.flattery, forgetting);
    catching_up_ = true;
  }
  cost_when_tried_ = before;
  trial_.reset();
}

std::string MethodChoice::reason() const {
  std::string text = rule_;
  std::string costs;
  for (std::size_t n = 0; n < candidates_.size(); ++n) {
    const double cost = n == favourite_ && !recent_.empty() ? usual() : candidates_[n].cost;
    if (cost <= 0) continue;
    costs += fmt::format("{}{} {:.0f}", costs.empty() ? "" : ", ", name_of(candidates_[n].kind), 1e9 * cost);
  }
  if (!costs.empty()) text += fmt::format("; ns per body and search: {}", costs);
  if (switches_ > 0) text += fmt::format("; changed {} time{}", switches_, switches_ == 1 ? "" : "s");
  return text;
}

}  // namespace scree
