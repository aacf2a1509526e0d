#include "broadphase/choice/method_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "broadphase/choice/method_forecast.h"

namespace scree {
namespace {

// Below this every body may as well be compared with every other; up to this it is worth a thought.
constexpr std::size_t few_bodies = 48, rather_few_bodies = 256;
// Updates of lists from one renewal to the next (lists.cpp).
constexpr double period_of_lists = 14;
// A trial ends early if it is that much slower. Who has never been tried is, up to that much in the forecast.
constexpr double hopeless = 1.6, curious = 1.6;
constexpr int first_round = 40, longest_trial = 24;  // updates
// A method must be quicker by so much to stay.
constexpr double clearly_quicker = 0.92;
// Trials without a reason may take this share of all the time, of each method, and less when it has lost
// several in a row.
constexpr double share_without = 0.01, least_share = 0.002;
// If the favourite turns out to be so much dearer than it was thought to be, hopeless trials against it prove
// little: lists may have been renewed more often than usual.
constexpr double much_dearer = 1.4;
constexpr int updates_to_judge = 24;
// A method that was left out for some updates may build everything anew, and again.
constexpr int most_to_make_up = 3;
constexpr double most_flattery = 8, forgetting = 0.9;
// Of updates shorter than this (s) about one in so many is timed: two looks at the clock are a tenth of them.
constexpr double short_update = 20e-6;
constexpr unsigned timed_one_in = 8;
// Between two censuses: updates, and seconds, because a census takes 0.1 to 1.5 milliseconds. Where bodies
// come and go all the time their motion cannot be known.
constexpr int updates_per_census = 64, most_censuses = 8;
constexpr double seconds_per_census = 0.25;

// Of a first trial, in updates of its method, more or less: most of it is building.
constexpr double first_price(BroadPhaseKind kind) { return kind == BroadPhaseKind::lists ? 20 : 8; }

}  // namespace

MethodChoice::Candidate::Candidate(BroadPhaseKind method)
    : kind(method), cost(method == BroadPhaseKind::lists ? period_of_lists : 0) {}

BroadPhaseKind MethodChoice::next(std::size_t bodies) {
  if (candidates_.empty() || bodies > most_bodies_) start(bodies);
  bodies_ = bodies;
  ++updates_;
  if (missed_for_ && making_up_ == 0) missed_for_.reset();
  if (looks_ && !trial_ && candidates_.size() > 1 && candidates_[favourite_].cost.settled()) look_for_trial();
  looks_ = false;
  return candidates_[trial_ ? trial_->candidate : favourite_].kind;
}

void MethodChoice::start(std::size_t bodies) {
  using enum BroadPhaseKind;
  candidates_.clear();
  if (bodies < rather_few_bodies) candidates_.emplace_back(brute);
  if (bodies >= few_bodies)
    for (const BroadPhaseKind kind : {cells, tree, sweep, lists}) candidates_.emplace_back(kind);
  for (Candidate& c : candidates_) c.left_at = time_;
  favourite_ = candidates_.size() > 4 ? 1 : 0;
  most_bodies_ = bodies >= rather_few_bodies ? std::numeric_limits<std::size_t>::max()
                 : bodies >= few_bodies      ? 2 * rather_few_bodies
                                             : 2 * few_bodies;
  rule_ = fmt::format(
      "{} bodies{}", bodies,
      bodies < few_bodies ? " are few enough to compare all with all" : ": cells take no time to set up");
  candidates_[favourite_].cost.start();
  trial_.reset();
  missed_for_.reset();
  guessed_ = false;
  censuses_ = 0;
  next_census_ = 0;
  until_census_ = updates_ = 0;
}

bool MethodChoice::wants_census() const {
  return candidates_.size() != 1 && until_census_ <= 0 && time_ >= next_census_;
}

void MethodChoice::see(const BoxCensus& census) {
  if (candidates_.empty() || (!census.motion_known && ++censuses_ < most_censuses)) return;
  censuses_ = 0;
  until_census_ = updates_per_census;
  next_census_ = time_ + seconds_per_census;
  if (!census.motion_known) return;
  for (Candidate& c : candidates_) c.forecast = expected_cost(c.kind, census, dimension_);
  const auto best = std::ranges::min_element(candidates_, {}, &Candidate::forecast);
  rule_ = fmt::format("{}: expected {}", census.words(), word_of(best->kind));
  const bool measured = std::ranges::any_of(candidates_, [](const Candidate& c) { return c.known > 0; });
  if (guessed_ || measured) return;
  guessed_ = true;
  const auto place = static_cast<std::size_t>(best - candidates_.begin());
  if (trial_ || place == favourite_) return;
  candidates_[place].cost.start();
  make_favourite(place);
}

void MethodChoice::make_favourite(std::size_t place) {
  Candidate& before = candidates_[favourite_];
  if (before.cost.settled())
    before.known = before.cost.mean() / before.flattery;  // as a trial would have it
  else if (before.cost.updates() >= 0)
    before.glimpse = before.cost.mean();
  before.forecast_then = before.forecast;
  before.left_at = time_;
  before.lost = 0;
  before.promise = 0;
  before.beaten_by = 0;
  favourite_ = place;
  candidates_[place].beaten_by = 0;
}

// Seconds in forecasts' units. Where a forecast was far off the method took longer, so the least counts.
double MethodChoice::scale() const {
  double least = usual() / candidates_[favourite_].forecast;
  for (const Candidate& c : candidates_) {
    const double cost = c.known > 0 ? c.known : c.glimpse;
    if (cost > 0 && c.forecast_then > 0) least = std::min(least, cost / c.forecast_then);
  }
  return least;
}

// s per body and update.
double MethodChoice::expected(const Candidate& c) const {
  if (c.known > 0) {
    const double change = c.forecast_then > 0 ? c.forecast / c.forecast_then : 1;
    const bool misjudged = c.beaten_by > 0 && usual() > much_dearer * c.beaten_by;
    return (misjudged ? c.at_best : c.known) * c.flattery * change;
  }
  return c.forecast > 0 ? scale() * c.forecast : usual();
}

// A trial may cost what its method is expected to save, beyond what is needed to win, in as much time as has
// gone by since it last ran; or a small share of that time without any reason. Less for those that have lost.
bool MethodChoice::deserves_trial(const Candidate& c) const {
  const double cost = expected(c);
  if (c.known == 0 && updates_ < first_round && cost < curious * usual()) return true;
  const double saving = clearly_quicker - cost / usual();
  const double share = std::max({saving, share_without, least_share * (1 + c.lost)}) / (1 + c.lost);
  const double price = c.price > 0 ? c.price : first_price(c.kind) * cost * static_cast<double>(bodies_);
  return share * (time_ - c.left_at) > price;
}

void MethodChoice::look_for_trial() {
  judge_promise();
  std::size_t best = favourite_;
  for (std::size_t n = 0; n < candidates_.size(); ++n)
    if (n != favourite_ && deserves_trial(candidates_[n]) &&
        (best == favourite_ || expected(candidates_[n]) < expected(candidates_[best])))
      best = n;
  if (best == favourite_) return;
  candidates_[best].cost.start();
  trial_ = Trial{best};
  missed_for_.reset();
}

// A method that was quick on trial and is not in use: its next trials are not taken at their word.
void MethodChoice::judge_promise() {
  Candidate& c = candidates_[favourite_];
  if (c.promise == 0 || c.cost.updates() < updates_to_judge) return;
  c.flattery = std::clamp(usual() / c.promise, 1.0, most_flattery);
  c.promise = 0;
}

bool MethodChoice::wants_time() {
  // Not every eighth, as what comes at regular times would then be seen always or never.
  turn_ = turn_ * 1664525u + 1013904223u;
  return candidates_.size() > 1 &&
         (trial_ || missed_for_ || last_seconds_ > short_update ||
          candidates_[favourite_].cost.updates() < updates_to_judge || (turn_ >> 24) % timed_one_in == 0);
}

void MethodChoice::went_by(const BroadPhaseCounters& did) {
  time_ += last_seconds_;
  --until_census_;
  candidates_[favourite_].cost.saw(did, 0, bodies_);
}

void MethodChoice::changing_took(double seconds) {
  time_ += seconds;
  if (trial_)
    trial_->seconds += seconds;
  else if (missed_for_)
    candidates_[*missed_for_].price += seconds;
}

void MethodChoice::took(double seconds, const BroadPhaseCounters& did) {
  seconds = std::max(seconds, 1e-9);  // clocks may be coarse
  last_seconds_ = seconds;
  // Where updates are short, a look at all methods is not; about every fourth that is timed will do.
  looks_ = seconds > short_update || updates_ < first_round || (turn_ >> 16) % 4 == 0;
  time_ += seconds;
  --until_census_;
  const double bodies = static_cast<double>(std::max<std::size_t>(1, bodies_));
  if (trial_) {
    trial_->seconds += seconds;
    MethodCost& cost = candidates_[trial_->candidate].cost;
    cost.saw(did, seconds / bodies, bodies_);
    if (is_decided(candidates_[trial_->candidate])) end_trial();
  } else if (missed_for_) {
    candidates_[*missed_for_].price += std::max(0.0, seconds - usual() * bodies);
    if (did.rebuilds == 0) making_up_ = 1;
    --making_up_;
  } else {
    candidates_[favourite_].cost.saw(did, seconds / bodies, bodies_);
  }
}

// What is neither clearly quicker nor hopeless is looked at for longer, if its updates differ.
bool MethodChoice::is_decided(const Candidate& tried) const {
  const MethodCost& cost = tried.cost;
  if (cost.at_least() > hopeless * usual()) return true;
  if (!cost.settled()) return false;
  const bool wins = cost.mean() * tried.flattery < clearly_quicker * usual();
  return wins || !cost.varies() || cost.updates() >= longest_trial;
}

void MethodChoice::end_trial() {
  Candidate& tried = candidates_[trial_->candidate];
  const double cost = tried.cost.mean();
  const auto updates = static_cast<double>(1 + tried.cost.updates());
  tried.price =
      std::max(0.2 * trial_->seconds, trial_->seconds - updates * usual() * static_cast<double>(bodies_));
  tried.known = cost;
  if (cost * tried.flattery < clearly_quicker * usual()) {
    tried.promise = cost;
    make_favourite(trial_->candidate);
    ++switches_;
  } else {
    ++tried.lost;
    tried.at_best = std::min(cost, tried.cost.with_usual_period());
    tried.beaten_by = cost > hopeless * usual() ? usual() : 0;
    tried.left_at = time_;
    tried.forecast_then = tried.forecast;
    tried.flattery = std::pow(tried.flattery, forgetting);
    missed_for_ = trial_->candidate;
    making_up_ = most_to_make_up;
  }
  trial_.reset();
}

std::string MethodChoice::reason() const {
  std::string text = rule_;
  std::string costs;
  for (std::size_t n = 0; n < candidates_.size(); ++n) {
    const bool runs = n == favourite_ && candidates_[n].cost.settled();
    const double cost = runs ? usual() : candidates_[n].known;
    if (cost <= 0) continue;
    costs += fmt::format("{}{} {:.0f}", costs.empty() ? "" : ", ", word_of(candidates_[n].kind), 1e9 * cost);
  }
  if (!costs.empty()) text += fmt::format("; ns per body and search: {}", costs);
  if (switches_ > 0) text += fmt::format("; changed {} time{}", switches_, switches_ == 1 ? "" : "s");
  return text;
}

}  // namespace scree
