// A scene brought to life: state, step and what surrounds it.
#pragma once

#include <functional>

#include "base/parallel.h"
#include "base/thread_pace.h"
#include "build/build.h"
#include "measure/observation.h"
#include "run/exchange.h"
#include "scene/spec.h"
#include "scree/summary.h"
#include "step/soft_step.h"

namespace scree {

class Laboratory : private Surroundings {
 public:
  Laboratory(SceneSpec spec, int threads, bool drop_caches = false, const Allowances& allowances = {});

  // Forces of the initial state. Instead of it, a resumed run loads a checkpoint into state().
  void begin();

  void advance();

  // Warns where contacts have created energy or the balance does not add up. The run does it now and then,
  // and should once more at its end.
  void look_at_energy(const Observation& now);

  // Called at the end of every step.
  std::function<void(const Observation&)> watch;

  State& state() { return built_.state; }
  const State& state() const { return built_.state; }
  const SceneSpec& spec() const { return spec_; }
  const TimeStep& time_step() const { return built_.dt; }
  const std::vector<std::string>& notes() const { return built_.notes; }
  Workers& workers() const { return workers_; }
  const SoftStep& step() const { return step_; }
  SoftStep& step() { return step_; }

  // Seconds of stepping (all stages but observe) and body updates made in them, including those of the
  // run before it was resumed.
  double stepping_seconds = 0;
  std::uint64_t body_updates = 0;

  // Mean number of threads that worked in the steps, by the time they took; counted from here on after a
  // reset.
  double threads_used() const;
  void reset_threads_used() { paced_seconds_ = thread_seconds_ = 0; }
  // For tests: the number stays what workers() are told to use. Results must not change by a bit.
  void keep_threads() { keep_threads_ = true; }

  Summary summary() const;
  Summary summary(const Observation& now) const;

 private:
  void exchange(State& state, Neighbourhood& neighbourhood) override;
  void observe(State& state) override;

  SceneSpec spec_;
  BuiltScene built_;
  mutable Workers workers_;
  ThreadPace pace_;
  bool keep_threads_ = false;
  double paced_seconds_ = 0, thread_seconds_ = 0;
  double waited_ = 0;  // by threads for others, in the last step
  SoftStep step_;
  Exchange exchange_;
};

}  // namespace scree
