// The stages of a step: one list for code, counters and docs.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <numeric>

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
  // The part of a stage that has just gone by belongs to the search for neighbours: margins and boxes are
  // looked at where bodies are placed.
  void end_of_margins() {
    margins_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - last_).count();
  }
  // The whole search for neighbours, and its share of the step.
  double search_seconds() const { return margins_ + seconds_[static_cast<std::size_t>(Stage::find_pairs)]; }
  double search_share() const {
    const double whole = std::accumulate(seconds_.begin(), seconds_.end(), 0.0);
    return whole > 0 ? search_seconds() / whole : 0;
  }
  void start() { last_ = std::chrono::steady_clock::now(); }
  void reset() {
    seconds_ = {};
    margins_ = 0;
  }
  const std::array<double, stage_count>& seconds() const { return seconds_; }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  std::array<double, stage_count> seconds_{};
  double margins_ = 0;
};

}  // namespace scree
