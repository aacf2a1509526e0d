// Seconds that the stages of a step take, one after the other.
#pragma once

#include <chrono>
#include <cstddef>
#include <initializer_list>
#include <numeric>
#include <span>
#include <vector>

namespace scree {

struct StageTime {
  const char* name;
  double seconds = 0;
};

inline double total_seconds(std::span<const StageTime> stages) {
  return std::accumulate(stages.begin(), stages.end(), 0.0,
                         [](double sum, const StageTime& stage) { return sum + stage.seconds; });
}

class StageClock {
 public:
  explicit StageClock(std::initializer_list<const char*> names) {
    for (const char* name : names) stages_.push_back({name});
  }

  void start() { last_ = std::chrono::steady_clock::now(); }
  // Time since start() or the last end() goes to this stage.
  void end(std::size_t stage) {
    const auto now = std::chrono::steady_clock::now();
    stages_[stage].seconds += std::chrono::duration<double>(now - last_).count();
    last_ = now;
  }
  // Of the stage that has begun.
  double seconds_so_far() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - last_).count();
  }
  void reset() {
    for (StageTime& stage : stages_) stage.seconds = 0;
  }
  std::span<const StageTime> stages() const { return stages_; }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  std::vector<StageTime> stages_;
};

}  // namespace scree
