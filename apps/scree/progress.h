// The progress bar: simulated time, speed, time left; only when standard error is a terminal.
#pragma once

#include <chrono>

#include "run/run.h"

namespace scree::app {

class ProgressBar {
 public:
  explicit ProgressBar(bool quiet);
  ~ProgressBar();
  void show(const RunProgressReport& report);

 private:
  using Clock = std::chrono::steady_clock;
  bool on_;
  bool drawn_ = false;
  bool started_ = false;
  std::uint64_t first_step_ = 0;
  Clock::time_point start_, last_;
};

}  // namespace scree::app
