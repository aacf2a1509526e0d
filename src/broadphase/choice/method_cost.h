// What updates of one broad phase cost, from those that were seen. Most methods have two kinds of them: plain
// ones, and now and then one that does much more (lists are renewed, an order is sorted afresh). The mean of
// a few updates would tell whether one of the dear ones was among them, and little else; so both kinds are
// kept apart, with how often the dear ones come.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "broadphase/broad_phase.h"

namespace scree {

class MethodCost {
 public:
  // `usual_period`: dear updates are certain to come, so many from one to the next until that has been seen;
  // 0: they come or not, at any time.
  explicit MethodCost(double usual_period = 0) : usual_period_(usual_period) {}

  // The method starts from nothing, or has missed some updates: the next one is not typical.
  void start();
  // An update: what it did, and its cost if somebody looked at the clock (else 0).
  void saw(const BroadPhaseCounters& did, double cost, std::size_t bodies);

  // Updates since the start, the first not counted.
  std::int64_t updates() const { return updates_; }
  // Has seen enough to be judged.
  bool settled() const;
  // What it takes at the least, as far as is known.
  double at_least() const;
  // There are updates of both kinds.
  bool varies() const { return !plain_.empty() && !dear_.empty(); }
  // Per update, in the unit of what was seen.
  double mean() const {
    if (stale_) mean_ = mean_of(period());
    stale_ = false;
    return mean_;
  }
  // The same if dear updates come no more often than usual.
  double with_usual_period() const { return mean_of(std::max(period(), usual_period_)); }

 private:
  // The last costs of one kind.
  class Ring {
   public:
    void add(double cost);
    void clear() { count_ = next_ = 0; }
    bool empty() const { return count_ == 0; }
    // Without the largest, which may be the machine's, where there are some.
    double mean() const;

   private:
    std::array<double, 32> costs_{};
    std::size_t count_ = 0, next_ = 0;
  };

  double mean_of(double updates_per_dear_one) const;
  double period() const;
  bool regular() const { return usual_period_ > 0; }

  mutable double mean_ = 0;
  mutable bool stale_ = true;
  double usual_period_;
  Ring plain_, dear_;
  double first_ = 0;            // cost of the first update: what a dear one may cost, until one is seen
  std::int64_t updates_ = -1;   // the first counts as none
  double work_ = 0;             // of plain updates with a cost, per body, a running mean
  std::int64_t since_ = 0;      // updates since the last dear one
  std::int64_t dear_seen_ = 0;  // of them all, and
  double in_periods_ = 0, periods_ = 0;  // updates in whole periods, and their number; older ones fade
};

}  // namespace scree
