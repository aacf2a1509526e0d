#include "broadphase/choice/method_cost.h"

#include <algorithm>
#include <numeric>

namespace scree {
namespace {

// An update that does so many times the usual work counts among the dear ones.
constexpr double much_work = 3;
// If this goes on it becomes the usual.
constexpr double getting_used = 1.25;
// What is enough to be judged: plain updates, or more if there were dear ones; where these are certain to
// come some whole periods, or so many updates without the next.
constexpr int enough = 3, enough_of_both = 6, enough_of_a_period = 8;
constexpr double enough_in_periods = 4;
// A dear update that nobody has seen yet, in terms of the first, which builds everything and finds its
// memory.
constexpr double share_of_first = 0.45;
constexpr double newest = 0.25;     // its share in a running mean
constexpr double remembered = 256;  // updates, for how often dear ones come

}  // namespace

void MethodCost::Ring::add(double cost) {
  costs_[next_] = cost;
  next_ = (next_ + 1) % costs_.size();
  count_ = std::min(count_ + 1, costs_.size());
}

double MethodCost::Ring::mean() const {
  const auto end = costs_.begin() + static_cast<std::ptrdiff_t>(count_);
  const double sum = std::accumulate(costs_.begin(), end, 0.0);
  const double largest = *std::max_element(costs_.begin(), end);
  return count_ < 2 ? sum : (sum - largest) / static_cast<double>(count_ - 1);
}

void MethodCost::start() {
  plain_.clear();
  dear_.clear();
  stale_ = true;
  updates_ = -1;
  since_ = dear_seen_ = 0;
  in_periods_ = periods_ = 0;
}

void MethodCost::saw(const BroadPhaseCounters& did, double cost, std::size_t bodies) {
  if (++updates_ == 0) {
    first_ = cost;
    stale_ = true;
    return;
  }
  ++since_;
  const double work = static_cast<double>(bodies + did.exchanges + did.tests);
  const double n = static_cast<double>(std::max<std::size_t>(1, bodies));
  const bool dear = did.rebuilds > 0 || (updates_ > 1 && work > much_work * work_ * n);
  if (!dear && cost == 0 && updates_ > 1) return;  // most of them, where updates are short
  stale_ = true;
  if (!dear) {
    work_ = updates_ == 1 ? work / n : work_ + newest * (work / n - work_);
    if (cost > 0) plain_.add(cost);
    return;
  }
  if (updates_ == 1)
    work_ = work / n;
  else if (did.rebuilds == 0)
    work_ *= getting_used;
  // The stretch before the first one began with the start, which is no sign of how long a period is.
  if (dear_seen_++ > 0 || !regular()) {
    in_periods_ += static_cast<double>(since_);
    periods_ += 1;
    if (in_periods_ > remembered) {
      in_periods_ *= 0.5;
      periods_ *= 0.5;
    }
  }
  since_ = 0;
  if (cost > 0) dear_.add(cost);
}

bool MethodCost::settled() const {
  if (regular()) return in_periods_ >= enough_in_periods || (!plain_.empty() && since_ >= enough_of_a_period);
  return updates_ >= (varies() ? enough_of_both : enough) && !(plain_.empty() && dear_.empty());
}

double MethodCost::at_least() const {
  if (updates_ < 1) return 0;
  if (!regular() || settled()) return mean();
  return updates_ < enough || plain_.empty() ? 0 : plain_.mean();
}

// Updates per dear one; 0: there was none.
double MethodCost::period() const {
  if (!regular() && periods_ == 0) return 0;
  if (!regular()) return (in_periods_ + static_cast<double>(since_)) / periods_;
  return std::max(periods_ > 0 ? in_periods_ / periods_ : usual_period_, static_cast<double>(since_));
}

double MethodCost::mean_of(double updates_per_dear_one) const {
  if (plain_.empty()) return dear_.empty() ? first_ : dear_.mean();
  const double plain = plain_.mean();
  if (updates_per_dear_one == 0) return plain;
  const double dear = dear_.empty() ? share_of_first * first_ : dear_.mean();
  return plain + std::max(0.0, dear - plain) / std::max(1.0, updates_per_dear_one);
}

}  // namespace scree
