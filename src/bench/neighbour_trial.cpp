#include "bench/neighbour_trial.h"

#include <time.h>

#include <algorithm>
#include <chrono>

namespace scree {
namespace {

constexpr std::uint64_t many_searches = 100;  // in a stretch

double wall_clock() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

NeighbourTrial::NeighbourTrial(std::unique_ptr<BoxScene> scene, std::unique_ptr<BroadPhase> method,
                               SearchMode mode, Workers& workers, TrialClock clock)
    : scene_(std::move(scene)), method_(std::move(method)), mode_(mode), workers_(workers), clock_(clock) {}

double NeighbourTrial::now() const {
  if (clock_ == TrialClock::wall) return wall_clock();
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

NeighbourTrial::Cost NeighbourTrial::search() {
  Cost cost{0, 0, true};
  const double begin = now();
  if (mode_ == SearchMode::margins) {
    margins_.renew(*scene_, workers_);
    method_->update(margins_.boxes(), scene_->mobile(), scene_->cell(), workers_);
  } else {
    method_->update(scene_->boxes(), scene_->mobile(), scene_->cell(), workers_);
  }
  cost.search = now() - begin;
  return cost;
}

NeighbourTrial::Cost NeighbourTrial::one_step() {
  scene_->step(workers_);
  if (mode_ == SearchMode::every_step) return search();
  Cost cost;
  const double begin = now();
  const bool hold = margins_.hold(*scene_, workers_);
  cost.looking = now() - begin;
  if (hold) return cost;
  const double looking = cost.looking;
  cost = search();
  cost.looking = looking;
  return cost;
}

void NeighbourTrial::start(int searches, double seconds) {
  scene_->step(workers_);  // margins are made of the way of the last step
  const double begin = wall_clock();
  shortest_search_ = search().search;
  const double after_first = wall_clock();
  if (first_ == 0) first_ = shortest_search_;
  longest_search_ = std::max(longest_search_, shortest_search_);
  double spent = 0, steps = 0;
  int done = 0;
  while (done < searches && after_first - begin + spent < seconds) {
    const Cost cost = one_step();
    steps += 1;
    spent = wall_clock() - after_first;
    if (!cost.searched) continue;
    ++done;
    longest_search_ = std::max(longest_search_, cost.search);
    shortest_search_ = std::min(shortest_search_, cost.search);
  }
  seconds_per_step_ = std::max(1e-9, steps > 0 ? spent / steps : after_first - begin);
  steps_per_search_ = std::max(1.0, steps) / std::max(1, done);
  stretches_.clear();
  in_searches_ = in_steps_ = 0;
  steps_ = searches_ = 0;
  method_->reset_counters();
}

void NeighbourTrial::run(std::uint64_t steps, double seconds) {
  const double begin = wall_clock();
  double spent = 0;
  std::uint64_t done = 0;
  while (done == 0 || (done < steps && wall_clock() - begin < seconds)) {
    const Cost cost = one_step();
    spent += cost.looking + cost.search;
    in_searches_ += cost.search;
    searches_ += cost.searched ? 1 : 0;
    ++done;
  }
  stretches_.push_back(spent / static_cast<double>(done));
  in_steps_ += spent;
  steps_ += done;
}

NeighbourFigures NeighbourTrial::figures() const {
  NeighbourFigures f;
  if (stretches_.empty()) return f;
  const double bodies = static_cast<double>(scene_->bodies());
  const double ns_per_body = 1e9 / bodies;
  std::vector<double> sorted = stretches_;
  std::ranges::sort(sorted);
  f.median =
      ns_per_body * (searches_ < many_searches * stretches_.size() ? in_steps_ / static_cast<double>(steps_)
                                                                   : sorted[sorted.size() / 2]);
  f.least = ns_per_body * sorted.front();
  f.most = ns_per_body * sorted.back();
  f.first = ns_per_body * first_;
  f.searches = searches_;
  f.bytes = static_cast<double>(method_->memory()) / bodies;
  f.pairs = static_cast<double>(method_->pairs().size()) / bodies;
  f.steps_per_search =
      static_cast<double>(steps_) / static_cast<double>(std::max<std::uint64_t>(1, searches_));
  if (searches_ == 0) return f;
  const double searches = static_cast<double>(searches_);
  f.search = ns_per_body * in_searches_ / searches;
  const BroadPhaseCounters& c = method_->counters();
  const auto each = [&](std::uint64_t count) { return static_cast<double>(count) / (searches * bodies); };
  f.exchanges = each(c.exchanges);
  f.moved = each(c.moved);
  f.nodes = each(c.nodes);
  f.tests = each(c.tests);
  f.added = each(c.added);
  f.removed = each(c.removed);
  f.rebuilds = static_cast<double>(c.rebuilds) / searches;
  return f;
}

}  // namespace scree
