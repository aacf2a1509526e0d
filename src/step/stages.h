// The stages of a step: one list for code, counters and docs.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>

namespace scree {

enum class Stage { exchange, predict, place, find_pairs, touch, press, gather, drive, correct, observe };
inline constexpr std::size_t stage_count = 10;
inline constexpr std::array<const char*, stage_count> stage_names{
    "exchange", "predict", "place", "find_pairs", "touch", "press", "gather", "drive", "correct", "observe"};

class StageClock {
 public:
  // Time since the last call goes to this stage.
  void end(Stage stage) {
    const auto now = std::chrono::steady_clock::now();
    seconds_[static_cast<std::size_t>(stage)] += std::chrono::duration<double>(now - last_).count();
    last_ = now;
  }
  void start() { last_ = std::chrono::steady_clock::now(); }
  void reset() { seconds_ = {}; }
  const std::array<double, stage_count>& seconds() const { return seconds_; }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  std::array<double, stage_count> seconds_{};
};

}  // namespace scree
